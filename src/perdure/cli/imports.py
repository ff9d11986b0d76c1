"""Memory from elsewhere, looked at before it is let in: import, staged."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Discarded, Imported, Staged, StagedImports, Units
from perdure.cli.files import INPUT, blamed, named
from perdure.cli.groups import group
from perdure.cli.inputs import text_of
from perdure.cli.looking import Choice, asked, looked_through
from perdure.cli.opening import opened, space_of, target_of
from perdure.cli.output import progress, say, show
from perdure.cli.several import each
from perdure.domain.staging import Decision, ImportReport, StagedImport, StagedState
from perdure.errors import ImportFailed, InvalidValue

if TYPE_CHECKING:
    from perdure.app import Perdure

SHOWN = 5
"""Items that the view of an import shows of those that are more than new."""


def import_(  # noqa: PLR0913  an option each
    files: options.FilesOrInput,
    *,
    to: options.To = None,
    owners: options.Owners = None,
    format: options.Format = None,  # noqa: A002  the name of the option
    yes: options.Yes = False,
    stage: options.Stage = False,
    dry_run: options.DryRun = False,
    passphrase_file: options.PassphraseFile = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Read conversations and memories of other tools, and archives; what was found is shown before anything is let in.

    With --yes it is let in at once. Without a terminal to ask at it waits, see `perdure staged`. The same file twice stores
    nothing twice. Exits with 1 if nothing was read, or one of several files could not be.
    """
    if yes + stage + dry_run > 1:
        raise InvalidValue("--yes, --stage and --dry-run exclude each other")
    target = target_of(to, space) if to is not None or space is not None else None
    work = _Work(
        to=target,
        map=mapping_of(owners or ()),
        format=format,
        passphrase=passphrase_of(passphrase_file),
        choice=Choice.ALL if yes else Choice.WAIT if stage else Choice.NOTHING if dry_run else None,
        as_json=as_json,
    )
    with named(files) as paths, opened(home) as memory:
        done, failures = each(
            list(paths), lambda name: work.done(memory, name, paths[name]), bearing=ImportFailed, as_json=as_json
        )
    if as_json:
        reports = {name: found for name, found in done.items() if isinstance(found, ImportReport)}
        staged = {name: found for name, found in done.items() if isinstance(found, StagedImport)}
        show(Imported(reports=reports, staged=staged, failures=failures), as_json=True)
    if failures or not any(_holds(found) for found in done.values()):
        raise typer.Exit(1)


class _Work:
    """One command's wishes, for each of its files."""

    def __init__(
        self,
        *,
        to: str | None,
        map: Mapping[str, str],  # noqa: A002  the name of the option
        format: str | None,  # noqa: A002  as above
        passphrase: str | None,
        choice: Choice | None,
        as_json: bool,
    ) -> None:
        self._to, self._map, self._format, self._passphrase = to, map, format, passphrase
        self._choice, self._as_json = choice, as_json

    def done(self, memory: Perdure, name: str, path: Path) -> ImportReport | StagedImport:
        """Stage a file, show it, and do with it what is wanted."""
        with blamed(name, path), progress("Reading") as bar:
            staged = memory.imports.stage(
                path,
                to=self._to,
                map=self._map or None,
                format=self._format,
                passphrase=self._passphrase,
                usual=space_of(None),
                progress=bar,
            )
        if not self._as_json:
            show(view(memory, staged, name), as_json=False)
        return self._decided(memory, staged, name)

    def _decided(self, memory: Perdure, staged: StagedImport, name: str) -> ImportReport | StagedImport:
        choice = self._choice or (Choice.WAIT if self._as_json or not at_terminal() else asked())
        if choice is Choice.EACH:
            choice = looked_through(memory.imports, staged.id)
        match choice:
            case Choice.ALL:
                report = applied(memory, staged.id)
                if not self._as_json:
                    show(Imported(reports={name: report}), as_json=False)
                return report
            case Choice.NOTHING:
                memory.imports.discard(staged.id)
                if not self._as_json:
                    say("nothing was changed")
            case _:
                if not self._as_json:
                    say(
                        f"nothing is live yet: `perdure staged apply {staged.id}` lets it in, "
                        f"`perdure staged show {staged.id}` lists it, `perdure staged discard {staged.id}` drops it"
                    )
        return staged


def list_(*, home: options.Home = None, as_json: options.Json = False) -> None:
    """The imports that wait, and those that were applied within a month."""
    with opened(home, embedder=False) as memory:
        found = memory.imports.list()
    if not found and not as_json:
        say("no import waits")
        return
    show(StagedImports(imports=found), as_json=as_json)


def show_(
    staged: options.StagedId,
    *,
    verdict: options.Verdicts = None,
    decision: options.Decisions = None,
    limit: options.Limit = 100,
    cursor: options.Cursor = None,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """What one holds, item by item, with what would become of each."""
    with opened(home, embedder=False) as memory:
        about = memory.imports.get(staged)
        if about.state is StagedState.APPLIED:
            show(Staged(staged=about), as_json=as_json)
            return
        page = memory.imports.items(
            staged, verdicts=tuple(verdict or ()), decisions=tuple(decision or ()), limit=limit, cursor=cursor
        )
    show(Units(staged=about, page=page), as_json=as_json)


def keep(
    staged: options.StagedId,
    numbers: options.Numbers,
    *,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """Let items in after all, in their own words."""
    _decide(home, staged, numbers, Decision.KEEP, as_json=as_json)


def drop(
    staged: options.StagedId,
    numbers: options.Numbers,
    *,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """Leave items out."""
    _decide(home, staged, numbers, Decision.DROP, as_json=as_json)


def edit(
    staged: options.StagedId,
    number: options.Number,
    text: options.Wording,
    *,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """Let a memory in with other words."""
    words = text_of(text)
    with opened(home, embedder=False) as memory:
        item = memory.imports.edit(staged, number, words)
        about = memory.imports.get(staged)
    show(Staged(staged=about, items=(item,), brief=True), as_json=as_json)


def apply(staged: options.StagedId, *, home: options.Home = None, as_json: options.Json = False) -> None:
    """Let in what was not dropped. Stopped anywhere, it goes on when it is called again."""
    with opened(home) as memory:
        about = memory.imports.get(staged)
        report = applied(memory, staged)
    show(Imported(reports={about.path: report}), as_json=as_json)


def discard(staged: options.StagedId, *, home: options.Home = None, as_json: options.Json = False) -> None:
    """Remove an import; what of it was let in stays. Exits with 1 where there is none."""
    with opened(home, embedder=False) as memory:
        gone = memory.imports.discard(staged)
    show(Discarded(id=staged, discarded=gone), as_json=as_json)
    if not gone:
        raise typer.Exit(1)


def applied(memory: Perdure, staged_id: str) -> ImportReport:
    """Apply, and say how to go on where it is stopped."""
    try:
        with progress("Importing") as bar:
            return memory.imports.apply(staged_id, progress=bar)
    except KeyboardInterrupt:
        say(f"`perdure staged apply {staged_id}` goes on")
        raise


def view(memory: Perdure, staged: StagedImport, name: str) -> Staged:
    """An import with the first of its items that are more than new."""
    page = memory.imports.items(staged.id, telling=True, limit=SHOWN)
    return Staged(staged=staged, items=page.items, more=page.total - len(page), path=name if name == INPUT else None)


def mapping_of(pairs: list[str] | tuple[str, ...]) -> dict[str, str]:
    """`OLD=SPACE` as a mapping; an owner may have = in its name, a space that is meant has none before its /."""
    found: dict[str, str] = {}
    for pair in pairs:
        owner, equals, space = pair.rpartition("=")
        if not equals:
            raise InvalidValue(f"a mapping is OLD=SPACE, as in alice=user/me, not {pair!r}")
        found[owner] = space
    return found


def passphrase_of(file: Path | None) -> str | None:
    """The first line of a file."""
    if file is None:
        return None
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidValue(f"{file} cannot be read as a passphrase") from error
    if not lines or not lines[0]:
        raise InvalidValue(f"{file} holds no passphrase")
    return lines[0]


def at_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _decide(home: str | None, staged: str, numbers: list[int], decision: Decision, *, as_json: bool) -> None:
    with opened(home, embedder=False) as memory:
        act = memory.imports.drop if decision is Decision.DROP else memory.imports.keep
        items = act(staged, numbers)
        about = memory.imports.get(staged)
    show(Staged(staged=about, items=tuple(items), brief=True), as_json=as_json)


def _holds(found: ImportReport | StagedImport) -> bool:
    """Whether anything was in it that can be kept."""
    match found:
        case ImportReport():
            return bool(found.added or found.repeated or found.memories or found.left_out)
        case StagedImport():
            return bool(found.turns or found.memories)


GROUP = group(
    "staged",
    "Imports that wait to be let in; without a command, the list of them.",
    list_, show_, keep, drop, edit, apply, discard,
)  # fmt: skip

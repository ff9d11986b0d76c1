"""Memory from elsewhere, looked at before it is let in: import, staged."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Discarded, Imported, Opened, Staged, StagedImports, Units
from perdure.cli.failures import INTERRUPTED
from perdure.cli.files import INPUT, blamed, named
from perdure.cli.groups import group
from perdure.cli.inputs import text_of
from perdure.cli.looking import Choice, asked, looked_through
from perdure.cli.opening import opened, space_of, target_of
from perdure.cli.output import complain, progress, say, show
from perdure.cli.several import each
from perdure.domain.staging import Decision, ImportReport, StagedImport, StagedItem, StagedState, Verdict
from perdure.errors import ImportFailed, InvalidValue, NotFound, WrongPassphrase

if TYPE_CHECKING:
    from perdure.app import Perdure

OURS = ("archive", "perdure")
"""Formats whose turns were distilled where they come from, as far as they were."""

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
    reports = {name: found for name, found in done.items() if isinstance(found, ImportReport)}
    if not as_json:
        tell_undistilled(list(reports.values()))
    else:
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
        staged = self._staged(memory, name, path)
        if not self._as_json:
            show(view(memory, staged, name, passing=self._choice is Choice.NOTHING), as_json=False)
        return self._decided(memory, staged, name)

    def _staged(self, memory: Perdure, name: str, path: Path) -> StagedImport:
        """Read a file; at a terminal it is asked for the passphrase that opens it."""
        passphrase, asking = self._passphrase, self._passphrase is None and not self._as_json and at_terminal()
        while True:
            try:
                with blamed(name, path), progress("Reading", in_bytes=True) as bar:
                    return memory.imports.stage(
                        path,
                        to=self._to,
                        map=self._map or None,
                        format=self._format,
                        passphrase=passphrase,
                        usual=space_of(None),
                        progress=bar,
                    )
            except WrongPassphrase as error:
                if asking:
                    say(str(error))
                    passphrase = typer.prompt("passphrase", hide_input=True, err=True)
                elif passphrase is None:
                    raise WrongPassphrase(f"{error}; --passphrase-file FILE has it on its first line") from error
                else:
                    raise

    def _chosen(self, memory: Perdure, staged: StagedImport) -> Choice:
        """What becomes of it: as was said on the command line, or is said now."""
        if self._choice is not Choice.ALL and not keepable(staged):
            return Choice.NOTHING
        if self._choice is not None:
            return self._choice
        if self._as_json or not at_terminal():
            return Choice.WAIT
        for other in twins(memory, staged):
            say(f"the same waits already as {other.id}: `perdure staged discard {other.id}` drops that")
        choice = asked()
        return looked_through(memory.imports, staged) if choice is Choice.EACH else choice

    def _decided(self, memory: Perdure, staged: StagedImport, name: str) -> ImportReport | StagedImport:
        try:
            choice = self._chosen(memory, staged)
        except (KeyboardInterrupt, typer.Abort) as stop:
            say("")  # the question stands there without its end
            complain("interrupted", f"stopped; {going_on(staged)}", as_json=False)
            raise typer.Exit(INTERRUPTED) from stop
        match choice:
            case Choice.ALL:
                report = applied(memory, staged.id)
                if not self._as_json:
                    show(Imported(reports={name: report}), as_json=False)
                return report
            case Choice.NOTHING:
                memory.imports.discard(staged.id)
                if not self._as_json:
                    say("nothing was changed" if keepable(staged) else "nothing in it can be kept")
            case _:
                if not self._as_json:
                    say(going_on(staged))
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
    item: options.OneItem = None,
    verdict: options.Verdicts = None,
    decision: options.Decisions = None,
    limit: options.Limit = 100,
    cursor: options.Cursor = None,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """What one holds, item by item, with what would become of each; or one item in full, a conversation with its turns."""
    if item is not None and (verdict or decision):
        raise InvalidValue("--item shows one item, whatever its verdict and its decision")
    with opened(home, embedder=False) as memory:
        if item is not None:
            found = item_of(memory, staged, item)
            turns = memory.imports.turns(staged, item, limit=limit, cursor=cursor)
            show(Opened(item=found, turns=turns), as_json=as_json)
            return
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
    if not as_json:
        tell_undistilled([report])


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
        with progress("Importing", in_bytes=True) as bar:
            return memory.imports.apply(staged_id, progress=bar)
    except KeyboardInterrupt:
        say(f"`perdure staged apply {staged_id}` goes on")
        raise


def tell_undistilled(reports: Sequence[ImportReport]) -> None:
    """How memories are made of the turns that came in."""
    heard = [report for report in reports if report.added and report.format not in OURS]
    spaces = dict.fromkeys(space for report in heard for space in report.spaces)
    if spaces:
        ways = ", ".join(f"`perdure distil --space {quote(str(space))}`" for space in list(spaces)[:SHOWN])
        say(f"what was said is in the journal; {ways} makes memories of it")


def view(memory: Perdure, staged: StagedImport, name: str, *, passing: bool = False) -> Staged:
    """An import with the first of its items that are more than new; `passing` where it is only looked at."""
    page = memory.imports.items(staged.id, telling=True, limit=SHOWN)
    path = name if name == INPUT else None
    return Staged(staged=staged, items=page.items, more=page.total - len(page), passing=passing, path=path)


def item_of(memory: Perdure, staged_id: str, number: int) -> StagedItem:
    """One item of an import. Raises NotFound."""
    page = memory.imports.items(staged_id, limit=1, cursor=str(max(number - 1, 0)))
    if not page.items or page.items[0].number != number:
        raise NotFound(f"there is no item {number} in {staged_id}")
    return page.items[0]


def twins(memory: Perdure, staged: StagedImport) -> list[StagedImport]:
    """Other imports that wait and hold as much of the same file."""

    def told(one: StagedImport) -> tuple[object, ...]:
        return one.state, one.path, one.format, one.owners

    return [other for other in memory.imports.list() if other.id != staged.id and told(other) == told(staged)]


def keepable(staged: StagedImport) -> bool:
    """Whether there is anything that is not refused."""
    return any(verdict is not Verdict.REFUSED for verdict in staged.verdicts)


def going_on(staged: StagedImport) -> str:
    """How to go on with what waits."""
    return (
        f"nothing is live yet: `perdure staged apply {staged.id}` lets it in, "
        f"`perdure staged show {staged.id}` lists it, `perdure staged discard {staged.id}` drops it"
    )


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

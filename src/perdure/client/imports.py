"""The imports of a gateway that wait: files of this machine, read where the place is and looked at before they are live."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from perdure.client import sending, told
from perdure.client.connection import TRANSFER, Connection, pairs
from perdure.client.exchange import Upload
from perdure.client.files import ready
from perdure.client.link import segment
from perdure.domain.page import Page
from perdure.domain.space import SpaceName
from perdure.domain.staging import ImportReport, StagedImport, StagedItem
from perdure.errors import InvalidValue
from perdure.ports.store import Progress
from perdure.transfer.address import address_of


class Imports:
    """Those into spaces that the token may read. Changing one takes `write` in each of its spaces, and `admin` where the file is
    Perdure's own."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __repr__(self) -> str:
        return f"Imports({self._connection.link.url!r})"

    def stage(
        self,
        path: str | Path,
        *,
        to: str | SpaceName | None = None,
        map: Mapping[str, str | SpaceName] | None = None,  # noqa: A002  the word of the command line
        format: str | None = None,  # noqa: A002  the record's own word
        passphrase: str | None = None,
        progress: Progress | None = None,
    ) -> StagedImport:
        """Send a file or folder of this machine, and say what is in it and what applying it would do. Nothing is live.

        `map` sends owners to spaces, * every other one, as `to` does; without them what the token stands for takes the place of
        the usual space. `progress` is told of bytes sent. Raises ImportFailed, InvalidInput, Forbidden; nothing is kept then.
        """
        if address_of(path) is not None:
            raise InvalidValue("a database is read where the place is, not from here")
        query = {
            "space": None if to is None else str(SpaceName.parse(to)),
            "map": [] if map is None else _mapped(map),
            "format": format,
        }
        with ready(Path(path)) as file:
            upload = Upload(path=file.path, passphrase=passphrase, progress=progress)
            plain = self._connection.upload("imports", upload, pairs(query | {"name": file.name}))
        staged = told.value(StagedImport, plain)
        return replace(staged, skips=(*file.skips, *staged.skips))

    def list(self) -> Sequence[StagedImport]:
        """Every import that is kept, the oldest first; those that were applied can be looked at for a month."""
        return told.several(StagedImport, self._connection.get("imports"))

    def get(self, id: str) -> StagedImport:  # noqa: A002  the record's own word
        """One of them. Raises NotFound."""
        return told.value(StagedImport, self._connection.get(_path(id)))

    def items(
        self,
        id: str,  # noqa: A002
        *,
        verdicts: Sequence[str] | str = (),
        decisions: Sequence[str] | str = (),
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[StagedItem]:
        """What it holds, of these verdicts and decisions where some are named. Raises NotFound, ImportSettled."""
        query = {
            "verdicts": sending.names(verdicts, "verdicts"),
            "decisions": sending.names(decisions, "decisions"),
            **sending.page(limit, cursor),
        }
        return told.page(StagedItem, self._connection.get(f"{_path(id)}/items", pairs(query)))

    def keep(self, id: str, numbers: int | Iterable[int]) -> Sequence[StagedItem]:  # noqa: A002
        """Let items in after all, in their own words. Raises NotFound, ImportSettled."""
        return self._decide(id, "keep", numbers)

    def drop(self, id: str, numbers: int | Iterable[int]) -> Sequence[StagedItem]:  # noqa: A002
        """Leave items out. Raises NotFound, ImportSettled."""
        return self._decide(id, "drop", numbers)

    def edit(self, id: str, number: int, text: str) -> StagedItem:  # noqa: A002
        """Let a memory in with other words. Raises NotFound, ImportSettled, InvalidInput."""
        [one] = sending.numbers([number], "items")
        body = {"number": one, "text": sending.RULES.guarded(text)}
        return told.value(StagedItem, self._connection.post(f"{_path(id)}/edit", body))

    def apply(self, id: str, *, progress: Progress | None = None) -> ImportReport:  # noqa: A002
        """Let everything in that was not dropped; called again it goes on to the same end. `progress` is told once, at the end."""
        report = told.value(ImportReport, self._connection.post(f"{_path(id)}/apply", {}, timeout=TRANSFER))
        if progress is not None:
            progress(1, 1)
        return report

    def discard(self, id: str) -> bool:  # noqa: A002
        """Remove an import; what of it was applied stays. False if there was none."""
        return told.at(bool, self._connection.send("DELETE", _path(id)), "discarded")

    def _decide(self, id: str, verb: str, numbers: object) -> Sequence[StagedItem]:  # noqa: A002
        body = {"numbers": sending.numbers(numbers, "items")}
        return told.several(StagedItem, self._connection.post(f"{_path(id)}/{verb}", body))


def _path(id: str) -> str:  # noqa: A002
    return f"imports/{segment(id, 'import')}"


def _mapped(map: object) -> list[str]:  # noqa: A002  the word of the command line
    """The owners as they are sent; raises InvalidInput."""
    if not isinstance(map, Mapping) or not all(isinstance(owner, str) for owner in map):
        raise InvalidValue("map is a mapping of owners to spaces")
    return [f"{owner}={SpaceName.parse(space)}" for owner, space in map.items()]

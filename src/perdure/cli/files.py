"""Files of conversations, and standard input as one of them."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2s
from pathlib import Path
from typing import TYPE_CHECKING

from perdure.cli.answers import Failure, Imported
from perdure.cli.output import progress, show
from perdure.cli.several import each
from perdure.errors import ImportFailed
from perdure.transfer.address import address_of, shown

if TYPE_CHECKING:
    from perdure.app import Space
    from perdure.domain.staging import ImportReport

INPUT = "-"
"""What stands for standard input."""


@contextmanager
def named(files: Sequence[Path]) -> Iterator[Mapping[str, Path]]:
    """Each file under the name it was given, an address without what opens it. Standard input is a conversation that its content
    names, so that the same lines again are the same conversation, and others are another."""
    found = {_name(path): path for path in files}
    if INPUT not in found:
        yield found
        return
    content = sys.stdin.buffer.read()
    with tempfile.TemporaryDirectory(prefix="perdure-") as folder:
        path = Path(folder) / f"stdin-{blake2s(content, digest_size=4).hexdigest()}"
        path.write_bytes(content)
        yield found | {INPUT: path}


def _name(path: Path) -> str:
    address = address_of(path)
    return str(path) if address is None else shown(address)


@contextmanager
def blamed(name: str, path: Path) -> Iterator[None]:
    """What is wrong with standard input is said of it, not of the file that it was put into."""
    try:
        yield
    except ImportFailed as error:
        if name != INPUT:
            raise
        raise type(error)(str(error).replace(str(path), "standard input")) from error


def read_into(
    mine: Space,
    files: Mapping[str, Path],
    *,
    format: str | None,  # noqa: A002  the name of the option
    as_json: bool,
) -> tuple[dict[str, ImportReport], dict[str, Failure]]:
    """Read files into the journal, and tell people of each; what cannot be read costs only itself unless it is the only one."""

    def read(name: str) -> ImportReport:
        with blamed(name, files[name]), progress("Importing") as bar:
            report = mine.import_(files[name], format=format, progress=bar)
        if not as_json:
            show(Imported(reports={name: report}), as_json=False)
        return report

    return each(list(files), read, bearing=ImportFailed, as_json=as_json)

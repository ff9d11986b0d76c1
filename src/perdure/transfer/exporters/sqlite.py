"""A new SQLite file in the shape of another program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlcipher3.dbapi2 as driver

from perdure.errors import ExportFailed


@contextmanager
def writing(path: Path, *statements: str) -> Iterator[Any]:
    """A connection to a new file with these tables; everything is written at its end, or nothing. Raises ExportFailed."""
    try:
        with closing(driver.connect(str(path), isolation_level=None)) as connection:
            connection.execute("BEGIN")
            for statement in statements:
                connection.execute(statement)
            yield connection
            connection.execute("COMMIT")
    except driver.Error as error:
        raise ExportFailed(f"{path} cannot be written: {error}") from error

"""What became of the fields of a record, told to the tally as it really was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perdure.transfer.loose import VECTORS, is_vector, when
from perdure.transfer.tally import Tally

_TIMES = {"created_at", "updated_at", "expires_at", "holds_from", "holds_until", "at"}


def tell(
    tally: Tally, record: Mapping[str, Any], mapped: Mapping[str, str], dropped: Mapping[str, str] | None = None
) -> None:
    """Tell of every field; a time that is none was not mapped, it is only kept. Vectors are dropped."""
    fits = {name: to for name, to in mapped.items() if to not in _TIMES or when(record.get(name)) is not None}
    vectors = {name: VECTORS for name, value in record.items() if is_vector(name, value)}
    tally.record(record, mapped=fits, dropped=vectors | dict(dropped or {}))

"""Addresses of databases: what is shown of them, and that what opens them is shown nowhere."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from perdure.errors import ImportFailed
from perdure.transfer.address import address_of, shown
from perdure.transfer.source import opened
from tests.unit.importers.reading import read

PASSWORD = "sesam-öffne-dich"


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://alice:{}@127.0.0.1:1/x",
        "postgresql://alice:{}@127.0.0.1:one/x",
        "postgresql://alice:{}%zz@127.0.0.1/x",
        "postgresql://127.0.0.1:1/x?user=alice&password={}",
        "postgresql://127.0.0.1:1/x?nonsense={}",
        "postgres://alice:{}@127.0.0.1:1/x?connect_timeout=1",
    ],
)
def test_the_password_is_in_no_error(address):
    with pytest.raises(ImportFailed) as raised:
        read(address.format(PASSWORD))
    assert PASSWORD not in "".join(traceback.format_exception(raised.value))


def test_what_is_shown_of_an_address_opens_nothing():
    with opened(f"postgresql://alice:{PASSWORD}@host:5433/db?sslmode=require") as source:
        assert PASSWORD not in f"{source.path} {source.shown}"
        assert source.shown == "postgresql://alice@host:5433/db"
        assert source.url == f"postgresql://alice:{PASSWORD}@host:5433/db?sslmode=require"


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("postgresql://alice:secret@host:5433/db", "postgresql://alice@host:5433/db"),
        ("postgresql://alice:se@cr/et?x@host/db", "postgresql://alice@host/db"),
        ("postgresql://host/db?password=se@cret", "postgresql://…"),
        ("postgresql://host/db", "postgresql://host/db"),
        (Path("postgresql://alice:secret@host/db"), "postgresql://alice@host/db"),
        ("postgres://alice@/db?host=/tmp", "postgresql://alice@/db"),
    ],
)
def test_an_address_is_shown_without_its_password(address, seen):
    found = address_of(address)
    assert found is not None
    assert shown(found) == seen


@pytest.mark.parametrize("path", ["memories.json", "/tmp/postgresql", "mysql://host/db", Path("postgres/dump.sql"), ""])
def test_a_path_is_no_address(path):
    assert address_of(path) is None

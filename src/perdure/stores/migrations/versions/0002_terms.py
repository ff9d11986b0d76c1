"""Words as numbers of terms: a search reads them into memory, and FTS5 goes."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from perdure.text.analyzer import index_terms, meaningful

revision = "0002"
down_revision = "0001"

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TERM = struct.Struct("<IB?")
_PART = 1_000


def upgrade() -> None:
    """Create the tables of terms and of removed passages, number every passage's terms, and drop the word index."""
    op.create_table(
        "terms",
        sa.Column("no", _KEY, primary_key=True),
        sa.Column("term", sa.Text(), nullable=False),
        sa.UniqueConstraint("term", name="uq_terms_term"),
    )
    op.create_table(
        "gone",
        sa.Column("change", sa.BigInteger(), primary_key=True),
        sa.Column("passage", sa.BigInteger(), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.add_column("passages", sa.Column("length", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.add_column("passages", sa.Column("terms", sa.LargeBinary(), nullable=False, server_default=sa.text("x''")))
    if op.get_context().dialect.name == "sqlite":
        _drop_search()
    op.execute(_SLOT_WORDS)
    _number_terms(op.get_bind())


_SLOT_WORDS = """
    UPDATE passages SET speaker = coalesce(
        (SELECT CASE slot_subject WHEN 'self' THEN slot_attribute ELSE slot_subject || ' ' || slot_attribute END
         FROM memories WHERE memories.id = passages.owner), '')
    WHERE layer <> 'journal'
"""
"""A memory is found by the words of its slot too."""


def _drop_search() -> None:
    """By hand, for SQLite cannot drop a word index that is too damaged to be opened."""
    op.execute("PRAGMA writable_schema=ON")
    op.execute("DELETE FROM sqlite_master WHERE name IN ('search', 'vocabulary')")
    op.execute("PRAGMA writable_schema=RESET")
    for part in ("data", "idx", "docsize", "config"):
        op.execute(f"DROP TABLE IF EXISTS search_{part}")


def _number_terms(connection: sa.Connection) -> None:
    numbers: dict[str, int] = {}
    after = 0
    while rows := _passages(connection, after):
        after = rows[-1].id
        said = [index_terms(row.body) for row in rows]
        fresh = dict.fromkeys(term for terms in said for term in terms if term not in numbers)
        given = {term: number for number, term in enumerate(fresh, start=len(numbers) + 1)}
        if given:
            numbers |= given
            values = [{"number": number, "term": term} for term, number in given.items()]
            connection.execute(sa.text("INSERT INTO terms (no, term) VALUES (:number, :term)"), values)
        packed = [
            {"id": row.id, "length": len(row.body), "terms": _packed(terms, numbers)}
            for row, terms in zip(rows, said, strict=True)
        ]
        connection.execute(sa.text("UPDATE passages SET length = :length, terms = :terms WHERE id = :id"), packed)


def _passages(connection: sa.Connection, after: int) -> Sequence[Any]:
    query = sa.text("SELECT id, body FROM passages WHERE id > :after ORDER BY id LIMIT :part")
    return connection.execute(query, {"after": after, "part": _PART}).all()


def _packed(terms: list[str], numbers: dict[str, int]) -> bytes:
    content = set(meaningful(terms))
    return b"".join(
        _TERM.pack(numbers[term], min(count, 255), term in content) for term, count in Counter(terms).items()
    )

"""The tokens of a folder, as two processes share them, and a catalog in every state."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest
import sqlcipher3.dbapi2 as sqlite3

from perdure.domain.access import Grant
from perdure.domain.token import Token
from perdure.errors import ForeignFile, InvalidToken, StoreBusy, StoreDamaged
from perdure.testing.store_suite.base import AT, NOW
from tests.stores.processes import store_on

TOKEN = Token(
    id="tok_1",
    name="小林的助手",
    digest="d1",
    grants=(Grant.parse("user/a:b:write"), Grant.parse("project/门店:read"), Grant.parse("*:read")),
    created_at=AT,
    expires_at=NOW,
)


@pytest.fixture
def store(tmp_path: Path):
    opened = store_on(tmp_path)
    yield opened
    opened.close()


def catalog(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "catalog.db", isolation_level=None)


def child(number: int, parent: str) -> Token:
    return replace(TOKEN, id=f"tok_{number}", digest=f"d{number}", parent=parent)


def test_a_token_is_found_by_id_and_digest_as_it_was_kept(store):
    ring = store.keyring
    ring.add(TOKEN)
    assert (ring.get("tok_1"), ring.by_digest("d1"), ring.tokens()) == (TOKEN, TOKEN, [TOKEN])
    assert (ring.get("d1"), ring.by_digest("tok_1"), ring.by_digest("")) == (None, None, None)


def test_looking_makes_no_catalog(store, tmp_path: Path):
    assert (store.keyring.tokens(), store.keyring.get("x"), store.keyring.by_digest("x")) == ([], None, None)
    assert not (tmp_path / "catalog.db").exists()


def test_a_catalog_from_before_there_were_tokens_has_none_and_gets_them(store, tmp_path: Path):
    store.set_setting("language", "zh")
    with catalog(tmp_path) as raw:
        raw.execute("DROP TABLE tokens")
    raw.close()
    again = store_on(tmp_path)
    assert again.keyring.tokens() == []
    again.keyring.add(TOKEN)
    assert again.keyring.tokens() == [TOKEN]
    again.close()
    assert store.keyring.by_digest("d1") == TOKEN


def test_of_many_that_begin_at_once_one_does(tmp_path: Path):
    stores = [store_on(tmp_path) for _ in range(4)]
    together = Barrier(len(stores))

    def begin(number: int) -> bool:
        together.wait(10)
        return stores[number].keyring.begin(replace(TOKEN, id=f"tok_{number}", digest=f"d{number}"))

    with ThreadPoolExecutor(len(stores)) as pool:
        begun = list(pool.map(begin, range(len(stores))))
    assert sorted(begun) == [False, False, False, True]
    assert [token.id for token in stores[0].keyring.tokens()] == [f"tok_{begun.index(True)}"]
    for store in stores:
        store.close()


def test_what_one_process_revokes_the_other_sees_at_once_with_all_that_was_derived(store, tmp_path: Path):
    other = store_on(tmp_path)
    ring = store.keyring
    ring.add(TOKEN)
    for number, parent in ((2, "tok_1"), (3, "tok_2")):
        ring.add(child(number, parent))
    ring.add(replace(TOKEN, id="tok_9", digest="d9"))
    assert other.keyring.by_digest("d3").revoked_at is None
    assert [token.id for token in ring.revoke("tok_1", NOW)] == ["tok_1", "tok_2", "tok_3"]
    assert [other.keyring.by_digest(f"d{number}").revoked_at for number in (1, 2, 3, 9)] == [NOW, NOW, NOW, None]
    assert ring.revoke("tok_1", NOW + timedelta(days=1)) == ()
    assert other.keyring.get("tok_1").revoked_at == NOW
    other.close()


def test_nothing_is_derived_from_a_token_that_was_revoked_meanwhile(store):
    ring = store.keyring
    ring.add(TOKEN)
    ring.revoke("tok_1", NOW)
    for parent in ("tok_1", "tok_unknown"):
        with pytest.raises(InvalidToken):
            ring.add(child(2, parent))
    assert [token.id for token in ring.tokens()] == ["tok_1"]


def test_thousands_derived_from_one_are_revoked_in_one_step(store, tmp_path: Path):
    ring = store.keyring
    ring.add(TOKEN)
    ring.add(child(2, "tok_1"))
    with catalog(tmp_path) as raw:
        many = [(f"tok_{n}", f"d{n}") for n in range(10, 3_010)]
        copied = "SELECT ?, name, ?, grants, created_at, 'tok_1' FROM tokens WHERE id = 'tok_2'"
        raw.execute("BEGIN")
        raw.executemany(f"INSERT INTO tokens (id, name, digest, grants, created_at, parent) {copied}", many)
        raw.execute("COMMIT")
    raw.close()
    assert len(ring.revoke("tok_1", NOW)) == 3_002
    assert all(token.revoked_at == NOW for token in ring.tokens())


def test_a_use_is_noted_and_never_waited_for(store, tmp_path: Path):
    ring = store.keyring
    ring.add(TOKEN)
    ring.used("tok_1", NOW)
    assert ring.get("tok_1").last_used_at == NOW
    with catalog(tmp_path) as raw:
        raw.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            ring.used("tok_1", NOW + timedelta(hours=1))
        assert ring.by_digest("d1").last_used_at == NOW
        raw.execute("ROLLBACK")
    raw.close()
    ring.used("tok_1", NOW + timedelta(hours=1))
    assert ring.get("tok_1").last_used_at == NOW + timedelta(hours=1)


def test_a_token_that_cannot_be_read_is_damage_and_opens_nothing(store, tmp_path: Path):
    store.keyring.add(TOKEN)
    with catalog(tmp_path) as raw:
        raw.execute("UPDATE tokens SET grants = 'everything'")
    raw.close()
    with pytest.raises(StoreDamaged):
        store.keyring.by_digest("d1")


def test_a_catalog_that_is_none_of_ours_is_said_to_be_foreign(tmp_path: Path):
    with catalog(tmp_path) as raw:
        raw.execute("CREATE TABLE tokens (digest TEXT)")
    raw.close()
    store = store_on(tmp_path)
    for ask in (store.keyring.tokens, lambda: store.keyring.by_digest("d1"), lambda: store.keyring.add(TOKEN)):
        with pytest.raises(ForeignFile):
            ask()
    store.close()


def test_a_catalog_that_was_put_in_the_place_of_another_is_read(store, tmp_path: Path):
    store.keyring.add(TOKEN)
    spare = tmp_path / "elsewhere"
    other = store_on(spare)
    other.keyring.add(replace(TOKEN, id="tok_2", digest="d2"))
    other.close()
    (spare / "catalog.db").replace(tmp_path / "catalog.db")
    assert (store.keyring.by_digest("d1"), store.keyring.by_digest("d2").id) == (None, "tok_2")

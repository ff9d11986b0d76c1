"""The same code for few memories and many, one file a space."""

from __future__ import annotations

from perdure import Perdure, Turn
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement


def use(memory: Perdure, number: int) -> list[str]:
    """A user's code, which does not know how much there is."""
    space = memory.space("user/alice")
    space.remember_many({"text": f"locker {n} holds parcel {n * 7}", "kind": "fact"} for n in range(number))
    space.observe(Turn(f"第 {n} 个包裹 parcel {n} was weighed", session=f"s{n // 50}") for n in range(number))
    found = space.recall(f"locker {number // 2}", k=3)
    assert space.list(limit=1).total == number
    assert space.stats().pending == 0
    return [hit.text for hit in found]


@requirement("X3")
def test_the_same_lines_serve_ten_memories_and_some_thousand(tmp_path):
    for number in (10, 2_000):
        with Perdure(tmp_path / str(number), embedder=HashEmbedder(), timezone="UTC") as memory:
            assert use(memory, number)[0] == f"locker {number // 2} holds parcel {number // 2 * 7}"


@requirement("X3")
def test_a_space_is_one_sqlite_file_that_holds_all_of_it(home, tmp_path, clock):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        for name in ("user/alice", "user/bob", "project/orders", "global"):
            memory.space(name).remember(f"the kayak of {name}")
    files = sorted(path.relative_to(home).as_posix() for path in home.rglob("*.db"))
    assert [name for name in files if name != "catalog.db"] == [
        "spaces/global.db",
        "spaces/project/orders.db",
        "spaces/user/alice.db",
        "spaces/user/bob.db",
    ]
    elsewhere = tmp_path / "elsewhere" / "spaces" / "user"
    elsewhere.mkdir(parents=True)
    (home / "spaces/user/alice.db").rename(elsewhere / "alice.db")
    with Perdure(tmp_path / "elsewhere", embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        assert [hit.text for hit in memory.space("user/alice").recall("kayak")] == ["the kayak of user/alice"]

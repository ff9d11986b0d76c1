"""Secrets reach no byte of the store by any way in; contacts stay only where a person's own space keeps them."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perdure import Perdure, Policy, Slot, Turn
from perdure.errors import PerdureError
from perdure.testing import CountingEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement

SECRETS = {
    "password": "my password is Tr0ub4dor&3xyz",
    "密码": "我的密码是 Tr0ub4dor&3xyz",
    "api key": "use the key sk-proj-Zx81kQpLw92mNvB7cYt4RfHs60dJgA3e for now",
    "card": "卡号 4111 1111 1111 1111 有效",
    "national id": "身份证号 11010519491231002X",
}
PARTS = [
    "Tr0ub4dor",
    "Zx81kQpLw92mNvB7cYt4RfHs60dJgA3e",
    "4111 1111 1111 1111",
    "4111111111111111",
    "11010519491231002X",
]
MAIL, PHONE = "ada.lovelace@example.org", "13912345678"


def stored(home: Path) -> bytes:
    """Every byte of every file."""
    return b"\n".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def assert_absent(home: Path, *parts: str) -> None:
    raw = stored(home)
    for part in parts:
        for form in {part, part.lower(), json.dumps(part)[1:-1]}:
            assert form.encode() not in raw, part
            assert form.encode("utf-16-le") not in raw, part


WAYS: dict[str, Callable[[Any, str], object]] = {
    "text": lambda space, said: space.remember(said),
    "tag": lambda space, said: space.remember("a plain note", tags=[said, "ok"]),
    "metadata value": lambda space, said: space.remember("a plain note", metadata={"a": {"b": [said]}}),
    "metadata key": lambda space, said: space.remember("a plain note", metadata={said: 1, "x": {said: 2}}),
    "slot": lambda space, said: space.remember("a plain note", slot=said),
    "slot subject": lambda space, said: space.remember("a plain note", slot=Slot(said, "x")),
    "value": lambda space, said: space.remember("a plain note", slot="login", value=said),
    "source": lambda space, said: space.remember("a plain note", source=said),
    "batch": lambda space, said: space.remember_many([said, {"text": "fine", "tags": [said]}]),
    "turn": lambda space, said: space.observe([Turn(said, session="s")]),
    "speaker": lambda space, said: space.observe([Turn("hello there", speaker=said)]),
    "session": lambda space, said: space.observe([Turn("hello there", session=said)]),
    "ref": lambda space, said: space.observe([Turn("hello there", ref=said)]),
    "channel": lambda space, said: space.observe([Turn("hello there", channel=said)]),
    "tool call": lambda space, said: space.observe([Turn("done", speaker="tool", tool_calls=[{"name": "login", "args": {"p": said, said: 1}}])]),
    "turn metadata": lambda space, said: space.observe([Turn("hello there", metadata={"a": said, said: "b"})]),
    "source of turns": lambda space, said: space.observe([Turn("hello there")], source=said),
    "corrected text": lambda space, said: space.correct(space.remember("a plain note").memory.id, said),
    "corrected tags": lambda space, said: space.correct(space.remember("a plain note").memory.id, tags=[said]),
    "corrected metadata": lambda space, said: space.correct(space.remember("a plain note").memory.id, metadata={said: said}),
    "reason of a correction": lambda space, said: space.correct(space.remember("a plain note").memory.id, importance=0.9, reason=said),
    "reason of a forgetting": lambda space, said: space.forget(space.remember("a plain note").memory.id, said),
    "reason of a restoring": lambda space, said: (space.forget(made := space.remember("a plain note").memory.id), space.restore(made, said)),
    "query": lambda space, said: (space.remember("a plain note"), space.recall(said)),
}  # fmt: skip


@requirement("W13")
@pytest.mark.parametrize("way", WAYS)
def test_no_way_in_lets_a_secret_reach_a_file_a_log_or_an_answer(memory, home, caplog, way):
    space = memory.space("user/alice")
    told = []
    with caplog.at_level(logging.DEBUG):
        for said in SECRETS.values():
            try:
                told.append(repr(WAYS[way](space, said)) if way != "query" else "")
            except PerdureError as error:
                told.append(error.code)
        kept = [*space.list(statuses="all"), *space.entries()]
        rows = [change for made in space.list(statuses="all") for change in space.history(made.id)]
        memory.close()
    assert_absent(home, *PARTS)
    for part in PARTS:
        assert part not in f"{kept}{rows}{told}"
        assert part not in caplog.text


@requirement("W13")
def test_by_no_way_of_calling_does_a_secret_reach_a_file(surface, home):
    space = surface.space("user/alice")
    for said in SECRETS.values():
        for way in ("text", "batch", "turn", "metadata value"):
            WAYS[way](space, said)
    surface.close()
    assert_absent(home, *PARTS)


@requirement("W13")
def test_a_secret_never_reaches_the_embedder_on_its_way_in(home):
    class Listening(HashEmbedder):
        heard = ""

        def embed(self, texts, *, use):
            if use == "passage":
                self.heard += "\n".join(texts)
            return super().embed(texts, use=use)

    listening = Listening()
    with Perdure(home, embedder=CountingEmbedder(listening), timezone="UTC") as memory:
        space = memory.space("user/alice")
        for said in SECRETS.values():
            space.remember(said)
            space.observe([Turn(said)])
    assert "removed]" in listening.heard
    assert not [part for part in PARTS if part in listening.heard]


@requirement("W13")
def test_what_stands_around_a_secret_is_kept_and_found(anywhere):
    space = anywhere.space("user/alice")
    made = space.remember("the router password is Tr0ub4dor&3xyz and the router stands in the hall").memory
    assert "router stands in the hall" in made.text
    assert "removed]" in made.text
    assert [hit.id for hit in space.recall("where does the router stand")] == [made.id]


@requirement("W13")
@pytest.mark.parametrize(("name", "kept"), [("user/alice", True), ("project/orders", False), ("global", False)])
def test_contacts_stay_in_a_persons_own_space_and_are_masked_where_others_read(surface, home, name, kept):
    space = surface.space(name)
    made = space.remember(f"小林的邮箱是 {MAIL}，电话 {PHONE}", tags=[MAIL], metadata={"phone": PHONE}).memory
    space.observe([Turn(f"call {PHONE} or write to {MAIL}", session="s", speaker=MAIL)])
    space.correct(made.id, f"小林的邮箱现在是 {MAIL}", reason=f"{MAIL} told me")
    answers = f"{space.recall('小林的邮箱').brief()}{list(space.list())}{list(space.entries())}{space.history(made.id)}"
    assert (MAIL in answers) == kept
    assert (PHONE in answers) == kept
    surface.close()
    if not kept:
        assert_absent(home, MAIL, PHONE)


@requirement("W13")
def test_the_policy_of_a_space_decides_about_contacts_and_never_about_secrets(surface, home):
    open_project, closed_user = surface.space("project/open"), surface.space("user/closed")
    open_project.set_policy(Policy(keep_contacts=True))
    closed_user.set_policy(Policy(keep_contacts=False))
    assert MAIL in open_project.remember(f"write to {MAIL}").memory.text
    assert MAIL not in closed_user.remember(f"write to {MAIL}").memory.text
    open_project.remember(SECRETS["card"])
    surface.close()
    assert_absent(home, *PARTS)


@requirement("W13")
@pytest.mark.parametrize(
    "text",
    [
        "Commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixed the tab order",
        "Device id 123e4567-e89b-12d3-a456-426614174000 is the tablet",
        "My password manager is KeePass",
        "忘记密码的话去前台重置，不用打电话给信息部的同事",
        "The token ring museum is closed on Mondays",
        "会议改到 2026-05-01 14:30，房间 1204",
    ],
)
def test_ordinary_text_is_stored_as_it_was_said(anywhere, text):
    space = anywhere.space("project/orders")
    assert space.get(space.remember(text).memory.id).text == text

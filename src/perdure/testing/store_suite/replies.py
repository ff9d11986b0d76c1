"""Answers to requests that may come again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from perdure.domain.reply import Reply
from perdure.testing.store_suite.base import ALICE, AT, BOB, NOW, StoreSuite, memory, refused
from perdure.testing.store_suite.meaning import raise_not_found

REPLY = Reply(key="k1", request="r1", status=201, body='{"text":"住在里斯本 👩‍👩‍👧 in Lisbon"}', at=NOW)


class Replies(StoreSuite):
    """What is said of them."""

    def keep(self, *replies: Reply) -> None:
        """Keep replies, and drop what is older than a day then."""
        with self.writing() as writer:
            for reply in replies:
                writer.keep_reply(reply, since=reply.at - timedelta(days=1))

    def replies(self, *keys: str) -> list[Reply | None]:
        """What is kept under keys now."""
        return self.ask(lambda reader: [reader.reply(key) for key in keys])

    def test_a_reply_is_found_under_its_key_as_it_was_kept(self) -> None:
        """In its space, by every process, and under no other key."""
        self.keep(REPLY)
        assert self.replies("k1", "k2", "K1", "") == [REPLY, None, None, None]
        assert self.ask(lambda reader: reader.reply("k1"), store=self.another()) == REPLY
        assert self.ask(lambda reader: reader.reply("k1"), space=BOB) is None

    def test_the_first_reply_under_a_key_stays(self) -> None:
        """Whatever comes later."""
        self.keep(REPLY, replace(REPLY, request="r2", status=200, body="{}", at=NOW + timedelta(hours=1)))
        assert self.replies("k1") == [REPLY]

    def test_a_reply_is_kept_until_one_comes_for_which_it_is_too_old(self) -> None:
        """Then its key is free."""
        late = replace(REPLY, key="k2", at=NOW + timedelta(days=1))
        self.keep(replace(REPLY, key="k0", at=NOW - timedelta(microseconds=1)), REPLY, late)
        assert self.replies("k0", "k1", "k2") == [None, REPLY, late]
        again = replace(REPLY, body="again", at=NOW + timedelta(days=1, microseconds=1))
        self.keep(again)
        assert self.replies("k1", "k2") == [again, late]

    def test_a_reply_is_kept_with_what_was_written_beside_it_or_not_at_all(self) -> None:
        """One transaction."""
        with refused("not_found"), self.writing() as writer:
            writer.add_memories([(memory("m1", "a quokka"), "k")])
            writer.keep_reply(REPLY, since=AT)
            assert writer.reply("k1") == REPLY
            raise_not_found()
        assert self.replies("k1") == [None]
        assert self.words("quokka") == []

    def test_a_removed_space_takes_its_replies_along(self) -> None:
        """A new one of the same name has none."""
        self.keep(REPLY)
        self.store.delete(ALICE)
        self.remember(memory("m1", "a quokka"))
        assert self.replies("k1") == [None]

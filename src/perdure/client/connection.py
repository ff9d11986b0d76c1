"""What every part of a client shares: how it asks, writes and recalls."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from perdure.client import sending, told
from perdure.client.exchange import Answer, Pairs, Refusal, Request, Silence, Upload
from perdure.client.link import Link, encoded
from perdure.client.outbox import Held, Outbox
from perdure.client.pending import pending
from perdure.client.recent import Recent
from perdure.domain.change import Added, Outcome, Queued, Reinforced, Rejected, Superseded
from perdure.domain.space import SpaceName
from perdure.domain.trace import Trace
from perdure.errors import GatewayError, InvalidToken
from perdure.ports.clock import Clock
from perdure.ports.ending import Ending
from perdure.recall.result import Recall
from perdure.text.clean import strip_controls

HITS = 5
"""Hits where nobody says how many."""

GRACE = 0.1
"""Seconds beyond a deadline in which the gateway's own word on it may arrive."""

LONG = 600.0
"""Seconds for what may take a gateway minutes: distilling, upkeep, vectors for everything."""

TRANSFER = 3600.0
"""Seconds for a whole file, on its way or read by the gateway."""

FOR_MEANING = 60.0
"""Seconds, at the least, for a write that waits for vectors or a model; past them it goes on in the queue."""

HOME = SpaceName("user", "-")
"""What the home of the token is called before an answer has told its name."""

log = logging.getLogger("perdure")


@dataclass(frozen=True, kw_only=True)
class Connection:
    """One gateway as one token may use it. `deadline` is that of a recall which names none."""

    link: Link
    outbox: Outbox
    recent: Recent
    clock: Clock
    deadline: float
    trace: bool
    granted: set[SpaceName] = field(default_factory=set)
    """The spaces that answers came from where none was named."""
    homes: set[SpaceName] = field(default_factory=set)
    """The home of the token, as soon as an answer has told its name."""
    ending: Ending = field(default_factory=Ending)
    """What is under way, and is waited for before the client closes."""

    def get(self, path: str, query: Pairs = (), *, space: SpaceName | None = None) -> Mapping[str, Any]:
        """What is at a path."""
        return self.link.call(Request(method="GET", path=path, query=(*_space(space), *query)))

    def post(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        space: SpaceName | None = None,
        writes: bool = True,
        again: bool = True,
        timeout: float | None = None,
    ) -> Mapping[str, Any]:
        """What a verb answers; a write has a key of its own, so that sending it again does it once."""
        request = Request(
            method="POST", path=path, body=placed(body, space), key=new_key() if writes and again else None, again=again
        )
        return self.link.call(request, timeout=timeout)

    def send(self, method: str, path: str, query: Pairs = (), body: bytes | None = None) -> Mapping[str, Any]:
        """What another method answers."""
        return self.link.call(Request(method=method, path=path, query=query, body=body))

    def upload(self, path: str, upload: Upload, query: Pairs) -> Mapping[str, Any]:
        """What is answered to a file."""
        request = Request(method="POST", path=path, query=query, upload=upload, again=False)
        return self.link.call(request, timeout=TRANSFER)

    def fetch(self, path: str, body: Mapping[str, Any], into: Path, *, space: SpaceName | None) -> None:
        """Write the file that a verb answers; what is there after an error is not whole. Raises GatewayError where it is none."""
        request = Request(method="POST", path=path, body=placed(body, space), into=into, again=False)
        self.link.call(request, timeout=TRANSFER)
        if not into.is_file():
            raise GatewayError("the gateway's answer is no file")

    def write(
        self,
        path: str,
        body: Mapping[str, Any],
        dated: Callable[[str], Mapping[str, Any]],
        *,
        space: SpaceName | None,
        timeout: float | None = None,
    ) -> Answer | Held:
        """A write that can wait where the gateway does not answer; `dated` is its body with the time at which it was made."""
        key, at = new_key(), self.clock.now().astimezone().isoformat()

        def request(content: Mapping[str, Any]) -> Request:
            return Request(method="POST", path=path, body=placed(content, space), key=key)

        wait = self.link.timeout if timeout is None else timeout
        return self.outbox.deliver(request(body), lambda: request(dated(at)), at=at, timeout=wait)

    def recall(self, query: str, spaces: Sequence[SpaceName], options: Mapping[str, Any]) -> Recall:
        """What the gateway recalls, in time; else what is known here, marked as such."""
        asked = sending.question(query, options)
        body = asked | {"spaces": [str(name) for name in spaces]} if spaces else asked
        deadline = asked.get("deadline")
        wait = self.deadline if deadline is None else deadline
        request = Request(method="POST", path="recall", body=encoded(body | {"trace": self.trace}))
        reply = self.link.exchange(request, timeout=wait if deadline is None else wait + GRACE)
        match reply:
            case Answer(body=plain):
                try:
                    found = told.recall(plain)
                except GatewayError as error:
                    return self._known_here(query, spaces, options, (str(error),))
                if found.timed_out:
                    return self._known_here(query, spaces, options, found.degraded)
                self.recent.keep(found.hits)
                if not spaces:
                    self.granted.update(hit.space for hit in found.hits)
                return found
            case Refusal(error=error, status=status) if status < 500:
                if isinstance(error, InvalidToken):
                    self.recent.drop()
                raise error
            case Refusal(error=error):
                return self._known_here(query, spaces, options, (f"the gateway could not recall: {error}",))
            case Silence(reason=reason):
                return self._known_here(query, spaces, options, (reason,))

    def learn(self, *outcomes: Outcome, space: SpaceName | None) -> None:
        """Note what became of statements in a space, for recalls that get no answer; None: in the home of the token."""
        for outcome in outcomes:
            if space is None and not isinstance(outcome, Rejected):
                self.homes.add(outcome.memory.space)
            match outcome:
                case Added(memory=memory) | Reinforced(memory=memory):
                    self.recent.learn(memory)
                case Superseded(memory=memory, old=old, others=others):
                    self.recent.learn(memory, old, *others)
                case Queued() | Rejected():
                    pass

    def _known_here(
        self, query: str, spaces: Collection[SpaceName], options: Mapping[str, Any], notes: tuple[str, ...]
    ) -> Recall:
        """The result of a recall that got no answer: from what is known here, or empty and `timed_out`."""
        now = self._moment(options)
        k = options.get("k") or HITS
        home = next(iter(self.homes), HOME)
        waiting = pending(self.outbox.waits(), home)
        asked = frozenset(spaces) or self.granted | {home}
        hits = self.recent.find(query, asked, options, now=now, k=k, waiting=waiting)
        if hits:
            log.info("%s; %d hits are from what this process knows", "; ".join(notes), len(hits))
            notes += (f"what is here are {len(hits)} of the memories that this process was told lately",)
            stay = len({hit.id for hit in waiting}.intersection(hit.id for hit in hits))
            notes += (f"{stay} of them wait on this machine and are sent later",) if stay else ()
        else:
            log.info("%s", "; ".join(notes))
        names = tuple(sorted(str(name) for name in spaces or self.granted))
        trace = Trace(query=query, spaces=names, at=now, notes=notes)
        return Recall(hits=hits, trace=trace, now=now, degraded=notes, timed_out=not hits)

    def _moment(self, options: Mapping[str, Any]) -> datetime:
        now, given = self.clock.now(), options.get("now")
        zone: tzinfo | None = now.tzinfo
        if not isinstance(given, datetime):
            return now
        return given if given.tzinfo is not None else given.replace(tzinfo=zone)


def placed(body: Mapping[str, Any], space: SpaceName | None) -> bytes:
    """A body with the space it is about."""
    return encoded(body if space is None else {**body, "space": str(space)})


def new_key() -> str:
    """An idempotency key that no other write has."""
    return secrets.token_urlsafe(24)


def pairs(values: Mapping[str, Any]) -> Pairs:
    """Values as a query string has them: lists repeat their name, what is None is left out."""
    found: list[tuple[str, str]] = []
    for name, value in values.items():
        several = value if isinstance(value, list | tuple) else [value]
        found += [(name, strip_controls(str(one))) for one in several if one is not None]
    return tuple(found)


def _space(space: SpaceName | None) -> Pairs:
    return () if space is None else (("space", str(space)),)

"""The composition root: names the adapters, opens a place, hands out spaces."""

from __future__ import annotations

import copy
import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tzlocal import get_localzone

from perdure.app.choice import Asked, Automatic, Choice
from perdure.app.core import Core
from perdure.app.rounds import Rounds
from perdure.app.space import Space
from perdure.app.values import SpaceSummary
from perdure.app.view import View
from perdure.domain.access import Allowed, Principal, Right, permission
from perdure.domain.check import Check, Verified
from perdure.domain.messages import Filtered, Handed, Summarised
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, StoreError, UnsupportedStore
from perdure.ports.clock import Clock, Ids, SystemClock, UlidIds
from perdure.ports.embedder import Embedder
from perdure.ports.llm import LanguageModel
from perdure.ports.reranker import Reranker
from perdure.ports.store import Finding, Store
from perdure.providers.calibrations import shipped
from perdure.providers.choose import choose, installed
from perdure.providers.guarded import Guarded
from perdure.providers.llm import choose_model
from perdure.recall.calibration import Calibration
from perdure.settings import Settings, from_env
from perdure.stores.sqlite import open_store
from perdure.text.tokens import TokenCounter, estimate

if TYPE_CHECKING:
    from perdure.app.imports import Imports
    from perdure.app.live import LiveSession, SessionOptions
    from perdure.app.snapshots import Snapshots
    from perdure.app.tokens import Tokens

log = logging.getLogger("perdure")

BUSY_TIMEOUT = 30.0
"""Seconds that a write waits for another process's."""


class Perdure:
    """A place that keeps spaces: a folder of one file each.

    `embedder` is an Embedder, the name of one, None for words alone, or `auto`: the bundled one that the place began
    with. `llm` is a LanguageModel, `openai:MODEL`, None, or `auto`: the one that PERDURE_LLM names, if any; nothing needs one.
    `counter` counts the tokens of a text for the model at hand. Naive times are in `timezone`, an IANA name; the machine's own
    when left out. `policy` is what new spaces start with. A process that lives long looks after the spaces it
    writes to once a day, unless `upkeep` is false. With `wait=False` no write waits for its vectors: it is found by its words at once,
    and by its meaning a moment later. Raises UnsupportedStore, InvalidValue or MissingExtra; the folder is made at
    the first write.
    """

    def __init__(  # noqa: PLR0913  each port can be given
        self,
        url: str | Path,
        *,
        embedder: Embedder | str | None = "auto",
        llm: LanguageModel | str | None = "auto",
        counter: TokenCounter = estimate,
        clock: Clock | None = None,
        ids: Ids | None = None,
        timezone: str | tzinfo | None = None,
        policy: Policy | None = None,
        reranker: Reranker | None = None,
        upkeep: bool = True,
        wait: bool = True,
        busy_timeout: float = BUSY_TIMEOUT,
    ) -> None:
        settings = from_env()
        zone = _zone(timezone or settings.timezone)
        store = _store(url, zone=zone, busy_timeout=busy_timeout)
        self._borrowed = False
        self._core = Core(
            store=store,
            clock=clock or SystemClock(),
            ids=ids or UlidIds(),
            zone=zone,
            policy=policy,
            choice=_choice(store, embedder, settings),
            reranker=reranker,
            llm=choose_model(
                settings.llm if llm == "auto" else llm, base_url=settings.llm_url, api_key=settings.llm_key
            ),
            counter=counter,
            waits=wait,
            rounds=Rounds(off=not upkeep),
            calibrations=shipped(),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def space(self, name: str | SpaceName) -> Space:
        """The space `user/NAME`, `project/NAME` or `global`, made at its first write. Raises InvalidSpaceName."""
        return Space(self._core, SpaceName.parse(name))

    def view(self, *names: str | SpaceName) -> View:
        """Several spaces to recall from together; at least one must be named."""
        if not names:
            raise InvalidValue("a view names at least one space")
        return View(self._core, tuple(SpaceName.parse(name) for name in names))

    def session(
        self, *, write: str | SpaceName, read: Iterable[str | SpaceName] = (), **options: Unpack[SessionOptions]
    ) -> LiveSession:
        """Begin a conversation that reads several spaces and writes one; what it distils goes there alone."""
        if isinstance(read, str | SpaceName):
            raise InvalidValue("read is a list of spaces, not one of them")
        from perdure.app.live import live_session  # documented lazy load: working memory, which few programs need

        return live_session(
            self._core, SpaceName.parse(write), tuple(SpaceName.parse(name) for name in read), **options
        )

    def summary(self, messages: Sequence[Handed], *, max_tokens: int = 200) -> Summarised:
        """What a conversation says in at most `max_tokens` tokens, for an agent whose window is full: by the language model where
        there is one, else in its own most telling sentences. Nothing is kept. Raises InvalidInput."""
        from perdure.app import messages as tools  # documented lazy load: what agents ask for, few programs do

        return tools.summary(self._core, messages, max_tokens=max_tokens)

    def filter(
        self, messages: Sequence[Handed], query: str, *, max_tokens: int | None = None, k: int | None = None
    ) -> Filtered:
        """The messages that matter for a query, as they are and in their order; nothing is kept.

        System messages and the last one of the user always stay, whatever they cost; tool calls go with their results. Of the
        others at most `k`, the most relevant, inside `max_tokens` altogether; small talk never. Raises InvalidInput.
        """
        from perdure.app import messages as tools  # documented lazy load: as above

        return tools.filtered(self._core, messages, query, max_tokens=max_tokens, k=k)

    def spaces(self) -> list[SpaceSummary]:
        """Every space there is and that may be read, with its counts; one that cannot be read says why."""
        return [self._summary(name) for name in self._names()]

    def delete_space(self, name: str | SpaceName) -> bool:
        """Remove a space with everything in it, for good; False if there was none."""
        return self._core.delete(SpaceName.parse(name))

    def doctor(self, *names: str | SpaceName, repair: bool = False) -> list[Finding]:
        """Check spaces, all of them if none is named; `repair` rebuilds what derives from journal and memories."""
        if not names:
            self._core.require_place()
        wanted = [SpaceName.parse(name) for name in names] or self._core.store.names()
        for name in wanted:
            self._core.require(Right.ADMIN, name)
        return [finding for name in wanted for finding in self._core.store.check(name, repair=repair)]

    def backup(self, name: str | SpaceName, target: str | Path) -> Path:
        """Write a consistent copy of a space, also while others write. Raises NotFound."""
        self._core.require(Right.ADMIN, SpaceName.parse(name))
        self._core.store.backup(SpaceName.parse(name), Path(target))
        return Path(target)

    @property
    def snapshots(self) -> Snapshots:
        """Read-only copies of spaces: `create`, `list`, `get`, `open`, `diff`, `rollback`, `prune`, `delete`."""
        from perdure.app.snapshots import Snapshots  # documented lazy load: few programs make any

        opens = partial(_store, zone=self._core.zone, busy_timeout=BUSY_TIMEOUT)
        return Snapshots(self._core, opens=opens, place=self._over)

    def verify(self, checks: str | Path | Sequence[Check], *, now: datetime | None = None) -> Verified:
        """Ask questions, those of a file of TOML or the ones given, and see whether the answers contain what they must. Takes
        `read` in each space, and makes no memory stronger. Raises InvalidInput, naming the question."""
        from perdure.app.verifying import verified  # documented lazy load: what moves memory, few programs do

        return verified(self._core, checks, now)

    def draft(self, space: str | SpaceName, *, limit: int = 20) -> str:
        """A list of questions for `verify`, as TOML: made from the strongest memories of a space, each answered there now."""
        from perdure.app.verifying import drafted  # documented lazy load: as above

        return drafted(self._core, SpaceName.parse(space), limit)

    @property
    def embedder(self) -> str | None:
        """The fingerprint of the embedder at hand; None where there is none."""
        return self._core.fingerprint

    def calibrate(self) -> Calibration:
        """Measure what the cosines of the embedder mean, and keep it; done by itself for an embedder seen for the first time.

        Raises InvalidValue where there is no embedder, EmbedderError where it fails.
        """
        return self._core.calibrate()

    def join(self) -> None:
        """Wait until what was observed with `wait=False` has its vectors."""
        self._core.background.join()

    def acting(self, principal: Principal) -> Perdure:
        """The place as somebody else may use it: what it is not granted raises Forbidden, on every verb. Closing it does
        nothing; the place belongs to whoever opened it."""
        other = copy.copy(self)
        other._core = self._core.acting(principal)  # noqa: SLF001  of its own class
        other._borrowed = True  # noqa: SLF001
        return other

    @property
    def principal(self) -> Principal:
        """Who calls."""
        return self._core.principal

    @property
    def tokens(self) -> Tokens:
        """What opens this place from outside: `new`, `list`, `revoke`, `verify`."""
        from perdure.app.tokens import Tokens  # documented lazy load: a program that serves nobody needs none

        return Tokens(self._core)

    @property
    def imports(self) -> Imports:
        """Memory from elsewhere that waits to be let in: `stage`, `list`, `get`, `items`, `keep`, `drop`, `edit`, `apply`,
        `discard`."""
        from perdure.app.imports import Imports  # documented lazy load: what moves memory, few programs do

        return Imports(self._core)

    def close(self) -> None:
        """Write what waits and let go of every file; vectors still missing are made after the next opening."""
        if not self._borrowed:
            self._core.close()

    def _over(self, core: Core) -> Perdure:
        """Another place, that is closed for itself."""
        other = copy.copy(self)
        other._core, other._borrowed = core, False  # noqa: SLF001  of its own class
        return other

    def _names(self) -> list[SpaceName]:
        names = self._core.store.names()
        return [name for name in names if isinstance(permission(self.principal, Right.READ, name), Allowed)]

    def _summary(self, name: SpaceName) -> SpaceSummary:
        try:
            with self._core.space(name).read() as reader:
                counts = reader.counts(self._core.now())
        except StoreError as error:
            return SpaceSummary(name=name, problem=str(error))
        return SpaceSummary(
            name=name, memories=counts.memories.get("active", 0), entries=counts.entries, bytes=counts.bytes
        )


def _store(url: str | Path, *, zone: tzinfo, busy_timeout: float) -> Store:
    if isinstance(url, str) and "://" in url:
        scheme = url.partition("://")[0]
        raise UnsupportedStore(f"there is no backend for {scheme}:// in this version; pass a folder")
    if isinstance(url, str) and not url.strip():
        raise InvalidValue("the place is empty; pass a folder")
    return open_store(Path(url).expanduser(), zone=zone, busy_timeout=busy_timeout)


def _choice(store: Store, wanted: Embedder | str | None, settings: Settings) -> Choice:
    spec = settings.embedder if wanted == "auto" else wanted
    if spec != "auto":
        found = choose(spec, base_url=settings.embedder_url, api_key=settings.embedder_key)
        return Asked(store, None if found is None else Guarded(found), name=spec if isinstance(spec, str) else None)
    available = installed()
    if available:
        return Automatic(store, available)
    log.warning("no bundled embedder for this platform: recall goes by words alone; pass `embedder=` for meaning")
    return Asked(store, None)


def _zone(zone: str | tzinfo | None) -> tzinfo:
    if zone is None:
        return get_localzone()
    if isinstance(zone, tzinfo):
        return zone
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidValue(f"there is no timezone {zone!r}; use a name such as Asia/Shanghai") from error

"""One case at work: its folder, the words it may use, what has to be closed after it, and the verdict."""

from __future__ import annotations

import shutil
import traceback
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from tests.cases import tools
from tests.cases.adapter import Store, page_all
from tests.cases.carrying import canon, zip_of
from tests.cases.due import Case
from tests.cases.embedders import Flaky, Slow, fixed, hash_embed
from tests.cases.legacy import legacy_versions, write_legacy
from tests.cases.mcp import McpServer, is_jsonrpc, re_match, strict_schema
from tests.cases.models import Script, actions_reply, facts_reply
from tests.cases.processes import Lock, cli, kill9_while, procs
from tests.cases.server import Server, Stub, chunks
from tests.cases.surfaces import Surface

T = TypeVar("T")


class Scene:
    """A folder of its own, and everything opened in it; all of it is gone at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._opened: list[Any] = []
        self._surfaces: dict[tuple[Any, ...], Surface] = {}
        self._number = 0

    def __enter__(self) -> Scene:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for thing in reversed(self._opened):
            thing.close()
        shutil.rmtree(self.folder)

    def words(self) -> dict[str, Any]:
        """The vocabulary."""
        plain = (
            *(tools.T, tools.err, tools.timed, tools.threads, tools.background, tools.gate),
            *(tools.files, tools.read, tools.readbytes, tools.size, tools.exists, tools.break_fts, tools.rawdb),
            *(tools.count_sql, tools.open_fds, tools.rss_mb, tools.peak_rss_mb, tools.chatgpt_conv, tools.drop),
            *(zip_of, canon),
            *(fixed, hash_embed, page_all, cli, legacy_versions, facts_reply, actions_reply),
            *(chunks, is_jsonrpc, re_match, strict_schema, self.serve, self.mcp_server, self.surface, self.http_stub),
            *(self.open_store, self.tmp, self.hold_write_lock, self.big_chatgpt_export, self.legacy_db),
        )
        return {
            **{word.__name__: word for word in plain},
            "flaky": Flaky,
            "slow_embed": Slow,
            "script": Script,
            "rmtree": shutil.rmtree,
            "procs": partial(self._with_folder, procs),
            "kill9_while": partial(self._with_folder, kill9_while),
        }

    def open_store(self, path: str | None = None, **options: Any) -> Store:
        """A store at a path, or at a new one."""
        return self._kept(Store(path or self.tmp("s.db"), **options))

    def serve(self, store: Store, **options: Any) -> Server:
        """A gateway on a store."""
        return self._kept(Server(store, **options))

    def mcp_server(self, path: str, **options: Any) -> McpServer:
        """An MCP server process on a store."""
        return self._kept(McpServer(path, Path(self.tmp()), **options))

    def surface(self, name: str, path: str, user: str = "u1", agent: str | None = None) -> Surface:
        """A way to ask a store; the same one each time."""
        named = (name, path, user, agent)
        if named not in self._surfaces:
            self._surfaces[named] = Surface(name, path, Path(self.tmp()), self._kept, user=user, agent=agent)
        return self._surfaces[named]

    def http_stub(self, redirect_to: str) -> Stub:
        """A web server that sends everybody on."""
        return self._kept(Stub(redirect_to))

    def tmp(self, name: str | None = None) -> str:
        """A new folder, or the path of something in one."""
        self._number += 1
        folder = self.folder / f"tmp{self._number}"
        folder.mkdir()
        return str(folder if name is None else folder / name)

    def hold_write_lock(self, path: str) -> Lock:
        """The write lock of a store, until it is released."""
        return self._kept(Lock(path, Path(self.tmp())))

    def big_chatgpt_export(self, conversations: int, kb_each: int) -> str:
        """A large export file."""
        path = Path(self.tmp("conversations.json"))
        tools.write_chatgpt_export(path, conversations, kb_each)
        return str(path)

    def legacy_db(self, version: str, rows: int, missing_last_column: bool = False) -> str:
        """A store that an earlier version left."""
        return write_legacy(Path(self.tmp()), version, rows=rows, missing_last_column=missing_last_column)

    def _kept(self, thing: T) -> T:
        """Something that is closed with the scene."""
        self._opened.append(thing)
        return thing

    def _with_folder(self, call: Any, *args: Any, **options: Any) -> Any:
        return call(*args, folder=Path(self.tmp()), **options)


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What of a case did not come true; `crash` is the step that raised."""

    case: Case
    unmet: tuple[str, ...] = ()
    crash: str = ""

    @property
    def met(self) -> bool:
        """Whether everything came true."""
        return not self.unmet and not self.crash

    def __str__(self) -> str:
        told = [f"{self.case.id}: {self.case.should}", f"  reported as {self.case.source}"]
        told += [f"  did: {step}" for step in self.case.steps]
        told += [f"  but not: {expectation}" for expectation in self.unmet]
        return "\n".join([*told, self.crash] if self.crash else told)


def judge(case: Case, folder: Path) -> Verdict:
    """Take the steps of a case and look at what it expects."""
    with Scene(folder) as scene:
        names = scene.words()
        for step in case.steps:
            try:
                exec(compile(step, case.id, "exec"), names)
            except Exception:
                return Verdict(case=case, crash=f"  {step}\n{traceback.format_exc()}")
        unmet = [told for expectation in case.expect if (told := _unmet(expectation, names))]
        return Verdict(case=case, unmet=tuple(unmet))


def _unmet(expectation: str, names: dict[str, Any]) -> str:
    """Nothing, or the expectation and what it came to."""
    try:
        if eval(expectation, names):
            return ""
    except Exception as error:
        return f"{expectation}   (it raised {error!r})"
    return f"{expectation}   (with {_seen(expectation, names)})"


def _seen(expectation: str, names: dict[str, Any]) -> str:
    """The values that an expectation speaks of, shortened."""
    used = [name for name in compile(expectation, "", "eval").co_names if name in names and not callable(names[name])]
    return "; ".join(f"{name}={_short(names[name])}" for name in used) or "nothing of its own"


def _short(value: Any) -> str:
    texts = [item.text for item in value] if isinstance(value, list) and value and hasattr(value[0], "text") else value
    return repr(texts)[:500]

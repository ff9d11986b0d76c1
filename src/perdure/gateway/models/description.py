"""The description of the API, for people and programs: OpenAPI, with every way in which a request can fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from perdure.gateway.models.answers import Problem
from perdure.gateway.problems import MEDIA_TYPE

ABOUT = """
Memory for AI agents that outlasts the tool, the session and the model. 让 AI 智能体的记忆比工具、会话和模型都长久。

Every request shows a token (`Authorization: Bearer pdr_…`). A *space* (`user/NAME`, `project/NAME`, `global`) is the unit of
privacy: a request is about the space that it names, else about the one that its token may write. Times are in ISO 8601; without
an offset they are in the timezone of the store. Errors are `application/problem+json`, with a stable `code`.

每个请求都带令牌（`Authorization: Bearer pdr_…`）。*空间*（`user/名称`、`project/名称`、`global`）是隐私的边界：请求只涉及它
指明的空间；不指明时，就是令牌唯一可写的那个。时间用 ISO 8601 书写，不带时区时按存储的时区理解。出错时返回
`application/problem+json`，其中的 `code` 不会改变。
""".strip()

_SCHEMA = {"schema": {"$ref": "#/components/schemas/Problem"}}

PROBLEMS: Mapping[int | str, dict[str, Any]] = {
    status: {"description": told, "content": {MEDIA_TYPE: _SCHEMA}}
    for status, told in {
        400: "What was asked cannot be used; nothing was changed.",
        401: "The token is missing or opens nothing.",
        403: "The token does not allow this.",
        404: "There is no such thing in this space.",
        409: "It cannot be done as things stand: a stale version, a decision that was taken, a key that was used.",
        413: "The request is longer than the gateway takes.",
        422: "A field is missing, unknown, or of another type.",
        500: "Something went wrong inside the gateway.",
        503: "The store, or a model that was needed, cannot be used at the moment.",
    }.items()
}
"""Every way in which a request can fail."""

TAGS = {
    "memories": "Statements worth acting on: kept, looked at, changed, forgotten. 记忆：保存、查看、修改、遗忘。",
    "journal": "What was said and done, and what is made of it. 日志：说过的话、做过的事，以及由此得出的记忆。",
    "recall": "What is known that answers a question. 回忆：找出能回答问题的内容。",
    "review": "Decisions that wait for a person. 等待人来决定的事。",
    "permanent": "Profile, boundaries and role, which every session reads. 永久记忆：档案、边界与角色。",
    "session": "A working memory over several requests. 会话中的工作记忆。",
    "spaces": "What spaces hold, and by which rules. 空间的内容与规则。",
    "tools": "What is made of messages that are handed in. 对传入消息的摘要与筛选。",
    "imports": "Memory from elsewhere, looked at before it is live. 导入：先查看，再生效。",
    "exports": "Spaces as files that their owner keeps. 导出：把空间带走。",
    "snapshots": "Read-only copies of spaces, and going back to them. 快照：查看、比较、回退。",
    "verify": "Whether a memory still answers what it should. 验证：记忆能否回答该答的问题。",
    "tokens": "Who may do what, and until when. 令牌：谁可以做什么，到何时为止。",
    "me": "Whom a token speaks for. 令牌代表谁。",
    "gateway": "Whether the gateway is well. 网关是否正常。",
}
"""What each group of routes is for."""


def describe(app: FastAPI) -> None:
    """Let an app describe itself so."""

    def description() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(
                title=app.title,
                version=app.version,
                summary=app.summary,
                description=ABOUT,
                routes=app.routes,
                tags=[{"name": name, "description": told} for name, told in TAGS.items()],
            )
            schemas = found.setdefault("components", {}).setdefault("schemas", {})
            schemas[Problem.__name__] = Problem.model_json_schema()
            for operation in _operations(found):
                for status, told in PROBLEMS.items():
                    operation["responses"].setdefault(str(status), told)
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = description  # type: ignore[method-assign]  # the way that FastAPI has for it


def _operations(found: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for path in found["paths"].values():
        yield from path.values()

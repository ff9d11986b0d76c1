"""A gateway's memory under the facade's verbs, and what gives memory to any function that answers messages.

```python
with Client("http://127.0.0.1:7331", token="pdr_…") as memory:
    alice = memory.space("user/alice")
    alice.remember("likes trains")
    chat = middleware(alice)(chat)
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perdure.client.aio import AsyncClient
    from perdure.client.around import Middleware, Recalling, middleware
    from perdure.client.client import Client
    from perdure.client.queue import Kept
    from perdure.client.space import Space, View, Waiting

__all__ = ["AsyncClient", "Client", "Kept", "Middleware", "Recalling", "Space", "View", "Waiting", "middleware"]

_PLACES = {
    "AsyncClient": "aio",
    "Client": "client",
    "Kept": "queue",
    "Middleware": "around",
    "Recalling": "around",
    "Space": "space",
    "View": "space",
    "Waiting": "space",
    "middleware": "around",
}


def __getattr__(name: str) -> Any:
    """Load a part when it is used: the middleware needs no HTTP, the client no event loop."""
    if name not in _PLACES:
        raise AttributeError(f"module 'perdure.client' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415  documented lazy load: of what is asked for alone

    return getattr(import_module(f"perdure.client.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return __all__

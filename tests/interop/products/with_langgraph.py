"""Runs in the environment of LangGraph: fills a store, or shows and changes the one that was written for it."""

from __future__ import annotations

import json
import sys

from langgraph.store.sqlite import SqliteStore


def fill(store: SqliteStore) -> None:
    store.put(("memories", "alice"), "k1", {"content": "喜欢喝龙井茶"}, ttl=60 * 24)
    store.put(("memories", "alice"), "k2", {"kind": "Memory", "content": {"content": "Allergic to peanuts"}})
    store.put(("users", "bob", "profile"), "k3", {"kind": "UserProfile", "content": {"name": "Bob"}})
    store.put(("memories", "alice"), "k4", {"content": "deleted again"})
    store.delete(("memories", "alice"), "k4")


def change(store: SqliteStore) -> None:
    first = store.search(("memories", "alice"))[0]
    store.put(("memories", "alice"), first.key, {"kind": "Memory", "content": {"content": "Changed over there"}})
    store.put(("memories", "alice"), "new", {"content": "New over there, 新的"})


def show(_store: SqliteStore) -> None:
    """Nothing but what every act ends with."""


if __name__ == "__main__":
    with SqliteStore.from_conn_string(sys.argv[2]) as store:
        store.setup()
        {"fill": fill, "change": change, "show": show}[sys.argv[1]](store)
        items = [item.dict() for name in store.list_namespaces() for item in store.search(name, limit=100)]
        print(json.dumps(items))

"""Numbers for Prometheus: never a space, an id or a word of what is remembered."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.responses import Response

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30)


class Metrics:
    """The numbers of one gateway."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "perdure_requests", "Requests answered.", ("route", "method", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "perdure_request_seconds",
            "Seconds until an answer was complete.",
            ("route", "method"),
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._calls = Counter("perdure_calls", "Verbs of the memory called.", ("verb",), registry=self._registry)
        self._sessions = Gauge("perdure_live_sessions", "Conversations that are open.", registry=self._registry)
        ProcessCollector(registry=self._registry)

    def answered(self, *, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request by its route's template."""
        known = method if method in METHODS else "other"
        self._requests.labels(route, known, str(status)).inc()
        self._seconds.labels(route, known).observe(seconds)

    def called(self, verb: str) -> None:
        """Count a verb of the memory; its name comes from the code, never from a request."""
        self._calls.labels(verb).inc()

    def watch_sessions(self, count: Callable[[], int]) -> None:
        """Where the number of live sessions comes from."""
        self._sessions.set_function(lambda: float(count()))

    def page(self) -> Response:
        """All of them, as Prometheus reads them."""
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)

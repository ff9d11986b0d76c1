"""A real gateway for tests: on a free port of this machine, in a thread, up and down in milliseconds."""

from __future__ import annotations

from perdure.gateway.serve import running

__all__ = ["running"]

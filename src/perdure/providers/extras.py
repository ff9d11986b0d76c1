"""What an optional provider needs."""

from __future__ import annotations

from importlib.util import find_spec

from perdure.errors import MissingExtra


def require(extra: str, *modules: str) -> None:
    """Raise MissingExtra where a module is not installed; none is imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtra(f"{' and '.join(missing)} not installed: pip install 'perdure[{extra}]'")

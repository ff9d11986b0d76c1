"""What the environment says; the only module that reads it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

PORT = 7331
"""Where a gateway listens that was told nothing else."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Defaults for what a caller leaves out.

    `home` is the folder of the command line's memory, `space` the space it uses; `embedder` and `llm` are what `auto` stands
    for; `timezone` is an IANA name, or None for the machine's own. `url` and `token` are the gateway that a client talks to and
    what opens it; `upstream_url` and `upstream_key` the language models behind the gateway's proxy, several addresses apart by commas.
    """

    home: Path
    space: str = "user/me"
    embedder: str = "auto"
    embedder_url: str | None = None
    embedder_key: str | None = None
    llm: str = "none"
    llm_url: str | None = None
    llm_key: str | None = None
    timezone: str | None = None
    url: str = f"http://127.0.0.1:{PORT}"
    token: str | None = None
    upstream_url: str = "https://api.openai.com/v1"
    upstream_key: str | None = None


VARIABLES = {
    "home": "PERDURE_HOME",
    "space": "PERDURE_SPACE",
    "embedder": "PERDURE_EMBEDDER",
    "embedder_url": "PERDURE_EMBEDDER_URL",
    "embedder_key": "PERDURE_EMBEDDER_KEY",
    "llm": "PERDURE_LLM",
    "llm_url": "PERDURE_LLM_URL",
    "llm_key": "PERDURE_LLM_KEY",
    "timezone": "PERDURE_TIMEZONE",
    "url": "PERDURE_URL",
    "token": "PERDURE_TOKEN",
    "upstream_url": "PERDURE_UPSTREAM_URL",
    "upstream_key": "PERDURE_UPSTREAM_KEY",
}
"""The variable behind each setting."""


def from_env() -> Settings:
    """The settings as the environment has them; an empty variable counts as unset."""
    found = {name: value for name, variable in VARIABLES.items() if (value := os.environ.get(variable, "").strip())}
    home = Path(found.pop("home", "") or Path.home() / ".perdure").expanduser()
    return Settings(home=home, **found)

"""The language model that a setting names."""

from __future__ import annotations

from perdure.errors import InvalidValue
from perdure.ports.llm import LanguageModel
from perdure.providers.openai_llm import OpenAiModel
from perdure.settings import from_env

FORMS = "auto, none, openai:MODEL"


def choose_model(
    spec: str | LanguageModel | None, *, base_url: str | None = None, api_key: str | None = None
) -> LanguageModel | None:
    """The model of a spec such as `openai:gpt-5-mini`; None where there is none to ask.

    `auto` is the one that PERDURE_LLM names. `base_url` and `api_key` go to an `openai:` model. A model is given back as it
    is. Raises InvalidValue, or MissingExtra.
    """
    match spec:
        case None | "none":
            return None
        case "auto":
            settings = from_env()
            named = "none" if settings.llm == "auto" else settings.llm
            return choose_model(named, base_url=base_url or settings.llm_url, api_key=api_key or settings.llm_key)
        case str():
            scheme, _, model = spec.partition(":")
            if scheme == "openai" and model:
                return OpenAiModel(model, base_url=base_url, api_key=api_key)
            raise InvalidValue(f"there is no language model {spec!r}; it is one of {FORMS}")
        case _ if callable(getattr(spec, "reply", None)):
            return spec
    raise InvalidValue(f"a language model is an object with `reply`, or one of {FORMS}")

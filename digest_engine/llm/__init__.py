"""Language models. `open_llm` picks the adapter; everything else knows the port in `base` alone."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from digest_engine.errors import SettingsError
from digest_engine.llm.base import LLM, Completion, Usage

__all__ = ["LLM", "Completion", "Usage", "open_llm"]

SCRIPTED = "scripted:"


def open_llm(*, model: str, api_base: str = "", api_key: str = "", timeout: float = 60.0, retries: int = 4) -> LLM | None:
    """The language model of these settings; None where `model` is empty. Nothing is imported or called before the first use.

    `model` is a litellm name (`openai/gpt-4o-mini`, `ollama/llama3`), or `scripted:PATH` for the shipped scripted model with the replies of
    a YAML file. `api_base` is the endpoint of a compatible server; `timeout` in seconds limits one call; `retries` are the repetitions
    after a 429 or a lost connection. Raises `SettingsError` where litellm is not installed or the file of replies can't be read.
    """
    if not model:
        return None
    if model.startswith(SCRIPTED):
        from digest_engine.llm.scripted import load_script

        return load_script(Path(model.removeprefix(SCRIPTED)))
    if find_spec("litellm") is None:
        raise SettingsError(f"the model {model!r} needs litellm, which is not installed: pip install 'temporal-digest[llm]'")
    from digest_engine.llm.litellm import LiteLLM

    return LiteLLM(model=model, api_base=api_base, api_key=api_key, timeout=timeout, retries=retries)

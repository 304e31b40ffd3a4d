"""Any provider through litellm: OpenAI-compatible servers, Ollama, vLLM, Anthropic and others, by the name of the model."""

from __future__ import annotations

import logging
import os
import re
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from digest_engine.errors import ModelError
from digest_engine.llm.base import Completion, Usage

log = logging.getLogger(__name__)

LONGEST_WAIT = 60.0
MESSAGE_LENGTH = 300
# Providers send back the key they refuse, whole or in part.
KEY_LIKE = re.compile(r"(?i)\b(?:sk|pk|key|bearer|token)[-_ :=]+[\w*.-]{6,}")


class LiteLLM:
    """A chat model called by litellm, with back-off on 429 and lost connections. Safe in threads; `usage` is what all calls took."""

    def __init__(
        self,
        *,
        model: str,
        api_base: str = "",
        api_key: str = "",
        timeout: float = 60.0,
        retries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`timeout` in seconds limits one call; `sleep` waits between repetitions. The library is imported at the first call."""
        self._model = model
        self._api_base = api_base
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._sleep = sleep
        self._usage = Usage()
        self._lock = threading.Lock()

    @property
    def identity(self) -> str:
        """Provider and model, as kept in fingerprints."""
        return self._model

    @property
    def usage(self) -> Usage:
        """What all calls took so far, those whose reply was of no use included."""
        return self._usage

    def complete(self, *, system: str, user: str, json_schema: Mapping[str, Any] | None = None, max_tokens: int = 1024) -> Completion:
        """One reply. Raises `ModelError` on a time-out, refusal or quota, and for an empty or truncated reply."""
        request = {**self._request(system, user, max_tokens), **self._format(json_schema)}
        response = self._call(request)
        usage = self._count(response.usage)
        choice = response.choices[0]
        text = choice.message.content or ""
        self._check(text, reason=choice.finish_reason, max_tokens=max_tokens)
        return Completion(text=text, usage=usage)

    def stream(self, *, system: str, user: str, max_tokens: int = 1024) -> Iterator[str]:
        """The reply in pieces. A reply that breaks off or was cut at `max_tokens` raises `ModelError` after the pieces that came."""
        request = {**self._request(system, user, max_tokens), "stream": True, "stream_options": {"include_usage": True}}
        pieces, reason = [], None
        for part in self._pieces(self._call(request)):
            if getattr(part, "usage", None):
                self._count(part.usage)
            for choice in part.choices:
                reason = choice.finish_reason or reason
                if choice.delta.content:
                    pieces.append(choice.delta.content)
                    yield choice.delta.content
        self._check("".join(pieces), reason=reason, max_tokens=max_tokens)

    def price(self, *, prompt_tokens: int, completion_tokens: int) -> float | None:
        """By the price list that comes with litellm; None for a model that is not on it, such as a local one."""
        listed = _library().model_cost
        known = listed.get(self._model) or listed.get(self._model.partition("/")[2])
        if self._api_base or not known or known.get("input_cost_per_token") is None:
            return None
        return float(prompt_tokens * known["input_cost_per_token"] + completion_tokens * (known.get("output_cost_per_token") or 0.0))

    def _request(self, system: str, user: str, max_tokens: int) -> dict[str, Any]:
        return {
            "model": self._model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "max_tokens": max_tokens,
            "temperature": 0,
            "timeout": self._timeout,
            "max_retries": 0,
            "num_retries": 0,
            "drop_params": True,
            **({"api_base": self._api_base} if self._api_base else {}),
            # A local server asks for no key, but its client refuses to start without one.
            **({"api_key": self._api_key or "none"} if self._api_key or self._api_base else {}),
        }

    def _format(self, json_schema: Mapping[str, Any] | None) -> dict[str, Any]:
        if json_schema is None:
            return {}
        schema = {"name": "reply", "schema": dict(json_schema), "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}

    def _call(self, request: dict[str, Any]) -> Any:
        library = _library()
        retrying = Retrying(
            stop=stop_after_attempt(self._retries + 1),
            wait=_wait,
            retry=retry_if_exception(_is_transient),
            sleep=self._sleep,
            before_sleep=_log_wait,
            reraise=True,
        )
        try:
            return retrying(library.completion, **request)
        except library.BadRequestError as error:
            if "response_format" not in request or not _is_about_format(error):
                raise self._failure(error) from self._cause(error)
            log.info("%s takes no schema: asking for plain text", self._model)
            return self._call({name: value for name, value in request.items() if name != "response_format"})
        except library.openai.OpenAIError as error:
            raise self._failure(error) from self._cause(error)

    def _pieces(self, response: Any) -> Iterator[Any]:
        try:
            yield from response
        except _library().openai.OpenAIError as error:
            raise self._failure(error) from self._cause(error)

    def _count(self, reported: Any) -> Usage:
        prompt, completion = (getattr(reported, name, None) or 0 for name in ("prompt_tokens", "completion_tokens"))
        usage = Usage(calls=1, prompt_tokens=prompt, completion_tokens=completion, cost=_cost(self._model, prompt, completion))
        with self._lock:
            self._usage = self._usage + usage
        return usage

    def _check(self, text: str, *, reason: str | None, max_tokens: int) -> None:
        if reason == "length":
            raise ModelError(f"the reply of {self._model} was cut at {max_tokens} tokens")
        if reason == "content_filter":
            raise ModelError(f"{self._model} refused to answer (content filter)")
        if not text.strip():
            raise ModelError(
                f"{self._model} gave an empty reply; a model that thinks before it answers needs more than {max_tokens} tokens"
            )

    def _failure(self, error: Exception) -> ModelError:
        library = _library()
        match error:
            case library.AuthenticationError() | library.PermissionDeniedError():
                reason = "the key was refused: check DIGEST_LLM_API_KEY"
            case library.Timeout():
                reason = f"no reply within {self._timeout:g} seconds"
            case library.RateLimitError():
                reason = f"quota or rate limit exceeded: {self._said(error)}"
            case _:
                reason = self._said(error)
        return ModelError(f"{self._model} failed: {reason}")

    def _said(self, error: Exception) -> str:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        return KEY_LIKE.sub("***", self._without_key(lines[0]))[:MESSAGE_LENGTH]

    def _without_key(self, text: str) -> str:
        return text.replace(self._api_key, "***") if self._api_key else text

    def _cause(self, error: Exception) -> Exception | None:
        """The original error, unless a traceback that shows it would show the key."""
        return None if self._said(error) != (str(error).strip().splitlines() or [""])[0][:MESSAGE_LENGTH] else error


@lru_cache
def _library() -> Any:
    """litellm, imported at the first call: it costs seconds and, unless told not to, looks for its price list on the network."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    # Its typed dictionaries annoy newer releases of pydantic, at import and again at the first call.
    warnings.filterwarnings("ignore", message=".*`ReadOnly` qualifier", category=UserWarning)
    import litellm

    litellm.suppress_debug_info = True
    return litellm


def _is_transient(error: BaseException) -> bool:
    library = _library()
    if isinstance(error, library.RateLimitError):
        return "insufficient_quota" not in str(error)
    # litellm reports a refused connection as InternalServerError.
    return isinstance(
        error, library.APIConnectionError | library.InternalServerError | library.ServiceUnavailableError | library.BadGatewayError
    )


def _is_about_format(error: Exception) -> bool:
    return any(word in str(error).lower() for word in ("response_format", "json_schema", "structured output"))


_backoff = wait_random_exponential(multiplier=0.5, max=20)


def _wait(state: RetryCallState) -> float:
    """Exponential back-off with jitter, or what the provider asks for in Retry-After, up to a minute."""
    error = state.outcome.exception() if state.outcome else None
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    asked = str(headers.get("retry-after", ""))
    return min(max(float(asked) if asked.replace(".", "", 1).isdigit() else 0.0, _backoff(state)), LONGEST_WAIT)


def _log_wait(state: RetryCallState) -> None:
    error = state.outcome.exception() if state.outcome else None
    log.warning("model call failed (%s), attempt %d: repeating", type(error).__name__, state.attempt_number)


def _cost(model: str, prompt: int, completion: int) -> float:
    """US dollars by the price list that ships with litellm; 0.0 for a model it does not list."""
    prices = _library().model_cost
    price = prices.get(model) or prices.get(model.partition("/")[2]) or {}
    return float(prompt * (price.get("input_cost_per_token") or 0.0) + completion * (price.get("output_cost_per_token") or 0.0))

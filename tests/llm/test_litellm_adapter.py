"""litellm against a double of an OpenAI-compatible server on loopback."""

from __future__ import annotations

import subprocess
import sys
import traceback
from collections.abc import Iterator

import pytest

from digest_engine.errors import ModelError
from digest_engine.llm.base import Usage
from digest_engine.llm.litellm import LiteLLM
from tests.doubles.openai_server import Answer, OpenAIDouble, openai_double

pytest.importorskip("litellm")
pytestmark = pytest.mark.filterwarnings("ignore:.*model_(computed_)?fields:DeprecationWarning", "ignore:.*`ReadOnly` qualifier:UserWarning")
KEY = "chiave-segreta-123"
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}


@pytest.fixture
def server() -> Iterator[OpenAIDouble]:
    with openai_double() as double:
        yield double


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def model(server: OpenAIDouble, waits: list[float]) -> LiteLLM:
    return LiteLLM(model="openai/double", api_base=server.url, api_key=KEY, timeout=5, retries=2, sleep=waits.append)


def ask(model: LiteLLM) -> str:
    return model.complete(system="Sei un archivista.", user="Che cos'è?").text


def failure(model: LiteLLM) -> ModelError:
    with pytest.raises(ModelError) as caught:
        ask(model)
    return caught.value


def test_a_reply_comes_back_with_its_usage(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="Una determina.")]
    reply = model.complete(system="s", user="u")
    assert reply.text == "Una determina."
    assert reply.usage == Usage(calls=1, prompt_tokens=10, completion_tokens=5)


def test_system_and_user_text_key_and_limit_reach_the_server(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="ok")]
    model.complete(system="s", user="u", max_tokens=77)
    (request,) = server.requests
    assert request["messages"] == [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]
    assert request["max_tokens"] == 77
    assert request["authorization"] == f"Bearer {KEY}"


def test_a_schema_is_asked_for_as_structured_output(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text='{"n": 1}')]
    model.complete(system="s", user="u", json_schema=SCHEMA)
    assert server.requests[0]["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_server_that_takes_no_schema_is_asked_again_without(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(status=400, message="response_format is not supported"), Answer(text="{}")]
    assert model.complete(system="s", user="u", json_schema=SCHEMA).text == "{}"
    assert "response_format" not in server.requests[1]


def test_usage_adds_up_over_calls_and_streams(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="ok")]
    ask(model)
    list(model.stream(system="s", user="u"))
    assert model.usage == Usage(calls=2, prompt_tokens=20, completion_tokens=10)


def test_the_cost_of_a_listed_model_is_counted(server: OpenAIDouble) -> None:
    server.answers = [Answer(text="ok")]
    model = LiteLLM(model="openai/gpt-4o-mini", api_base=server.url)
    assert model.complete(system="s", user="u").usage.cost == pytest.approx(10 * 0.15e-6 + 5 * 0.6e-6)


def test_a_stream_gives_the_reply_in_pieces(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="uno due tre")]
    assert list(model.stream(system="s", user="u")) == ["uno ", "due ", "tre "]


@pytest.mark.parametrize("text", ["", "  \n", None])
def test_an_empty_reply_is_an_error(model: LiteLLM, server: OpenAIDouble, text: str | None) -> None:
    server.answers = [Answer(text=text)]
    assert "empty reply" in str(failure(model))


def test_a_reply_cut_at_the_limit_is_an_error(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="a metà", finish="length")]
    assert "cut at 1024 tokens" in str(failure(model))


def test_a_refusal_is_an_error(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="no", finish="content_filter")]
    assert "refused" in str(failure(model))


def test_a_useless_reply_is_still_counted(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="")]
    failure(model)
    assert model.usage.calls == 1


def test_an_empty_stream_is_an_error(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="")]
    with pytest.raises(ModelError, match="empty reply"):
        list(model.stream(system="s", user="u"))


def test_a_stream_that_breaks_off_is_an_error(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(text="uno due", breaks=True)]
    with pytest.raises(ModelError):
        list(model.stream(system="s", user="u"))


def test_a_429_is_repeated_until_the_reply_comes(model: LiteLLM, server: OpenAIDouble, waits: list[float]) -> None:
    server.answers = [Answer(status=429, message="slow down"), Answer(status=503, message="busy"), Answer(text="ok")]
    assert ask(model) == "ok"
    assert len(waits) == 2


def test_the_wait_is_at_least_what_the_server_asks_for(model: LiteLLM, server: OpenAIDouble, waits: list[float]) -> None:
    server.answers = [Answer(status=429, message="slow down", headers={"retry-after": "21"}), Answer(text="ok")]
    ask(model)
    assert waits == [21.0]


def test_repetitions_end_with_an_error_that_says_why(model: LiteLLM, server: OpenAIDouble, waits: list[float]) -> None:
    server.answers = [Answer(status=429, message="slow down")]
    assert "slow down" in str(failure(model))
    assert len(waits) == len(server.requests) - 1 == 2


def test_an_exhausted_quota_is_not_repeated(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(status=429, message="insufficient_quota")]
    assert "quota" in str(failure(model))
    assert len(server.requests) == 1


def test_a_bad_request_is_not_repeated(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(status=400, message="no such model")]
    assert "no such model" in str(failure(model))
    assert len(server.requests) == 1


def test_a_dead_endpoint_is_an_error_after_the_repetitions(waits: list[float]) -> None:
    model = LiteLLM(model="openai/double", api_base="http://127.0.0.1:9/v1", retries=1, sleep=waits.append)
    assert "openai/double failed" in str(failure(model))
    assert len(waits) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 429, 500])
def test_the_key_is_in_no_error_and_no_traceback(model: LiteLLM, server: OpenAIDouble, status: int) -> None:
    server.answers = [Answer(status=status, message=f"Incorrect API key provided: {KEY}")]
    shown = "".join(traceback.format_exception(failure(model)))
    assert KEY not in shown


def test_a_refused_key_names_the_setting(model: LiteLLM, server: OpenAIDouble) -> None:
    server.answers = [Answer(status=401, message="bad")]
    assert "DIGEST_LLM_API_KEY" in str(failure(model))


def test_making_a_model_imports_nothing() -> None:
    script = "import sys; from digest_engine.llm import open_llm; open_llm(model='openai/x'); sys.exit('litellm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0

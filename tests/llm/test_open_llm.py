from __future__ import annotations

from pathlib import Path

import pytest

from digest_engine.errors import ModelError, SettingsError
from digest_engine.llm import Usage, open_llm
from digest_engine.llm.scripted import Reply, ScriptedModel, load_script


def test_no_model_means_none() -> None:
    assert open_llm(model="") is None


def test_the_name_of_the_model_is_its_identity() -> None:
    model = open_llm(model="ollama/llama3", api_base="http://127.0.0.1:1")
    assert model is not None
    assert model.identity == "ollama/llama3"


def test_a_script_is_opened_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "replies.yaml"
    path.write_text("- {text: Sì., pattern: aprile}\n- {text: Altro.}\n", encoding="utf-8")
    model = open_llm(model=f"scripted:{path}")
    assert model is not None
    assert model.complete(system="", user="E ad aprile?").text == "Sì."
    assert model.complete(system="", user="Ciao").text == "Altro."


@pytest.mark.parametrize("content", [None, "- {txt: x}\n", "testo: [", "a: b\n"])
def test_a_script_that_cannot_be_read_is_a_settings_error(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "replies.yaml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"replies\.yaml"):
        load_script(path)


def test_replies_without_a_pattern_are_given_once_in_order() -> None:
    model = ScriptedModel([Reply("uno"), Reply("due")])
    assert [model.complete(system="", user="?").text for _ in range(2)] == ["uno", "due"]
    with pytest.raises(ModelError, match="no scripted reply"):
        model.complete(system="", user="?")


def test_a_pattern_answers_as_often_as_asked_and_leaves_the_order_alone() -> None:
    model = ScriptedModel([Reply("uno"), Reply("sempre", pattern="importo")])
    assert [model.complete(system="", user=user).text for user in ("importo?", "importo!", "ciao")] == ["sempre", "sempre", "uno"]


@pytest.mark.parametrize("reply", [Reply(), Reply("una due tre"), Reply(error="time-out")])
def test_empty_cut_and_failed_replies_are_errors(reply: Reply) -> None:
    with pytest.raises(ModelError):
        ScriptedModel([reply]).complete(system="", user="?", max_tokens=2)


def test_usage_counts_words_of_all_calls() -> None:
    model = ScriptedModel([Reply("due parole", pattern=".")])
    for _ in range(2):
        model.complete(system="sei un archivista", user="che cosa?")
    assert model.usage == Usage(calls=2, prompt_tokens=10, completion_tokens=4)


def test_calls_are_kept_as_they_came() -> None:
    model = ScriptedModel([Reply("x")])
    model.complete(system="s", user="u", json_schema={"type": "object"}, max_tokens=9)
    assert (model.calls[0].system, model.calls[0].user, model.calls[0].json_schema, model.calls[0].max_tokens) == (
        "s",
        "u",
        {"type": "object"},
        9,
    )


@pytest.mark.parametrize("text", ["Il totale è 12,50 euro.", "  una\n\nriga \n", "x"])
def test_the_pieces_of_a_stream_join_to_the_reply(text: str) -> None:
    assert "".join(ScriptedModel([Reply(text)]).stream(system="", user="?")) == text

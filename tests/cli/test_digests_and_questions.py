"""`generate`, `digest show`, `query` and `qa`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.cli_support import Run

MONTHS = ("generate", "--from", "2026-03-01", "--to", "2026-05-31", "--granularity", "monthly")


def test_generate_counts_what_was_written_found_fresh_and_empty(loaded: Run) -> None:
    assert "Digest scritti: 2, già aggiornati: 0; finestre senza atti: 1; atti in tutto: 3." in loaded(*MONTHS).out
    assert "Digest scritti: 0, già aggiornati: 2; finestre senza atti: 1" in loaded(*MONTHS).out


def test_generate_as_json_has_the_fields_of_the_response(loaded: Run) -> None:
    data = loaded(*MONTHS, "--json").data
    assert (data["total_windows"], data["empty_windows"], data["total_acts"]) == (3, 1, 3)
    assert data["digests"][1]["total_amount"] == "1734.50"


def test_generate_without_a_first_day_is_an_input_error(loaded: Run) -> None:
    assert loaded("generate").code == 2


def test_a_digest_is_shown_with_its_status(loaded: Run) -> None:
    loaded(*MONTHS)
    out = loaded("digest", "show", "15/04/2026", "--granularity", "monthly").out
    assert "Digest del mese, dal 01/04/2026 al 30/04/2026" in out
    assert "**" not in out
    assert out.endswith("Stato: aggiornato\n")


def test_a_digest_is_stale_after_a_late_act(loaded: Run, acts: Path, tmp_path: Path) -> None:
    loaded(*MONTHS)
    (tmp_path / "tardi.txt").write_text((acts / "atto_12.txt").read_text().replace("N. 12", "N. 77"), encoding="utf-8")
    loaded("ingest", "tardi.txt", "-n", "prova")
    assert loaded("digest", "show", "2026-04-15", "--granularity", "monthly", "--json").data["stale"] is True
    assert loaded("digest", "show", "2026-05-15", "--granularity", "monthly", "--json").data["stale"] is False


def test_a_digest_that_is_not_there_is_not_found(loaded: Run) -> None:
    result = loaded("digest", "show", "2026-04-15")
    assert (result.code, result.out) == (3, "")


def test_digests_of_two_languages_are_two(loaded: Run) -> None:
    loaded(*MONTHS, "--language", "en")
    assert loaded("digest", "show", "2026-04-15", "--granularity", "monthly").code == 3
    assert loaded("digest", "show", "2026-04-15", "--granularity", "monthly", "--language", "en", "--json").data["language"] == "en"


def test_a_figure_asked_for_is_answered_with_its_route(loaded: Run) -> None:
    out = loaded("qa", "Quante determine ad aprile 2026 e per quale importo?").out
    assert "2 atti" in out
    assert "1.734,50 €" in out
    assert "Percorso: sul periodo; periodo: dal 01/04/2026 al 30/04/2026" in out


def test_a_fact_is_answered_with_act_and_page(loaded: Run) -> None:
    out = loaded("qa", "Chi ha potato i platani?").out
    assert "[1] Determina n. 14/2026" in out
    assert ", p. 1 (act-" in out


def test_qa_as_json_has_the_fields_of_the_response(loaded: Run) -> None:
    data = loaded("qa", "Quante determine ad aprile 2026?", "--json").data
    assert (data["query_mode"], data["extracted_date_from"], data["figures"]["totals"]["count"]) == ("temporal", "2026-04-01", 2)


def test_explicit_days_and_mode_win_over_the_words_of_the_question(loaded: Run) -> None:
    data = loaded("query", "Quante determine?", "--from", "2026-05-01", "--to", "2026-05-31", "--mode", "temporal", "--json").data
    assert data["figures"]["totals"]["count"] == 1
    assert data["periods"][0]["date_from"] == "2026-05-01"


def test_today_moves_what_is_relative(loaded: Run) -> None:
    data = loaded("qa", "Quante determine questo mese?", "--today", "2026-04-10", "--json").data
    assert data["extracted_date_from"] == "2026-04-01"


def test_a_conversation_is_gone_on_with(loaded: Run, tmp_path: Path) -> None:
    (tmp_path / "storia.json").write_text(json.dumps([{"question": "Quante determine ad aprile 2026?", "answer": "2"}]), encoding="utf-8")
    assert loaded("qa", "E a maggio?", "--history", "storia.json", "--json").data["extracted_date_from"] == "2026-05-01"


@pytest.mark.parametrize("content", ["non è JSON", "[1]", '{"x": {"question": "a"}}', "\udcff"])
def test_a_bad_conversation_is_an_input_error(loaded: Run, tmp_path: Path, content: str) -> None:
    (tmp_path / "storia.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    result = loaded("qa", "E a maggio?", "--history", "storia.json")
    assert (result.code, result.out) == (2, "")
    assert loaded("qa", "E a maggio?", "--history", "manca.json").code == 2


def test_a_question_that_is_too_long_is_an_input_error_in_one_sentence(loaded: Run) -> None:
    result = loaded("qa", "a" * 4001)
    assert result.code == 2
    assert result.err == "question: String should have at most 4000 characters\n"

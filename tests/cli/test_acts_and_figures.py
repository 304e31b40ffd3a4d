"""`acts` and `figures`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.cli_support import Run


def test_acts_are_listed_by_date_with_the_total_split_by_role(loaded: Run) -> None:
    out = loaded("acts").out
    assert out.index("03/04/2026") < out.index("20/04/2026") < out.index("04/05/2026")
    assert "3 atti; 2.034,75 € (impegnato 500,00 €; liquidato 1.534,75 €)" in out


def test_acts_as_json_are_an_array_with_iso_days_and_amounts_as_strings(loaded: Run) -> None:
    data = loaded("acts", "--json").data
    assert [(act["act_date"], act["amount"]) for act in data] == [
        ("2026-04-03", "1234.50"),
        ("2026-04-20", "500.00"),
        ("2026-05-04", "300.25"),
    ]


def test_a_listing_that_is_cut_says_so(loaded: Run) -> None:
    out = loaded("acts", "--limit", "1").out
    assert "Mostrati 1 di 3" in out
    assert "2.034,75 €" in out


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (("--period", "aprile 2026"), ["12", "13"]), (("--period", "il mese scorso"), ["12", "13"]),
        (("--from", "2026-04-20"), ["13", "14"]), (("--to", "20/04/2026"), ["12", "13"]),
        (("--from", "2026-04-20", "--to", "2026-04-20"), ["13"]), (("--type", "liquidazione"), ["12", "14"]),
        (("--type", "Liquidazione"), ["12", "14"]), (("--kind", "determina"), ["12", "13", "14"]), (("--number", "13/2026"), ["13"]),
        (("--number", "13/2025"), []), (("--issuer", "roccafiorita"), ["12", "13", "14"]), (("--words", "biblioteche"), ["13"]),
        (("--missing", "cig"), ["12", "13", "14"]), (("--order", "amount_desc"), ["12", "13", "14"]),
    ],
)  # fmt: skip
def test_filters_restrict(loaded: Run, options: tuple[str, ...], numbers: list[str]) -> None:
    assert [act["number"] for act in loaded("acts", *options, "--json").data] == numbers


@pytest.mark.parametrize(
    "options",
    [
        ("--type", "liquidazzione"), ("--kind", "niente"), ("--from", "ieri l'altro forse"), ("--period", "prima o poi"),
        ("--from", "2026-05-01", "--to", "2026-04-01"), ("--period", "aprile", "--from", "2026-04-01"), ("--missing", "colore"),
        ("--number", "1/2026", "--number", "2/2025"), ("--from", "2026-02-30"),
    ],
)  # fmt: skip
def test_what_can_not_be_meant_is_an_input_error_and_never_an_empty_result(loaded: Run, options: tuple[str, ...]) -> None:
    result = loaded("acts", *options)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1


def test_one_act_is_shown_with_evidence_and_text(loaded: Run) -> None:
    act_id = loaded("acts", "--number", "12", "--json").data[0]["act_id"]
    out = loaded("acts", "--act", act_id).out
    assert "Importo: 1234.50  [rule" in out
    assert "--- pagina 1 ---" in out
    assert "manutenzione delle strade" in out


def test_one_act_as_json_has_everything_known_of_it(loaded: Run) -> None:
    act_id = loaded("acts", "--number", "12", "--json").data[0]["act_id"]
    assert {"act", "values", "documents", "pages"} <= loaded("acts", "--act", act_id, "--json").data.keys()


def test_control_characters_of_an_act_never_reach_the_terminal(run: Run, acts: Path) -> None:
    hostile = (acts / "atto_12.txt").read_text().replace("delle strade", "\x1b[31mdelle\x9b2J strade\u202e")
    (acts / "atto_12.txt").write_text(hostile, encoding="utf-8")
    run("ingest", str(acts), "-n", "prova")
    act_id = run("acts", "--number", "12", "--json").data[0]["act_id"]
    shown = run("acts").out + run("acts", "--act", act_id).out
    assert not set("\x1b\x9b\u202e") & set(shown)


def test_figures_of_a_period_say_what_they_cover(loaded: Run) -> None:
    out = loaded("figures", "--period", "aprile 2026").out
    assert "prova: dal 01/04/2026 al 30/04/2026 (data dell'atto)" in out
    assert "2 atti" in out
    assert "1.734,50 € (impegnato 500,00 €; liquidato 1.234,50 €)" in out


def test_figures_without_a_period_say_that_they_are_of_the_whole_archive(loaded: Run) -> None:
    assert "prova: tutto l'archivio, dal 03/04/2026 al 04/05/2026" in loaded("figures").out


def test_figures_by_group_add_up_and_each_row_is_split_by_role(loaded: Run) -> None:
    data = loaded("figures", "--by", "month", "--json").data
    assert [(row["key"], row["label"], row["count"], row["sum"]) for row in data["groups"]] == [
        ("2026-04-01", "04/2026", 2, "1734.50"), ("2026-05-01", "05/2026", 1, "300.25"),
    ]  # fmt: skip
    assert data["groups"][0]["by_role"] == {"impegnato": {"count": 1, "sum": "500.00"}, "liquidato": {"count": 1, "sum": "1234.50"}}
    assert data["totals"]["sum"] == "2034.75"


def test_several_periods_are_joined(loaded: Run) -> None:
    assert loaded("figures", "--period", "marzo 2026 e maggio 2026", "--json").data["totals"]["count"] == 1


def test_an_empty_period_is_zero_and_no_error(loaded: Run) -> None:
    result = loaded("figures", "--period", "2020", "--json")
    assert (result.code, result.data["totals"]["count"], result.data["totals"]["average"]) == (0, 0, None)


def test_english_is_spoken_when_asked(loaded: Run) -> None:
    assert "committed 500,00 €" in loaded("figures", "--language", "en").out

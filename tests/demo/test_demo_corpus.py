from __future__ import annotations

import hashlib
import json
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from digest_engine.demo import DemoCorpus, build_demo

ACT_TYPES = {
    "liquidazione", "rimborso", "appalto", "acquisto_beni", "acquisto_servizi", "acquisto_farmaci", "acquisto_dispositivi_medici",
    "incarico_professionale", "assunzione_personale", "concessione", "autorizzazione", "altro",
}  # fmt: skip


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> DemoCorpus:
    return build_demo(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def truth(corpus: DemoCorpus) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(corpus.truth_path.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def documents(corpus: DemoCorpus) -> dict[str, bytes]:
    return dict(_documents(corpus))


@pytest.fixture(scope="module")
def texts(documents: dict[str, bytes]) -> dict[str, str]:
    return {name: " ".join(_text(name, data).split()) for name, data in documents.items()}


def _documents(corpus: DemoCorpus) -> Iterator[tuple[str, bytes]]:
    for path in corpus.files:
        name = path.relative_to(corpus.folder).as_posix()
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                yield from ((f"{name}/{member}", archive.read(member)) for member in archive.namelist())
        else:
            yield name, path.read_bytes()


def _text(name: str, data: bytes) -> str:
    if name.endswith(".txt"):
        return data.decode()
    with pypdfium2.PdfDocument(data) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_the_same_seed_writes_the_same_bytes(corpus: DemoCorpus, tmp_path: Path) -> None:
    again = build_demo(tmp_path)
    assert [path.read_bytes() for path in again.files] == [path.read_bytes() for path in corpus.files]
    assert again.truth_path.read_bytes() == corpus.truth_path.read_bytes()


def test_another_seed_writes_other_acts(corpus: DemoCorpus, tmp_path: Path) -> None:
    assert build_demo(tmp_path, seed=7).truth_path.read_bytes() != corpus.truth_path.read_bytes()


def test_there_are_at_least_two_hundred_acts_of_five_bodies_and_four_full_months(truth: dict[str, Any]) -> None:
    assert truth["figures"]["overall"]["count"] == len(truth["acts"]) >= 200
    assert len(truth["figures"]["by_issuer"]) >= 5
    assert all(truth["figures"]["by_month"][f"2026-0{month}-01"]["count"] >= 40 for month in (2, 3, 4, 5))


def test_a_few_acts_lie_before_and_after_the_four_months(truth: dict[str, Any]) -> None:
    days = [act["date"] for act in truth["acts"] if act["date"]]
    assert min(days) < "2026-02-01"
    assert max(days) > "2026-05-31"


def test_every_act_type_and_kind_occurs(truth: dict[str, Any]) -> None:
    assert {act["type"] for act in truth["acts"]} == ACT_TYPES
    assert {act["key"]["kind"] for act in truth["acts"]} == {"determina", "delibera", "decreto", "ordinanza"}


def test_every_role_and_vat_flag_occurs(truth: dict[str, Any]) -> None:
    assert set(truth["figures"]["overall"]["by_role"]) == {"impegnato", "aggiudicato", "liquidato", "entrata", "altro"}
    assert set(truth["figures"]["overall"]["vat"]) == {"inclusa", "esclusa", "esente", "ignota"}


def test_no_two_acts_share_an_identity(truth: dict[str, Any]) -> None:
    keys = Counter(json.dumps(act["key"], sort_keys=True) for act in truth["acts"])
    assert keys.most_common(1)[0][1] == 1


def test_giunta_4_and_consiglio_4_are_two_acts_of_one_body(truth: dict[str, Any]) -> None:
    fours = [act["key"] for act in truth["acts"] if act["key"]["number"] == "4" and act["key"]["kind"] == "delibera"]
    assert sorted(key["organ"] for key in fours if key["issuer"] == "Comune di Borgo Ferrato") == ["consiglio", "giunta"]


def test_late_acts_are_of_february_and_posted_in_april(truth: dict[str, Any]) -> None:
    late = [act for act in truth["acts"] if (act["date"] or "").startswith("2026-02") and act["publication_from"].startswith("2026-04")]
    assert len(late) >= 2


def test_an_undated_act_prints_no_date_beside_its_number(truth: dict[str, Any], texts: dict[str, str]) -> None:
    undated = [act for act in truth["acts"] if act["date"] is None]
    assert len(undated) == truth["figures"]["undated"]["count"] == 1
    assert f"N. {undated[0]['key']['number']} DEL __________" in texts[undated[0]["files"][0]]


def test_some_acts_are_filed_as_txt_and_as_pdf(truth: dict[str, Any]) -> None:
    suffixes = [{name.rpartition(".")[2] for name in act["files"]} for act in truth["acts"]]
    assert suffixes.count({"txt", "pdf"}) >= 5


def test_some_files_are_byte_for_byte_copies_under_another_name(documents: dict[str, bytes]) -> None:
    assert len(documents) - len(set(documents.values())) >= 3


def test_a_rettifica_names_its_target_and_both_amounts(truth: dict[str, Any], texts: dict[str, str]) -> None:
    corrections = [act for act in truth["acts"] if act["corrects"]]
    assert len(corrections) == 2
    for act in corrections:
        target = next(other for other in truth["acts"] if other["key"] == act["corrects"])
        assert target["superseded_by"] == act["key"]
        text = texts[act["files"][0]]
        assert all(part in text for part in (f"n. {target['key']['number']} del", _dotted(target["amount"]), _dotted(act["amount"])))


def test_two_monthly_payments_differ_in_number_month_and_date_alone(truth: dict[str, Any]) -> None:
    monthly = [act for act in truth["acts"] if "canone del mese" in act["subject"].lower()]
    same = ("type", "amount", "role", "vat", "cig", "cup")
    assert len(monthly) == 2
    assert [monthly[0][name] for name in same] == [monthly[1][name] for name in same]
    assert monthly[0]["subject"].replace("FEBBRAIO", "MARZO") == monthly[1]["subject"]
    assert monthly[0]["key"]["number"] != monthly[1]["key"]["number"]


def test_registers_have_the_gaps_that_the_truth_lists(truth: dict[str, Any]) -> None:
    for gap in truth["gaps"]:
        register = {name: gap[name] for name in ("issuer", "kind", "organ", "year")}
        numbers = {int(act["key"]["number"]) for act in truth["acts"] if register.items() <= act["key"].items()}
        assert {str(number) for number in range(min(numbers), max(numbers)) if number not in numbers} == set(gap["missing"])


def test_numbers_rise_with_the_dates_of_their_register(truth: dict[str, Any]) -> None:
    registers: dict[tuple[str, str, str | None], list[tuple[int, str]]] = {}
    for act in truth["acts"]:
        if act["date"]:
            key = act["key"]
            registers.setdefault((key["issuer"], key["kind"], key["organ"]), []).append((int(key["number"]), act["date"]))
    for entries in registers.values():
        days = [day for _, day in sorted(entries)]
        assert days == sorted(days)


def test_acts_without_amount_and_without_cig_are_there_in_numbers(truth: dict[str, Any]) -> None:
    assert sum(act["amount"] is None for act in truth["acts"]) >= 30
    assert sum(not act["cig"] and act["amount"] is not None for act in truth["acts"]) >= 10


def test_every_document_of_the_truth_is_there_with_its_hash(truth: dict[str, Any], documents: dict[str, bytes]) -> None:
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in documents.items()}
    assert hashes == {name: entry["sha256"] for name, entry in truth["documents"].items()}


def test_txt_pdf_and_zip_are_all_there(corpus: DemoCorpus) -> None:
    assert {path.suffix for path in corpus.files} == {".txt", ".pdf", ".zip"}


def test_some_acts_run_over_several_pages(documents: dict[str, bytes]) -> None:
    pages = Counter(len(pypdfium2.PdfDocument(data)) for name, data in documents.items() if name.endswith(".pdf"))
    assert pages[1] >= 10
    assert sum(count for length, count in pages.items() if length > 1) >= 40


def test_every_value_of_an_act_can_be_read_in_each_of_its_documents(truth: dict[str, Any], texts: dict[str, str]) -> None:
    for act in truth["acts"]:
        for name in act["files"]:
            text = texts[name]
            assert act["subject"] in text, name
            assert act["key"]["issuer"].replace("ASL", "Azienda Sanitaria Locale").casefold() in text.casefold(), name
            assert all(code in text for code in (*act["cig"], *act["cup"])), name
            assert act["amount"] is None or _dotted(act["amount"]) in text, name


def _dotted(amount: str) -> str:
    return f"{Decimal(amount):,.2f}".translate(str.maketrans(",.", ".,")).removesuffix(",00")


def test_the_figures_are_those_of_the_listed_acts(truth: dict[str, Any]) -> None:
    summed = [act for act in truth["acts"] if act["amount"] and not act["superseded_by"]]
    overall = truth["figures"]["overall"]
    assert overall["with_amount"] == len(summed)
    assert Decimal(overall["total"]) == sum(Decimal(act["amount"]) for act in summed)
    for month, figures in truth["figures"]["by_month"].items():
        inside = [act for act in truth["acts"] if (act["date"] or "")[:7] == month[:7]]
        assert figures["count"] == len(inside)
        assert Decimal(figures["total"]) == sum(Decimal(act["amount"]) for act in inside if act in summed)


def test_days_weeks_and_months_add_up_to_the_same_counts_and_sums(truth: dict[str, Any]) -> None:
    figures = truth["figures"]
    added = [
        (sum(group["count"] for group in figures[name].values()), sum(Decimal(group["total"]) for group in figures[name].values()))
        for name in ("by_day", "by_week", "by_month")
    ]
    assert added[0] == added[1] == added[2]
    assert added[0][0] + figures["undated"]["count"] == figures["overall"]["count"]


def test_weeks_are_keyed_by_their_monday(truth: dict[str, Any]) -> None:
    assert {date.fromisoformat(key).weekday() for key in truth["figures"]["by_week"]} == {0}

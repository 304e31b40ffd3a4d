"""Any text is read, quickly, and every value comes with its evidence."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_engine.ingest.extract import extract
from digest_engine.profiles import list_profiles, load_profile
from digest_engine.types import ExtractedAct, Page, ReadDocument

PIECES = (
    "DETERMINA|OGGETTO:|COMUNE DI BORGO|n. 12|del 03/02/2020|€ 1.000,00|oltre IVA|CIG 8953550F2F|\n|\f|VISTO|di impegnare|fattura n. 3|"
    "L'anno duemilaventi|il giorno tre|del mese di marzo|per complessivi|IL SINDACO|12,50|\u0000|ﬀ|İ|🏛"
)
WORDS = st.sampled_from(PIECES.split("|"))


def read(text: str, profile: str = "pa_italiana") -> ExtractedAct:
    pages = tuple(Page(number, page) for number, page in enumerate(text.split("\f"), start=1))
    return extract(ReadDocument(name="a.txt", media_type="text/plain", pages=pages, sha256="a"), load_profile(profile))


@given(st.lists(WORDS, max_size=40).map(" ".join))
@settings(deadline=None)
def test_every_value_has_a_short_passage_a_page_and_a_confidence(text: str) -> None:
    act = read(text)
    for value in [*act.values.values(), *(other for others in act.alternatives.values() for other in others)]:
        assert len(value.snippet) <= 200
        assert 0 <= value.confidence <= 1
        assert value.page is not None
        assert 1 <= value.page <= text.count("\f") + 1
        assert value.rule


@given(st.text(max_size=400))
@settings(deadline=None)
def test_any_text_is_read_by_every_profile(text: str) -> None:
    for profile in list_profiles():
        assert read(text, profile).review is not None


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\f\f"])
def test_an_empty_document_says_nothing(text: str) -> None:
    act = read(text)
    assert not {"number", "act_date", "issuer", "subject", "amount", "cig"} & set(act.values)


def test_a_document_without_a_date_has_none() -> None:
    assert (
        "act_date"
        not in read("COMUNE DI BORGO\nDETERMINAZIONE N. 12\nOGGETTO: Fornitura di carta\nIL DIRIGENTE\nDETERMINA\ndi affidare.").values
    )


def test_a_year_alone_is_no_date() -> None:
    act = read("COMUNE DI BORGO\nDETERMINAZIONE N. 12/2020\nOGGETTO: Fornitura di carta\nIL DIRIGENTE\nDETERMINA\ndi affidare.")
    assert "act_date" not in act.values
    assert act.values["year"].value == 2020


def test_the_header_of_each_page_does_not_cut_a_sentence() -> None:
    head = "COMUNE DI BORGO - Piazza Roma 1\n"
    first = f"{head}DETERMINAZIONE N. 12 DEL 03/02/2020\nOGGETTO: Fornitura di carta\nIL DIRIGENTE\nVisto\nDETERMINA\n1. di impegnare la somma di\n"
    act = read(f"{first}\f{head}€ 500,00 iva inclusa;\n")
    assert act.values["amount"].page == 2
    assert act.values["act_date"].value == date(2020, 2, 3)
    assert act.values["act_date"].page == 1


@pytest.mark.parametrize(
    "piece",
    ["a ", "1.", "€ 1.000,00 ", "n. 1 ", "DETERMINA\n", "oggetto: ", "l'anno ", "(", "A B C D ", "di affidare ", "iva ", "'", "lotto 1 "],
)
def test_a_hostile_text_costs_at_most_seconds(piece: str) -> None:
    text = f"COMUNE DI X\nOGGETTO: {piece * 200}\nIL DIRIGENTE\nVisto {piece * 2000}\nDETERMINA\n1. di {piece * 4000}"
    start = time.process_time()
    read(text)
    assert time.process_time() - start < 5

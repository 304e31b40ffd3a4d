"""Dates, bodies and postings of an act, told from those of visas, opinions and other registers; sentences that run over a page's end."""

from __future__ import annotations

from datetime import date

import pytest

from digest_engine.ingest.extract import extract
from digest_engine.profiles import load_profile
from digest_engine.types import ExtractedAct, Page, ReadDocument

BLANK = """COMUNE DI BORGO APRICO
Registro di settore n. 51 del {sector}
REGISTRO GENERALE N. 108 DEL __________
OGGETTO: Fornitura di carta
L'anno duemilaventisei, il giorno ________ del mese di ____________,
IL RESPONSABILE DEL SETTORE
Visto il bilancio;
DETERMINA
1. di affidare la fornitura per € 100,00 iva inclusa.
Borgo Aprico, {signed}
Il Responsabile del Settore
{after}
"""


def read(*pages: str) -> ExtractedAct:
    numbered = tuple(Page(number, text) for number, text in enumerate(pages, start=1))
    return extract(ReadDocument(name="a.txt", media_type="text/plain", pages=numbered, sha256="a"), load_profile("pa_italiana"))


def blank(*, sector: str = "__________", signed: str = "__________", after: str = "") -> ExtractedAct:
    return read(BLANK.format(sector=sector, signed=signed, after=after))


@pytest.mark.parametrize(
    "after",
    [
        "VISTO DI REGOLARITÀ CONTABILE\nVisto reso in data 26/03/2026.",
        "PARERE DI REGOLARITÀ TECNICA\nSi esprime parere favorevole.\nBorgo Aprico, 21/03/2026",
        "Pubblicata all'albo pretorio.\nRELATA DI PUBBLICAZIONE\nBorgo Aprico, lì 30/03/2026\nIl Messo",
        "Divenuta esecutiva in data 28/03/2026",
        "Per copia conforme all'originale.\nBorgo Aprico, lì 28/03/2026",
    ],
    ids=["visa", "opinion", "posting", "force", "copy"],
)
def test_an_act_whose_date_is_blank_stays_undated(after: str) -> None:
    assert "act_date" not in blank(after=after).values


def test_the_date_of_another_register_is_not_the_acts() -> None:
    assert "act_date" not in blank(sector="20/03/2026").values


def test_the_date_of_the_signature_is_the_acts_where_the_heading_has_none() -> None:
    assert blank(signed="25/03/2026").values["act_date"].value == date(2026, 3, 25)


def test_the_opening_formula_gives_the_year_of_an_undated_act() -> None:
    assert blank().values["year"].value == 2026


@pytest.mark.parametrize(
    ("heading", "issuer"),
    [
        ("REGIONE ALTA MARCA - BOLLETTINO UFFICIALE", "Regione Alta Marca"),
        ("REGIONE EMILIA ROMAGNA", "Regione Emilia Romagna"),
        ("REGIONE FRIULI VENEZIA GIULIA\nGiunta regionale", "Regione Friuli Venezia Giulia"),
        ("REGIONE VALLE D'AOSTA", "Regione Valle d'Aosta"),
        ("REGIONE LAZIO GIUNTA REGIONALE", "Regione Lazio"),
        ("REGIONE DEL VENETO", "Regione del Veneto"),
    ],
)
def test_a_region_keeps_all_the_words_of_its_name(heading: str, issuer: str) -> None:
    body = "Decreto del Dirigente n. 31 del 18/02/2026\nOGGETTO: Graduatoria\nIL DIRIGENTE\nVista la legge;\nDECRETA\n1. di approvare."
    act = read(f"{heading}\n{body}")
    assert act.values["issuer"].value == issuer


@pytest.mark.parametrize(
    ("posting", "days"),
    [
        ("La presente è pubblicata all'Albo dal 4 febbraio 2026 al 19 febbraio 2026.", (date(2026, 2, 4), date(2026, 2, 19))),
        (
            "Copia della presente viene affissa all'Albo il 09/05/2026 e vi rimane fino al 24/05/2026.",
            (date(2026, 5, 9), date(2026, 5, 24)),
        ),
        ("La presente deliberazione è pubblicata nel Bollettino ufficiale n. 34 del 14 aprile 2026.", (date(2026, 4, 14), None)),
    ],
    ids=["long dates", "affixed", "bulletin"],
)
def test_the_posting_is_read(posting: str, days: tuple[date, date | None]) -> None:
    values = blank(after=posting).values
    assert (values["publication_from"].value, values["publication_to"].value if "publication_to" in values else None) == days


def test_a_page_footer_does_not_cut_a_sentence() -> None:
    footer = "Comune di Borgo Aprico - Piazza Grande 1 - Pag. {} di 2"
    body = BLANK.format(
        sector="____", signed="03/05/2026", after="CERTIFICATO DI PUBBLICAZIONE\nSi certifica che copia viene affissa all'Albo il"
    )
    act = read(body + footer.format(1), "09/05/2026 e vi rimane fino al 24/05/2026.\n" + footer.format(2))
    assert act.values["publication_from"].value == date(2026, 5, 9)

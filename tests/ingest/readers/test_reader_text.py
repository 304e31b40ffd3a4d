"""Plain text: encodings, pages, characters."""

from __future__ import annotations

import pytest

from digest_engine.ingest.readers import read, repeated_lines
from digest_engine.ingest.readers.decode import decode
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.types import Page

SENTENCE = "Città di Forlì: perché l’attività costa € 1.234,50 è già stabilito – n° 7"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "utf-32"])
def test_a_text_is_the_same_in_every_encoding(encoding: str) -> None:
    assert decode(SENTENCE.encode(encoding)) == SENTENCE


def test_latin_9_euro_is_a_euro() -> None:
    assert decode("Impegno di € 300,00 per attività".encode("iso8859-15")) == "Impegno di € 300,00 per attività"


def test_dos_italian_is_read() -> None:
    assert decode("La società è già così".encode("cp850")) == "La società è già così"


def test_mac_italian_is_read() -> None:
    assert decode("La società è già così più".encode("mac_roman")) == "La società è già così più"


def test_a_windows_byte_in_a_utf8_file_is_read_as_windows() -> None:
    assert decode("città à è ".encode() + b"perch\xe9") == "città à è perché"


def test_mojibake_is_repaired_line_by_line() -> None:
    broken = SENTENCE.encode("utf-8").decode("cp1252")
    assert decode(f"{broken}\nÈ sana".encode()) == f"{SENTENCE}\nÈ sana"


def test_sound_text_is_not_repaired() -> None:
    assert decode("SOCIETÀ “ALFA” – CÀ D’ORO Â".encode()) == "SOCIETÀ “ALFA” – CÀ D’ORO Â"


def test_form_feeds_are_pages() -> None:
    (document,) = read(b"prima\fseconda\f", "a.txt").documents
    assert [(page.number, page.text) for page in document.pages] == [(1, "prima"), (2, "seconda")]


def test_an_empty_file_is_a_named_failure() -> None:
    (failure,) = read(b"", "a.txt").failures
    assert (failure.name, failure.reason) == ("a.txt", "empty")


def test_binary_content_is_not_text() -> None:
    assert read(bytes(range(256)) * 8, "a.txt").failures[0].reason == "unknown_format"


def test_a_lying_extension_is_a_warning() -> None:
    (document,) = read(b"DETERMINA n. 1", "a.pdf").documents
    assert document.warnings == ("estensione .pdf ma contenuto testo",)


def test_ligatures_and_spaces_become_plain() -> None:
    assert normalise("uﬃcio\u00a0aﬃdamento\u200b") == "ufficio affidamento"


def test_ordinals_and_fractions_stay() -> None:
    assert normalise("n° 3, 1º, 2ª, ½, m²") == "n° 3, 1°, 2ª, ½, m²"


def test_an_accent_written_apart_is_composed() -> None:
    assert normalise("e\u0300 gia\u0300") == "è già"


def test_a_word_broken_at_the_line_end_is_joined() -> None:
    assert normalise("l'affida-\nmento del servizio") == "l'affidamento del servizio"


def test_a_compound_of_two_words_of_the_text_keeps_its_hyphen() -> None:
    assert normalise("tecnico-\namministrativo, tecnico e amministrativo") == "tecnico-amministrativo, tecnico e amministrativo"


def test_a_hyphen_before_a_capital_or_a_digit_stays() -> None:
    assert normalise("2014-\n2020 Emilia-\nRomagna") == "2014-\n2020 Emilia-\nRomagna"


def test_soft_hyphens_vanish() -> None:
    assert normalise("deter\u00admina\u00ad\nzione") == "determinazione"


def test_controls_and_nuls_vanish() -> None:
    assert normalise("a\x00b\x07c\x1fd") == "abcd"


def test_letters_set_apart_are_one_word() -> None:
    assert normalise("il dirigente\nD E T E R M I N A\ndi impegnare") == "il dirigente\nDETERMINA\ndi impegnare"


def test_wingdings_bullets_are_bullets() -> None:
    assert normalise("\uf0b7 voce") == "• voce"


def test_headers_and_footers_are_found_whatever_their_page_number() -> None:
    pages = [Page(n, f"COMUNE DI ALFA\ntesto della pagina {'abc'[n % 3]}\nalfa\nbeta\npag. {n} di 4") for n in range(1, 5)]
    repeated = repeated_lines(pages)
    assert {"COMUNE DI ALFA", "pag. 1 di 4", "pag. 4 di 4"} <= repeated
    assert "testo della pagina a" not in repeated


def test_two_pages_have_no_repeated_lines() -> None:
    assert repeated_lines([Page(1, "COMUNE"), Page(2, "COMUNE")]) == frozenset()

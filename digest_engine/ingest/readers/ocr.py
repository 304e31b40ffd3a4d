"""Optical character recognition by the `tesseract` command with its Italian model (Debian `tesseract-ocr`, `tesseract-ocr-ita`)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from digest_engine.i18n import _
from digest_engine.ingest.readers.base import Limits
from digest_engine.ingest.readers.layout import Row, Word, confidence_of, reconcile, rows_of, text_of
from digest_engine.ingest.readers.normalise import normalise

COMMAND = "tesseract"
LANGUAGE = "ita"
# Below this mean confidence the page may lie on its side or upside down: the slower mode that looks for the orientation is tried.
UPRIGHT_CONFIDENCE = 0.6
# Below this one a second look, which takes the page as one block, adds the rows that the search for blocks has lost.
CLEAR_CONFIDENCE = 0.88
_AUTOMATIC, _WITH_ORIENTATION, _ONE_BLOCK = "3", "1", "6"
_LOOKS = 3
_GREY_HEADER = re.compile(rb"P5 \d+ \d+ 255\n")
# The rules of a table are seen as these characters, without confidence.
_STROKES, _RULED_LINE = frozenset("|_—-–=~'‘’`\\/<>«»*^[](){}"), 0.5
_COLUMNS = 12
_WORD = "5"

_Pages = dict[int, list[Row]]
Trouble = Literal["", "switched_off", "no_tesseract", "no_language", "timeout", "failed"]


@dataclass(frozen=True, slots=True)
class Recognised:
    """The text of one image; `confidence` in 0..1 is the mean over its words. `trouble` says why there is none."""

    text: str = ""
    confidence: float = 0.0
    trouble: Trouble = ""


def recognise(image: bytes, *, limits: Limits, dpi: int | None = None) -> tuple[Recognised, ...]:
    """The pages of `image` (PNM, PNG, JPEG, TIFF… as Tesseract reads them), upright whatever way they lie; one with its trouble if none."""
    trouble = obstacle(limits)
    if trouble:
        return (Recognised(trouble=trouble),)
    try:
        pages = _upright(image, dpi=dpi, limits=limits)
        if UPRIGHT_CONFIDENCE <= _confidence(pages) < CLEAR_CONFIDENCE:
            second = _look(image, mode=_ONE_BLOCK, dpi=dpi, limits=limits)
            pages = {number: reconcile(rows, second.get(number, ())) for number, rows in pages.items()}
    except subprocess.TimeoutExpired:
        return (Recognised(trouble="timeout"),)
    except (subprocess.CalledProcessError, OSError):
        return (Recognised(trouble="failed"),)
    return tuple(Recognised(normalise(text_of(rows)), round(confidence_of(rows), 3)) for rows in pages.values()) or (Recognised(),)


def obstacle(limits: Limits) -> Trouble:
    """Why nothing will be recognised; "" where OCR is wanted and works."""
    return missing() if limits.ocr else "switched_off"


@lru_cache
def missing() -> Trouble:
    """What keeps OCR from working on this machine; "" where it works."""
    if shutil.which(COMMAND) is None:
        return "no_tesseract"
    listed = subprocess.run([COMMAND, "--list-langs"], capture_output=True, text=True, check=False, env=_environment()).stdout
    return "" if LANGUAGE in listed.split() else "no_language"


def explain(trouble: Trouble) -> str:
    """The sentence for a page that could not be recognised."""
    sentences: Mapping[Trouble, str] = {
        "": _("pagina senza testo riconoscibile"),
        "switched_off": _("pagina da leggere con OCR: è spento nelle impostazioni"),
        "no_tesseract": _("pagina da leggere con OCR: manca il programma tesseract"),
        "no_language": _("pagina da leggere con OCR: manca l'italiano di tesseract (tesseract-ocr-ita)"),
        "timeout": _("pagina non letta: OCR oltre il tempo massimo"),
        "failed": _("pagina non letta: immagine danneggiata o troppo grande per l'OCR"),
    }
    return sentences[trouble]


def _upright(image: bytes, *, dpi: int | None, limits: Limits) -> _Pages:
    """The best of: as it lies, as Tesseract would turn it, and upside down where a short text gives it too little to tell."""
    best = _look(image, mode=_AUTOMATIC, dpi=dpi, limits=limits)
    if _confidence(best) < UPRIGHT_CONFIDENCE:
        best = max(best, _look(image, mode=_WITH_ORIENTATION, dpi=dpi, limits=limits), key=_confidence)
    header = _GREY_HEADER.match(image)
    if _confidence(best) < UPRIGHT_CONFIDENCE and header:
        turned = header.group() + image[header.end() :][::-1]
        best = max(best, _look(turned, mode=_AUTOMATIC, dpi=dpi, limits=limits), key=_confidence)
    return best


def _look(image: bytes, *, mode: str, dpi: int | None, limits: Limits) -> _Pages:
    """The rows of each page as one segmentation mode of Tesseract sees them."""
    resolution = ("--dpi", str(dpi)) if dpi else ()
    command = (COMMAND, "stdin", "stdout", "-l", LANGUAGE, "--psm", mode, *resolution, "tsv")
    seconds = limits.ocr_page_seconds / _LOOKS
    done = subprocess.run(command, input=image, capture_output=True, timeout=seconds, check=True, env=_environment())
    words = _words(done.stdout.decode("utf-8", errors="replace"))
    return {number: rows_of(group) for number, group in groupby(words, key=lambda word: word.line[0])}


def _environment() -> dict[str, str]:
    # Tesseract's own threads wait for each other: with one, a page takes a quarter of the time.
    return {**os.environ, "OMP_THREAD_LIMIT": "1"}


def _words(table: str) -> Iterator[Word]:
    for row in table.split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) == _COLUMNS and cells[0] == _WORD and cells[11].strip():
            page, block, paragraph, line, _number, left, top, width, height = map(int, cells[1:10])
            word = Word((page, block, paragraph, line), left, top, width, height, max(float(cells[10]), 0.0) / 100, cells[11].strip())
            if not (word.confidence < _RULED_LINE and set(word.text) <= _STROKES):
                yield word


def _confidence(pages: Mapping[int, Sequence[Row]]) -> float:
    return confidence_of([row for rows in pages.values() for row in rows])

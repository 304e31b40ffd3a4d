"""Folding and stemming of Italian text, shared by the full-text index, the filters on names and the comparison of subjects."""

from __future__ import annotations

import re
import threading
import unicodedata
from functools import lru_cache
from pathlib import Path

import Stemmer

_WORD = re.compile(r"[a-z0-9]+")
_local = threading.local()


def fold(text: str) -> str:
    """Lower case, no accents, one space between words: `Città  d'Arte` → `citta d'arte`."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in decomposed if not unicodedata.combining(char)).split())


def words(text: str) -> list[str]:
    """The folded words and numbers of `text`, in order."""
    return _WORD.findall(fold(text))


def name_key(name: str | None) -> str:
    """A name reduced to its folded words, for equality: `COMUNE  DI Avella` and `Comune di Avella` share it."""
    return " ".join(words(name)) if name else ""


def stems(text: str) -> list[str]:
    """The Snowball stems of the content words of `text`, in order; stop words and single letters are left out."""
    kept = [word for word in words(text) if len(word) > 1 and word not in stop_words()]
    return list(_stemmer().stemWords(kept))


@lru_cache
def stop_words() -> frozenset[str]:
    """Italian and English function words, folded."""
    lines = (Path(__file__).parent / "stopwords.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _stemmer() -> Stemmer.Stemmer:
    # A Stemmer is not safe to share between threads.
    if not hasattr(_local, "stemmer"):
        _local.stemmer = Stemmer.Stemmer("italian")
    return _local.stemmer

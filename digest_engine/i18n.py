"""Translation of what the user reads. Messages are written in Italian; catalogues in `locale/` give the other languages.

The .po files are the source and are read as they are, so that no compiled file can fall behind them.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from digest_engine.types import Language

LOCALE = Path(__file__).parent / "locale"
_current: ContextVar[Language] = ContextVar("language", default="it")


def _(message: str) -> str:
    """`message` in the language of the current context (Italian unless `speaking` says otherwise)."""
    return translate(message, _current.get())


def translate(message: str, language: Language) -> str:
    """`message` in `language`; a message without a translation stays Italian."""
    return message if language == "it" or not message else _catalogue(language).gettext(message)


def current_language() -> Language:
    """The language of the current context."""
    return _current.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Everything said inside is said in `language`."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


@lru_cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with (LOCALE / language / "LC_MESSAGES" / "digest_engine.po").open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)

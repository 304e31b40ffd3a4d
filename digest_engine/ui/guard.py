"""The one place where an error of a page becomes something to read."""

from __future__ import annotations

import logging
from types import TracebackType
from uuid import uuid4

import streamlit as st

from digest_engine import ConflictError, DigestError, InputError, IntegrityError, NotFoundError, StoreError, _

log = logging.getLogger(__name__)


class Guard:
    """Shows what is raised inside: our own errors as their sentence, anything else under a number that the log explains."""

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None) -> bool:
        match error:
            case DigestError():
                st.error(f"**{heading(error)}**", icon=":material/error:")
                st.text(str(error))
            case Exception():
                number = uuid4().hex[:8]
                log.error("unexpected error %s", number, exc_info=error)
                st.error(
                    _("**Errore inatteso.** Il registro del server lo spiega sotto il numero `{number}`.").format(number=number),
                    icon=":material/error:",
                )
            case _:
                return False
        return True


def guard() -> Guard:
    """`with guard(): …` around whatever may fail."""
    return Guard()


def heading(error: DigestError) -> str:
    """The kind of error in the language of the page; the error's own sentence has the details."""
    kinds = {
        InputError: _("Qualcosa nei dati indicati non va."),
        NotFoundError: _("Non trovato."),
        ConflictError: _("Non si può fare ora."),
        IntegrityError: _("I dati conservati non concordano."),
        StoreError: _("Un servizio non risponde ora; quanto accettato è conservato e sarà completato."),
    }
    return next((text for kind, text in kinds.items() if isinstance(error, kind)), _("Operazione non riuscita."))

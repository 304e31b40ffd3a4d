"""The context of a passage: one sentence that says of which act it is part. Embedded with the text, kept apart from it."""

from __future__ import annotations

from dataclasses import replace

from digest_engine.figures_text import date_text, euro
from digest_engine.i18n import _, current_language, speaking
from digest_engine.profiles import Profile
from digest_engine.types import Act, Chunk

SUBJECT_LIMIT = 240


def situate(chunks: tuple[Chunk, ...], act: Act, profile: Profile) -> tuple[Chunk, ...]:
    """The chunks with the context of `act`."""
    context = context_of(act, profile)
    return tuple(replace(chunk, context=context) for chunk in chunks)


def context_of(act: Act, profile: Profile) -> str:
    """A sentence from the act's own values, e.g. `Determina n. 453/2026 del 01/05/2026, Comune di …: oggetto (liquidazione, 120,00 €).`"""
    with speaking("it"):  # what is embedded must not depend on who asks
        name = act_name(act, profile)
    subject = f": {act.subject[:SUBJECT_LIMIT]}" if act.subject else ""
    details = [profile.act_type_label(act.act_type, "it") if act.act_type else "", euro(act.amount) if act.amount is not None else ""]
    tail = ", ".join(detail for detail in details if detail)
    return f"{name}{subject}{f' ({tail})' if tail else ''}."


def act_name(act: Act, profile: Profile) -> str:
    """How an act is called: kind, number, date and issuer, as far as they are known, in the current language."""
    kind = profile.kind_label(act.kind, current_language()) if act.kind else _("Atto")
    number = _(" n. {number}").format(number=act.number) if act.number else ""
    year = f"/{act.year}" if act.number and act.year else ""
    day = _(" del {day}").format(day=date_text(act.act_date)) if act.act_date else ""
    return f"{kind}{number}{year}{day}{f', {act.issuer}' if act.issuer else ''}"

"""What closed choices and acts are called on the pages, in the current language."""

from __future__ import annotations

from typing import Protocol

from digest_engine import (
    Act,
    DateField,
    FileRecord,
    FileReport,
    Granularity,
    Language,
    Profile,
    WindowDigest,
    _,
    current_language,
    date_text,
    number,
    status_labels,
    status_of,
)


class Changed(Protocol):
    """What changed since a digest was made, as responses and series both say it."""

    @property
    def added(self) -> int: ...

    @property
    def removed(self) -> int: ...

    @property
    def changed(self) -> int: ...

    @property
    def setup(self) -> bool: ...


def date_fields() -> dict[DateField, str]:
    """The dates that figures may be filtered by."""
    return {
        "date": _("data dell'atto"),
        "publication_from": _("pubblicato dal"),
        "publication_to": _("pubblicato fino al"),
        "ingested_at": _("caricato il"),
    }


def granularities() -> dict[Granularity, str]:
    """The windows of digests and charts."""
    return {"daily": _("per giorno"), "weekly": _("per settimana"), "monthly": _("per mese")}


def languages() -> dict[Language, str]:
    """The languages of the interface, each in its own words."""
    return {"it": "Italiano", "en": "English"}


def modes() -> dict[str, str]:
    """How a question may be answered."""
    return {"auto": _("Automatico"), "temporal": _("Periodo e cifre"), "semantic": _("Passi degli atti")}


def methods() -> dict[str, str]:
    """How a value was read."""
    return {"rule": _("regola"), "model": _("modello"), "hand": _("a mano")}


def missing_fields() -> dict[str, str]:
    """What an act may lack."""
    return {
        "date": _("senza data"),
        "amount": _("senza importo"),
        "number": _("senza numero"),
        "cig": _("senza CIG"),
        "act_type": _("senza categoria"),
    }


def document_roles() -> dict[str, str]:
    """What a document is to its act."""
    return {
        "primary": _("documento principale"),
        "copy": _("copia"),
        "attachment": _("allegato"),
        "source_row": _("riga di un elenco"),
    }


def relation_kinds() -> dict[str, str]:
    """What an act does to another."""
    return {
        "rettifica": _("rettifica"),
        "annullamento": _("annulla"),
        "integrazione": _("integra"),
        "proroga": _("proroga"),
        "liquidazione_di": _("liquida quanto impegnato con"),
        "cita": _("cita"),
    }


def act_name(act: Act, profile: Profile) -> str:
    """`Delibera n. 4/2026`, as far as it is known."""
    name = profile.kind_label(act.kind, current_language()) if act.kind else _("Atto")
    if not act.number:
        return name
    return f"{name} n. {act.number}" + (f"/{act.year}" if act.year else "")


def act_title(act: Act, profile: Profile) -> str:
    """`Delibera n. 4/2026 del 14/05/2026`, as far as it is known."""
    return act_name(act, profile) + (_(" del {day}").format(day=date_text(act.act_date)) if act.act_date else "")


def first_upper(text: str) -> str:
    """A label as it begins a line; the rest keeps its capitals."""
    return text[:1].upper() + text[1:]


def acts_text(count: int) -> str:
    """`1 atto`, `1.204 atti`."""
    return _("1 atto") if count == 1 else _("{count} atti").format(count=number(count))


def digest_status(digest: WindowDigest) -> str:
    """`aggiornato`, `superato: +1 −0 ~2` (acts added, gone, changed since), `parziale`, `parziale, superato: …`."""
    changes = digest.changes
    if changes is None:
        return status_labels()[status_of(digest)]
    label = _("parziale, superato") if digest.partial else _("superato")
    return f"{label}: {changes_text(changes)}"


def changes_text(changes: Changed) -> str:
    """`+1 −0 ~2`: acts added, gone and changed; and whether what shapes the text changed too."""
    counts = f"+{changes.added} −{changes.removed} ~{changes.changed}"
    if not changes.setup:
        return counts
    reason = _("profilo o scrittura cambiati")
    return f"{counts}, {reason}" if changes.added or changes.removed or changes.changed else reason


def file_outcome(file: FileReport | FileRecord) -> str:
    """What became of a file, in one line."""
    if isinstance(file, FileReport) and file.known:
        return file.message
    match file.status:
        case "indexed":
            return _("indicizzato: {what}").format(what=file.message)
        case "same_as":
            return _("stesso atto di un documento già in archivio")
        case "failed":
            return _("non letto: {reason}").format(reason=file.message)
        case _:
            return file.message

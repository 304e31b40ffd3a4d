"""Writing a digest from its evidence, extractively: every figure comes from SQL, every act is listed with its link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from digest_engine.digest.evidence import Evidence
from digest_engine.figures_text import date_text, euro, number, period_text
from digest_engine.i18n import _, current_language
from digest_engine.profiles import Profile
from digest_engine.types import Act, Totals

SUMMARY_LIMIT = 2000
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$!])")


@dataclass(frozen=True, slots=True)
class Composed:
    """`summary` (≤ 2,000 characters) is what is embedded; `text` is the whole digest in Markdown, its summary first."""

    summary: str
    text: str


def compose(evidence: Evidence, profile: Profile, *, undated: int) -> Composed:
    """The digest in the current language. Text taken from acts is escaped: it is data, not Markdown."""
    summary = "\n\n".join(_summary(evidence, profile, undated))
    body = "\n\n".join(_sections(evidence, profile))
    return Composed(summary[:SUMMARY_LIMIT], f"{summary}\n\n{body}".strip())


def totals_text(totals: Totals, profile: Profile) -> str:
    """`1.234,56 € (impegnato 1.000,00 €; liquidato 234,56 €)`: no total without its split by role."""
    if not totals.with_amount:
        return _("nessun importo")
    language = current_language()
    split = "; ".join(f"{profile.role_label(item.role, language)} {euro(item.total)}" for item in totals.by_role)
    return f"{euro(totals.total)} ({split})"


def count_text(count: int) -> str:
    """`1 atto`, `1.204 atti`."""
    return _("1 atto") if count == 1 else _("{count} atti").format(count=number(count))


def coverage_text(totals: Totals, *, undated: int) -> str:
    """`139 atti, 4 senza importo; 2 atti dell'archivio senza data non sono in alcun periodo`."""
    text = count_text(totals.count)
    if totals.without_amount:
        text += ", " + _("{count} senza importo").format(count=number(totals.without_amount))
    if undated:
        text += "; " + (
            _("un atto dell'archivio non ha data e non è in alcun periodo")
            if undated == 1
            else _("{count} atti dell'archivio non hanno data e non sono in alcun periodo").format(count=number(undated))
        )
    return text


def act_line(act: Act, profile: Profile) -> str:
    """One act with its link, subject, amount and codes."""
    language = current_language()
    kind = profile.kind_label(act.kind, language) if act.kind else _("Atto")
    organ = f" ({profile.organ_label(act.organ, language)})" if act.organ else ""
    name = f"{kind}{organ}" + (f" n. {act.number}" if act.number else "") + (f" {date_text(act.act_date)}" if act.act_date else "")
    parts = [f"[{escape(name)}](?act={act.act_id})", escape(act.issuer or ""), escape(act.subject or _("oggetto non letto"))]
    return "- " + " — ".join(part for part in (*parts, act_values(act, profile)) if part)


def act_values(act: Act, profile: Profile) -> str:
    """Amount with role and VAT, and CIG."""
    return " — ".join([_amount(act, profile), *(["CIG " + ", ".join(act.cig)] if act.cig else [])])


def escape(text: str) -> str:
    """Text of an act made harmless in Markdown and HTML."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split())).replace("://", "\\://")


def _summary(evidence: Evidence, profile: Profile, undated: int) -> Iterator[str]:
    window, totals = evidence.window, evidence.figures.totals
    names = {"daily": _("Digest del giorno"), "weekly": _("Digest della settimana"), "monthly": _("Digest del mese")}
    partial = f" — {_('finestra parziale')}" if window.partial else ""
    yield f"## {names[window.granularity]}, {period_text(window.start, window.end)}{partial}"
    yield f"**{_('Copertura')}**: {coverage_text(totals, undated=undated)}."
    yield f"**{_('Importi')}**: {totals_text(totals, profile)}."
    language = current_language()
    lines = []
    for group in evidence.figures.groups:
        label = profile.act_type_label(group.key, language) if group.key else _("non classificati")
        lines.append(f"- {label}: {count_text(group.totals.count)}, {totals_text(group.totals, profile)}")
    yield f"**{_('Per tipo di atto')}**:\n" + "\n".join(lines)


def _sections(evidence: Evidence, profile: Profile) -> Iterator[str]:
    language = current_language()
    for group in evidence.figures.groups:
        label = profile.act_type_label(group.key, language) if group.key else _("non classificati")
        acts = [act for act in evidence.acts if (act.act_type or "") == group.key]
        yield f"### {label} ({count_text(len(acts))})\n" + "\n".join(act_line(act, profile) for act in acts)
    corrected = [act for act in evidence.acts if act.superseded_amount is not None]
    if corrected:
        yield f"### {_('Importi rettificati')}\n" + "\n".join(_corrected(corrected))


def _corrected(acts: Sequence[Act]) -> Iterator[str]:
    for act in acts:
        text = _("importo {amount} superato da una rettifica: non entra nelle somme")
        yield f"- [{escape(act.number or act.act_id)}](?act={act.act_id}) — " + text.format(amount=euro(act.superseded_amount))


def _amount(act: Act, profile: Profile) -> str:
    language = current_language()
    if act.amount is None:
        if act.superseded_amount is not None:
            return _("{amount} (rettificato)").format(amount=euro(act.superseded_amount))
        return _("importo non indicato")
    return f"{euro(act.amount)} ({profile.role_label(act.amount_role, language)}, {profile.vat_label(act.amount_vat, language)})"

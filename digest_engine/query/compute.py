"""Computing the figures a question asks for, from SQL over acts, and saying them in a sentence. Nothing is read from text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from digest_engine.catalog.acts import find_acts
from digest_engine.catalog.database import Database
from digest_engine.catalog.figures import compute_figures
from digest_engine.digest.compose import act_line, count_text, coverage_text, escape, totals_text
from digest_engine.figures_text import date_text, euro, number, period_text
from digest_engine.i18n import _, current_language
from digest_engine.profiles import Profile
from digest_engine.types import Act, ActFilter, DateField, Figures, FiguresAsked, Group, GroupKey, Period, Totals

SHOWN_ACTS = 50
SUMMARY = FiguresAsked(measures=("count", "sum"), group_by=("act_type",))


@dataclass(frozen=True, slots=True)
class Computed:
    """`text` for the reader, `data` for programs (amounts as strings), `acts` the rows behind the figures where they are listed."""

    text: str
    data: dict[str, Any]
    acts: tuple[Act, ...]
    figures: Figures


@dataclass(frozen=True, slots=True)
class Computing:
    """Where and over what to compute."""

    database: Database
    profile: Profile
    namespace: str
    date_field: DateField


def compute(asked: FiguresAsked, *, periods: Sequence[Period], filters: ActFilter, parts: Computing) -> Computed:
    """The figures over the union of `periods`; with `compare`, also each period by itself."""
    figures = _figures(parts, periods, filters)
    groups = {key: _figures(parts, periods, filters, key).groups for key in asked.group_by}
    each = [(period, _figures(parts, (period,), filters)) for period in periods] if len(periods) > 1 else []
    acts = tuple(_acts(asked, parts, periods, filters))
    ranked = _ranked(asked, parts, periods, filters)
    lines = [*_headline(figures, parts.profile), *_measures(asked, figures.totals), *_each(each, parts.profile)]
    lines += _groups(groups, parts.profile) + _ranking(ranked, asked, parts.profile) + _listing(asked, acts, figures.totals, parts.profile)
    data = _data(figures, groups, each, acts, ranked, asked)
    return Computed("\n\n".join(lines), data, acts, figures)


def filters_text(filters: ActFilter, profile: Profile) -> str:
    """The restrictions in words; empty where there are none."""
    return ", ".join(_restrictions(filters, profile))


def _figures(parts: Computing, periods: Sequence[Period], filters: ActFilter, group_by: GroupKey | None = None) -> Figures:
    return compute_figures(
        parts.database, parts.namespace, periods=periods, filters=filters, date_field=parts.date_field, group_by=group_by
    )


def _acts(asked: FiguresAsked, parts: Computing, periods: Sequence[Period], filters: ActFilter) -> list[Act]:
    extremes = {"max": "amount_desc", "min": "amount_asc"}
    extreme = next((extremes[measure] for measure in asked.measures if measure in extremes), None)
    if asked.top and asked.ranked_by is None:
        order, limit = ("amount_asc" if asked.ascending else "amount_desc"), asked.top
    elif extreme is not None and asked.ranked_by is None:
        order, limit = extreme, 1
    elif asked.listing:
        order, limit = "date", 0
    else:
        return []
    wanted = filters if asked.listing and not asked.top else replace(filters, has_amount=True)
    return find_acts(
        parts.database, parts.namespace, periods=periods, filters=wanted, date_field=parts.date_field, order=order, limit=limit or None  # type: ignore[arg-type]
    )  # fmt: skip


def _ranked(asked: FiguresAsked, parts: Computing, periods: Sequence[Period], filters: ActFilter) -> list[Group]:
    if asked.ranked_by is None:
        return []
    groups = [group for group in _figures(parts, periods, filters, asked.ranked_by).groups if group.key]
    by_sum = "sum" in asked.measures or "count" not in asked.measures
    sign = 1 if asked.ascending else -1
    groups.sort(key=lambda group: (sign * (group.totals.total if by_sum else group.totals.count), group.key))
    return groups[: asked.top or 1]


def _headline(figures: Figures, profile: Profile) -> Iterator[str]:
    where = _where(figures)
    restriction = filters_text(figures.filters, profile)
    what = f" ({escape(restriction)})" if restriction else ""
    if figures.totals.count == 0:
        yield _("{where}{what}: nessun atto nel periodo.").format(where=where, what=what)
        return
    yield f"{where}{what}: **{coverage_text(figures.totals, undated=figures.undated)}**; {totals_text(figures.totals, profile)}."


def _where(figures: Figures) -> str:
    if figures.periods:
        return _("Nel periodo") + " " + _(" e ").join(period_text(period.start, period.end) for period in figures.periods)
    if figures.span:
        return _("In tutto l'archivio") + f" ({period_text(*figures.span)})"
    return _("In tutto l'archivio")


def _measures(asked: FiguresAsked, totals: Totals) -> Iterator[str]:
    if totals.with_amount == 0:
        return
    if "average" in asked.measures:
        yield _("Importo medio: **{amount}** su {count} con importo.").format(
            amount=euro(totals.average), count=count_text(totals.with_amount))  # fmt: skip
    if "max" in asked.measures:
        yield _("Importo più alto: **{amount}**.").format(amount=euro(totals.maximum))
    if "min" in asked.measures:
        yield _("Importo più basso: **{amount}**.").format(amount=euro(totals.minimum))


def _each(each: Sequence[tuple[Period, Figures]], profile: Profile) -> list[str]:
    if not each:
        return []
    lines = [
        f"- {period_text(period.start, period.end)}: {count_text(figures.totals.count)}, {totals_text(figures.totals, profile)}"
        for period, figures in each
    ]
    if len(each) == 2:
        first, second = each[0][1].totals, each[1][1].totals
        lines.append("- " + _("differenza: {count} atti, {amount}").format(
            count=number(first.count - second.count), amount=euro(first.total - second.total)))  # fmt: skip
    return ["\n".join(lines)]


def _groups(groups: dict[GroupKey, tuple[Group, ...]], profile: Profile) -> list[str]:
    blocks = []
    for key, rows in groups.items():
        lines = [
            f"- {escape(group_label(key, row.key, profile))}: {count_text(row.totals.count)}, {totals_text(row.totals, profile)}"
            for row in rows
        ]
        if lines:
            blocks.append("\n".join(lines))
    return blocks


def _ranking(ranked: Sequence[Group], asked: FiguresAsked, profile: Profile) -> list[str]:
    if not ranked or asked.ranked_by is None:
        return []
    lines = [
        f"{n}. {escape(group_label(asked.ranked_by, row.key, profile))}: {count_text(row.totals.count)}, {totals_text(row.totals, profile)}"
        for n, row in enumerate(ranked, start=1)
    ]
    return ["\n".join(lines)]


def _listing(asked: FiguresAsked, acts: Sequence[Act], totals: Totals, profile: Profile) -> list[str]:
    if not acts:
        return []
    lines = [act_line(act, profile) for act in acts[:SHOWN_ACTS]]
    if len(acts) > SHOWN_ACTS:
        lines.append(_("… e altri {count}, tutti nella tabella e nel CSV.").format(count=count_text(len(acts) - SHOWN_ACTS)))
    return ["\n".join(lines)]


def group_label(key: GroupKey, value: str, profile: Profile) -> str:
    """The label of a row of a breakdown."""
    language = current_language()
    if not value:
        return _("non indicato")
    match key:
        case "act_type":
            return profile.act_type_label(value, language)
        case "kind":
            return profile.kind_label(value, language)
        case "organ":
            return profile.organ_label(value, language)
        case "day" | "week" | "month" | "quarter" | "year":
            return calendar_label(key, date.fromisoformat(value))
        case _:
            return value


def calendar_label(key: GroupKey, first: date) -> str:
    """`04/2026`, `settimana dal 06/04/2026`, `2° trimestre 2026`, `2026` or a day."""
    match key:
        case "month":
            return f"{first:%m/%Y}"
        case "week":
            return _("settimana dal {day}").format(day=date_text(first))
        case "quarter":
            return _("{number}° trimestre {year}").format(number=(first.month + 2) // 3, year=first.year)
        case "year":
            return str(first.year)
        case _:
            return date_text(first)


def _restrictions(filters: ActFilter, profile: Profile) -> Iterator[str]:
    language = current_language()
    yield from (profile.act_type_label(value, language) for value in filters.act_type)
    yield from (_("non {value}").format(value=profile.act_type_label(value, language)) for value in filters.not_act_type)
    yield from (profile.kind_label(value, language) for value in filters.kind)
    yield from (_("non {value}").format(value=profile.kind_label(value, language)) for value in filters.not_kind)
    yield from (profile.organ_label(value, language) for value in filters.organ)
    yield from (profile.role_label(value, language) for value in filters.role)
    yield from (*filters.issuer, *filters.office, *filters.supplier)
    yield from (f"CIG {code}" for code in filters.cig)
    yield from (f"CUP {code}" for code in filters.cup)
    yield from (f"n. {value}" for value in filters.number)
    yield from (str(value) for value in filters.year)
    yield from _amount_bounds(filters)
    yield from (_("senza {field}").format(field=profile.field_label(name, language)) for name in filters.missing)
    yield from (f"«{word}»" for word in filters.words)


def _amount_bounds(filters: ActFilter) -> Iterator[str]:
    bounds = (
        (_("da {amount}"), filters.amount_min), (_("fino a {amount}"), filters.amount_max),
        (_("oltre {amount}"), filters.amount_over), (_("sotto {amount}"), filters.amount_under),
    )  # fmt: skip
    yield from (text.format(amount=euro(amount)) for text, amount in bounds if amount is not None)
    if filters.has_amount is not None:
        yield _("con importo") if filters.has_amount else _("senza importo")


def totals_data(totals: Totals) -> dict[str, Any]:
    """Totals as JSON: amounts are strings with two places."""
    return {
        "count": totals.count, "with_amount": totals.with_amount, "without_amount": totals.without_amount, "sum": str(totals.total),
        "average": _text(totals.average), "max": _text(totals.maximum), "min": _text(totals.minimum),
        "by_role": {item.role: {"count": item.count, "sum": str(item.total)} for item in totals.by_role}, "vat": dict(totals.vat),
    }  # fmt: skip


def _data(
    figures: Figures,
    groups: dict[GroupKey, tuple[Group, ...]],
    each: Sequence[tuple[Period, Figures]],
    acts: Sequence[Act],
    ranked: Sequence[Group],
    asked: FiguresAsked,
) -> dict[str, Any]:
    return {
        "totals": totals_data(figures.totals),
        "undated": figures.undated,
        "groups": {key: [{"key": row.key, **totals_data(row.totals)} for row in rows] for key, rows in groups.items()},
        "by_period": [{"from": _iso(p.start), "to": _iso(p.end), **totals_data(found.totals)} for p, found in each],
        "ranking": [{"key": row.key, **totals_data(row.totals)} for row in ranked],
        "ranked_by": asked.ranked_by,
        "acts": [
            {"act_id": act.act_id, "number": act.number, "date": _iso(act.act_date), "amount": _text(act.amount), "subject": act.subject,
             "kind": act.kind, "act_type": act.act_type, "issuer": act.issuer}
            for act in acts
        ],
    }  # fmt: skip


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None

"""The truth about a corpus: every act and every figure, counted here from the generator's own list and from nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from digest_engine.demo.plan import YEAR, DemoAct
from digest_engine.demo.render import subject_of

CENT = Decimal("0.01")
RULES = (
    "The key of an act is issuer, kind, organ, number, year; kind, organ, type, role and VAT flag are words of the profile pa_italiana.",
    "An act counts once, however many files hold it: `files` lists them, the first is the primary one.",
    "Periods are by `date` (the day of adoption); an act without a date is in `overall` and `undated` and in no period.",
    "Keys of periods are their first day; weeks run from Monday to Sunday.",
    "A rettifica counts as an act and removes none. The amount it corrects is no longer summed (`superseded_by` names the rettifica); "
    "the corrected amount is summed once, with the rettifica's own date, type and role.",
    "`with_amount`, `total`, `by_role`, `vat`, average, minimum and maximum are over the amounts that are summed; averages round half-up.",
    "`amount` is what the act prints; `vat` says whether VAT is in it. A net figure (`esclusa`) stays net: VAT is never computed.",
)


@dataclass(frozen=True, slots=True)
class FiledAct:
    """An act and its documents, by name; a document in a zip is named `folder/batch.zip/member`."""

    act: DemoAct
    documents: Mapping[str, bytes]


def write_truth(path: Path, *, filed: Sequence[FiledAct], seed: int) -> None:
    """Write the truth file: seed, rules, acts, documents and figures."""
    acts = [one.act for one in filed]
    superseded = {act.target.seed: key_of(act) for act in acts if act.target is not None}
    counted = [_Counted(act, None if act.seed in superseded else act.facts.amount) for act in acts]
    truth = {
        "seed": seed,
        "rules": RULES,
        "acts": [_act(one, superseded_by=superseded.get(one.act.seed)) for one in filed],
        "documents": {name: _document(data, act=one.act) for one in filed for name, data in one.documents.items()},
        "gaps": _gaps(acts),
        "figures": _figures(counted),
    }
    path.write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def key_of(act: DemoAct) -> dict[str, Any]:
    """The identity of an act."""
    return {"issuer": act.body.issuer, "kind": act.register.kind, "organ": act.register.organ, "number": act.number, "year": YEAR}


@dataclass(frozen=True, slots=True)
class _Counted:
    act: DemoAct
    amount: Decimal | None


def _act(filed: FiledAct, *, superseded_by: dict[str, Any] | None) -> dict[str, Any]:
    act, facts = filed.act, filed.act.facts
    has_amount = facts.amount is not None
    return {
        "key": key_of(act),
        "date": _iso(act.act_date),
        "publication_from": _iso(act.publication_from),
        "publication_to": _iso(act.publication_to),
        "type": act.case.type,
        "amount": _money(facts.amount),
        "role": act.case.role if has_amount else None,
        "vat": facts.vat if has_amount else None,
        "cig": list(facts.cig),
        "cup": [facts.cup] if facts.cup else [],
        "subject": subject_of(act),
        "corrects": key_of(act.target) if act.target is not None else None,
        "superseded_by": superseded_by,
        "files": list(filed.documents),
    }


def _document(data: bytes, *, act: DemoAct) -> dict[str, Any]:
    return {"sha256": hashlib.sha256(data).hexdigest(), "act": key_of(act)}


def _gaps(acts: Iterable[DemoAct]) -> list[dict[str, Any]]:
    registers = {(act.body.issuer, act.register.key): act.register for act in acts}
    return [
        {"issuer": issuer, "kind": register.kind, "organ": register.organ, "year": YEAR, "missing": list(map(str, register.skip))}
        for (issuer, _), register in registers.items()
        if register.skip
    ]


def _figures(counted: Sequence[_Counted]) -> dict[str, Any]:
    dated = [one for one in counted if one.act.act_date is not None]
    return {
        "overall": _totals(counted),
        "undated": _totals([one for one in counted if one.act.act_date is None]),
        "by_issuer": _grouped(counted, lambda one: one.act.body.issuer),
        "by_month": _grouped(dated, lambda one: _day(one).replace(day=1).isoformat()),
        "by_week": _grouped(dated, lambda one: (_day(one) - timedelta(days=_day(one).weekday())).isoformat()),
        "by_day": _grouped(dated, lambda one: _day(one).isoformat()),
        "by_publication_month": _grouped(counted, lambda one: one.act.publication_from.replace(day=1).isoformat()),
    }


def _day(one: _Counted) -> date:
    day = one.act.act_date
    if day is None:
        raise ValueError("an act without a date is in no period")
    return day


def _grouped(counted: Iterable[_Counted], key: Callable[[_Counted], str]) -> dict[str, Any]:
    groups: dict[str, list[_Counted]] = {}
    for one in counted:
        groups.setdefault(key(one), []).append(one)
    return {name: _totals(groups[name]) for name in sorted(groups)}


def _totals(counted: Sequence[_Counted]) -> dict[str, Any]:
    amounts = [one.amount for one in counted if one.amount is not None]
    total = sum(amounts, Decimal(0))
    with_amount = [one for one in counted if one.amount is not None]
    return {
        "count": len(counted),
        "with_amount": len(amounts),
        "total": _money(total),
        "average": _money((total / len(amounts)).quantize(CENT, ROUND_HALF_UP)) if amounts else None,
        "minimum": _money(min(amounts)) if amounts else None,
        "maximum": _money(max(amounts)) if amounts else None,
        "by_role": _breakdown(with_amount, lambda one: one.act.case.role),
        "vat": {flag: sum(one.act.facts.vat == flag for one in with_amount) for flag in sorted({one.act.facts.vat for one in with_amount})},
        "by_act_type": _breakdown(counted, lambda one: one.act.case.type),
    }


def _breakdown(counted: Sequence[_Counted], key: Callable[[_Counted], str]) -> dict[str, Any]:
    rows: dict[str, dict[str, Any]] = {}
    for name in sorted({key(one) for one in counted}):
        members = [one for one in counted if key(one) == name]
        amounts = [one.amount for one in members if one.amount is not None]
        rows[name] = {"count": len(members), "with_amount": len(amounts), "total": _money(sum(amounts, Decimal(0)))}
    return rows


def _money(amount: Decimal | None) -> str | None:
    return None if amount is None else f"{amount:.2f}"


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None

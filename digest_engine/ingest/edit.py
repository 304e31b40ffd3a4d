"""Editing acts by hand: what a person types is checked as strictly as what is read, then locked, journalled and re-indexed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, get_args

from sqlalchemy import Connection, select

from digest_engine.catalog import schema
from digest_engine.catalog.acts import get_act
from digest_engine.catalog.chunk_rows import update_contexts
from digest_engine.catalog.database import Database
from digest_engine.catalog.edits import last_edit, mark_undone, restore, save_edit
from digest_engine.catalog.stored import load_stored
from digest_engine.chunks.base import ChunkStore
from digest_engine.errors import InputError
from digest_engine.ingest.extract.codes import is_cig, is_cup
from digest_engine.ingest.extract.money import read_number
from digest_engine.ingest.identity import identity_of
from digest_engine.ingest.situate import context_of
from digest_engine.periods import parse_date
from digest_engine.profiles import Profile
from digest_engine.types import Act, AmountRole, FieldScalar, VatFlag

DAYS = frozenset({"act_date", "publication_from", "publication_to"})
LISTS = frozenset({"cig", "cup", "topics"})
TEXTS = frozenset(
    {"kind", "organ", "number", "issuer", "office", "rup", "subject", "supplier", "supplier_vat", "personnel_role", "temporal_scope"}
)
EDITABLE = DAYS | LISTS | TEXTS | {"year", "act_type", "amount", "amount_role", "amount_vat"}


@dataclass(frozen=True, slots=True)
class Editing:
    """The parts editing needs."""

    database: Database
    chunks: ChunkStore
    profile: Profile
    now: datetime


def edit_act(act_id: str, changes: Mapping[str, str | None], parts: Editing) -> Act:
    """Set fields of an act from text as a person writes it (`1.234,56`, `14/05/2026`); None or blank empties a field."""
    typed = {name: parse_field(name, text, parts.profile) for name, text in changes.items()}
    with parts.database.writing() as connection:
        act = replace(load_stored(connection, act_id), **_as_act_values(typed))
        save_edit(connection, act, typed, identity_key=identity_of(act), at=parts.now)
        _reindex(connection, act, parts)
    return get_act(parts.database, act_id)


def undo_edit(act_id: str, parts: Editing, *, field: str | None = None) -> Act:
    """Take the latest standing edit (of `field`) back; the field is open to re-extraction again where no other edit of it stands."""
    with parts.database.writing() as connection:
        entry_id, name, old = last_edit(connection, act_id, field)
        act = restore(load_stored(connection, act_id), name, old)
        save_edit(connection, act, {}, identity_key=identity_of(act), at=parts.now)
        mark_undone(connection, entry_id, act_id, name)
        _reindex(connection, act, parts)
    return get_act(parts.database, act_id)


def parse_field(name: str, text: str | None, profile: Profile) -> FieldScalar | None:
    """The typed value of a field; `InputError` names the field and what it takes."""
    if name not in EDITABLE:
        raise InputError(f"field {name!r} can't be edited; editable: {', '.join(sorted(EDITABLE))}")
    written = (text or "").strip()
    if not written:
        return None
    if name in DAYS:
        return _day(name, written)
    if name in LISTS:
        return _codes(name, written)
    if name == "amount":
        return _amount(written)
    if name == "year":
        return _year(written)
    return _choice(name, written, profile)


def _day(name: str, written: str) -> date:
    found = parse_date(written)
    if found is None:
        raise InputError(f"field {name!r}: {written!r} is no date; write 14/05/2026")
    return found


def _codes(name: str, written: str) -> tuple[str, ...]:
    items = tuple(dict.fromkeys(item.strip() for item in written.replace(";", ",").split(",") if item.strip()))
    if name == "topics":
        return items
    codes = tuple(item.upper() for item in items)
    wrong = [code for code in codes if not (is_cig(code) if name == "cig" else is_cup(code))]
    if wrong:
        raise InputError(f"field {name!r}: {wrong[0]!r} has not the form of a {name.upper()}")
    return codes


def _amount(written: str) -> FieldScalar:
    readings = read_number(written.replace("€", "").strip())
    if len(readings) != 1:
        raise InputError(f"field 'amount': {written!r} is no amount, or can be read in two ways; write 1.234,56")
    return readings[0]


def _year(written: str) -> int:
    if not (written.isdigit() and 1900 <= int(written) <= 2100):
        raise InputError(f"field 'year': {written!r} is no year")
    return int(written)


def _choice(name: str, written: str, profile: Profile) -> str:
    if name == "act_type":
        known = profile.act_type(written)
        if known is None:
            raise InputError(f"field 'act_type': {written!r} is none of {', '.join(item.value for item in profile.act_types)}")
        return known.value
    allowed: dict[str, tuple[str, ...]] = {"amount_role": get_args(AmountRole), "amount_vat": get_args(VatFlag)}
    if name in allowed and written not in allowed[name]:
        raise InputError(f"field {name!r}: {written!r} is none of {', '.join(allowed[name])}")
    return written


def _as_act_values(typed: Mapping[str, FieldScalar | None]) -> dict[str, Any]:
    """Fields of `Act`: lists are never None, roles and flags fall back to their neutral value."""
    neutral: dict[str, Any] = {"amount_role": "altro", "amount_vat": "ignota", **dict.fromkeys(LISTS, ())}
    return {name: neutral.get(name) if value is None else value for name, value in typed.items()}


def _reindex(connection: Connection, act: Act, parts: Editing) -> None:
    """The context of the act's passages says its values: write it anew and queue the points."""
    context = context_of(act, parts.profile)
    index = schema.chunk_index
    chunk_ids = list(connection.scalars(select(index.c.chunk_id).where(index.c.act_id == act.act_id)))
    found = parts.chunks.get_many(act.namespace, chunk_ids)
    rows = [(act.namespace, outcome.chunk_id, context, outcome.chunk.text) for outcome in found if outcome.chunk is not None]
    update_contexts(connection, rows, at=parts.now)

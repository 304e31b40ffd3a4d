"""What the caller says of the acts it gives: `additional_metadata` and `doc_date`. It wins over what is read, and is locked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from digest_engine.errors import InputError
from digest_engine.ingest.edit import EDITABLE, parse_field
from digest_engine.payload import PROFILE_PREFIX, RESERVED, TEXT_KEYS
from digest_engine.periods import parse_date
from digest_engine.profiles import Profile
from digest_engine.types import FieldScalar, FieldValue

# Payload names of fields that a caller may set: everything else in a payload is the engine's own.
SETTABLE = EDITABLE | {"date"}


def given_values(metadata: Mapping[str, Any] | None, doc_date: str | None, profile: Profile) -> dict[str, FieldValue]:
    """The fields a caller sets on every act of an ingestion.

    `date` (or `doc_date`) in any Italian form is the act's date. A column name the profile knows (`ente`) is its field; any other name is
    a field of the caller's own and goes to the payload with the prefix `sc_`. `InputError` for an impossible date or a reserved name.
    """
    written = {name: value for name, value in (metadata or {}).items() if value is not None}
    if doc_date is not None:
        written.setdefault("date", doc_date)
    fields: dict[str, FieldValue] = {}
    for name, value in written.items():
        field = _field(name, profile)
        fields[field] = FieldValue(_value(name, field, value, profile), method="hand", rule="given")
    if "act_date" in fields:
        fields["date_precision"] = FieldValue("day", method="hand", rule="given")
    return fields


def _field(name: str, profile: Profile) -> str:
    plain = name.strip().lower()
    if plain == "date":
        return "act_date"
    if plain in EDITABLE:
        return plain
    if plain in RESERVED or plain.removeprefix(PROFILE_PREFIX) in TEXT_KEYS or plain.removeprefix(PROFILE_PREFIX) in RESERVED:
        raise InputError(f"additional_metadata can't set {name!r}: it is reserved; settable: {', '.join(sorted(SETTABLE))}")
    column = next((field for field, aliases in profile.rules.rows.columns.items() if plain in aliases), "")
    return column if column in EDITABLE else plain.removeprefix(PROFILE_PREFIX)


def _value(name: str, field: str, value: Any, profile: Profile) -> FieldScalar:
    if isinstance(value, list | tuple):
        text = ", ".join(str(item) for item in value)
    elif isinstance(value, date):
        text = value.isoformat()
    elif isinstance(value, float):
        text = f"{value:.2f}"
    elif isinstance(value, str | int) and not isinstance(value, bool):
        text = str(value)
    else:
        raise InputError(f"additional_metadata {name!r} holds {type(value).__name__}; give text, a number, a date or a list of texts")
    if field == "act_date" and parse_date(text) is None:
        raise InputError(f"additional_metadata {name!r}: {text!r} is no date; write 14/05/2026")
    if field not in EDITABLE:
        return tuple(str(item) for item in value) if isinstance(value, list | tuple) else text
    parsed = parse_field(field, text, profile)
    if parsed is None:
        raise InputError(f"additional_metadata {name!r} is empty; leave it out instead")
    return parsed

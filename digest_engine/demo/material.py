"""The demo's material: bodies, cases, programme and phrases, read from the YAML and text files beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import yaml

from digest_engine.types import AmountRole

ROLES: Mapping[str, AmountRole] = {
    "liquidazione": "liquidato",
    "rimborso": "liquidato",
    "acquisto_beni": "impegnato",
    "acquisto_servizi": "impegnato",
    "acquisto_farmaci": "impegnato",
    "acquisto_dispositivi_medici": "impegnato",
    "incarico_professionale": "impegnato",
    "appalto": "aggiudicato",
}


@dataclass(frozen=True, slots=True)
class Body:
    """An invented public body and the way in which it writes: see the head of bodies.yaml."""

    key: str
    issuer: str
    folder: str
    prefix: str
    date: str
    figure: str
    wrap: int
    money: str
    amount: Mapping[str, list[str]]
    premises: str
    opening: str
    keywords: list[str]
    numbering: str
    offices: Mapping[str, str]
    footer: str
    common: Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Case:
    """What an act decides, with its passages. `low` and `high` bound the amount; both None: no amount. `rate` is the VAT, per cent."""

    key: str
    type: str
    role: AmountRole
    tags: tuple[str, ...]
    low: Decimal | None
    high: Decimal | None
    vat: tuple[str, ...]
    rate: int
    whole: bool
    cig: str
    cup: bool
    table: str
    pick: Mapping[str, str]
    subject: str
    premises: tuple[str, ...]
    after_table: str
    decides: tuple[str, ...]
    has_amount: bool
    long: bool


@dataclass(frozen=True, slots=True)
class Pin:
    """An act set in the programme by hand: see the head of program.yaml."""

    case: str
    day: date | None
    near: date | None = None
    publication: date | None = None
    group: str = ""
    month: date | None = None
    name: str = ""
    corrects: str = ""
    amount: Decimal | None = None
    vat: str = ""


@dataclass(frozen=True, slots=True)
class Register:
    """A register of a body: what it adopts, from which number on, over which days, and in which formats it is filed."""

    body: str
    key: str
    kind: str
    organ: str
    layout: str
    upper_subject: bool
    first: int
    skip: tuple[int, ...]
    span: tuple[date, date]
    publication_lag: tuple[int, int]
    formats: Mapping[str, int]
    twins: int
    copies: int
    zip: bool
    acts: Mapping[str, int]
    pinned: tuple[Pin, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that the generator draws from."""

    bodies: Mapping[str, Body]
    cases: Mapping[str, Case]
    registers: tuple[Register, ...]
    vocabulary: Mapping[str, list[str]]
    phrases: Mapping[str, Any]
    layouts: Mapping[str, str]


@lru_cache
def load_material() -> Material:
    """The material, read once."""
    folder = files("digest_engine.demo") / "data"
    cases = [_case(entry) for path in sorted((folder / "cases").iterdir(), key=lambda found: found.name) for entry in _yaml(path)]
    return Material(
        bodies={entry["key"]: Body(**entry) for entry in _yaml(folder / "bodies.yaml")},
        cases={case.key: case for case in cases},
        registers=tuple(_register(entry) for entry in _yaml(folder / "program.yaml")),
        vocabulary=_yaml(folder / "vocabulary.yaml")["lists"],
        phrases=_yaml(folder / "phrases.yaml"),
        layouts={path.name.removesuffix(".txt"): path.read_text(encoding="utf-8") for path in (folder / "layouts").iterdir()},
    )


def _yaml(path: Traversable) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def _case(entry: Mapping[str, Any]) -> Case:
    bounds = entry["amount"] if isinstance(entry["amount"], list) else [None, None]
    return Case(
        key=entry["key"],
        type=entry["type"],
        role=entry.get("role", ROLES.get(entry["type"], "altro")),
        tags=tuple(entry["tags"]),
        low=None if bounds[0] is None else Decimal(bounds[0]),
        high=None if bounds[1] is None else Decimal(bounds[1]),
        vat=tuple(entry.get("vat", ["ignota"])),
        rate=entry.get("rate", 22),
        whole=entry.get("whole", False),
        cig=entry["cig"],
        cup=entry.get("cup", False),
        table=entry.get("table", ""),
        pick=entry["pick"],
        subject=entry["subject"],
        premises=tuple(entry["premises"]),
        after_table=entry.get("after_table", ""),
        decides=tuple(entry["decides"]),
        has_amount=entry["amount"] is not None,
        long=entry.get("long", False),
    )


def _register(entry: Mapping[str, Any]) -> Register:
    return Register(
        body=entry["body"],
        key=entry["key"],
        kind=entry["kind"],
        organ=entry["organ"],
        layout=entry["layout"],
        upper_subject=entry.get("upper_subject", False),
        first=entry["first"],
        skip=tuple(entry["skip"]),
        span=(entry["span"][0], entry["span"][1]),
        publication_lag=tuple(entry.get("publication_lag", (0, 6))),
        formats=entry["formats"],
        twins=entry.get("twins", 0),
        copies=entry.get("copies", 0),
        zip=entry.get("zip", False),
        acts=entry["acts"],
        pinned=tuple(_pin(pin) for pin in entry.get("pinned", [])),
    )


def _pin(entry: Mapping[str, Any]) -> Pin:
    amount = entry.get("amount")
    return Pin(**{**entry, "amount": None if amount is None else Decimal(amount)})

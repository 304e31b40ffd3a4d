"""The rules of `pa_italiana` read the demo's acts as their truth says, document by document."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from digest_engine.demo import build_demo
from digest_engine.ingest.extract import extract
from digest_engine.ingest.readers import read
from digest_engine.profiles import load_profile
from digest_engine.types import ExtractedAct

Truth = Mapping[str, Any]
Reader = Callable[[ExtractedAct], object]


def value(name: str) -> Reader:
    return lambda act: act.values[name].value if name in act.values else None


def day(name: str) -> Reader:
    return lambda act: act.values[name].value.isoformat() if name in act.values else None  # type: ignore[union-attr]


def codes(name: str) -> Reader:
    return lambda act: sorted(act.values[name].value) if name in act.values else []  # type: ignore[arg-type]


def folded(name: str) -> Reader:
    return lambda act: " ".join(str(act.values[name].value).casefold().split()) if name in act.values else None


def amount(act: ExtractedAct) -> str | None:
    return f"{act.values['amount'].value:.2f}" if "amount" in act.values else None


def of_amount(name: str) -> Reader:
    """A property of the amount, where the rules found one at all."""
    return lambda act: act.values[name].value if "amount" in act.values else None


def correction(act: ExtractedAct) -> object:
    return [relation.target_number for relation in act.relations if relation.kind == "rettifica"]


FIELDS: dict[str, tuple[Reader, Callable[[Truth], object]]] = {
    "kind": (value("kind"), lambda act: act["key"]["kind"]),
    "organ": (value("organ"), lambda act: act["key"]["organ"]),
    "number": (value("number"), lambda act: act["key"]["number"]),
    "year": (value("year"), lambda act: act["key"]["year"]),
    "issuer": (folded("issuer"), lambda act: act["key"]["issuer"].casefold()),
    "subject": (folded("subject"), lambda act: act["subject"].casefold()),
    "date": (day("act_date"), lambda act: act["date"]),
    "publication_from": (day("publication_from"), lambda act: act["publication_from"]),
    "publication_to": (day("publication_to"), lambda act: act["publication_to"]),
    "act_type": (value("act_type"), lambda act: act["type"]),
    "amount": (amount, lambda act: act["amount"]),
    "amount_role": (of_amount("amount_role"), lambda act: act["role"]),
    "amount_vat": (of_amount("amount_vat"), lambda act: act["vat"]),
    "cig": (codes("cig"), lambda act: sorted(act["cig"])),
    "cup": (codes("cup"), lambda act: sorted(act["cup"])),
    "corrected act": (correction, lambda act: [act["corrects"]["number"]] if act["corrects"] else []),
}


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Truth, ExtractedAct]]:
    corpus, profile = build_demo(tmp_path_factory.mktemp("demo")), load_profile("pa_italiana")
    acts = {name: act for act in json.loads(corpus.truth_path.read_text(encoding="utf-8"))["acts"] for name in act["files"]}
    names = [(path, path.relative_to(corpus.folder).as_posix()) for path in corpus.files]
    documents = [document for path, name in names for document in read(path.read_bytes(), name).documents]
    return [(document.name, acts[document.name], extract(document, profile)) for document in documents]


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_read_in_every_document(readings: list[tuple[str, Truth, ExtractedAct]], field: str) -> None:
    found, expected = FIELDS[field]
    wrong = {name: (found(act), expected(truth)) for name, truth, act in readings if found(act) != expected(truth)}
    assert not wrong, f"{len(wrong)} of {len(readings)}"


def test_every_document_of_the_demo_is_read(readings: list[tuple[str, Truth, ExtractedAct]]) -> None:
    assert len(readings) == 265

"""Values set by hand or by the caller: checked, locked, journalled, undoable, and in the payloads."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from digest_engine import Engine, FileInput
from digest_engine.errors import ConflictError, InputError, NotFoundError
from tests.support import NAMESPACE, act_text, file_of


def take(engine: Engine, **values: Any) -> str:
    engine.ingest([file_of(41)], namespace=NAMESPACE, **values)
    return engine.acts(NAMESPACE)[0].act_id


def payloads(engine: Engine) -> list[dict[str, Any]]:
    engine.index()
    engine.vectors.ensure_ready(engine.encoder.identity)
    found = [dict(point.payload) for point in engine.vectors.scan(namespace=NAMESPACE)]
    engine.vectors.close()
    return found


def test_an_edit_is_journalled_and_in_the_figures(engine: Engine) -> None:
    act_id = take(engine)
    engine.edit(act_id, {"amount": "2.000,50"})
    assert engine.figures(NAMESPACE).totals.total == Decimal("2000.50")
    entry = engine.act(act_id).journal[0]
    assert (entry.field, entry.old, entry.new) == ("amount", "1250.00", "2000.50")


def test_an_edit_is_in_the_payload_of_every_passage(engine: Engine) -> None:
    act_id = take(engine)
    engine.index()
    engine.edit(act_id, {"act_type": "appalto"})
    assert {payload["act_type"] for payload in payloads(engine)} == {"appalto"}


def test_an_edit_can_be_undone(engine: Engine) -> None:
    act_id = take(engine)
    engine.edit(act_id, {"amount": "2.000,50"})
    assert engine.undo(act_id).amount == Decimal("1250.00")
    assert engine.figures(NAMESPACE).totals.total == Decimal("1250.00")


def test_an_edit_survives_reading_the_act_again(engine: Engine) -> None:
    act_id = take(engine)
    engine.edit(act_id, {"amount": "2.000,50"})
    engine.reextract(NAMESPACE)
    assert engine.act(act_id).act.amount == Decimal("2000.50")


def test_reading_again_by_the_same_rules_changes_nothing(engine: Engine) -> None:
    take(engine)
    before = engine.acts(NAMESPACE)
    report = engine.reextract(NAMESPACE)
    assert (report.changed, report.unchanged, report.unreadable) == ((), 1, ())
    assert engine.acts(NAMESPACE) == before


def test_an_edited_identity_can_not_take_that_of_another_act(engine: Engine) -> None:
    engine.ingest([file_of(41), file_of(42, subject="Altra fornitura")], namespace=NAMESPACE)
    second = next(act for act in engine.acts(NAMESPACE) if act.number == "42")
    with pytest.raises(ConflictError, match="already"):
        engine.edit(second.act_id, {"number": "41"})


@pytest.mark.parametrize(
    ("field", "text"),
    [("amount", "molto"), ("act_date", "31/02/2026"), ("cig", "XYZ"), ("act_type", "BOH"), ("amount_role", "regalato"), ("version", "3")],
)
def test_a_bad_value_is_refused_with_the_name_of_the_field(engine: Engine, field: str, text: str) -> None:
    act_id = take(engine)
    with pytest.raises(InputError, match=field):
        engine.edit(act_id, {field: text})


def test_a_field_can_be_emptied(engine: Engine) -> None:
    act_id = take(engine)
    assert engine.edit(act_id, {"amount": ""}).amount is None


def test_the_seed_form_of_additional_metadata_is_understood(engine: Engine) -> None:
    act_id = take(engine, additional_metadata={"date": "14/05/2026", "ente": "ASL Brindisi", "progetto": "PNRR"})
    act = engine.act(act_id).act
    assert (act.act_date, act.issuer, act.extra["progetto"]) == (date(2026, 5, 14), "ASL Brindisi", "PNRR")
    assert {(payload["date"], payload["date_key"], payload["sc_progetto"]) for payload in payloads(engine)} == {
        ("2026-05-14", 20260514, "PNRR")
    }


def test_the_caller_wins_over_what_is_read(engine: Engine) -> None:
    act_id = take(engine, additional_metadata={"act_type": "appalto"})
    engine.reextract(NAMESPACE)
    assert engine.act(act_id).act.act_type == "appalto"


def test_doc_date_dates_an_act_that_has_no_date(engine: Engine) -> None:
    text = act_text(41).replace(" DEL 14/04/2026", "")
    engine.ingest([FileInput("a.txt", text.encode())], namespace=NAMESPACE, doc_date="1° maggio 2026")
    assert engine.acts(NAMESPACE)[0].act_date == date(2026, 5, 1)


@pytest.mark.parametrize(
    "metadata",
    [{"date": "31/02/2026"}, {"namespace": "altro"}, {"digest_type": "digest"}, {"chunk_id": "x"}, {"text": "x"}, {"amount": {"a": 1}}],
)
def test_bad_metadata_is_refused_before_anything_is_stored(engine: Engine, metadata: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(metadata))):
        take(engine, additional_metadata=metadata)
    assert engine.namespaces() == []


def test_values_of_the_caller_survive_reading_again(engine: Engine) -> None:
    engine.ingest([file_of(1)], namespace=NAMESPACE, additional_metadata={"fascicolo": "7/B", "ente": "Comune di Altrove"})
    engine.reextract(NAMESPACE)
    act = engine.acts(NAMESPACE)[0]
    assert (act.extra["fascicolo"], act.issuer) == ("7/B", "Comune di Altrove")


def test_a_conflict_of_identity_survives_reading_again(engine: Engine) -> None:
    subjects = ("Fornitura di carta per gli uffici", "Nomina della commissione di gara per la palestra")
    engine.ingest([file_of(1, subject=subject, day=date(2026, 4, 1 + n)) for n, subject in enumerate(subjects)], namespace=NAMESPACE)
    flags = {act.act_id: act.review for act in engine.acts(NAMESPACE)}
    assert any("identity_conflict" in flag for review in flags.values() for flag in review)
    engine.reextract(NAMESPACE)
    assert {act.act_id: act.review for act in engine.acts(NAMESPACE)} == flags


def test_an_act_of_another_namespace_is_not_read_again(engine: Engine) -> None:
    engine.ingest([file_of(1)], namespace=NAMESPACE)
    engine.create_namespace("altra")
    with pytest.raises(NotFoundError):
        engine.reextract("altra", [engine.acts(NAMESPACE)[0].act_id])

"""When two documents are the same act, and what a correction does to sums."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from digest_engine import Engine
from digest_engine.types import Relation
from tests.support import NAMESPACE, put_act

DAY = date(2026, 4, 14)


def test_the_same_identity_is_one_act_with_two_documents(engine: Engine) -> None:
    first = put_act(engine, number="12", subject="Fornitura di carta", act_date=DAY, amount="10")
    second = put_act(engine, number="12", subject="FORNITURA DI CARTA", act_date=DAY, amount="10", texts=("altro testo",))
    assert (first.outcome, second.outcome, first.act_id) == ("new", "copy", second.act_id)
    assert engine.figures(NAMESPACE).totals.total == Decimal("10.00")


def test_a_missing_part_of_the_identity_never_merges(engine: Engine) -> None:
    for text in ("a", "b"):
        put_act(engine, organ=None, number="12", subject="Fornitura di carta", act_date=DAY, texts=(text,))
    assert engine.figures(NAMESPACE).totals.count == 2


def test_the_same_number_with_another_subject_is_kept_apart_and_flagged(engine: Engine) -> None:
    put_act(engine, number="12", subject="Fornitura di carta", act_date=DAY)
    second = put_act(engine, number="12", subject="Nomina del revisore dei conti", act_date=date(2026, 5, 2))
    assert second.conflict
    assert engine.figures(NAMESPACE).totals.count == 2
    assert any(note.startswith("identity_conflict") for note in engine.act(second.act_id).act.review)


def test_a_new_text_of_the_same_act_replaces_the_old_values(engine: Engine) -> None:
    put_act(engine, number="12", subject="Fornitura di carta", act_date=DAY, amount="10")
    second = put_act(engine, number="12", subject="Fornitura di carta", act_date=DAY, amount="12", texts=("nuova stesura",))
    assert second.outcome == "version"
    act = engine.act(second.act_id).act
    assert (act.amount, act.version) == (Decimal("12.00"), 2)
    assert engine.figures(NAMESPACE).totals.total == Decimal("12.00")


def test_the_passages_of_a_replaced_version_are_gone(engine: Engine) -> None:
    put_act(engine, number="12", subject="Fornitura di carta", act_date=DAY, amount="10", texts=("vecchio", "testo"))
    second = put_act(engine, number="12", subject="Fornitura di carta", act_date=DAY, amount="12", texts=("nuovo",))
    assert [chunk.text for page in engine.act(second.act_id).pages.values() for chunk in page] == ["nuovo"]


def test_two_liquidations_equal_but_for_the_number_are_two_acts(engine: Engine) -> None:
    for number in ("12", "13"):
        put_act(engine, number=number, subject="Liquidazione canone mensile", amount="500", act_date=DAY)
    assert engine.figures(NAMESPACE).totals.total == Decimal("1000.00")


def test_the_same_bytes_twice_change_nothing(engine: Engine) -> None:
    put_act(engine, number="12", act_date=DAY)
    assert put_act(engine, number="12", act_date=DAY).outcome == "duplicate"


def correct(engine: Engine, *, target: str = "12") -> None:
    relation = Relation("rettifica", target_kind="determina", target_number=target, target_year=2026)
    put_act(engine, number="20", subject="Rettifica", amount="500", act_date=date(2026, 4, 20), relations=(relation,), act_type="altro")


def test_a_rettifica_counts_and_its_amount_supersedes_the_wrong_one(engine: Engine) -> None:
    put_act(engine, number="12", subject="Stampati", amount="650", act_date=DAY)
    correct(engine)
    totals = engine.figures(NAMESPACE).totals
    assert (totals.count, totals.with_amount, totals.total) == (2, 1, Decimal("500.00"))


def test_the_superseded_amount_stays_readable(engine: Engine) -> None:
    wrong = put_act(engine, number="12", subject="Stampati", amount="650", act_date=DAY)
    correct(engine)
    act = engine.act(wrong.act_id).act
    assert (act.amount, act.superseded_amount) == (None, Decimal("650.00"))


def test_a_correction_works_in_either_order_of_arrival(engine: Engine) -> None:
    correct(engine)
    put_act(engine, number="12", subject="Stampati", amount="650", act_date=DAY)
    assert engine.figures(NAMESPACE).totals.total == Decimal("500.00")


def test_deleting_the_rettifica_restores_the_amount(engine: Engine) -> None:
    put_act(engine, number="12", subject="Stampati", amount="650", act_date=DAY)
    correct(engine)
    rettifica = next(act for act in engine.acts(NAMESPACE) if act.number == "20")
    engine.delete(NAMESPACE, [rettifica.act_id])
    assert engine.figures(NAMESPACE).totals.total == Decimal("650.00")


def test_a_rettifica_of_an_act_that_is_not_there_changes_nothing(engine: Engine) -> None:
    put_act(engine, number="12", subject="Stampati", amount="650", act_date=DAY)
    correct(engine, target="99")
    assert engine.figures(NAMESPACE).totals.total == Decimal("1150.00")

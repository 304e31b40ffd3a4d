"""Plans the corpus: which acts each register adopts, on which day and under which number, and in which files they are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from random import Random

from digest_engine.demo.facts import Facts, draw_facts
from digest_engine.demo.material import Body, Case, Material, Pin, Register
from digest_engine.demo.words import month_name

PUBLICATION_DAYS = 15
YEAR = 2026


@dataclass(frozen=True, slots=True)
class DemoAct:
    """One invented act. `act_date` None: the copy bears no date. `formats` are the files it is kept in; `copies` the byte-for-byte ones."""

    body: Body
    register: Register
    case: Case
    facts: Facts
    number: str
    act_date: date | None
    numbered_on: date
    publication_from: date
    publication_to: date | None
    name: str
    corrects: str
    formats: tuple[str, ...] = ("txt",)
    copies: int = 0
    target: DemoAct | None = None

    @property
    def seed(self) -> str:
        """What tells the act's own random choices from every other act's."""
        return f"{self.body.key}/{self.register.key}/{self.number}"


def plan_acts(*, seed: int, material: Material) -> list[DemoAct]:
    """Every act of the corpus, by body, register and number."""
    acts = [act for register in material.registers for act in _plan_register(register, seed=seed, material=material)]
    named = {act.name: act for act in acts if act.name}
    return [_corrected(act, target=named[act.corrects]) if act.corrects else act for act in acts]


def _plan_register(register: Register, *, seed: int, material: Material) -> list[DemoAct]:
    rng = Random(f"{seed}/{register.body}/{register.key}")
    drawn = [Pin(case=key, day=None) for key, count in sorted(register.acts.items()) for _ in range(count)]
    rng.shuffle(drawn)
    days = sorted(rng.choices(_working_days(register, closed=material.phrases["closed"]), k=len(drawn)))
    entries = [replace(pin, day=day) for pin, day in zip(drawn, days, strict=True)] + list(register.pinned)
    entries.sort(key=_day)
    last = register.first + len(entries) + len(register.skip)
    numbers = [number for number in range(register.first, last) if number not in register.skip]
    numbered = zip(entries, numbers, strict=True)
    acts = [_plan_act(pin, number=number, register=register, seed=seed, material=material) for pin, number in numbered]
    return _filed(acts, register=register, rng=rng)


def _working_days(register: Register, *, closed: list[date]) -> list[date]:
    start, end = register.span
    days = [start + timedelta(days=offset) for offset in range((end - start).days + 1)]
    return [day for day in days if day.weekday() < 5 and day not in closed]


def _day(pin: Pin) -> date:
    day = pin.day or pin.near
    if day is None:
        raise ValueError(f"the pinned act {pin.case!r} has neither a date nor a day near which it is numbered")
    return day


def _plan_act(pin: Pin, *, number: int, register: Register, seed: int, material: Material) -> DemoAct:
    day = _day(pin)
    case = material.cases[pin.case]
    rng = Random(f"{seed}/{register.body}/{register.key}/{pin.group or number}")
    # Acts of a group differ in number and month alone, so what they quote is drawn as of one day.
    facts = draw_facts(rng, case=case, pin=pin, day=register.span[0] if pin.group else day, material=material)
    month = pin.month or (day.replace(day=1) - timedelta(days=1))
    lag = timedelta(days=rng.randint(*register.publication_lag))
    published = pin.publication or day + lag
    return DemoAct(
        body=material.bodies[register.body],
        register=register,
        case=case,
        facts=replace(facts, slots={**facts.slots, "month": month_name(month), "month_year": str(month.year)}),
        number=str(number),
        act_date=pin.day,
        numbered_on=day,
        publication_from=published,
        publication_to=None if register.body == "regione" else published + timedelta(days=PUBLICATION_DAYS),
        name=pin.name,
        corrects=pin.corrects,
    )


def _filed(acts: list[DemoAct], *, register: Register, rng: Random) -> list[DemoAct]:
    kinds, weights = list(register.formats), list(register.formats.values())
    twins = set(rng.sample(range(len(acts)), k=register.twins))
    copied = set(rng.sample(range(len(acts)), k=register.copies))
    return [
        replace(act, formats=("pdf", "txt") if index in twins else tuple(rng.choices(kinds, weights)), copies=int(index in copied))
        for index, act in enumerate(acts)
    ]


def _corrected(act: DemoAct, *, target: DemoAct) -> DemoAct:
    wrong = target.facts.amount
    if wrong is None or target.act_date is None:
        raise ValueError(f"the rettifica of {act.corrects!r} has no amount or date to correct")
    slots = {**act.facts.slots, "target_number": target.number, "target_date": target.act_date, "wrong_amount": Decimal(wrong)}
    return replace(act, target=target, facts=replace(act.facts, slots=slots))

"""Draws what an act says: its amount, codes, firms, and the figures and dates of other acts that it quotes (the traps)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from random import Random

from digest_engine.demo.material import Case, Material, Pin

CENT = Decimal("0.01")
HEX = "0123456789ABCDEF"
Fact = str | Decimal | date


@dataclass(frozen=True, slots=True)
class Facts:
    """What one act says. `rows` are those of its table: invoices (number, day, money) or lots (ordinal, CIG, money)."""

    amount: Decimal | None
    vat: str
    cig: tuple[str, ...]
    cup: str | None
    slots: Mapping[str, Fact]
    rows: tuple[tuple[Fact, ...], ...]


def draw_facts(rng: Random, *, case: Case, pin: Pin, day: date, material: Material) -> Facts:
    """The facts of one act adopted about `day`; equal generators in equal states give equal facts."""
    vat = pin.vat or rng.choice(case.vat)
    amount = pin.amount or _amount(rng, case)
    count = rng.randint(2, 3)
    cig = () if case.cig == "none" else tuple(_cig(rng) for _ in range(count if case.cig == "lots" else 1))
    cup = _cup(rng) if case.cup else None
    slots: dict[str, Fact] = {name: rng.choice(material.vocabulary[source]) for name, source in sorted(case.pick.items())}
    slots |= _references(rng, day=day, cities=material.vocabulary["cities"], ordinals=material.phrases["ordinals"])
    slots |= _money(rng, amount=amount, vat=vat, rate=case.rate)
    slots |= {"cig": " ".join(cig), "cup": cup or ""}
    rows = _rows(rng, table=case.table, amount=amount, cig=cig, day=day, count=count)
    return Facts(amount=amount, vat=vat, cig=cig, cup=cup, slots=slots, rows=rows)


def _amount(rng: Random, case: Case) -> Decimal | None:
    if case.low is None or case.high is None:
        return None
    if case.whole:
        return Decimal(rng.randint(int(case.low) // 10, int(case.high) // 10) * 10).quantize(CENT)
    return Decimal(rng.randint(int(case.low * 100), int(case.high * 100))) / 100


def _references(rng: Random, *, day: date, cities: list[str], ordinals: list[str]) -> dict[str, Fact]:
    protocol_date = day - timedelta(days=rng.randint(4, 30))
    return {
        "city": rng.choice(cities),
        "supplier_vat": _vat_number(rng),
        "earlier_number": str(rng.randint(200, 980)),
        "earlier_date": date(2025, rng.randint(3, 12), rng.randint(1, 28)),
        "protocol": str(rng.randint(1000, 9800)),
        "protocol_date": protocol_date,
        "invoice": f"{rng.randint(11, 480)}/FE",
        "invoice_date": protocol_date - timedelta(days=rng.randint(0, 5)),
        "durc_date": day + timedelta(days=rng.randint(20, 100)),
        "future_date": day + timedelta(days=rng.randint(6, 25)),
        "chapter": f"{rng.randint(101, 999)}.{rng.randint(1, 9)}",
        "commitment": str(rng.randint(100, 990)),
        "liquidation": str(rng.randint(1000, 1990)),
        "ordinal": rng.choice(ordinals),
        "discount": f"{rng.randint(2, 17)},{rng.randint(11, 99)}",
    }


def _money(rng: Random, *, amount: Decimal | None, vat: str, rate: int) -> dict[str, Fact]:
    """The act's total, its taxable part, and greater figures that belong to others: commitments, base prices, budgets."""
    size = amount or Decimal(rng.randint(4000, 90000))
    net = (size / (1 + Decimal(rate) / 100)).quantize(CENT, ROUND_HALF_UP) if vat == "inclusa" else size
    slots: dict[str, Fact] = {
        "earlier_amount": (size * Decimal(rng.randint(125, 380)) / 1000).quantize(Decimal(1)) * 10 + Decimal("0.00"),
        "base_amount": (net * Decimal(rng.randint(1031, 1210)) / 1000).quantize(CENT, ROUND_HALF_UP),
        "budget": Decimal(rng.randint(60, 900)) * 1000 + size.quantize(Decimal(1)) * 4 + Decimal("0.00"),
        "unit_price": Decimal(rng.randint(210, 5900)) / 100,
    }
    return slots if amount is None else slots | {"total": amount, "net": net, "vat_part": amount - net}


def _rows(rng: Random, *, table: str, amount: Decimal | None, cig: tuple[str, ...], day: date, count: int) -> tuple[tuple[Fact, ...], ...]:
    if not table or amount is None:
        return ()
    parts = [(amount * rng.randint(15, 30) / 100).quantize(CENT) for _ in range(count - 1)]
    parts.append(amount - sum(parts, Decimal(0)))
    if table == "lots":
        return tuple((str(index), cig[index - 1], part) for index, part in enumerate(parts, start=1))
    return tuple((f"{rng.randint(11, 480)}/PA", day - timedelta(days=rng.randint(8, 25)), part) for part in parts)


def _cig(rng: Random) -> str:
    return "B" + "".join(rng.choice(HEX) for _ in range(9))


def _cup(rng: Random) -> str:
    digits = "".join(str(rng.randint(0, 9)) for _ in range(5))
    return f"{rng.choice('BCDEFGHJ')}{rng.randint(10, 99)}{rng.choice('BCDEFGHJ')}{rng.randint(23, 26)}{digits}{rng.randint(1, 9):04d}"


def _vat_number(rng: Random) -> str:
    """Eleven digits with the right control digit; the office code 150 is nobody's, so no real firm bears it."""
    digits = [rng.randint(0, 9) for _ in range(7)] + [1, 5, 0]
    doubled = [digit * 2 - 9 if digit > 4 else digit * 2 for digit in digits[1::2]]
    return "".join(map(str, digits)) + str(-(sum(digits[0::2]) + sum(doubled)) % 10)

"""Writes an act as its body would: heading, subject, premises, operative part, visas, in the body's own words and order."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from itertools import cycle
from random import Random
from string import Template

from digest_engine.demo.facts import Fact
from digest_engine.demo.material import Body, Material
from digest_engine.demo.plan import YEAR, DemoAct
from digest_engine.demo.words import in_words, money_in_words, month_name

COLUMN = 24
COMMON_PREMISES = 3


def subject_of(act: DemoAct) -> str:
    """The subject as the act prints it."""
    subject = _fill(act.case.subject, act.facts.slots, body=act.body)
    return subject.upper() if act.register.upper_subject else subject


def render_lines(act: DemoAct, *, material: Material) -> list[str]:
    """The act line by line, unwrapped; the cells of a table row are separated by tabs."""
    rng = Random(f"text/{act.seed}")
    slots = {**act.facts.slots, **_amount_slots(rng, act)}
    slots = {**slots, **_heading_slots(rng, act, material=material)}
    slots |= {
        "subject": subject_of(act),
        "premises": "\n".join(_premises(rng, act, slots=slots, material=material)),
        "decides": "\n".join(_decisions(act, slots=slots)),
        "annex": "\n".join(_annex(rng, act, material=material)),
        "visa": _fill(material.phrases["visa"][_expense(act)], slots, body=act.body),
        "note": _fill(material.phrases["note"].get(_expense(act), material.phrases["note"]["none"]), slots, body=act.body),
    }
    filled = (_fill(line, slots, body=act.body) for line in material.layouts[act.register.layout].splitlines())
    return [line for block in filled if block.strip() for line in block.split("\n")]


def render_text(lines: list[str], *, wrap: int) -> str:
    """The content of a txt file; `wrap` characters a line, 0 to leave paragraphs whole."""
    return "\n".join(_wrapped(line, wrap) for line in lines) + "\n"


def _wrapped(line: str, wrap: int) -> str:
    if "\t" in line:
        return "".join(cell.ljust(COLUMN) for cell in line.split("\t")).rstrip()
    return textwrap.fill(line, wrap, break_long_words=False, break_on_hyphens=False) if wrap else line


def _fill(template: str, slots: Mapping[str, Fact], *, body: Body) -> str:
    said = Template(template).substitute({name: _say(value, body=body) for name, value in slots.items()})
    return said.replace("..", ".")  # a firm's S.r.l. at the end of a sentence


def _say(value: Fact, *, body: Body) -> str:
    match value:
        case Decimal():
            return Template(body.money).substitute(n=_figure(value, body=body))
        case date():
            return _day(value, style=body.date)
        case str():
            return value


def _figure(amount: Decimal, *, body: Body) -> str:
    text = f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))
    return text.removesuffix(",00") if body.figure == "short" else text


def _day(day: date, *, style: str) -> str:
    match style:
        case "long":
            return f"{'1°' if day.day == 1 else day.day} {month_name(day)} {day.year}"
        case "dotted":
            return f"{day:%d.%m.%Y}"
        case _:
            return f"{day:%d/%m/%Y}"


def _amount_slots(rng: Random, act: DemoAct) -> dict[str, Fact]:
    amount, body = act.facts.amount, act.body
    if amount is None:
        return {}
    phrase = Template(rng.choice(body.amount[act.facts.vat]))
    return {"amount": phrase.substitute(n=_figure(amount, body=body), words=money_in_words(amount))}


def _heading_slots(rng: Random, act: DemoAct, *, material: Material) -> dict[str, Fact]:
    phrases, day = material.phrases, act.act_date
    before = act.numbered_on - timedelta(days=rng.randint(0, 9))
    words = {"year_words": in_words(YEAR), "day_words": in_words(act.numbered_on.day), "month_words": month_name(act.numbered_on)}
    office = act.body.offices.get(act.case.type, act.body.offices["others"])
    return {
        "number": act.number,
        "year": str(YEAR),
        "date": day or phrases["blank_date"],
        "date_words": Template(phrases["date_words"] if day else phrases["undated_words"]).substitute(words),
        "office": office,
        "office_upper": office.upper(),
        "sector_number": str(rng.randint(1, 58)),
        "sector_date": before if day else phrases["blank_date"],
        "proposal": str(rng.randint(300, 2900)),
        "hour": f"{rng.choice((9, 12, 15, 18))},{rng.choice(('00', '30'))}",
        "presence": rng.choice(("presente", "assente")),
        "visa_date": act.numbered_on + timedelta(days=rng.randint(0, 3)),
        "matter": rng.choice(phrases["matter"]),
        "pub_from": act.publication_from,
        "pub_to": act.publication_to or "",
        "bulletin": str(act.publication_from.timetuple().tm_yday // 3),
        "pub_number": str(rng.randint(12, 880)),
    }


def _premises(rng: Random, act: DemoAct, *, slots: Mapping[str, Fact], material: Material) -> Iterator[str]:
    own = [_fill(text, slots, body=act.body) for text in act.case.premises]
    if act.body.premises == "bullets":
        yield act.body.opening
        yield from (f"- {text}" for text in own)
    else:
        yield from (f"{keyword} {text}" for keyword, text in zip(cycle(act.body.keywords), own, strict=False))
    yield from _table(act, material=material)
    for tag in (*act.case.tags, *(["spend"] if act.case.has_amount else []), "any"):
        choices = act.body.common[tag]
        chosen = sorted(rng.sample(range(len(choices)), k=min(COMMON_PREMISES, len(choices))))
        yield from (_fill(choices[index], slots, body=act.body) for index in chosen)


def _table(act: DemoAct, *, material: Material) -> Iterator[str]:
    if not act.facts.rows:
        return
    table = material.phrases["tables"][act.case.table]
    yield "\t".join(table["head"])
    for row in act.facts.rows:
        yield "\t".join(_say(cell, body=act.body) for cell in row)
    yield act.case.after_table


def _decisions(act: DemoAct, *, slots: Mapping[str, Fact]) -> Iterator[str]:
    for index, template in enumerate(act.case.decides, start=1):
        text = _fill(template, slots, body=act.body)
        if act.body.numbering.startswith("Art"):
            text = text[0].upper() + text[1:]
        if index == len(act.case.decides):
            text = text.rstrip(";") + "."
        yield Template(act.body.numbering).substitute(i=index) + text


def _annex(rng: Random, act: DemoAct, *, material: Material) -> Iterator[str]:
    if not act.case.long:
        return
    annex = material.phrases["annex"]
    articles = annex["articles"]
    chosen = sorted(rng.sample(range(len(articles)), k=rng.randint(len(articles) - 4, len(articles))))
    yield annex["title"]
    for number, index in enumerate(chosen, start=1):
        yield f"Articolo {number}"
        yield articles[index]


def _expense(act: DemoAct) -> str:
    """Which visa the accounts office writes."""
    if act.facts.amount is None:
        return "none"
    if act.facts.vat == "esclusa":
        return "net"
    return {"liquidato": "payment", "entrata": "revenue"}.get(act.case.role, "spend")

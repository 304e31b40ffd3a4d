"""The options that commands share, and what their words mean: days, periods, filters, the archive."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, TypeVar

import typer

import digest_engine
from digest_engine import ActFilter, DateField, GroupKey, InputError, Language, NotFoundError, Period

M = TypeVar("M")

Namespace = Annotated[str, typer.Option("--namespace", "-n", metavar="NOME", help="L'archivio. Si può omettere se ce n'è uno solo.")]
NewNamespace = Annotated[str, typer.Option("--namespace", "-n", metavar="NOME", help="L'archivio; se non esiste viene creato.")]
AsJson = Annotated[bool, typer.Option("--json", help="Scrive un solo valore JSON su stdout e nient'altro.")]
Speech = Annotated[Language | None, typer.Option("--language", help="Lingua dei messaggi; senza, quella delle impostazioni.")]
From = Annotated[str, typer.Option("--from", metavar="GIORNO", help="Primo giorno compreso: 2026-04-01 o 01/04/2026.")]
To = Annotated[str, typer.Option("--to", metavar="GIORNO", help="Ultimo giorno compreso.")]
PeriodWords = Annotated[str, typer.Option("--period", metavar="PAROLE", help="Il periodo in parole: «aprile 2026», «la settimana scorsa».")]
ByDate = Annotated[DateField, typer.Option("--date-field", help="La data su cui si filtra; «date» è la data dell'atto.")]
Types = Annotated[list[str] | None, typer.Option("--type", metavar="TIPO", help="Categoria dell'atto, anche più volte.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", metavar="TIPO", help="Provvedimento: determina, delibera… Anche più volte.")]
Issuers = Annotated[list[str] | None, typer.Option("--issuer", metavar="ENTE", help="Parole intere del nome dell'ente.")]
Suppliers = Annotated[list[str] | None, typer.Option("--supplier", metavar="NOME", help="Parole intere del nome del fornitore.")]
Cigs = Annotated[list[str] | None, typer.Option("--cig", help="Codice CIG.")]
Numbers = Annotated[list[str] | None, typer.Option("--number", metavar="NUMERO", help="Numero dell'atto: 12 oppure 12/2026.")]
Words = Annotated[list[str] | None, typer.Option("--words", metavar="PAROLE", help="Parole che devono esserci tutte, anche flesse.")]
Missing = Annotated[
    list[str] | None,
    typer.Option("--missing", metavar="CAMPO", help="Solo gli atti senza questo dato: date, number, amount, act_type, supplier, cig…"),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Non chiede conferma.")]
GroupBy = Annotated[GroupKey | None, typer.Option("--by", help="Una riga per ciascun valore di questo campo.")]

_NUMBERED = re.compile(r"(?P<number>.+)/(?P<year>(?:19|20)\d\d)")


@dataclass(frozen=True, slots=True)
class Filters:
    """The words of the filter options, as typed."""

    types: Sequence[str] | None = None
    kinds: Sequence[str] | None = None
    issuers: Sequence[str] | None = None
    suppliers: Sequence[str] | None = None
    cigs: Sequence[str] | None = None
    numbers: Sequence[str] | None = None
    words: Sequence[str] | None = None
    missing: Sequence[str] | None = None


@contextmanager
def session(language: Language | None) -> Iterator[digest_engine.Engine]:
    """An engine over the settings of the working folder; what is said inside is said in `language`."""
    settings = digest_engine.load_settings()
    with digest_engine.speaking(language or settings.language), digest_engine.open_engine(settings) as engine:
        yield engine


def chosen_namespace(engine: digest_engine.Engine, given: str) -> str:
    """The archive meant: the one given, or the only one there is."""
    if given:
        return given
    names = [record.name for record in engine.namespaces()]
    if len(names) == 1:
        return names[0]
    if not names:
        raise NotFoundError("there is no namespace yet; make one with `digest-engine demo` or `digest-engine ingest`")
    raise InputError(f"which namespace? give --namespace one of {', '.join(names)}")


def confirm(question: str, *, yes: bool) -> None:
    """Ask before work that can't be taken back or that costs; `InputError` where nobody can be asked."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise InputError("nobody can be asked here: add --yes to go on")
    typer.confirm(question, abort=True, err=True)


def read_pairs(texts: Sequence[str]) -> dict[str, str]:
    """`FIELD=VALUE` texts; the value is all that follows the first sign. `InputError` for a text without one, or a field given twice."""
    pairs: dict[str, str] = {}
    for text in texts:
        field, sign, value = text.partition("=")
        field = field.strip()
        if not sign or not field:
            raise InputError(f"{text!r} is not FIELD=VALUE")
        if field in pairs:
            raise InputError(f"field {field!r} is given twice; several values of one field go in one, between commas")
        pairs[field] = value.strip()
    return pairs


def read_day(text: str) -> date | None:
    """A day as typed; None for nothing. `InputError` for anything else."""
    if not text.strip():
        return None
    day = digest_engine.parse_date(text)
    if day is None:
        raise InputError(f"{text!r} is not a day; write 2026-04-01 or 01/04/2026")
    return day


def read_periods(engine: digest_engine.Engine, *, start: str, end: str, words: str) -> tuple[Period, ...]:
    """The periods meant: days, or words read by the grammar. None given: no restriction."""
    first, last = read_day(start), read_day(end)
    if words and (first or last):
        raise InputError("give either --period or --from and --to, not both")
    if words:
        found = tuple(digest_engine.find_periods(words, today=engine.today()))
        if not found:
            raise InputError(f"no period in {words!r}; write for example 'aprile 2026', or use --from and --to")
        return found
    if first and last and last < first:
        raise InputError(f"the period ends ({last}) before it starts ({first})")
    return (Period(first, last),) if first or last else ()


def read_filters(given: Filters, profile: digest_engine.Profile) -> ActFilter:
    """The filter meant. `InputError` for an act type or a kind that the profile does not know: a typing error is not an empty result."""
    numbers, years = _numbers(given.numbers or ())
    return ActFilter(
        act_type=tuple(_value_of(name, profile.act_types, "act type") for name in given.types or ()),
        kind=tuple(_value_of(name, profile.kinds, "kind") for name in given.kinds or ()),
        issuer=tuple(given.issuers or ()),
        supplier=tuple(given.suppliers or ()),
        cig=tuple(given.cigs or ()),
        number=numbers,
        year=years,
        words=tuple(given.words or ()),
        missing=tuple(given.missing or ()),
    )


def period_data(periods: Sequence[Period]) -> list[dict[str, str | None]]:
    """Periods as JSON."""
    return [{"from": _iso(period.start), "to": _iso(period.end)} for period in periods]


def periods_text(periods: Sequence[Period]) -> str:
    """Periods in words; nothing where there is none."""
    return ", ".join(digest_engine.period_text(period.start, period.end) for period in periods)


def build(model: type[M], values: Mapping[str, Any]) -> M:
    """A request; `InputError` in one sentence where a value does not fit."""
    from pydantic import ValidationError

    try:
        return model(**values)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{where}: {first['msg']}" if where else str(first["msg"])) from error


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _numbers(given: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Numbers and their year. The fields of a filter combine, so numbers of different years can't be asked at once."""
    found = [(_NUMBERED.fullmatch(text.strip()), text.strip()) for text in given]
    numbers = tuple(match["number"] if match else text for match, text in found)
    years = {int(match["year"]) if match else None for match, _text in found}
    if len(years) > 1:
        raise InputError(f"numbers of different years ({', '.join(given)}); ask for one year at a time")
    return numbers, tuple(year for year in years if year is not None)


def _value_of(name: str, choices: Sequence[Any], what: str) -> str:
    wanted = _plain(name)
    for choice in choices:
        if wanted in {_plain(word) for word in (choice.value, choice.label.it, choice.label.en, *choice.aliases)}:
            return str(choice.value)
    raise InputError(f"unknown {what} {name!r}; known: {', '.join(choice.value for choice in choices)}")


def _plain(name: str) -> str:
    return re.sub(r"[\s_\-]+", "_", name.strip().lower())

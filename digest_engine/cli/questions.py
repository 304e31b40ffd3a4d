"""`query` and `qa`: answers with their sources and the way they were found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

import digest_engine
from digest_engine import InputError, _
from digest_engine.cli.commands import command
from digest_engine.cli.console import say, show_json, unmarked
from digest_engine.cli.options import AsJson, ByDate, From, Namespace, Speech, To, build, chosen_namespace, read_day, session

Asked = Annotated[str, typer.Argument(metavar="DOMANDA", help="La domanda, in italiano o in inglese.")]
TopK = Annotated[int, typer.Option("--top-k", min=1, max=100, help="Quanti atti cercare.")]
Today = Annotated[str, typer.Option("--today", metavar="GIORNO", help="Il giorno da cui contare «ieri», «il mese scorso»…")]
History = Annotated[Path | None, typer.Option("--history", metavar="FILE", help="La conversazione: JSON di {question, answer}.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(
        app,
        "Risponde a una domanda; periodo e modo si possono imporre, altrimenti si leggono dalla domanda.",
        example="digest-engine query 'Quali liquidazioni?' --namespace demo --from 2026-04-01 --to 2026-04-30 --mode temporal",
    )(query)
    command(
        app,
        "Risponde a una domanda libera, anche dentro una conversazione.",
        example="digest-engine qa 'Quante determine a marzo 2026 e per quale importo?' --namespace demo",
    )(qa)


def query(
    question: Asked,
    namespace: Namespace = "",
    start: From = "",
    end: To = "",
    mode: Annotated[Literal["auto", "temporal", "semantic"], typer.Option(help="Il modo: sul periodo o sul contenuto.")] = "auto",
    top_k: TopK = 5,
    today: Today = "",
    history: History = None,
    date_field: ByDate = "date",
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Answer with explicit parameters."""
    with session(language) as engine:
        request = build(
            digest_engine.DigestQueryRequest,
            {
                "namespace": chosen_namespace(engine, namespace), "question": question, "date_from": read_day(start),
                "date_to": read_day(end), "query_mode": mode, "top_k": top_k, "today": read_day(today), "language": language,
                "date_metadata_field": date_field, "chat_history_dict": _read_history(history),
            },
        )  # fmt: skip
        response = engine.query(request)
        show_json(response) if as_json else say("\n".join(_lines(response)))


def qa(
    question: Asked,
    namespace: Namespace = "",
    top_k: TopK = 5,
    today: Today = "",
    history: History = None,
    date_field: ByDate = "date",
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Answer a free question."""
    with session(language) as engine:
        request = build(
            digest_engine.DigestAgentRequest,
            {
                "namespace": chosen_namespace(engine, namespace), "question": question, "top_k": top_k, "today": read_day(today),
                "language": language, "date_metadata_field": date_field, "chat_history_dict": _read_history(history),
            },
        )  # fmt: skip
        response = engine.qa(request)
        show_json(response) if as_json else say("\n".join(_lines(response)))


def _read_history(path: Path | None) -> Any:
    if path is None:
        return None
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path}: not JSON in UTF-8: {error}") from error


def _lines(response: digest_engine.DigestQueryResponse) -> Iterator[str]:
    yield unmarked(response.answer)
    yield ""
    for number, citation in enumerate(response.citations, start=1):
        yield _("[{number}] {title}, p. {page} ({act})").format(
            number=number, title=citation.title, page=citation.page, act=citation.act_id)  # fmt: skip
    if response.digests_used:
        days = ", ".join(digest_engine.date_text(day) for day in response.digests_used)
        yield _("Digest usati, dal giorno: {days}").format(days=days)
    mode = _("sul periodo") if response.query_mode == "temporal" else _("sul contenuto")
    yield _("Percorso: {mode}; periodo: {period}").format(mode=mode, period=_periods(response))
    yield from (f"  - {reason}" for reason in response.routing.get("reasons", ()))
    yield from (f"  ! {remark}" for remark in response.notes)
    if response.missing_ids:
        yield "  ! " + _("Passaggi trovati che non hanno più testo: {count} (`digest-engine verify`).").format(
            count=len(response.missing_ids)
        )


def _periods(response: digest_engine.DigestQueryResponse) -> str:
    shown = [digest_engine.period_text(period.date_from, period.date_to) for period in response.periods]
    return ", ".join(shown) or _("tutto l'archivio")

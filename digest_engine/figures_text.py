"""How figures are written for people: `1.234,56 €` and `14/05/2026` in every language, and periods in the current one."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

from digest_engine.i18n import _


@lru_cache
def _numbers() -> Any:
    # Babel's locale data take time to load: only whoever formats a figure pays for it.
    from babel import numbers

    return numbers


def euro(amount: Decimal | None) -> str:
    """An amount in Italian form; nothing for None."""
    if amount is None:
        return ""
    return f"{number(amount, places=2)} €"


def number(value: Decimal | int, *, places: int = 0) -> str:
    """A number with Italian separators, always with `places` decimals."""
    pattern = "#,##0." + "0" * places if places else "#,##0"
    return str(_numbers().format_decimal(value, format=pattern, locale="it_IT"))


def date_text(day: date | None) -> str:
    """A day as `14/05/2026`; nothing for None."""
    return f"{day:%d/%m/%Y}" if day else ""


def period_text(start: date | None, end: date | None) -> str:
    """`dal 01/04/2026 al 30/04/2026`, one day as itself, open ends as `dal …` and `fino al …`."""
    if start and end:
        return date_text(start) if start == end else _("dal {start} al {end}").format(start=date_text(start), end=date_text(end))
    if start:
        return _("dal {start}").format(start=date_text(start))
    return _("fino al {end}").format(end=date_text(end)) if end else ""

"""Tables on a page: typed cells shown the Italian way and sorted as what they are, with the same table behind the CSV button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Literal

import pandas as pd
import streamlit as st

from digest_engine import Act, Column, Profile, Table, _, current_language, euro, number, to_csv
from digest_engine.ui.labels import act_name
from digest_engine.ui.safe import act_url

OPEN = "open"
CSV = "text/csv; charset=utf-8"
WHOLE = 25
TALL = 640
WIDE = 280
Selection = Literal["single-row", "multi-row"]


def make_table(columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[Any]]) -> Table:
    """A table from (key, title) pairs and rows of cells."""
    return Table(tuple(Column(key, title) for key, title in columns), tuple(tuple(row) for row in rows))


def show_table(table: Table, *, key: str, wide: str = "", select: Selection | None = None) -> list[int]:
    """The table; returns the selected rows. `wide` is the key of the column that takes the room left, `open` one of addresses of acts."""
    settings = {column.key: _column(column, _cells(table, column), wide=column.key == wide) for column in table.columns}
    height: Literal["content"] | int = "content" if len(table.rows) <= WHOLE else TALL
    shown: dict[str, Any] = {"hide_index": True, "column_config": settings, "key": key, "placeholder": "", "height": height}
    if select is None:
        st.dataframe(_styled(table), **shown)
        return []
    state = st.dataframe(_styled(table), on_select="rerun", selection_mode=select, **shown)
    return [row for row in state.selection.rows if row < len(table.rows)]


def csv_button(table: Table | Callable[[], Table], *, name: str, key: str, label: str = "") -> None:
    """Downloads the table as CSV for Italian spreadsheets. The page is not run again; a function is called when the button is."""

    def written() -> bytes:
        return to_csv(table() if callable(table) else table)

    st.download_button(
        label or _("Scarica CSV"), written, file_name=f"{name}.csv", mime=CSV, key=key, on_click="ignore", icon=":material/download:"
    )


def acts_list(acts: Sequence[Act], profile: Profile) -> Table:
    """One row an act, for the screen: the export has every field."""
    columns = (
        (OPEN, _("Apri")), ("name", _("Atto")), ("date", _("Data")), ("issuer", _("Ente")), ("subject", _("Oggetto")),
        ("amount", _("Importo")), ("role", _("Natura dell'importo")), ("act_type", _("Categoria")), ("organ", _("Organo")), ("cig", "CIG"),
    )  # fmt: skip
    return make_table(columns, [_act_row(act, profile) for act in acts])


def _act_row(act: Act, profile: Profile) -> tuple[Any, ...]:
    language = current_language()
    kind = profile.act_type_label(act.act_type, language) if act.act_type else None
    role = profile.role_label(act.amount_role, language) if act.amount is not None else None
    organ = profile.organ_label(act.organ, language) if act.organ else None
    codes = ", ".join(act.cig) or None
    return act_url(act.act_id), act_name(act, profile), act.act_date, act.issuer, act.subject, act.amount, role, kind, organ, codes


def _cells(table: Table, column: Column) -> list[Any]:
    index = table.columns.index(column)
    return [row[index] for row in table.shown]


def _kind(cells: Sequence[Any]) -> type:
    return next((type(cell) for cell in cells if cell is not None), str)


def _column(column: Column, cells: Sequence[Any], *, wide: bool) -> Any:
    kind = _kind(cells)
    if column.key == OPEN:
        return st.column_config.LinkColumn(column.title, display_text=":material/open_in_new:", width=60)
    if issubclass(kind, date):
        return st.column_config.DateColumn(column.title, format="DD/MM/YYYY", width=105)
    if issubclass(kind, int | Decimal):
        # A figure must never be cut: the column is as wide as its longest one.
        written = max((len(euro(cell) if isinstance(cell, Decimal) else number(cell)) for cell in cells if cell is not None), default=0)
        return st.column_config.Column(column.title, alignment="right", width=max(written, len(column.title)) * 8 + 24)
    return st.column_config.TextColumn(column.title, width=WIDE if wide else None)


def _styled(table: Table) -> Any:
    """Numbers stay numbers, so that columns sort rightly; what is read is their Italian form."""
    data: dict[str, list[Any]] = {}
    formats: dict[str, Any] = {}
    for column in table.columns:
        cells = _cells(table, column)
        kind = _kind(cells)
        if issubclass(kind, int | Decimal):
            formats[column.key] = _euro if issubclass(kind, Decimal) else _whole
            cells = [None if cell is None else float(cell) for cell in cells]
        data[column.key] = cells
    return pd.DataFrame(data).style.format(formats, na_rep="")


def _euro(cell: float) -> str:
    return euro(Decimal(str(cell)).quantize(Decimal("0.01")))


def _whole(cell: float) -> str:
    return number(int(cell))

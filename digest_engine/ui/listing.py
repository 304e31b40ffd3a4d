"""The acts of an archive: filters, their totals, the table, and what can be done with the selected ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import streamlit as st

from digest_engine import Act, ActFilter, DateField, Period, Profile, _, current_language
from digest_engine.ui.bulk import bulk_edit
from digest_engine.ui.deletion import delete_button
from digest_engine.ui.figures import totals_line
from digest_engine.ui.labels import acts_text, missing_fields
from digest_engine.ui.ranges import periods_of, pick_date_field, pick_days, said
from digest_engine.ui.rereading import reread_all, reread_button, show_reread
from digest_engine.ui.safe import open_act
from digest_engine.ui.state import engine, today
from digest_engine.ui.tables import acts_list, csv_button, show_table

ROWS = 100
PAGE = "documents"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the filters of the list say."""

    start: date | None
    end: date | None
    date_field: DateField
    filters: ActFilter

    @property
    def periods(self) -> tuple[Period, ...]:
        """The period, none for the whole span."""
        return periods_of(self.start, self.end)


def show_acts(name: str, profile: Profile) -> None:
    """The list with its filters. The totals are of all acts that fit, not of the rows shown."""
    show_reread()
    chosen = _filters(name, profile)
    totals = engine().figures(name, periods=chosen.periods, filters=chosen.filters, date_field=chosen.date_field).totals
    st.markdown(totals_line(totals, profile))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.caption(said(chosen.start, chosen.end, chosen.date_field), width="content")
        _export(name, chosen)
    if totals.count == 0:
        st.info(_("Nessun atto corrisponde a questi filtri."), icon=":material/filter_alt_off:")
        return
    page = st.pagination(-(-totals.count // ROWS), key="documents.rows") if totals.count > ROWS else 1
    acts = engine().acts(
        name, periods=chosen.periods, filters=chosen.filters, date_field=chosen.date_field, limit=ROWS, offset=(page - 1) * ROWS
    )
    _table(acts, name, profile)


def _table(acts: list[Act], name: str, profile: Profile) -> None:
    rows = show_table(acts_list(acts, profile), key="documents.table", wide="subject", select="multi-row")
    selected = [acts[row].act_id for row in rows]
    if not selected:
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.caption(
                _(
                    "La freccia apre l'atto in un'altra scheda; le righe spuntate si aprono, si correggono, si rileggono e si cancellano qui."
                ),
                width="content",
            )
            reread_all(name)
        return
    with st.container(horizontal=True):
        if len(selected) == 1 and st.button(_("Apri l'atto"), icon=":material/open_in_full:", type="primary", key="documents.open"):
            open_act(selected[0])
        bulk_edit(selected, profile)
        reread_button(name, selected, label=_("Rileggi {acts}").format(acts=acts_text(len(selected))))
        delete_button(selected, namespace=name)


def _filters(name: str, profile: Profile) -> Chosen:
    language = current_language()
    _preset()
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            words = st.text_input(
                _("Parole nell'oggetto"), key=f"{PAGE}.words", persist_state="session", width=320, icon=":material/search:"
            )
            start, end = pick_days(PAGE)
            date_field = pick_date_field(PAGE)
        issuers = [group.key for group in engine().figures(name, group_by="issuer").groups if group.key]
        missing = missing_fields()
        columns = st.columns(4)
        with columns[0]:
            types = _several(_("Categoria"), "types", {kind.value: kind.label.text(language) for kind in profile.act_types})
        with columns[1]:
            kinds = _several(_("Provvedimento"), "kinds", {kind.value: kind.label.text(language) for kind in profile.kinds})
        with columns[2]:
            bodies = _several(_("Ente"), "issuers", {issuer: issuer for issuer in issuers})
        with columns[3]:
            lacking = _several(_("Che cosa manca"), "missing", missing)
    filters = ActFilter(act_type=types, kind=kinds, issuer=bodies, missing=lacking, words=tuple(words.split()))
    return Chosen(start, end, date_field, filters)


def _preset() -> None:
    """A link may ask for the acts that lack something: it resets the other filters."""
    wanted = st.query_params.get("missing")
    if wanted in missing_fields():
        for field in ("words", "from", "to", "types", "kinds", "issuers"):
            st.session_state.pop(f"{PAGE}.{field}", None)
        st.session_state[f"{PAGE}.missing"] = [wanted]
        del st.query_params["missing"]


def _several(label: str, name: str, labels: dict[str, str]) -> tuple[str, ...]:
    chosen = st.multiselect(
        label, list(labels), format_func=labels.__getitem__, key=f"{PAGE}.{name}", placeholder=_("Tutti"), persist_state="session"
    )
    return tuple(chosen)


def _export(name: str, chosen: Chosen) -> None:
    language = current_language()
    csv_button(
        lambda: engine().export(
            name, "acts", periods=chosen.periods, filters=chosen.filters, date_field=chosen.date_field, language=language
        ),
        name=f"atti_{name}_{today():%Y%m%d}",
        key="documents.csv",
    )

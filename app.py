"""The app: page settings, navigation, sidebar, and the page chosen. Run it with `make run` or `streamlit run app.py`."""

from __future__ import annotations

import streamlit as st

from digest_engine.ui.guard import guard
from digest_engine.ui.shell import frame, pages, sidebar

st.set_page_config(page_title="Temporal Digest", page_icon=":material/calendar_month:", layout="wide")

with guard(), frame():
    page = st.navigation(pages())
    sidebar()
    page.run()

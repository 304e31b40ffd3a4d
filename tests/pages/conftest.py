"""The whole app without a browser, over a small archive in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from digest_engine import Engine
from tests.pages.page_support import ROOT, Open
from tests.support import make_engine, put_act


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """An engine on the folder that the app opens too, as the CLI would be; the app's own engine is closed afterwards."""
    monkeypatch.setenv("DIGEST_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("DIGEST_ENCODER_NAME", "deterministic")
    monkeypatch.setenv("DIGEST_TODAY", "2026-05-31")
    with make_engine(tmp_path) as made:
        yield made
    st.cache_resource.clear()


@pytest.fixture
def archive(engine: Engine) -> Engine:
    """Six acts of three months, with every case that figures must tell apart."""
    put_act(
        engine,
        number="1",
        act_date=date(2026, 3, 10),
        act_type="liquidazione",
        amount="1200.50",
        amount_role="liquidato",
        cig=("B1A2B3C4D5",),
    )
    put_act(engine, number="2", act_date=date(2026, 3, 20), act_type="acquisto_beni", amount="3000.00", amount_role="impegnato")
    put_act(engine, number="3", act_date=date(2026, 4, 2), act_type="acquisto_beni", amount="450.25", amount_role="impegnato")
    put_act(engine, number="4", act_date=date(2026, 4, 30), act_type="concessione", subject="Concessione del patrocinio alla festa")
    put_act(engine, number="5", act_date=date(2026, 5, 4), act_type="liquidazione", amount="10.00", amount_role="liquidato")
    put_act(engine, number="6", act_type="liquidazione", amount="99.99", amount_role="liquidato", year=2025)
    return engine


@pytest.fixture
def open_app(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens a page of the app, with the query of its address."""
    made = PagesManager.__init__

    def remembering(*given: Any, **named: Any) -> None:
        # AppTest forgets at every run what a server learns once: that app.py names the pages, whatever lies in `pages/`.
        made(*given, **named)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", remembering)

    def opened(page: str = "overview", **query: str) -> AppTest:
        app = AppTest.from_file(ROOT / "app.py", default_timeout=60)
        app.query_params.update(query)
        app.run()
        if page != "overview":
            app.switch_page(f"pages/{page}.py")
            app.query_params.update(query)
            app.run()
        assert not app.exception
        return app

    return opened

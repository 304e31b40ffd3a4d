"""One path through the app in a real browser: demo, figures, a question, a CSV, the act behind an answer."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from digest_engine import ActFilter, Engine, Period, euro
from tests.pages.page_support import ROOT
from tests.support import make_engine

pytestmark = pytest.mark.browser
DEMO_SECONDS = 240


@pytest.fixture
def chromium() -> Iterator[Any]:
    """A page of Debian's Chromium; the test is skipped, by name, without it."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(locale="it-IT", viewport={"width": 1440, "height": 1000}).new_page()
        page.set_default_timeout(60_000)
        yield page
        browser.close()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server of the app over an empty folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = {"DIGEST_DATA_DIR": str(tmp_path / "data"), "DIGEST_ENCODER_NAME": "deterministic", "DIGEST_TODAY": "2026-05-31"}
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), "--server.headless=true", f"--server.port={port}"]
    server = subprocess.Popen(
        [*command, "--server.address=127.0.0.1"], cwd=ROOT, env={**os.environ, **told}, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    for line in server.stdout:
        if "URL" in line:
            break
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait()


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Engine]:
    """Another process's view of the same folder."""
    with make_engine(tmp_path) as made:
        yield made


def test_from_the_first_click_to_the_act_behind_an_answer(chromium: Any, address: str, beside: Engine) -> None:
    chromium.goto(address)
    chromium.get_by_role("button", name="Carica la demo").click()
    chromium.get_by_text("Somma di tutte le nature").wait_for(timeout=DEMO_SECONDS * 1000)

    expect = pytest.importorskip("playwright.sync_api").expect
    totals = beside.figures("demo").totals
    cards = chromium.get_by_test_id("stMetricValue")
    for place, value in enumerate([str(totals.count), *(euro(item.total) for item in totals.by_role)]):
        expect(cards.nth(place)).to_have_text(value, timeout=DEMO_SECONDS * 1000)

    with chromium.expect_download() as download:
        chromium.get_by_role("button", name="Scarica CSV").first.click()
    assert Path(download.value.path()).read_bytes().startswith("\ufeffCategoria;Atti;".encode())

    chromium.get_by_role("link", name="Domande").click()
    chromium.get_by_test_id("stChatInputTextArea").fill("Quante liquidazioni nel mese 03/2026?")
    chromium.keyboard.press("Enter")
    march = Period(*(beside.today().replace(month=3, day=day) for day in (1, 31)))
    payments = beside.figures("demo", periods=(march,), filters=ActFilter(act_type=("liquidazione",))).totals
    chromium.get_by_text(f"{payments.count} atti").first.wait_for()
    chromium.get_by_role("button", name="dal 01/03/2026 al 31/03/2026").wait_for()

    chromium.get_by_test_id("stChatInputTextArea").fill("Chi ha avuto incarichi professionali?")
    chromium.keyboard.press("Enter")
    with chromium.context.expect_page() as opened:
        chromium.get_by_role("link", name="Determina n.").first.click()
    opened.value.get_by_text("Che cosa dice").wait_for()
    assert chromium.get_by_text("Quante liquidazioni nel mese 03/2026?").count() == 1

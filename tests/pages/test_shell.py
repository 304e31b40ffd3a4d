from __future__ import annotations

import ast
import logging
import re

import pytest
from streamlit.testing.v1 import AppTest

from digest_engine import Engine
from digest_engine.ui import state
from tests.pages.page_support import ROOT, Open
from tests.support import NAMESPACE

PAGES = ("app", "overview", "documents", "digests", "analytics", "chat", "settings")


@pytest.mark.parametrize("page", PAGES[1:])
def test_every_page_shows_in_english_without_an_error(archive: Engine, open_app: Open, page: str) -> None:
    app = open_app(page, lang="en")
    assert not app.error
    assert app.title


def test_the_first_address_of_a_fresh_server_may_be_any_page(archive: Engine) -> None:
    app = AppTest.from_file(ROOT / "app.py", default_timeout=60).run()
    app.switch_page("pages/settings.py").run()
    assert app.title[0].value == "Impostazioni"
    assert app.sidebar.selectbox(key="app.namespace").value == NAMESPACE


def test_switching_the_language_switches_the_whole_page(archive: Engine, open_app: Open) -> None:
    app = open_app("settings")
    app.sidebar.button_group(key="app.language").set_value("en").run()
    assert app.title[0].value == "Settings"


def test_an_unexpected_error_is_shown_by_a_number_that_the_log_explains(
    archive: Engine, open_app: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_given: object, **_named: object) -> None:
        raise ZeroDivisionError("parti")

    app = open_app()
    monkeypatch.setattr(type(state.engine()), "missing", broken)
    with caplog.at_level(logging.ERROR):
        app.run()
    found = re.search(r"`([0-9a-f]{8})`", app.error[0].value)
    assert found
    assert found.group(1) in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_session_keys_carry_the_name_of_their_page() -> None:
    wrong = []
    for source in [*(ROOT / "pages").glob("*.py"), *(ROOT / "digest_engine" / "ui").glob("*.py")]:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "key":
                start = _start(node.value)
                if start and start.split(".")[0] not in PAGES:
                    wrong.append((source.name, start))
    assert not wrong


def _start(value: ast.expr) -> str:
    """The literal beginning of a key; nothing where it begins with a variable."""
    if isinstance(value, ast.JoinedStr) and value.values:
        value = value.values[0]
    return str(value.value) if isinstance(value, ast.Constant) else ""

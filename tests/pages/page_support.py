"""What the tests of the pages read from a run of the app."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parent.parent.parent
Open = Callable[..., AppTest]


def texts(app: AppTest) -> str:
    """Everything written on the page in words."""
    kinds = (app.title, app.subheader, app.markdown, app.caption, app.text, app.info, app.warning, app.success, app.error)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def table(app: AppTest, *columns: str) -> list[dict[str, object]]:
    """The rows of the first table that has these columns."""
    frame = next(shown.value for shown in app.dataframe if set(columns) <= set(shown.value.columns))
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]

"""Every layout gives the values that a person reads in it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

import pytest

from digest_engine.ingest.extract import extract
from digest_engine.profiles import load_profile
from digest_engine.types import ExtractedAct
from tests.ingest.extract.layouts import Layout
from tests.ingest.extract.layouts_area import AREA
from tests.ingest.extract.layouts_local import LOCAL
from tests.ingest.extract.layouts_odd import ODD
from tests.ingest.extract.layouts_other import OTHER

LAYOUTS = {layout.name: layout for layout in (*LOCAL, *AREA, *OTHER, *ODD)}
FACTS = [(layout.name, field) for layout in LAYOUTS.values() for field in layout.expected]


@lru_cache
def _act(name: str) -> ExtractedAct:
    return extract(LAYOUTS[name].document, load_profile("pa_italiana"))


def _expected(layout: Layout, field: str) -> Any:
    value = layout.expected[field]
    if value is not None and (field == "date" or field.startswith("publication")):
        return date.fromisoformat(value)
    return Decimal(value) if field == "amount" and value is not None else value


@pytest.mark.parametrize(("name", "field"), FACTS, ids=[f"{name}:{field}" for name, field in FACTS])
def test_the_layout_gives_the_value(name: str, field: str) -> None:
    value = _act(name).values.get("act_date" if field == "date" else field)
    assert (value.value if value else None) == _expected(LAYOUTS[name], field)

"""Plotly charts: stacked bars a window, hatched where the figures come from SQL and not from a digest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import plotly.graph_objects as go
import streamlit as st

from digest_engine import _

PALETTE = (
    "#1f5fa8", "#2a9d8f", "#e9a03b", "#c8553d", "#6d597a", "#7fb069", "#457b9d", "#b5838d", "#8d6a3f", "#4d908e", "#a44a7f", "#8a94a6",
)  # fmt: skip
NO_COLOUR = "#b8c0cc"
HATCH = "/"
PATTERN = {"fillmode": "overlay", "fgcolor": "#ffffff", "fgopacity": 0.6, "size": 7, "solidity": 0.25}


@dataclass(frozen=True, slots=True)
class Stack:
    """One colour of the bars: `values` and `texts` (what the pointer reads) have one item a window."""

    name: str
    colour: str
    values: Sequence[float]
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Bars:
    """Stacked bars over `windows`; `hatched` are the indices of those not read from a digest, `notes` says why, one a window."""

    windows: Sequence[str]
    stacks: Sequence[Stack]
    unit: str = ""
    hatched: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)


def show_bars(bars: Bars, *, key: str, height: int = 380) -> None:
    """The chart, without controls of its own: the table beside it has the figures."""
    figure = draw_bars(bars, height=height)
    st.plotly_chart(figure, key=key, config={"displayModeBar": False, "scrollZoom": False})


def draw_bars(bars: Bars, *, height: int = 380) -> go.Figure:
    """The figure of `bars`."""
    figure = go.Figure([_trace(stack, bars) for stack in bars.stacks])
    if bars.hatched:
        figure.add_trace(_hatch_legend())
    figure.update_layout(
        barmode="stack",
        height=height,
        separators=",.",
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        legend={"orientation": "h", "y": -0.18, "traceorder": "normal"},
        xaxis={"type": "category", "categoryorder": "array", "categoryarray": list(bars.windows), "nticks": 14},
        yaxis={"ticksuffix": bars.unit, "tickformat": ",", "rangemode": "tozero"},
        hovermode="closest",
    )
    return figure


def _trace(stack: Stack, bars: Bars) -> go.Bar:
    shapes = [HATCH if index in bars.hatched else "" for index in range(len(bars.windows))]
    texts = [f"{text}<br>{note}" if (note := bars.notes.get(index)) else text for index, text in enumerate(stack.texts)]
    return go.Bar(
        name=stack.name,
        x=list(bars.windows),
        y=list(stack.values),
        customdata=texts,
        hovertemplate="%{x}<br>%{customdata}<extra></extra>",
        marker={"color": stack.colour, "pattern": {"shape": shapes, **PATTERN}},
    )


def _hatch_legend() -> go.Bar:
    return go.Bar(
        name=_("tratteggio: calcolato dagli atti, senza un digest aggiornato"),
        x=[None],
        y=[None],
        marker={"color": NO_COLOUR, "pattern": {"shape": HATCH, **PATTERN}},
    )

"""Text that was drawn over a finished page (a register number, a protocol stamp, a corrected word), put back where it is read.

PDFium gives text in the order of drawing, so that such a piece comes at the end of the page, far from its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_double
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

# Only so many boxes at the end of a page may be pieces drawn later, and their line must have been drawn so many boxes earlier:
# nearer ones are the columns of a table or of the signatures, which PDFium gives in their own order.
_LATE_BOXES, _DRAWN_EARLIER = 30, 25
_UPWARD = 5.0
_SAME_LINE = 0.5
# What PDFium's two ways of giving text call the hyphen that ends a line.
_HYPHENS = str.maketrans("\ufffe", "\x02")


class _Box(NamedTuple):
    """Bounds in points, from the lower left corner; `order` is that of drawing."""

    order: int
    left: float
    bottom: float
    right: float
    top: float

    def on_line_of(self, other: _Box) -> bool:
        shared = min(self.top, other.top) - max(self.bottom, other.bottom)
        return shared > _SAME_LINE * min(self.top - self.bottom, other.top - other.bottom)


def in_place(textpage: pypdfium2.PdfTextPage, text: str) -> str:
    """`text`, the bounded text of the page, with the pieces drawn last moved to their lines; unchanged where there is any doubt."""
    count = pdfium.FPDFText_CountRects(textpage, 0, -1)
    late = _late(_boxes(textpage, max(count - _LATE_BOXES - 1, 0), count))
    if not late or text.rstrip().endswith(_line_of(textpage, late[-1])):
        return text
    earlier = _boxes(textpage, 0, max(min(late[0].order, late[-1].order - _DRAWN_EARLIER), 0))
    for box in reversed(late):
        placed = _moved(textpage, text, box, earlier)
        if placed == text:  # its words stay at the end, and hide those of the boxes before it
            break
        text = placed
    return text


def _late(tail: Sequence[_Box]) -> Sequence[_Box]:
    """The boxes from the first that goes back up the page."""
    jumps = (place for place in range(1, len(tail)) if tail[place].top > tail[place - 1].top + _UPWARD)
    first = next(jumps, None)
    return tail[first:] if first is not None else ()


def _moved(textpage: pypdfium2.PdfTextPage, text: str, box: _Box, earlier: Sequence[_Box]) -> str:
    """`text` without its last words, which are those of `box`, and with them in their place."""
    words = _text_in(textpage, box).strip()
    rest = text.rstrip()
    anchor = _anchor(box, earlier)
    if not words or anchor is None or not rest.endswith(words):
        return text
    host, after = anchor
    head = _text_up_to(textpage, host, including=after)
    if not head or not text.startswith(head):
        return text
    rest = rest.removesuffix(words).rstrip()
    if len(rest) < len(head):
        return text
    tail = rest[len(head) :].lstrip(" ")
    return f"{head} {words} {tail}" if after else f"{head}{words} {tail}"


def _anchor(box: _Box, earlier: Sequence[_Box]) -> tuple[_Box, bool] | None:
    """The box that `box` follows on its line (True) or goes before (False); None where it is not clear, or not drawn much earlier."""
    far = [other for other in earlier if other.order < box.order - _DRAWN_EARLIER]
    line = [other for other in far if other.on_line_of(box)]
    left = max((other for other in line if other.right <= box.left + 1), key=lambda other: other.right, default=None)
    if left:
        return left, True
    right = min((other for other in line if other.left >= box.right - 1), key=lambda other: other.left, default=None)
    return (right, False) if right else None


def _text_up_to(textpage: pypdfium2.PdfTextPage, box: _Box, *, including: bool) -> str:
    """The text of the page up to a box, as its bounded text begins."""
    middle = (box.top + box.bottom) / 2
    x = box.right - 0.5 if including else box.left + 0.5
    index = pdfium.FPDFText_GetCharIndexAtPos(textpage, x, middle, 2.0, box.top - box.bottom)
    if index < 0:
        return ""
    return textpage.get_text_range(0, index + 1 if including else index).translate(_HYPHENS) if index else ""


def _text_in(textpage: pypdfium2.PdfTextPage, box: _Box) -> str:
    return str(textpage.get_text_bounded(left=box.left, bottom=box.bottom, right=box.right, top=box.top))


def _line_of(textpage: pypdfium2.PdfTextPage, box: _Box) -> str:
    """All text of the page at the height of a box."""
    return str(textpage.get_text_bounded(bottom=box.bottom, top=box.top)).strip()


def _boxes(textpage: pypdfium2.PdfTextPage, start: int, stop: int) -> list[_Box]:
    left, top, right, bottom = c_double(), c_double(), c_double(), c_double()
    boxes = []
    for index in range(start, stop):
        pdfium.FPDFText_GetRect(textpage, index, left, top, right, bottom)
        boxes.append(_Box(index, left.value, bottom.value, right.value, top.value))
    return boxes

"""A small writer of text PDFs: A4, Helvetica in WinAnsi, wrapped by the font's widths, one footer a page. Same lines, same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

WIDTH, HEIGHT, MARGIN = 595, 842, 57
SIZE, LEADING, FOOTER_SIZE = 12, 18, 8
COLUMN = 150
OTHER_WIDTH = 556


def write_pdf(lines: Sequence[str], *, footer: str) -> bytes:
    """`lines` on as many pages as they need; tabs part the cells of a row. Characters outside cp1252 raise `UnicodeEncodeError`."""
    wrapped = [part for line in lines for part in _wrap(line)]
    per_page = (HEIGHT - 3 * MARGIN) // LEADING
    pages = [wrapped[start : start + per_page] for start in range(0, len(wrapped), per_page)] or [[]]
    contents = [_content(page, footer=f"{footer} - Pag. {number} di {len(pages)}") for number, page in enumerate(pages, start=1)]
    return _document(contents)


def _wrap(line: str) -> Iterator[str]:
    if "\t" in line:
        yield line
        return
    current = ""
    for word in line.split():
        longer = f"{current} {word}".strip()
        if current and _width(longer) > WIDTH - 2 * MARGIN:
            yield current
            current = word
        else:
            current = longer
    yield current


def _width(text: str) -> float:
    widths = _widths()
    return sum(widths[ord(char) - 32] if " " <= char <= "~" else OTHER_WIDTH for char in text) * SIZE / 1000


@lru_cache
def _widths() -> tuple[int, ...]:
    """Advance widths of Helvetica (Adobe AFM), in thousandths of the size, from space to tilde."""
    table = files("digest_engine.demo") / "data" / "helvetica.txt"
    return tuple(int(width) for width in table.read_text(encoding="ascii").split())


def _content(page: Sequence[str], *, footer: str) -> bytes:
    drawn = [
        _text(cell, x=MARGIN + column * COLUMN, y=HEIGHT - MARGIN - row * LEADING, size=SIZE)
        for row, line in enumerate(page, start=1)
        for column, cell in enumerate(line.split("\t"))
    ]
    return b"".join([*drawn, _text(footer, x=MARGIN, y=MARGIN // 2, size=FOOTER_SIZE)])


def _text(text: str, *, x: int, y: int, size: int) -> bytes:
    escaped = text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return b"BT /F1 %d Tf %d %d Td (%b) Tj ET\n" % (size, x, y, escaped)


def _document(contents: Sequence[bytes]) -> bytes:
    """Objects 1 catalog, 2 page tree, 3 font, then a page and its content for each page."""
    kids = b" ".join(b"%d 0 R" % (4 + 2 * index) for index in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, len(contents)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for index, content in enumerate(contents):
        box = b"/MediaBox [0 0 %d %d] /Resources << /Font << /F1 3 0 R >> >>" % (WIDTH, HEIGHT)
        objects.append(b"<< /Type /Page /Parent 2 0 R %b /Contents %d 0 R >>" % (box, 5 + 2 * index))
        objects.append(b"<< /Length %d >>\nstream\n%bendstream" % (len(content), content))
    return _assembled(objects)


def _assembled(objects: Sequence[bytes]) -> bytes:
    body, offsets = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, value in enumerate(objects, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, value)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return body + b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        table,
        size,
        len(body),
    )

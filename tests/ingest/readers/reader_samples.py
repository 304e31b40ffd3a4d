"""Files made on the spot: the smallest that show what a reader must do."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO

_HELVETICA = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def pdf(*pages: str, page_extra: bytes = b"") -> bytes:
    """A PDF with one text page for each of `pages`; an empty string is a blank page."""
    return pdf_of_contents([_text_stream(page) for page in pages], page_extra=page_extra)


def pdf_of_contents(contents: Sequence[bytes], *, resources: bytes = b"", extra: Sequence[bytes] = (), page_extra: bytes = b"") -> bytes:
    """A PDF with a content stream for each page. `extra` objects are numbered from 4; font F1 is object 3."""
    first = 4 + len(extra)
    kids = b" ".join(b"%d 0 R" % (first + 2 * index) for index in range(len(contents)))
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(contents)), _HELVETICA, *extra]
    for index, stream in enumerate(contents):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R %s /Resources << /Font << /F1 3 0 R >> %s >> >>"
            % (first + 2 * index + 1, page_extra, resources)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    return pdf_of_objects(objects)


def pdf_of_objects(objects: Sequence[bytes]) -> bytes:
    """A PDF with these objects, numbered from 1; the first is the catalog."""
    written = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    entries = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, entries)
    return written + table + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(written))


def zipped(members: Mapping[str, bytes | str]) -> bytes:
    """A ZIP with these members, in this order."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _text_stream(text: str) -> bytes:
    if not text:
        return b""
    lines = [line.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)") for line in text.split("\n")]
    return b"BT /F1 11 Tf 14 TL 50 800 Td " + b" ".join(b"(%s) Tj T*" % line for line in lines) + b" ET"

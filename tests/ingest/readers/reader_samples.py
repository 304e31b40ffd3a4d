"""Files made on the spot: the smallest that show what a reader must do."""

from __future__ import annotations

import struct
import zipfile
import zlib
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


def picture(text: str, *, dpi: int = 150, rotation: int = 0) -> tuple[int, int, bytes]:
    """`text` drawn on an A4 sheet: width, height and grey pixels."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf(text))
    bitmap = document[0].render(scale=dpi / 72, grayscale=True, rotation=rotation)
    rows = bytes(bitmap.buffer)
    size = (bitmap.width, bitmap.height)
    pixels = b"".join(rows[row * bitmap.stride : row * bitmap.stride + size[0]] for row in range(size[1]))
    document.close()
    return (*size, pixels)


def scan(*pages: str, rotation: int = 0, stamp: str = "") -> bytes:
    """A PDF of pictures of these pages; `stamp` is a line of text over each."""
    images = []
    for width, height, pixels in (picture(page, rotation=rotation) for page in pages):
        packed = zlib.compress(pixels)
        images.append(
            b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode"
            b" /Length %d >>\nstream\n%s\nendstream" % (width, height, len(packed), packed)
        )
    names = b" ".join(b"/I%d %d 0 R" % (index, 4 + index) for index in range(len(images)))
    drawn = [b"q 595 0 0 842 0 0 cm /I%d Do Q " % index + _text_stream(stamp) for index in range(len(images))]
    return pdf_of_contents(drawn, resources=b"/XObject << %s >>" % names, extra=images)


def png(text: str) -> bytes:
    """A PNG of `text`."""
    width, height, pixels = picture(text)
    rows = b"".join(b"\x00" + pixels[row * width : (row + 1) * width] for row in range(height))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    body = b"".join(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + body


def tiff(*pages: str) -> bytes:
    """An uncompressed grey TIFF with these pages."""
    written = b"II*\x00" + struct.pack("<I", 0)
    link = 4
    for width, height, pixels in map(picture, pages):
        start, directory = len(written), len(written) + len(pixels) + len(pixels) % 2
        tags = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, start), (277, 1), (278, height), (279, len(pixels))]
        entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
        written += pixels.ljust(directory - start, b"\x00") + struct.pack("<H", len(tags)) + entries + struct.pack("<I", 0)
        written = written[:link] + struct.pack("<I", directory) + written[link + 4 :]
        link = len(written) - 4
    return written

"""Pages of a PDF as pictures for OCR, at the resolution of the scan where there is one."""

from __future__ import annotations

from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

MAX_PIXELS = 60_000_000
MIN_DPI, MAX_DPI = 130, 400
_USELESS_DPI = 60
_POINTS_PER_INCH = 72
_SCAN_SHARE = 0.5
_DARK = bytes(1 if level < 160 else 0 for level in range(256))
_BLANK_SHARE = 0.0002


@dataclass(frozen=True, slots=True)
class Picture:
    """A grey image as a binary PGM file, and its resolution."""

    pgm: bytes
    dpi: int
    dark_share: float


def render(page: pypdfium2.PdfPage, *, dpi: int) -> Picture:
    """The page in grey. A scan is drawn at its own resolution: resampling it costs digits; anything else at `dpi`."""
    scale_dpi = _fitting(page, _native_dpi(page) or dpi)
    bitmap = page.render(scale=scale_dpi / _POINTS_PER_INCH, grayscale=True)
    width, height, stride = bitmap.width, bitmap.height, bitmap.stride
    rows = bytes(bitmap.buffer)
    if stride != width:
        rows = b"".join(rows[row * stride : row * stride + width] for row in range(height))
    dark = rows.translate(_DARK).count(1) / max(len(rows), 1)
    return Picture(b"P5 %d %d 255\n%s" % (width, height, rows), scale_dpi, dark)


def is_blank(picture: Picture) -> bool:
    """True where nothing is drawn: the back of a sheet, a page of white."""
    return picture.dark_share < _BLANK_SHARE


def is_scan(page: pypdfium2.PdfPage) -> bool:
    """True where pictures cover at least half of the page."""
    width, height = page.get_size()
    covered = sum(max(right - left, 0) * max(top - bottom, 0) for left, bottom, right, top in _image_bounds(page))
    return bool(covered > _SCAN_SHARE * width * height)


def _image_bounds(page: pypdfium2.PdfPage) -> list[tuple[float, float, float, float]]:
    return [image.get_bounds() for image in page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=3)]


def _native_dpi(page: pypdfium2.PdfPage) -> int:
    """The resolution of the one picture that is the page, kept within bounds; 0 where there is none."""
    images = list(page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=3))
    if len(images) != 1 or not is_scan(page):
        return 0
    left, bottom, right, top = images[0].get_bounds()
    pixels = sorted(images[0].get_px_size())
    points = sorted((right - left, top - bottom))
    dpi = round(pixels[1] / max(points[1], 1) * _POINTS_PER_INCH)
    # A coarse scan gains nothing from more than a little enlargement, and loses its thin strokes.
    return min(max(dpi, MIN_DPI), MAX_DPI) if dpi >= _USELESS_DPI else 0


def _fitting(page: pypdfium2.PdfPage, dpi: int) -> int:
    width, height = page.get_size()
    pixels = width * height * (dpi / _POINTS_PER_INCH) ** 2
    return dpi if pixels <= MAX_PIXELS else max(int(dpi * (MAX_PIXELS / pixels) ** 0.5), 1)

"""Bytes of a text file → characters, whatever wrote them: BOM, UTF-8, UTF-16, Windows, Latin, DOS and Mac Italian."""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UTF8_PAIR = re.compile(rb"[\xc3\xc2][\x80-\xbf]|\xe2[\x80-\x84][\x80-\xbf]")
_SINGLE_BYTE = ("cp1252", "iso8859_15", "cp850", "mac_roman")
_EXPECTED = frozenset("àèéìíòóùúÀÈÉÌÒÙ€§°ºª«»’‘“”–—…•çñüöä½²³·´")
_TEXT_CONTROLS = "\b\t\n\v\f\r\x1a\x1b"
_FALLBACK = "digest-engine-cp1252"
# Sequences of windows-1252 characters that UTF-8 bytes turn into when they are read as windows-1252.
_MOJIBAKE = re.compile(r"[ÃÂ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|Ã ")


def decode(data: bytes) -> str:
    """The text of `data`. Never raises: a byte that no Italian encoding explains becomes U+FFFD."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(encoding, errors="replace")
    wide = _wide_encoding(data)
    if wide:
        return data.decode(wide, errors="replace")
    return repair(_decode_narrow(data))


def repair(text: str) -> str:
    """Mojibake mended line by line, and only where its signature is found; other lines are never altered."""
    if not _MOJIBAKE.search(text):
        return text
    from ftfy import fix_encoding

    return "\n".join(fix_encoding(line) if _MOJIBAKE.search(line) else line for line in text.split("\n"))


def is_binary(data: bytes) -> bool:
    """True where the first 8 KiB hold control characters that no text file has."""
    head = data[:8192]
    encoding = next((name for bom, name in _BOMS if head.startswith(bom)), "") or _wide_encoding(head) or "latin-1"
    text = head.decode(encoding, errors="ignore")
    return sum(char < " " and char not in _TEXT_CONTROLS for char in text) > len(text) // 200


def _wide_encoding(data: bytes) -> str:
    head = data[:4096]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if half < 4:
        return ""
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.6 * half and odd < 0.1 * half else ""


def _decode_narrow(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        invalid = data.decode("utf-8", errors="replace").count("\ufffd")
    # A file pasted together from two encodings has more sound UTF-8 pairs than broken bytes.
    if len(_UTF8_PAIR.findall(data)) > invalid:
        return data.decode("utf-8", errors=_FALLBACK)
    return max((_decode_single(data, encoding) for encoding in _SINGLE_BYTE), key=_plausibility)


def _decode_single(data: bytes, encoding: str) -> str:
    text = data.decode(encoding, errors="replace")
    # Latin-1 software writes the five bytes that windows-1252 leaves undefined as control characters.
    return text.replace("\x81", "").replace("\x8d", "").replace("\x8f", "").replace("\x90", "").replace("\x9d", "")


def _plausibility(text: str) -> int:
    return sum(1 if char in _EXPECTED else -3 for char in text if char > "\x7f")


def _decode_stray(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    return stray.decode("cp1252", errors="replace"), error.end


codecs.register_error(_FALLBACK, _decode_stray)

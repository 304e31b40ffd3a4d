"""Tell a CMS envelope (RFC 5652) by its first bytes, in DER, BER, base64 or PEM, and bring it to binary. No library, no parsing."""

from __future__ import annotations

import base64
import binascii
import re

SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
TIMESTAMPED_DATA = bytes.fromhex("060b2a864886f70d010910011f")
ENVELOPED_DATA = bytes.fromhex("06092a864886f70d010703")
_KNOWN = (SIGNED_DATA, TIMESTAMPED_DATA, ENVELOPED_DATA)
_PEM = re.compile(rb"-----BEGIN (?:PKCS ?#?7|CMS|PKCS7)[^-]*-----(.*?)(?:-----END|\Z)", re.DOTALL)
_BASE64 = re.compile(rb"\A[\sA-Za-z0-9+/=]+\Z")


def looks_signed(head: bytes) -> bool:
    """True where `head`, the first bytes of a file, opens a CMS envelope in any encoding."""
    return _opens(head) or _opens(_unarmoured(head, partial=True))


def to_binary(data: bytes) -> bytes:
    """The envelope as DER or BER; `data` itself where it is neither base64 nor PEM."""
    return data if _opens(data[:64]) else _unarmoured(data, partial=False) or data


def _opens(head: bytes) -> bool:
    return head[:1] == b"\x30" and any(oid in head[:40] for oid in _KNOWN)


def _unarmoured(data: bytes, *, partial: bool) -> bytes:
    pem = _PEM.search(data)
    body = pem.group(1) if pem else data.removeprefix(b"\xef\xbb\xbf")
    if not _BASE64.match(body[:400] if partial else body):
        return b""
    packed = re.sub(rb"\s+", b"", body)
    if partial:
        packed = packed[: len(packed) // 4 * 4].split(b"=", 1)[0]
        packed = packed[: len(packed) // 4 * 4]
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4))
    except binascii.Error:
        return b""

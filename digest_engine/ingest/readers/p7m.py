"""CAdES envelopes (`.p7m`, `.tsd`; RFC 5652, RFC 5544): the content is read, the claims of the signers are kept, nothing is verified."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from asn1crypto import cms, tsp

from digest_engine.i18n import _
from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.signed import to_binary
from digest_engine.types import Signature

# A certificate names a person by its common name; some old Italian ones put the name in these instead.
_NAMES = ("common_name", "given_name", "surname", "organization_name")


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """Everything in the content, which may be another envelope. Raises ReadError where there is no content, or only an encrypted one."""
    envelope = cms.ContentInfo.load(to_binary(source.data))
    kind = envelope["content_type"].native
    if kind == "signed_data":
        yield from visit.read(_signed(source, envelope["content"]))
    elif kind == "timestamped_data":
        yield from visit.read(_timestamped(source, envelope["content"]))
    else:
        raise refused(source.name, "not_signed_data")


def _signed(source: Source, signed: cms.SignedData) -> Source:
    content = _bytes_of(signed["encap_content_info"]["content"])
    if content is None:
        raise refused(source.name, "detached_signature" if len(signed["signer_infos"]) else "not_signed_data")
    hashes = (hashlib.sha256(source.data).hexdigest(), hashlib.sha256(content).hexdigest())
    found = tuple(Signature(*_claim(info, signed), *hashes) for info in signed["signer_infos"])
    unverified = _("firma non verificata")
    warnings = source.warnings if unverified in source.warnings else (*source.warnings, unverified)
    inner = source.inside(content, name=source.name)
    return replace(inner, signatures=source.signatures + found, warnings=warnings)


def _timestamped(source: Source, stamped: tsp.TimeStampedData) -> Source:
    content = _bytes_of(stamped["content"])
    if content is None:
        raise refused(source.name, "detached_signature")
    return source.inside(content, name=source.name)


def _bytes_of(value: object) -> bytes | None:
    native = getattr(value, "native", None)
    return native if isinstance(native, bytes) else None


def _claim(info: cms.SignerInfo, signed: cms.SignedData) -> tuple[str, datetime | None]:
    """Who says to have signed, and when. A certificate that is not well made takes nothing from the document."""
    try:
        return _signer(info, signed), _signing_time(info)
    except (ValueError, TypeError, KeyError):
        return _("firmatario sconosciuto"), None


def _signer(info: cms.SignerInfo, signed: cms.SignedData) -> str:
    serial, subject = _identifier(info)
    for certificate in (choice.chosen for choice in signed["certificates"] or () if choice.name == "certificate"):
        if certificate.serial_number == serial or (subject and certificate.key_identifier == subject):
            return _name_of(certificate.subject.native)
    return _("certificato n. {serial}").format(serial=serial) if serial else _("firmatario sconosciuto")


def _identifier(info: cms.SignerInfo) -> tuple[int | None, bytes | None]:
    chosen = info["sid"].chosen
    if info["sid"].name == "issuer_and_serial_number":
        return chosen["serial_number"].native, None
    return None, chosen.native


def _name_of(subject: dict[str, str | list[str]]) -> str:
    for key in _NAMES:
        value = subject.get(key)
        if value:
            return value if isinstance(value, str) else " ".join(value)
    return _("firmatario sconosciuto")


def _signing_time(info: cms.SignerInfo) -> datetime | None:
    for attribute in info["signed_attrs"] or ():
        if attribute["type"].native == "signing_time":
            moment = attribute["values"][0].native
            return moment if isinstance(moment, datetime) else None
    return None

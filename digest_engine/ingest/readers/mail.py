"""Mail (EML), certified mail (PEC) included: the attached acts are the documents; the text of the message only where nothing is attached."""

from __future__ import annotations

import email
from collections.abc import Iterator
from dataclasses import replace
from email import policy
from email.message import EmailMessage, MIMEPart
from itertools import islice
from typing import cast

from digest_engine.i18n import _
from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.decode import decode
from digest_engine.ingest.readers.detect import MAIL
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.ingest.readers.text import document
from digest_engine.types import Page, ReadDocument

# What a PEC provider puts around the message: its signature, its receipt data, time stamps.
_ENVELOPE_NAMES = frozenset({"smime.p7s", "daticert.xml", "postacert.eml", "segnatura.xml"})
_ENVELOPE_TYPES = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature", "application/timestamp-reply"})
_HEADERS = (("from", "Da"), ("to", "A"), ("date", "Data"), ("subject", "Oggetto"))
_INNER = "message/rfc822"
_MAX_PARTS = 1_000


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """Every document of every attachment, of the messages inside too; the message itself where nothing is attached."""
    message = email.message_from_bytes(source.data, policy=policy.default)
    carried = replace(source, warnings=(*source.warnings, _origin(message)))
    attached = list(islice(_attachments(message), _MAX_PARTS + 1))
    if len(attached) > _MAX_PARTS:
        raise refused(source.name, "too_many_members")
    for number, (name, data) in enumerate(attached, 1):
        yield from visit.read(carried.inside(data, name=f"{source.name}/{name or f'allegato {number}'}"))
    if not attached:
        yield _message_text(message, source)


def _attachments(message: EmailMessage) -> Iterator[tuple[str, bytes]]:
    """Attached files and messages, in order. What is inside an attached message is for its own reading."""
    parts = list(message.iter_parts()) if message.is_multipart() and message.get_content_type() != _INNER else []
    while parts:
        part = cast(EmailMessage, parts.pop(0))
        kind, name = part.get_content_type(), _file_name(part)
        if kind == _INNER:
            yield name, _inner_bytes(part)
        elif part.is_multipart():
            parts[:0] = list(part.iter_parts())
        elif name.lower() not in _ENVELOPE_NAMES and kind not in _ENVELOPE_TYPES and (name or part.is_attachment()):
            yield name, _payload(part)
    if not message.is_multipart() and (message.is_attachment() or message.get_content_maintype() != "text"):
        yield _file_name(message), _payload(message)


def _file_name(part: EmailMessage) -> str:
    """The last part of the name: a path in a mail has no meaning here."""
    return (part.get_filename() or "").replace("\\", "/").rsplit("/", 1)[-1].strip()


def _inner_bytes(part: EmailMessage) -> bytes:
    inner = part.get_payload()
    first = inner[0] if isinstance(inner, list) and inner else None
    return first.as_bytes() if isinstance(first, EmailMessage) else _payload(part)


def _payload(part: MIMEPart) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _origin(message: EmailMessage) -> str:
    sentence = _("allegato al messaggio «{subject}» del {date}: il testo del messaggio non è letto come atto")
    return sentence.format(subject=_header(message, "subject"), date=_header(message, "date"))


def _header(message: EmailMessage, name: str) -> str:
    return " ".join(normalise(str(message.get(name, ""))).split())


def _message_text(message: EmailMessage, source: Source) -> ReadDocument:
    head = [f"{label}: {value}" for name, label in _HEADERS if (value := _header(message, name))]
    body = normalise(_body(message))
    if not body:
        raise refused(source.name, "no_text")
    return document(source, MAIL.media_type, (Page(1, "\n".join([*head, "", body])),))


def _body(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    text = decode(_payload(part)) if part.get_content_charset() is None else _charset_text(part)
    if part.get_content_type() != "text/html":
        return text
    from digest_engine.ingest.readers.html import text_of

    return text_of(text)


def _charset_text(part: MIMEPart) -> str:
    try:
        return _payload(part).decode(part.get_content_charset() or "utf-8")
    except (LookupError, UnicodeDecodeError):
        return decode(_payload(part))

"""What a file is, told by its content. The extension only breaks ties between kinds of plain text, and is doubted aloud when it lies."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath

from digest_engine.ingest.readers.decode import is_binary
from digest_engine.ingest.readers.signed import looks_signed

HEAD = 4096


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of content: the module that reads it ("" where none does), the name shown, the extensions that agree with it."""

    module: str
    label: str
    media_type: str
    extensions: tuple[str, ...] = ()


PDF = Kind("pdf", "PDF", "application/pdf", ("pdf",))
ZIP = Kind("archive", "ZIP", "application/zip", ("zip",))
SIGNED = Kind("p7m", "p7m", "application/pkcs7-mime", ("p7m", "p7s", "p7b", "p7c", "tsd"))
DOCX = Kind("docx", "DOCX", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ("docx", "docm", "dotx"))
XLSX = Kind("sheet", "XLSX", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ("xlsx", "xlsm", "xltx"))
ODT = Kind("odt", "ODT", "application/vnd.oasis.opendocument.text", ("odt", "ott", "fodt"))
HTML = Kind("html", "HTML", "text/html", ("html", "htm", "xhtml", "php", "aspx", "jsp"))
XML = Kind("xml", "XML", "application/xml", ("xml", "rss", "atom", "rdf"))
MAIL = Kind("mail", "EML", "message/rfc822", ("eml", "mht"))
IMAGE = Kind("image", "immagine", "image", ("png", "jpg", "jpeg", "jpe", "tif", "tiff", "bmp", "gif", "webp", "jp2"))
CSV = Kind("table", "CSV", "text/csv", ("csv", "tsv", "tab"))
MARKDOWN = Kind("text", "Markdown", "text/markdown", ("md", "markdown"))
TEXT = Kind("text", "testo", "text/plain", ("txt", "text", "log", "asc", "md", "csv"))

READ = (PDF, ZIP, SIGNED, DOCX, XLSX, ODT, HTML, XML, MAIL, IMAGE, CSV, MARKDOWN, TEXT)
_PROMISES = frozenset(ending for kind in READ for ending in kind.extensions)
_OLE, _ENCRYPTED_PACKAGE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "EncryptedPackage".encode("utf-16-le")
UNREAD = {
    _OLE: "Office 97-2003 o Outlook .msg",
    b"{\\rtf": "RTF",
    b"Rar!": "RAR",
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
}
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"GIF87a", b"GIF89a", b"\x00\x00\x00\x0cjP  ")
_ZIPPED = (("word/document.xml", DOCX), ("xl/workbook.xml", XLSX))
_ENVELOPES = (".p7m", ".p7s", ".tsd")
_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]|<body[\s>]|<head[\s>]", re.IGNORECASE)
_TAG = re.compile(rb"\s*<[A-Za-z][\w.-]*(?::[\w.-]+)?[\s>/]")
_HEADER = re.compile(rb"^(?:>?From |[A-Za-z][A-Za-z0-9-]*:)")
_MAIL_HEADERS = re.compile(rb"(?im)^(received|mime-version|message-id|return-path|delivered-to|x-trasporto|content-type):")


def detect(data: bytes, name: str) -> Kind | None:
    """The kind of `data`; None where nothing here knows it. `name` decides between plain text, CSV and Markdown alone."""
    head = data[:HEAD]
    return _by_magic(data, head) or _by_words(data, head, extension(name))


def unread(data: bytes) -> str:
    """The name of a format that is recognised but not read; "" for any other content."""
    return next((label for magic, label in UNREAD.items() if data.startswith(magic)), "")


def is_encrypted_office(data: bytes) -> bool:
    """True for a DOCX or XLSX with a password: Office wraps it in a container of the old format."""
    return data.startswith(_OLE) and _ENCRYPTED_PACKAGE in data


def contradicted(kind: Kind, name: str, *, enveloped: bool) -> str:
    """The extension that promises another content than `kind`; "" where it agrees, is missing, or is unknown and promises nothing.

    `enveloped` says that an envelope was already opened: then `.pdf.p7m` promises a PDF, otherwise an envelope.
    """
    promised = PurePosixPath(name.lower()).suffix
    if kind is not SIGNED and enveloped and promised in _ENVELOPES:
        promised = extension(name)
    promised = promised.lstrip(".")
    return promised if promised in _PROMISES and promised not in kind.extensions else ""


def extension(name: str) -> str:
    """The extension of the document itself, lower case, without the dot: the `pdf` of `atto.pdf.p7m.p7m`."""
    path = PurePosixPath(name.lower())
    while path.suffix in _ENVELOPES:
        path = path.with_suffix("")
    return path.suffix.lstrip(".")


def _by_magic(data: bytes, head: bytes) -> Kind | None:
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zipped(data)
    # Before PDF, whose mark is allowed anywhere in the first KiB: a short envelope carries it there.
    if looks_signed(head):
        return SIGNED
    if b"%PDF-" in head[:1024]:
        return PDF
    if head.startswith(_IMAGES) or (head.startswith(b"RIFF") and head[8:12] == b"WEBP") or (head.startswith(b"BM") and is_binary(head)):
        return IMAGE
    return None


def _zipped(data: bytes) -> Kind:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
            mimetype = archive.read("mimetype") if "mimetype" in names and archive.getinfo("mimetype").file_size < 200 else b""
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError, RuntimeError):
        return ZIP  # the archive reader says what is wrong with it
    if mimetype.startswith(ODT.media_type.encode()):
        return ODT
    return next((kind for member, kind in _ZIPPED if member in names), ZIP)


def _by_words(data: bytes, head: bytes, ending: str) -> Kind | None:
    plain = _narrow(head)
    if unread(data) or is_binary(data):
        return None
    if _is_mail(plain):
        return MAIL
    if _HTML.search(plain):
        return HTML
    if _is_xml(plain, data):
        return HTML if ending in HTML.extensions else XML
    if ending in CSV.extensions:
        return CSV
    return MARKDOWN if ending in MARKDOWN.extensions else TEXT


def _narrow(head: bytes) -> bytes:
    """The head without the byte order mark and the zeros of UTF-16, so that ASCII patterns apply."""
    for bom in (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"):
        head = head.removeprefix(bom)
    return head.replace(b"\x00", b"")


def _is_xml(head: bytes, data: bytes) -> bool:
    """A declaration, or a first tag that something closes at the end: an act may begin with `<omissis>`."""
    return head.lstrip().startswith(b"<?xml") or (_TAG.match(head) is not None and _narrow(data[-HEAD:]).rstrip().endswith(b">"))


def _is_mail(head: bytes) -> bool:
    first = head.lstrip().split(b"\n", 1)[0]
    block = re.split(rb"\r?\n\r?\n", head.lstrip(), maxsplit=1)[0]
    return bool(_HEADER.match(first)) and len({found.lower() for found in _MAIL_HEADERS.findall(block)}) >= 2

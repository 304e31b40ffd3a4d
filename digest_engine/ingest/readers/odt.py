"""ODT in the order of reading: letterhead, paragraphs and tables; tracked deletions are left out."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO

from lxml import etree

from digest_engine.ingest.readers.archive import check_expansion
from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.detect import ODT
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.ingest.readers.text import document
from digest_engine.ingest.readers.xmltree import parse
from digest_engine.types import Page

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STARTS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n", f"{_TEXT}soft-page-break": "\f"}
_ENDS = {f"{_TEXT}p": "\n", f"{_TEXT}h": "\n", f"{_TABLE}table-cell": "\t", f"{_TABLE}table-row": "\n"}
_SKIPPED = frozenset({f"{_TEXT}tracked-changes", f"{_OFFICE}annotation", f"{_TEXT}sequence-decls"})
_SPACES, _CELL = f"{_TEXT}s", f"{_TABLE}table-cell"
_MAX_SPACES = 200


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """One document, with the pages that the word processor noted when it saved. Raises ReadError `no_text` or `encrypted`."""
    check_expansion(source, visit)
    with zipfile.ZipFile(BytesIO(source.data)) as package:
        if b"encryption-data" in _part(package, "META-INF/manifest.xml"):
            raise refused(source.name, "encrypted")
        styles = _part(package, "styles.xml")
        head, foot = (_margins(styles, kind, source) for kind in ("header", "footer"))
        root = parse(_part(package, "content.xml"), source.name)
    body = root.find(f"{_OFFICE}body")
    written = "".join(_walk(body)) if body is not None else ""
    texts = [text for text in (normalise(part) for part in f"{head}\n{written}\n{foot}".split("\f")) if text]
    if not texts:
        raise refused(source.name, "no_text")
    visit.pages(source.name, len(texts))
    yield document(source, ODT.media_type, tuple(Page(number, text) for number, text in enumerate(texts, 1)))


def _part(package: zipfile.ZipFile, name: str) -> bytes:
    return package.read(name) if name in package.namelist() else b""


def _margins(styles: bytes, kind: str, source: Source) -> str:
    """The different headers, or footers, of the page styles, each once."""
    found = parse(styles, source.name).iter(f"{_STYLE}{kind}") if styles else ()
    return "\n".join(dict.fromkeys("".join(_walk(margin)) for margin in found))


def _walk(root: etree._Element) -> Iterator[str]:
    skipped: etree._Element | None = None
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if skipped is not None:
            if event == "end" and element is skipped:
                skipped = None
                yield element.tail or ""
        elif event == "start":
            if element.tag in _SKIPPED:
                skipped = element
            else:
                yield _opened(element) + (element.text or "")
        else:
            yield _closed(element) + (element.tail or "" if element is not root else "")


def _opened(element: etree._Element) -> str:
    if element.tag == _SPACES:
        count = element.get(f"{_TEXT}c", "1")
        return " " * min(int(count), _MAX_SPACES) if count.isdigit() else " "
    return _STARTS.get(element.tag, "")


def _closed(element: etree._Element) -> str:
    """The last paragraph of a cell does not end a line: the row of a table is one line."""
    parent = element.getparent()
    last_of_cell = parent is not None and parent.tag == _CELL and element.getnext() is None
    return "" if last_of_cell else _ENDS.get(element.tag, "")

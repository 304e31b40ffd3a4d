"""DOCX in the order of reading: letterhead, paragraphs, tables and text boxes; what is deleted or hidden is left out."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import docx
from docx.document import Document
from docx.oxml.ns import qn
from lxml import etree

from digest_engine.ingest.readers.archive import check_expansion
from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.detect import DOCX
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.ingest.readers.text import document
from digest_engine.types import Page

_PAGE_BREAK = "\f"
_TEXT = {qn("w:tab"): "\t", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-", qn("w:lastRenderedPageBreak"): _PAGE_BREAK}
_ENDS = {qn("w:p"): "\n", qn("w:tc"): "\t", qn("w:tr"): "\n"}
# A text box is written twice, for old and new Word; moved text is written where it was and where it is.
_SKIPPED = frozenset({"{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", qn("w:moveFrom"), qn("w:del"), qn("w:pPr")})
_RUN, _BREAK, _WRITTEN, _CELL = qn("w:r"), qn("w:br"), qn("w:t"), qn("w:tc")
_HIDDEN = f"{qn('w:rPr')}/{qn('w:vanish')}"


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """One document. Pages are those that the word processor noted when it saved, or one where it did not. Raises ReadError `no_text`."""
    check_expansion(source, visit)
    opened = docx.Document(BytesIO(source.data))
    head, foot = _margins(opened)
    body = "".join(_walk(opened.element.body))
    texts = [text for text in (normalise(part) for part in f"{head}\n{body}\n{foot}".split(_PAGE_BREAK)) if text]
    if not texts:
        raise refused(source.name, "no_text")
    visit.pages(source.name, len(texts))
    yield document(source, DOCX.media_type, tuple(Page(number, text) for number, text in enumerate(texts, 1)))


def _margins(opened: Document) -> tuple[str, str]:
    """The different headers and the different footers of the sections, each once: the letterhead names the body."""
    heads = [margin._element for section in opened.sections for margin in (section.first_page_header, section.header)]
    feet = [margin._element for section in opened.sections for margin in (section.first_page_footer, section.footer)]
    return _each_once(heads), _each_once(feet)


def _each_once(margins: list[etree._Element]) -> str:
    texts = ("".join(_walk(margin)).replace(_PAGE_BREAK, "") for margin in margins)
    return "\n".join(dict.fromkeys(texts))


def _walk(root: etree._Element) -> Iterator[str]:
    """Text in document order, without recursion: tables may be nested as deep as the parser allows."""
    skipped: etree._Element | None = None
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if skipped is not None:
            if event == "end" and element is skipped:
                skipped = None
            continue
        if event == "start":
            if element.tag in _SKIPPED or (element.tag == _RUN and element.find(_HIDDEN) is not None):
                skipped = element
            else:
                yield _opened(element)
        else:
            yield _ENDS.get(element.tag, "") if not _ends_cell(element) else ""


def _opened(element: etree._Element) -> str:
    if element.tag == _WRITTEN:
        return element.text or ""
    if element.tag == _BREAK:
        return _PAGE_BREAK if element.get(qn("w:type")) == "page" else "\n"
    return _TEXT.get(element.tag, "")


def _ends_cell(element: etree._Element) -> bool:
    """The last paragraph of a cell does not end a line: the row of a table is one line."""
    parent = element.getparent()
    return element.tag == qn("w:p") and parent is not None and parent.tag == _CELL and element.getnext() is None

"""HTML: the main text of a page, and the pages of an albo pretorio: a page of details is one act, a table of acts an act each row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.decode import decode
from digest_engine.ingest.readers.detect import HTML
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.ingest.readers.rows import Field, bare_label, clean, find_header, heads_acts, issuer_in, read_rows
from digest_engine.ingest.readers.text import document
from digest_engine.types import Page

_NOISE = ["script", "style", "noscript", "template", "svg", "iframe", "select", "button", "textarea", "nav", "aside"]
_MAIN = "main, article, [role=main]"
_MAIN_SHARE = 0.5
_PARAGRAPHS = frozenset(
    ["p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "blockquote", "section", "article", "header", "footer"]
)
_LINES = frozenset(
    ["br", "dd", "div", "dt", "fieldset", "form", "hr", "legend", "li", "tr", "caption", "title", "body", "main", "address", "pre"]
)
_CELLS = frozenset({"td", "th"})
_LABEL_CHARACTERS = 60
_LEAST_DETAILS = 4
# Labelled values are the page's own account of the act where they are most of it; otherwise the act is in the text beside them.
_DETAILS_SHARE = 0.5
_SPACES = re.compile(r"\s+")
_PARAGRAPH_END = "\x1d"
_PARAGRAPH_ENDS = re.compile(rf"[ \t\n]*{_PARAGRAPH_END}[ \t\n{_PARAGRAPH_END}]*")
_LINE_ENDS = re.compile(r"[ \t]*\n[ \t\n]*")


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """Rows of a list of acts, or one document with the labelled values of the page where it has them. Raises ReadError `no_text`."""
    page = LexborHTMLParser(decode(source.data))
    page.strip_tags(_NOISE, recursive=True)
    titles = [clean(_text(node)) for node in page.css("title, h1, h2, h3, caption")]
    issuer = next((name for name in map(issuer_in, titles) if name), "")
    context: list[Field] = [("ente", issuer)] if issuer else []
    tables = [_cells(table) for table in _leaf_tables(page)]
    lists = [(rows, header) for rows, header in ((rows, find_header(rows)) for rows in tables) if header is not None]
    if any(len(rows) > header + 1 for rows, header in lists):
        for rows, header in lists:
            yield from read_rows(rows[header], rows[header + 1 :], source, visit, first=header + 2, context=context)
    else:
        yield _one_document(page, titles, [*context, *_details(page, tables)], source)


def text_of(html: str) -> str:
    """The main text of a page given as characters."""
    page = LexborHTMLParser(html)
    page.strip_tags(_NOISE, recursive=True)
    return _main_text(page)


def _one_document(page: LexborHTMLParser, titles: Sequence[str], fields: Sequence[Field], source: Source) -> Found:
    text = normalise(_main_text(page))
    if not text:
        raise refused(source.name, "no_text")
    title = titles[0] if titles and titles[0] not in text else ""
    found = document(source, HTML.media_type, (Page(1, f"{title}\n{text}".strip()),))
    told = sum(len(label) + len(value) for label, value in fields)
    return replace(found, fields=tuple(fields)) if told > _DETAILS_SHARE * len(text) else found


def _leaf_tables(page: LexborHTMLParser) -> list[LexborNode]:
    """Tables that hold no other table: the outer ones are for layout."""
    tables = page.css("table")
    outer = set()
    for table in tables:
        parent = table.parent
        while parent is not None and parent.mem_id not in outer:
            if parent.tag == "table":
                outer.add(parent.mem_id)
            parent = parent.parent
    return [table for table in tables if table.mem_id not in outer]


def _cells(table: LexborNode) -> list[list[str]]:
    return [[clean(_text(cell)) for cell in row.css("td, th")] for row in table.css("tr")]


def _details(page: LexborHTMLParser, tables: Sequence[Sequence[Sequence[str]]]) -> list[Field]:
    """Pairs of label and value that tell an act: from rows of two cells, or from definition lists; [] where they tell something else."""
    pairs = [(row[0], row[1]) for rows in tables for row in rows if len(row) == 2]
    for term in page.css("dt"):
        value = term.next
        while value is not None and value.tag == "-text":
            value = value.next
        if value is not None and value.tag == "dd":
            pairs.append((clean(_text(term)), clean(_text(value))))
    fields = [(bare_label(label), value) for label, value in pairs if label and len(label) < _LABEL_CHARACTERS]
    told = [(label, value) for label, value in fields if value]
    return told if len(told) >= _LEAST_DETAILS and heads_acts([label for label, _ in told]) else []


def _main_text(page: LexborHTMLParser) -> str:
    """The text of the part that calls itself main where it holds most of the page, otherwise of the whole body."""
    body = page.body
    if body is None:
        return ""
    whole = _text(body)
    parts = [text for text in map(_text, page.css(_MAIN)) if len(text) > _MAIN_SHARE * len(whole)]
    return max(parts, key=len, default=whole)


def _text(root: LexborNode) -> str:
    """Text with a line for each block and a tab between cells; without recursion, since tags may be nested without end."""
    written: list[str] = []
    stack = [(root, False)]
    while stack:
        node, closing = stack.pop()
        tag = node.tag or ""
        if node.is_text_node:
            written.append(_SPACES.sub(" ", node.text_content or ""))
            continue
        written.append(_PARAGRAPH_END if tag in _PARAGRAPHS else "\n" if tag in _LINES else "\t" if closing and tag in _CELLS else "")
        if not closing:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(list(node.iter(include_text=True))))
    return _PARAGRAPH_ENDS.sub("\n\n", _LINE_ENDS.sub("\n", "".join(written))).strip()

"""XML that lists acts: RSS, Atom and AlboPOP feeds, and the datasets of law 190/2012 (ANAC). One item or lot is one act."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.rows import Field, clean, row_document
from digest_engine.ingest.readers.xmltree import local_name, parse

_FEEDS = frozenset({"rss", "feed", "RDF"})
_ITEMS = frozenset({"item", "entry"})
_ALBOPOP = "#"
# What the channel says of every item, and the label it gets there: its own title must not be taken for the item's.
_OF_CHANNEL = {
    "channel-category-name": "channel-category-name",
    "channel-category-municipality": "channel-category-municipality",
    "title": "channel-title",
    "description": "channel-description",
}
_MARKUP = re.compile(r"</[a-zA-Z]+>|<(?:br|hr|img|p)\b[^>]*>", re.IGNORECASE)
_WINNERS, _PARTICIPANTS = "aggiudicatari", "partecipanti"
_FROM_METADATA = ("annoRiferimento", "entePubblicatore", "urlFile")


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """One document for each item of a feed or lot of a dataset. Raises ReadError `unknown_xml`, `unsafe_xml` or `no_documents`."""
    root = parse(source.data, source.name)
    if local_name(root) in _FEEDS:
        found = _items(root)
    elif any(local_name(element) == "lotto" for element in root.iter()):
        found = _lots(root)
    else:
        raise refused(source.name, "unknown_xml", local_name(root))
    number = 0
    for number, fields in enumerate(found, 1):
        visit.row(source.name)
        yield row_document(f"{source.name}#{number}", fields, source)
    if not number:
        raise refused(source.name, "no_documents")


def _items(root: etree._Element) -> Iterator[list[Field]]:
    """Fields by the name of their element; an AlboPOP category by the name its domain gives it, those of the channel for each item."""
    channel = next((element for element in root.iter() if local_name(element) == "channel"), root)
    common = [(label, value) for label, value in map(_field, channel) if label in _OF_CHANNEL]
    for item in root.iter():
        if local_name(item) in _ITEMS:
            yield [*map(_field, item), *((_OF_CHANNEL[label], value) for label, value in common)]


def _field(element: etree._Element) -> Field:
    label, value = local_name(element), _plain("".join(element.itertext()))
    if label == "category":
        _, found, name = (element.get("domain") or "").rpartition(_ALBOPOP)
        return (name if found else label), value or clean(element.get("term") or "")
    if label in ("enclosure", "link") and not value:
        return label, element.get("url") or element.get("href") or ""
    return label, value


def _plain(value: str) -> str:
    """Feeds wrap their descriptions in the markup of a page."""
    if not _MARKUP.search(value):
        return clean(value)
    from digest_engine.ingest.readers.html import text_of

    return clean(text_of(value))


def _lots(root: etree._Element) -> Iterator[list[Field]]:
    metadata = [(local_name(element), clean(element.text or "")) for element in root.iter() if local_name(element) in _FROM_METADATA]
    for lot in root.iter():
        if local_name(lot) == "lotto":
            yield [*_lot(lot), *metadata]


def _lot(lot: etree._Element) -> Iterator[Field]:
    """The leaves of a lot by name, without those who took part; the winners in one field, a group joined by `+`."""
    for part in lot:
        name = local_name(part)
        if name == _WINNERS:
            yield name, "; ".join(_company(winner) for winner in part)
            yield "codiceFiscale", "; ".join(_leaves(part, "codiceFiscale"))
        elif name == _PARTICIPANTS:
            yield name, str(len(part))
        elif len(part):
            yield from ((local_name(leaf), clean(leaf.text or "")) for leaf in part.iter() if not len(leaf))
        else:
            yield name, clean(part.text or "")


def _company(winner: etree._Element) -> str:
    return " + ".join(_leaves(winner, "ragioneSociale"))


def _leaves(element: etree._Element, name: str) -> list[str]:
    return [clean(leaf.text) for leaf in element.iter() if local_name(leaf) == name and leaf.text]

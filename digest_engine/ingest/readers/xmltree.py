"""XML from anybody, parsed without entities, network or huge trees; a broken one is read as far as it goes."""

from __future__ import annotations

import re

from lxml import etree

from digest_engine.ingest.readers.base import refused
from digest_engine.ingest.readers.decode import decode

_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ENTITY = re.compile(r"<!ENTITY", re.IGNORECASE)


def parse(data: bytes, name: str) -> etree._Element:
    """The root. The encoding is told from the bytes, since declarations lie. Raises ReadError `unsafe_xml` or `damaged`."""
    text = _FORBIDDEN.sub("", _DECLARATION.sub("", decode(data), count=1))
    if _ENTITY.search(text):
        raise refused(name, "unsafe_xml")
    for recover in (False, True):
        parser = etree.XMLParser(
            encoding="utf-8",
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            recover=recover,
            remove_comments=True,
        )
        try:
            root = etree.fromstring(text.encode("utf-8", errors="replace"), parser)
        except etree.XMLSyntaxError as error:
            if recover:
                raise refused(name, "damaged") from error
        else:
            if root is not None:
                return root
    raise refused(name, "damaged")


def local_name(element: etree._Element) -> str:
    """The tag without its namespace; "" for a processing instruction."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""

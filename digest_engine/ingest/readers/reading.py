"""Read one upload in this process. Which module reads what is decided here; each module is imported when its first file comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from types import MappingProxyType
from typing import cast

from digest_engine.i18n import _
from digest_engine.ingest.readers.base import Beat, Limits, Reader, Source, Visit, refused
from digest_engine.ingest.readers.detect import Kind, contradicted, detect, is_encrypted_office, unread
from digest_engine.types import ReadDocument, ReadFailure, Reading

DEFAULT_LIMITS = Limits()
_NOTHING: Mapping[str, str] = MappingProxyType({})


def _silent(name: str) -> None:
    """Nobody waits for a sign of life."""


def read(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS, *, beat: Beat = _silent, skip: Mapping[str, str] = _NOTHING) -> Reading:
    """Everything found in `data`, and everything that could not be read in it; never raises for bad content.

    `name` is the name of the upload; members get paths below it. `beat` is called with the name of each page or member begun; `skip` maps
    names of members that are not to be tried to the reason reported for them. Time and nesting are limited here; a hang inside a library
    and memory only in `ReadingWorker`.
    """
    visit = Visit(limits, choose=_choose, beat=beat, skip=skip)
    documents: list[ReadDocument] = []
    failures: list[ReadFailure] = []
    for found in visit.read(Source(data, name)):
        match found:
            case ReadDocument():
                documents.append(replace(found, position=len(documents)))
            case ReadFailure():
                failures.append(found)
    return Reading(tuple(documents), tuple(failures))


def _choose(source: Source) -> tuple[Source, Reader]:
    kind = detect(source.data, source.name)
    if kind is None:
        if is_encrypted_office(source.data):
            raise refused(source.name, "encrypted")
        known = unread(source.data)
        raise refused(source.name, "unsupported_format" if known else "unknown_format", known)
    if not kind.module:
        raise refused(source.name, "unsupported_format", kind.label)
    return _doubting(source, kind), cast(Reader, import_module(f"digest_engine.ingest.readers.{kind.module}").read)


def _doubting(source: Source, kind: Kind) -> Source:
    ending = contradicted(kind, source.name, enveloped=bool(source.signatures))
    if not ending:
        return source
    warning = _("estensione .{ending} ma contenuto {label}").format(ending=ending, label=kind.label)
    return replace(source, warnings=(*source.warnings, warning))

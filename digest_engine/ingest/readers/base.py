"""What every reader is given and gives back: the limits, the source, and the visit that counts what is spent.

A reader is `read(source, visit) -> Iterator[Found]`. It raises `ReadError` for what it can name; what the libraries raise on broken bytes
(`BROKEN`) is named here, at the boundary, so that a hostile member costs itself and the rest goes on.
"""

from __future__ import annotations

import csv
import logging
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from digest_engine.errors import ReadError
from digest_engine.i18n import _
from digest_engine.types import ReadDocument, ReadFailure, Signature

logger = logging.getLogger(__name__)

MIB = 1024 * 1024
_HEAD, _NOTHING = 4096, b"\x00 \t\r\n"

# What parsers raise on mutated input, as found by fuzzing; lxml's XMLSyntaxError is a SyntaxError, pypdfium2's PdfiumError a RuntimeError.
BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    csv.Error,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)

Found = ReadDocument | ReadFailure
Beat = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one upload may cost. Bytes, seconds and counts are for the whole upload, `step_seconds` for each page or member.

    `expansion_ratio` applies to a member above 1 MiB; `depth` counts envelopes (zip, p7m, mail) around a document;
    without `ocr` a scanned page is reported, not read.
    """

    file_bytes: int = 512 * MIB
    expanded_bytes: int = 1024 * MIB
    expansion_ratio: int = 200
    members: int = 20_000
    depth: int = 8
    pages: int = 5_000
    rows: int = 200_000
    step_seconds: float = 60.0
    total_seconds: float = 3_600.0
    memory_bytes: int = 2_048 * MIB
    ocr: bool = True
    ocr_dpi: int = 300
    ocr_page_seconds: float = 50.0
    ocr_workers: int = 2


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes to read, their path inside the upload, and what the envelopes around them said. `depth` counts those envelopes."""

    data: bytes
    name: str
    depth: int = 0
    signatures: tuple[Signature, ...] = ()
    warnings: tuple[str, ...] = ()

    def inside(self, data: bytes, *, name: str) -> Source:
        """What an envelope holds: one level deeper, with the same signatures and warnings."""
        return replace(self, data=data, name=name, depth=self.depth + 1)


Reader = Callable[["Source", "Visit"], Iterator[Found]]


class Visit:
    """One reading of one upload: what it may still spend, and how to read what is found inside.

    `choose` tells the reader of a source by its content; `skip` maps members to the reason why they must not be tried again;
    `beat` is told the name of each thing begun, so that whoever waits knows that work goes on, and on what.
    """

    def __init__(self, limits: Limits, *, choose: Callable[[Source], tuple[Source, Reader]], beat: Beat, skip: Mapping[str, str]) -> None:
        """Time starts to run now."""
        self.limits = limits
        self._choose = choose
        self._beat = beat
        self._skip = skip
        self._deadline = time.monotonic() + limits.total_seconds
        self._expanded = 0
        self._members = 0
        self._pages = 0
        self._rows = 0

    def read(self, source: Source) -> Iterator[Found]:
        """Everything found in `source`; a failure for what could not be read. Never raises for bad content."""
        try:
            self._enter(source)
            chosen, reader = self._choose(source)
            something = False
            for found in reader(chosen, self):
                something = True
                yield found
            if not something:
                yield failure(source.name, "no_documents")
        except ReadError as error:
            yield ReadFailure(error.name, error.reason, error.message)
        except MemoryError:
            yield failure(source.name, "memory")
        except RecursionError:
            yield failure(source.name, "too_deep")
        except BROKEN as error:
            logger.info("damaged content in %s: %s", source.name, type(error).__name__)
            yield failure(source.name, "damaged")

    def step(self, name: str) -> None:
        """Say that work on `name` begins. Raises ReadError `timeout` when the time of the upload is over."""
        self._beat(name)
        if time.monotonic() > self._deadline:
            raise refused(name, "timeout")

    def member(self, name: str, *, size: int, compressed: int) -> None:
        """Account for a member before it is expanded. Raises ReadError when the upload would cost too much."""
        self._members += 1
        if self._members > self.limits.members:
            raise refused(name, "too_many_members")
        if size > MIB and size > self.limits.expansion_ratio * max(compressed, 1):
            raise refused(name, "expansion")
        self._expanded += size
        if self._expanded > self.limits.expanded_bytes:
            raise refused(name, "expansion")

    def pages(self, name: str, count: int) -> None:
        """Account for pages. Raises ReadError `too_many_pages`."""
        self._pages += count
        if self._pages > self.limits.pages:
            self._pages -= count
            raise refused(name, "too_many_pages")

    def row(self, name: str) -> None:
        """Account for one row of a list. Raises ReadError `too_many_rows`."""
        self._rows += 1
        if self._rows > self.limits.rows:
            raise refused(name, "too_many_rows")

    def _enter(self, source: Source) -> None:
        self.step(source.name)
        if source.name in self._skip:
            raise refused(source.name, self._skip[source.name])
        if source.depth > self.limits.depth:
            raise refused(source.name, "too_deep")
        if len(source.data) > self.limits.file_bytes:
            raise refused(source.name, "too_large")
        if not source.data[:_HEAD].strip(_NOTHING) and not source.data.strip(_NOTHING):
            raise refused(source.name, "empty")


def refused(name: str, reason: str, detail: str = "") -> ReadError:
    """The error for `reason`, with its sentence in the language of the context; `detail` follows in brackets."""
    sentence = sentences()[reason]
    return ReadError(name, reason, f"{sentence} ({detail})" if detail else sentence)


def failure(name: str, reason: str, detail: str = "") -> ReadFailure:
    """The same as a value."""
    error = refused(name, reason, detail)
    return ReadFailure(error.name, error.reason, error.message)


def sentences() -> Mapping[str, str]:
    """Every reason why a file is not read, and its sentence."""
    return {
        "empty": _("Il file è vuoto."),
        "too_large": _("Il file supera la dimensione massima ammessa."),
        "too_deep": _("Troppi contenitori uno dentro l'altro."),
        "too_many_members": _("L'archivio contiene troppi file."),
        "too_many_pages": _("Il documento ha troppe pagine."),
        "too_many_rows": _("L'elenco ha troppe righe."),
        "expansion": _("Il contenuto compresso si espande oltre il limite ammesso: possibile «zip bomb»."),
        "timeout": _("Lettura interrotta: tempo massimo superato."),
        "memory": _("Lettura interrotta: memoria massima superata."),
        "crashed": _("Il lettore si è interrotto: il file è danneggiato o costruito per bloccarlo."),
        "damaged": _("Il file è danneggiato o incompleto."),
        "truncated_zip": _("L'archivio ZIP è incompleto o danneggiato."),
        "encrypted": _("Il file è protetto da password."),
        "unsafe_name": _("Nome di file non ammesso dentro l'archivio: esce dalla sua cartella."),
        "no_documents": _("Il contenitore non ha documenti."),
        "no_text": _("Nessun testo leggibile nel documento."),
        "not_found": _("Il file non esiste o non può essere aperto."),
        "unknown_format": _("Formato non riconosciuto."),
        "unsupported_format": _("Formato riconosciuto ma non gestito."),
        "detached_signature": _("È una firma staccata (.p7s): contiene la firma ma non il documento. Caricare anche il file firmato."),
        "not_signed_data": _("La busta crittografica non contiene un documento firmato (per esempio è cifrata)."),
        "unsafe_xml": _("L'XML definisce entità o un DTD: non viene letto per sicurezza."),
        "unknown_xml": _("XML di un tipo non gestito: si leggono feed RSS/AlboPOP e dataset ANAC L.190."),
        "hidden_sheet": _("Foglio nascosto: non letto."),
        "not_an_act": _("Riga senza oggetto o di totale: non è un atto."),
    }

"""Building blocks of tests: an engine in a temporary folder, acts by value and acts as text."""

from __future__ import annotations

import hashlib
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from digest_engine import Engine, FileInput, open_engine
from digest_engine.catalog import intake, registry
from digest_engine.catalog.intake import Accepted, Intake
from digest_engine.clock import now
from digest_engine.ingest.chunk import make_chunk
from digest_engine.ingest.identity import identity_of
from digest_engine.settings import load_settings
from digest_engine.types import Act, ExtractedAct, Page, ReadDocument, Relation

NAMESPACE = "prova"
TODAY = date(2026, 5, 31)


def make_engine(folder: Path, **settings: Any) -> Engine:
    """An engine whose state is under `folder`, with the deterministic encoder and a fixed today."""
    chosen = {"data_dir": folder / "data", "encoder": {"name": "deterministic"}, "today": TODAY, **settings}
    return open_engine(load_settings(folder=folder, **chosen))


def put_act(
    engine: Engine, *, texts: tuple[str, ...] = ("Testo dell'atto.",), relations: tuple[Relation, ...] = (), **values: Any
) -> Accepted:
    """Keep an act by its values, with one passage a text; unspecified parts of its identity are filled in."""
    name = "|".join(f"{key}={value}" for key, value in sorted(values.items(), key=str)) + "|".join(texts)
    sha256 = hashlib.sha256(name.encode()).hexdigest()
    defaults = {"kind": "determina", "organ": "dirigente", "number": sha256[:6], "year": 2026, "issuer": "Comune di Prova", "subject": name}
    filled = {**defaults, **values}
    if isinstance(filled.get("amount"), str):
        filled["amount"] = Decimal(filled["amount"])
    act = Act(act_id=f"act-{sha256[:20]}", namespace=NAMESPACE, ingested_at=TODAY, **filled)
    doc_id = f"doc-{sha256[:24]}"
    chunks = tuple(make_chunk(text, doc_id=doc_id, namespace=NAMESPACE, ordinal=n, page=n + 1) for n, text in enumerate(texts))
    document = ReadDocument(f"{sha256[:8]}.txt", "text/plain", (Page(1, "\n".join(texts)),), sha256)
    given = Intake(doc_id, sha256, document, act, identity_of(act), ExtractedAct({}, relations=relations), chunks)
    registry.ensure_namespace(engine.database, NAMESPACE, profile="pa_italiana", at=now())
    engine.chunks.put_many(chunks)
    with engine.database.writing() as connection:
        accepted = intake.accept(connection, given, at=now())
        intake.apply_corrections(connection, NAMESPACE)
    return accepted


def act_text(
    number: int,
    *,
    day: date = date(2026, 4, 14),
    subject: str = "Fornitura di carta per gli uffici",
    amount: str = "1.250,00",
    body: str = "",
    issuer: str = "COMUNE DI PROVA",
    decided: str = "di impegnare la somma complessiva di € {amount} IVA inclusa in favore della ditta Cartaria Esempio S.r.l.",
) -> str:
    """A determina as a comune writes it."""
    return (
        f"{issuer}\n(Provincia di Esempio)\n\nDETERMINAZIONE N. {number} DEL {day:%d/%m/%Y}\nRegistro Generale\n\n"
        f"OGGETTO: {subject}\n\nIL RESPONSABILE DEL SERVIZIO\n\nPREMESSO che occorre provvedere;\nVISTO il D.Lgs. 267/2000;\n{body}\n\n"
        f"DETERMINA\n\n1. {decided.format(amount=amount)}\n2. di dare atto che il presente atto è esecutivo.\n\n"
        f"Il Responsabile del Servizio\n"
    )


def file_of(number: int, **values: Any) -> FileInput:
    """`act_text` as an uploaded file."""
    return FileInput(f"determina_{number}.txt", act_text(number, **values).encode())


def minimal_pdf(text: str) -> bytes:
    """A one-page PDF whose text layer is `text`, one line a line."""
    lines = "".join(f"({line.replace(chr(92), '').replace('(', '').replace(')', '')}) Tj T*\n" for line in text.splitlines())
    stream = f"BT /F1 10 Tf 12 TL 40 800 Td\n{lines}ET".encode("cp1252", errors="replace")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length " + str(len(stream)).encode() + b" >>\nstream\n" + stream + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out = b"%PDF-1.4\n"
    offsets = []
    for n, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{n} 0 obj\n".encode() + body + b"\nendobj\n"
    table = b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    start = len(out)
    return (
        out + b"xref\n0 6\n0000000000 65535 f \n" + table
        + f"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    )  # fmt: skip

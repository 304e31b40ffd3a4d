"""Builds the demo: a folder of invented acts and the truth about them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from digest_engine.demo.material import Material, load_material
from digest_engine.demo.pdf import write_pdf
from digest_engine.demo.plan import DemoAct, plan_acts
from digest_engine.demo.render import render_lines, render_text
from digest_engine.demo.truth import FiledAct, write_truth

ZIP_TIME = (2026, 6, 30, 12, 0, 0)
TRUTH = "truth.json"


@dataclass(frozen=True, slots=True)
class DemoCorpus:
    """Where the demo was written. `files` are what to ingest, full paths in order of name; the truth file is not among them."""

    folder: Path
    files: tuple[Path, ...]
    truth_path: Path


def build_demo(folder: Path, *, seed: int = 2026) -> DemoCorpus:
    """Write the corpus of `seed` and its truth file under `folder`; the same seed writes the same bytes."""
    material = load_material()
    filed = list(_file(plan_acts(seed=seed, material=material), material=material))
    uploads = _uploads({name: data for one in filed for name, data in one.documents.items()})
    for name, data in uploads.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    write_truth(folder / TRUTH, filed=filed, seed=seed)
    return DemoCorpus(folder=folder, files=tuple(folder / name for name in sorted(uploads)), truth_path=folder / TRUTH)


def _file(acts: list[DemoAct], *, material: Material) -> Iterator[FiledAct]:
    """File the acts of each body in the order of publication, so that names tell neither number nor date."""
    counters: dict[str, int] = {}
    for act in sorted(acts, key=lambda act: (act.body.key, act.publication_from, act.register.key, int(act.number))):
        counters[act.body.key] = counters.get(act.body.key, 0) + 1
        stem = f"{act.body.prefix}_{counters[act.body.key]:04d}"
        yield FiledAct(act=act, documents=dict(_documents(act, stem=stem, material=material)))


def _documents(act: DemoAct, *, stem: str, material: Material) -> Iterator[tuple[str, bytes]]:
    folder = act.body.folder
    if act.register.zip:
        folder += f"/pubblicazioni_{act.publication_from:%Y_%m}.zip"
    lines = render_lines(act, material=material)
    for suffix in act.formats:
        data = write_pdf(lines, footer=act.body.footer) if suffix == "pdf" else render_text(lines, wrap=act.body.wrap).encode()
        yield f"{folder}/{stem}.{suffix}", data
        for copy in range(1, act.copies + 1):
            yield f"{folder}/{stem}_copia{copy}.{suffix}", data


def _uploads(documents: Mapping[str, bytes]) -> dict[str, bytes]:
    """What is written to disk: documents as they are, or in their zip."""
    uploads: dict[str, bytes] = {}
    members: dict[str, dict[str, bytes]] = {}
    for name, data in documents.items():
        archive, marker, member = name.partition(".zip/")
        if marker:
            members.setdefault(f"{archive}.zip", {})[member] = data
        else:
            uploads[name] = data
    return uploads | {name: _zipped(inside) for name, inside in members.items()}


def _zipped(members: Mapping[str, bytes]) -> bytes:
    buffer = BytesIO()
    # Stored, not deflated: compressed bytes differ between versions of zlib.
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(members.items()):
            archive.writestr(zipfile.ZipInfo(name, date_time=ZIP_TIME), data)
    return buffer.getvalue()

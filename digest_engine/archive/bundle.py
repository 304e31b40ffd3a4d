"""A zip file whose last member is a manifest with the size and hash of every other one: written once, and unpacked only where all agree."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Any, Self

from digest_engine.errors import InputError, ReadError

KIND = "digest-backup"
FORMAT = 1
MANIFEST = "manifest.json"
MAX_MANIFEST = 256 * 1024 * 1024
BLOCK = 1024 * 1024
# Originals are compressed already, most of them; what is left is packed quickly.
LEVEL = 1


class BundleWriter:
    """Takes files into a new bundle at `path`."""

    def __init__(self, path: Path) -> None:
        """The file is made now."""
        self._path = path
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)
        self._files: dict[str, dict[str, Any]] = {}

    def take(self, folder: Path, *, leaving: str = "") -> None:
        """Move every file of `folder` into the bundle, but those whose name begins with `leaving`."""
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not (leaving and path.name.startswith(leaving)):
                self._add(path, path.relative_to(folder).as_posix())
                path.unlink()

    def finish(self, about: Mapping[str, Any]) -> None:
        """Write the manifest, with `about` in it, and bring the file to the disk."""
        manifest = {"kind": KIND, "format": FORMAT, **about, "files": self._files}
        self._zip.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
        self._zip.close()
        with self._path.open("rb") as file:
            os.fsync(file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._zip.close()

    def _add(self, path: Path, name: str) -> None:
        digest, size = hashlib.sha256(), 0
        with path.open("rb") as source, self._zip.open(name, "w", force_zip64=True) as member:
            while block := source.read(BLOCK):
                member.write(block)
                digest.update(block)
                size += len(block)
        self._files[name] = {"sha256": digest.hexdigest(), "size": size}


def unpack(path: Path, folder: Path) -> dict[str, Any]:
    """Unpack a bundle into `folder`, a new one; returns its manifest. Raises `ReadError` where anything in it is not as the manifest says."""
    with _errors(path), zipfile.ZipFile(path) as bundle:
        manifest = _manifest(bundle, path)
        names = [info.filename for info in bundle.infolist()]
        if sorted(names) != sorted([*manifest["files"], MANIFEST]):
            raise ReadError(str(path), "altered", "it does not hold the files that its manifest names")
        for name, expected in manifest["files"].items():
            _extract(bundle, name, expected, folder, path)
    return manifest


def _manifest(bundle: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    if MANIFEST not in bundle.namelist() or bundle.getinfo(MANIFEST).file_size > MAX_MANIFEST:
        raise ReadError(str(path), "damaged", "it has no manifest: it is no backup of this program")
    manifest = json.loads(bundle.read(MANIFEST))
    if not isinstance(manifest, dict) or manifest.get("kind") != KIND or not isinstance(manifest.get("files"), dict):
        raise ReadError(str(path), "damaged", "its manifest is not that of a backup")
    if manifest.get("format") != FORMAT:
        raise InputError(f"{path} has format {manifest.get('format')!r}, this version reads {FORMAT}: update the program")
    return manifest


def _extract(bundle: zipfile.ZipFile, name: str, expected: Mapping[str, Any], folder: Path, path: Path) -> None:
    target = folder.joinpath(*_parts(name, path))
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, left = hashlib.sha256(), int(expected["size"])
    with bundle.open(name) as member, target.open("xb") as file:
        # One byte more than the manifest says: a member that is larger is refused before it fills the disk.
        while left >= 0 and (block := member.read(min(BLOCK, left + 1))):
            left -= len(block)
            file.write(block)
            digest.update(block)
        file.flush()
        os.fsync(file.fileno())
    if left != 0 or digest.hexdigest() != expected["sha256"]:
        raise ReadError(str(path), "altered", f"{name} in it is not what the manifest says")


def _parts(name: str, path: Path) -> tuple[str, ...]:
    pure = PurePosixPath(name)
    if pure.is_absolute() or not pure.parts or any(part in ("..", ".") or "\\" in part or ":" in part for part in pure.parts):
        raise ReadError(str(path), "altered", f"{name!r} in it lies outside the folder")
    return pure.parts


@contextmanager
def _errors(path: Path) -> Iterator[None]:
    """What the library says of a file that is cut or altered, as our error."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, json.JSONDecodeError, UnicodeDecodeError, KeyError, NotImplementedError) as error:
        raise ReadError(str(path), "damaged", f"it is cut or altered: {error}") from error

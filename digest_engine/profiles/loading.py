"""Reading profiles: one YAML file each, confined to the profile folders, every error naming file and line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from digest_engine.errors import ProfileError
from digest_engine.profiles.model import Profile

_PACKAGE = Path(__file__).resolve().parent.parent
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_MACRO = re.compile(r"\{([a-z_]+)\}")
_WITH_MACROS = ("rules", "kinds", "organs", "act_types", "metadata")


def profile_folders() -> tuple[Path, ...]:
    """Where the shipped profiles are: inside an installed package, or at the root of a checkout."""
    shipped = _PACKAGE / "_profiles"
    return (shipped if shipped.is_dir() else _PACKAGE.parent / "profiles",)


def list_profiles(folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The names of all profiles, those of `folders` (the user's) included, sorted."""
    return tuple(sorted({path.stem for folder in _searched(folders) for path in folder.glob("*.yaml") if _NAME.fullmatch(path.stem)}))


def load_profile(name: str, folders: Sequence[Path] = ()) -> Profile:
    """The profile called `name`, looked for in `folders` and then among the shipped ones.

    Raises ProfileError where the name is not one (letters, digits and `_`; never a path), where no file has it, or where the file is
    not valid: the message names the file and the line.
    """
    return _load(name, tuple(_searched(folders)))


@lru_cache(maxsize=32)
def _load(name: str, folders: tuple[Path, ...]) -> Profile:
    source = _read(name, folders, seen=())
    data = _expand(source.data, source.data.get("macros", {}), source=source, path=())
    try:
        return Profile.model_validate({**data, "name": name, "fingerprint": source.fingerprint})
    except ValidationError as error:
        first = error.errors()[0]
        raise source.error(tuple(first["loc"]), first["msg"]) from error


def _searched(folders: Sequence[Path]) -> tuple[Path, ...]:
    return (*folders, *profile_folders())


class _Source:
    """The data of a profile and of those it extends, with the file and line each value stands on."""

    def __init__(self, data: dict[str, Any], places: dict[tuple[Any, ...], tuple[Path, int]], fingerprint: str) -> None:
        self.data = data
        self.places = places
        self.fingerprint = fingerprint

    def error(self, path: tuple[Any, ...], message: str) -> ProfileError:
        """An error at the nearest place known for `path`."""
        known = next((path[:size] for size in range(len(path), -1, -1) if path[:size] in self.places), ())
        file, line = self.places[known]
        return ProfileError(f"{file}, line {line}: {'.'.join(map(str, path)) or 'profile'}: {message}")


def _read(name: str, folders: tuple[Path, ...], *, seen: tuple[str, ...]) -> _Source:
    if not _NAME.fullmatch(name):
        raise ProfileError(f"{name!r} is not a profile name: lower-case letters, digits and '_', never a path")
    if name in seen:
        raise ProfileError(f"profile {name!r} extends itself through {' → '.join(seen)}")
    file = next((folder / f"{name}.yaml" for folder in folders if (folder / f"{name}.yaml").is_file()), None)
    if file is None:
        raise ProfileError(f"no profile {name!r}; known: {', '.join(list_profiles(folders))}")
    source = _parse(file)
    base = source.data.get("extends")
    return _over(_read(str(base), folders, seen=(*seen, name)), source) if base else source


def _parse(file: Path) -> _Source:
    content = file.read_bytes()
    try:
        loader = yaml.SafeLoader(content.decode("utf-8"))
        node = loader.get_single_node()
        data = loader.construct_document(node) if node is not None else None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise ProfileError(f"{file}, line {line}: not valid YAML: {getattr(error, 'problem', None) or error}") from error
    if node is None or not isinstance(data, dict):
        raise ProfileError(f"{file}, line 1: a profile is a mapping of fields")
    return _Source(data, {path: (file, line) for path, line in _lines(node, ())}, _digest(content))


def _lines(node: yaml.Node, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], int]]:
    yield path, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _lines(value, (*path, key.value))
            yield (*path, key.value), key.start_mark.line + 1
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _lines(value, (*path, index))


def _over(base: _Source, child: _Source) -> _Source:
    replaced = [path for path in child.places if path and not isinstance(_at(child.data, path), dict)]
    kept = {path: place for path, place in base.places.items() if not any(path[: len(gone)] == gone for gone in replaced)}
    return _Source(_merge(base.data, child.data), {**kept, **child.places}, _digest((base.fingerprint + child.fingerprint).encode()))


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else data[key]
    return data


def _merge(base: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in child.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _expand(value: Any, macros: Mapping[str, str], *, source: _Source, path: tuple[Any, ...]) -> Any:
    """`value` with the macros replaced under `rules`; elsewhere braces are placeholders of prompts."""
    if isinstance(value, dict):
        return {key: _expand(item, macros, source=source, path=(*path, key)) for key, item in value.items()}
    if isinstance(value, list):
        return [_expand(item, macros, source=source, path=(*path, index)) for index, item in enumerate(value)]
    if isinstance(value, str) and path[0] in _WITH_MACROS and path[-1] != "template":
        return _replace(value, macros, source=source, path=path)
    return value


def _replace(text: str, macros: Mapping[str, str], *, source: _Source, path: tuple[Any, ...]) -> str:
    for _depth in range(8):
        missing = next((found for found in _MACRO.findall(text) if found not in macros), None)
        if missing:
            raise source.error(path, f"no macro {{{missing}}}")
        replaced = _MACRO.sub(lambda match: macros[match.group(1)], text)
        if replaced == text:
            return text
        text = replaced
    raise source.error(path, "macros refer to each other")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

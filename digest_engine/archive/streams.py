"""Messages from files of JSON lines and of msgpack, each with its position; a damaged file is refused whole, with the place of the damage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgpack

from digest_engine.archive.records import Entry
from digest_engine.archive.shapes import entries_of
from digest_engine.errors import ReadError

# One message at most: a document with thousands of passages takes a tenth of this.
MAX_MESSAGE = 512 * 1024 * 1024
_SPACE = " \t\r\n"


def json_entries(file: BinaryIO, name: str) -> Iterator[Entry]:
    """The records of JSON messages: one a line, or several without anything between them. Raises `ReadError`."""
    decoder = json.JSONDecoder()
    for number, line in enumerate(file, start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip(_SPACE)
            for value in _values(decoder, text):
                yield from entries_of(value, position=f"line {number}")
        except UnicodeDecodeError as error:
            raise ReadError(name, "damaged", f"line {number} is not UTF-8 (byte {error.start} of the line)") from error
        except RecursionError as error:
            raise ReadError(name, "damaged", f"line {number} is nested too deeply") from error
        except json.JSONDecodeError as error:
            reason = "truncated" if not line.endswith(b"\n") else "damaged"
            raise ReadError(name, reason, f"line {number}, column {error.pos + 1} is not JSON: {error.msg}") from error


def msgpack_entries(file: BinaryIO, name: str) -> Iterator[Entry]:
    """The records of msgpack messages, one after another. Raises `ReadError`."""
    size = file.seek(0, 2)
    file.seek(0)
    unpacker = msgpack.Unpacker(file, raw=False, strict_map_key=False, max_buffer_size=MAX_MESSAGE)
    number, start = 0, 0
    while True:
        try:
            message = unpacker.unpack()
        except msgpack.OutOfData:
            break
        except (ValueError, msgpack.UnpackException) as error:
            raise ReadError(name, "damaged", f"message {number + 1}, at byte {start}, is not msgpack: {error}") from error
        number, at, start = number + 1, start, unpacker.tell()
        if not isinstance(message, list | dict):
            raise ReadError(name, "damaged", f"message {number}, at byte {at}, is neither a list nor a map")
        yield from entries_of(message, position=f"message {number} (byte {at})")
    if start < size:
        raise ReadError(name, "truncated", f"it ends in the middle of message {number + 1}, which begins at byte {start} of {size}")


def _values(decoder: json.JSONDecoder, text: str) -> Iterator[Any]:
    at = 0
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        yield value
        while at < len(text) and text[at] in _SPACE:
            at += 1

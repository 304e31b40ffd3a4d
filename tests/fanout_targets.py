"""Functions that tests run in a worker process."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable

Beat = Callable[[str], None]


def double(number: int, *, beat: Beat) -> int:
    return 2 * number


def process_id(*, beat: Beat) -> int:
    return os.getpid()


def hang(at: str, *, beat: Beat) -> None:
    beat(at)
    threading.Event().wait()


def work_in_steps(steps: int, *, beat: Beat) -> int:
    for number in range(steps):
        threading.Event().wait(0.3)
        beat(f"step {number}")
    return steps


def fill_memory(*, beat: Beat) -> int:
    beat("filling")
    return len([bytearray(50_000_000) for _ in range(1000)])


def crash(at: str, *, beat: Beat) -> None:
    beat(at)
    ctypes.string_at(0)


def chatter(*, beat: Beat) -> str:
    print("noise on the standard output")
    os.write(1, b"more noise")
    return "clean"

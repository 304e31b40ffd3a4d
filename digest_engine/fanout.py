"""Bounded concurrency: the only place that starts threads or worker processes.

`map_bounded` runs a function over items in a few threads, in order. `WorkerProcess` runs one function in a process of its own, started once
and replaced now and then, so that a call that hangs, eats memory or crashes costs that call alone.
"""

from __future__ import annotations

import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from importlib import import_module
from typing import IO, Literal, TypeVar

from digest_engine.errors import StoreError

T = TypeVar("T")
R = TypeVar("R")
Stop = Literal["timeout", "memory", "crashed"]
_Frame = tuple[str, object]

START_SECONDS = 120.0
_BEAT_EVERY = 0.25
_GRACE = 5.0
_OUT_OF_MEMORY = tuple(-int(getattr(signal, name)) for name in ("SIGKILL", "SIGABRT") if hasattr(signal, name))
_EXIT_SECONDS = 5.0
# The parent's sys.path, as multiprocessing does, but without running the main script again: it may be a Streamlit page or a test session.
_BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from digest_engine.fanout import serve; serve(*sys.argv[2:])"


class WorkerStopped(StoreError):
    """The worker process was stopped, or died, in the middle of a call; the next call gets a new one."""

    def __init__(self, reason: Stop, at: str, detail: str = "") -> None:
        """`at` is what the call was doing, as it said itself; `detail` the exit status where there is one."""
        super().__init__(f"worker process stopped ({reason}) at {at!r} {detail}".rstrip())
        self.reason = reason
        self.at = at


def map_bounded(function: Callable[[T], R], items: Iterable[T], *, workers: int) -> Iterator[R]:
    """`function` of each item, in the order of `items`, by at most `workers` threads. Items are taken as they are needed.

    At most `2 * workers` results wait to be taken. An exception is raised where its result would come, and what has not begun is dropped.
    """
    pending: deque[Future[R]] = deque()
    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            for item in items:
                pending.append(pool.submit(copy_context().run, function, item))
                if len(pending) >= 2 * workers:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


class WorkerProcess:
    """`target` ("package.module:function") in a process of its own, which ends with this one.

    The function gets the arguments of `call` and `beat`, to be called with a word on what it is doing; time is counted from the last one.
    Arguments and result are pickled. `memory_bytes` limits the address space (Linux); `recycle_after` calls the process is replaced.
    Calls from several threads take turns.
    """

    def __init__(self, target: str, *, memory_bytes: int, recycle_after: int) -> None:
        """Nothing is started before the first call."""
        self._target = target
        self._memory_bytes = memory_bytes
        self._recycle_after = recycle_after
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._frames: queue.SimpleQueue[_Frame] = queue.SimpleQueue()
        self._calls = 0

    def call(self, *args: object, seconds: float) -> object:
        """The function's result. Raises WorkerStopped after `seconds` without a beat, at the memory limit, or when the process dies."""
        with self._lock:
            process = self._ready()
            self._calls += 1
            with suppress(BrokenPipeError):  # a process that has just died is told by the frame that says so
                _send(_stream(process.stdin), (seconds, args))
            return self._wait(process, seconds)

    def close(self) -> None:
        """End the process. A later call starts another one."""
        with self._lock:
            self._end()

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._process is not None and (self._calls >= self._recycle_after or self._process.poll() is not None):
            self._end()
        if self._process is None:
            self._process = self._start()
        return self._process

    def _start(self) -> subprocess.Popen[bytes]:
        self._calls = 0
        self._frames = queue.SimpleQueue()
        process = subprocess.Popen(
            [sys.executable, "-c", _BOOT, json.dumps(sys.path), self._target, str(self._memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # its own children are killed with it, and Ctrl-C is for the parent to handle
        )
        threading.Thread(target=_receive, args=(_stream(process.stdout), self._frames), daemon=True).start()
        self._process = process
        self._wait(process, START_SECONDS)
        return process

    def _wait(self, process: subprocess.Popen[bytes], seconds: float) -> object:
        at = ""
        while True:
            try:
                kind, value = self._frames.get(timeout=seconds)
            except queue.Empty:
                self._kill()
                raise WorkerStopped("timeout", at) from None
            match kind:
                case "beat":
                    at = str(value)
                case "done":
                    return value
                case "memory":
                    self._kill()
                    raise WorkerStopped("memory", at)
                case _:
                    self._kill()
                    raise WorkerStopped(_cause(process.returncode), at, f"exit status {process.returncode}")

    def _end(self) -> None:
        if self._process is None:
            return
        with suppress(BrokenPipeError):
            _stream(self._process.stdin).close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_EXIT_SECONDS)
        self._kill()

    def _kill(self) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            _kill_group(self._process)
        self._process.wait()
        with suppress(BrokenPipeError):
            _stream(self._process.stdin).close()
        self._process = None


def serve(target: str, memory_bytes: str) -> None:
    """The loop of the child: one call after the other, until the parent closes the pipe or is no more."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not end between two frames
    module, _, name = target.partition(":")
    function = getattr(import_module(module), name)
    _limit_memory(int(memory_bytes))
    _send(replies, ("done", None))
    with suppress(EOFError, BrokenPipeError):
        while True:
            seconds, args = pickle.load(sys.stdin.buffer)
            _send(replies, _answer(function, args, seconds, replies))
            _alarm(0)


def _answer(function: Callable[..., object], args: tuple[object, ...], seconds: float, replies: IO[bytes]) -> _Frame:
    last = ("", 0.0)

    def beat(at: str) -> None:
        nonlocal last
        now = time.monotonic()
        if at != last[0] or now - last[1] > _BEAT_EVERY:
            last = (at, now)
            _alarm(seconds + _GRACE)
            _send(replies, ("beat", at))

    _alarm(seconds + _GRACE)
    try:
        return "done", function(*args, beat=beat)
    except MemoryError:
        return "memory", None


def _send(stream: IO[bytes], frame: object) -> None:
    pickle.dump(frame, stream, protocol=pickle.HIGHEST_PROTOCOL)
    stream.flush()


def _receive(stream: IO[bytes], frames: queue.SimpleQueue[_Frame]) -> None:
    with stream:
        while True:
            try:
                frames.put(pickle.load(stream))
            except (EOFError, OSError, pickle.UnpicklingError):
                frames.put(("ended", None))
                return


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise TypeError("the worker process was started without pipes")
    return stream


def _limit_memory(size: int) -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _alarm(seconds: float) -> None:
    """Let the kernel end this process when its parent is no more there to do it, even inside a library that never returns."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _cause(status: int | None) -> Stop:
    """Nobody but the kernel's out-of-memory killer sends SIGKILL, and C++ aborts when an allocation fails."""
    return "memory" if status in _OUT_OF_MEMORY else "crashed"


class Repeating:
    """`work` again and again in a daemon thread, `every` seconds after it last ended, until `close`."""

    def __init__(self, work: Callable[[], None], *, every: float) -> None:
        """The thread starts at once."""
        self._work = work
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def stopping(self) -> bool:
        """True once `close` was called: long work should look at it."""
        return self._stop.is_set()

    def close(self, *, wait: float = 10.0) -> None:
        """Ask the thread to end and wait for it, at most `wait` seconds."""
        self._stop.set()
        self._thread.join(wait)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._work()
            self._stop.wait(self._every)

"""Threads in order, and a worker process that survives what it runs."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from digest_engine.fanout import WorkerProcess, WorkerStopped, map_bounded
from digest_engine.i18n import current_language, speaking

MIB = 1024 * 1024
ROOT = Path(__file__).resolve().parent.parent


def worker(function: str, *, recycle_after: int = 100) -> WorkerProcess:
    return WorkerProcess(f"tests.fanout_targets:{function}", memory_bytes=512 * MIB, recycle_after=recycle_after)


def test_results_come_in_the_order_of_the_items() -> None:
    first_may_end = threading.Event()

    def wait_for_the_second(number: int) -> int:
        if number == 1:
            first_may_end.set()
        return number if first_may_end.wait(10) else -1

    assert list(map_bounded(wait_for_the_second, [0, 1, 2], workers=2)) == [0, 1, 2]


def test_items_are_taken_only_as_they_are_needed() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    assert next(map_bounded(lambda number: number, items(), workers=2)) == 0
    assert len(taken) == 4


def test_no_more_threads_than_workers_run_at_once() -> None:
    names = set(map_bounded(lambda _: threading.current_thread().name, range(50), workers=3))
    assert len(names) <= 3


def test_an_exception_is_raised_where_its_result_would_come() -> None:
    results = map_bounded(lambda number: 1 // number, [1, 0, 1], workers=2)
    assert next(results) == 1
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_threads_speak_the_language_of_their_caller() -> None:
    with speaking("en"):
        assert list(map_bounded(lambda _: current_language(), [1], workers=1)) == ["en"]


def test_a_worker_answers_call_after_call_in_one_process() -> None:
    process = worker("process_id")
    assert process.call(seconds=20) == process.call(seconds=20)
    process.close()


def test_a_worker_is_recycled() -> None:
    process = worker("process_id", recycle_after=2)
    pids = [process.call(seconds=20) for _ in range(4)]
    process.close()
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_a_call_that_hangs_is_stopped_and_says_at_what() -> None:
    process = worker("hang")
    with pytest.raises(WorkerStopped) as stopped:
        process.call("pagina 3", seconds=0.2)
    process.close()
    assert (stopped.value.reason, stopped.value.at) == ("timeout", "pagina 3")


def test_a_beat_gives_more_time() -> None:
    process = worker("work_in_steps")
    assert process.call(4, seconds=1.0) == 4
    process.close()


def test_memory_is_limited() -> None:
    process = worker("fill_memory")
    with pytest.raises(WorkerStopped) as stopped:
        process.call(seconds=20)
    process.close()
    assert stopped.value.reason == "memory"


def test_a_crash_is_told_and_the_next_call_works() -> None:
    crashing = worker("crash")
    for _ in range(2):
        with pytest.raises(WorkerStopped) as stopped:
            crashing.call("file 1", seconds=20)
        assert (stopped.value.reason, stopped.value.at) == ("crashed", "file 1")
    crashing.close()


def test_what_a_library_prints_does_not_disturb() -> None:
    process = worker("chatter")
    assert [process.call(seconds=20) for _ in range(2)] == ["clean", "clean"]
    process.close()


def test_a_closed_worker_starts_again() -> None:
    process = worker("double")
    process.close()
    assert process.call(21, seconds=20) == 42
    process.close()


def test_the_worker_ends_when_its_parent_is_killed() -> None:
    script = (
        f"import os, signal, sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from digest_engine.fanout import WorkerProcess\n"
        "WorkerProcess('tests.fanout_targets:double', memory_bytes=1 << 30, recycle_after=9).call(1, seconds=20)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE)
    parent.communicate(timeout=30)  # the error stream ends only when the worker, which shares it, has ended too
    assert parent.returncode == -signal.SIGKILL


def test_starting_a_worker_does_not_run_the_main_script_again(tmp_path: Path) -> None:
    script = tmp_path / "main.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "print('main runs', flush=True)\n"
        "from digest_engine.fanout import WorkerProcess\n"
        "process = WorkerProcess('tests.fanout_targets:double', memory_bytes=1 << 30, recycle_after=9)\n"
        "print(process.call(4, seconds=20)); process.close()\n"
    )
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.split("\n") == ["main runs", "8", ""]

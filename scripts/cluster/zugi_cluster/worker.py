"""What runs on the workers: it needs `distributed` and nothing else of this package.

The module is sent by value, so that a worker need not have the package. What comes back are
plain values for the same reason: a class that was sent is another one on its way back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import traceback
import zlib
from pathlib import Path
from typing import Any

import psutil
from distributed import get_worker
from distributed.diagnostics.plugin import WorkerPlugin

from .checks import (
    CHECK_TIME,
    ProgramBundle,
    check_named,
    check_program,
    die_with_parent,
    trouble_of,
)

#: The folder of the sent files in the folder of a task, and the program's name in it.
SENT = "sent"
#: How long a task waits for the program, in seconds: the bundle may still be on its way.
PARCEL_TIME = 60.0
#: How long a process that answers lines waits for the next one, in seconds.
IDLE_TIME = 120.0
#: What a worker says that has waited in vain. It is no fault of its own.
MISSING = "there is no program here yet"
#: With what begins what a worker says that cannot work, whatever the program is.
AILS = "files cannot be written there: "


class EndedError(RuntimeError):
    """A process that has ended instead of answering."""

    def __init__(self, code: int, line: str, said: str) -> None:
        """With its exit code, what it was asked, and what it complained of."""
        super().__init__(f"exit code {code} instead of an answer to {line}: {said.strip()}")
        self.code = code
        self.said = said


class WorkerProcess:
    """A process of the program that answers lines: what it has read serves for many jobs."""

    def __init__(self, program: Path, arguments: list[str], folder: Path) -> None:
        """Starts one in a folder, which is its own."""
        self.arguments = arguments
        self.folder = folder
        #: Ends it when it has waited for too long.
        self.timer: threading.Timer | None = None
        with (folder / "stderr").open("wb") as errors:
            self.process = subprocess.Popen(
                [program, *arguments],
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                preexec_fn=die_with_parent(),
            )
        self._seen = psutil.Process(self.process.pid)
        self._cpu = 0.0

    def ask(self, line: str, output: str | None) -> dict[str, Any]:
        """The same as of a command; an error if it ends."""
        start = time.monotonic()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            said = self.process.stdout.readline()
        except BrokenPipeError:
            said = ""
        if not said.endswith("\n"):
            code = self.process.wait()
            last = (self.folder / "stderr").read_text(errors="replace")[-4000:]
            raise EndedError(code, line, last)
        times = self._seen.cpu_times()
        cpu, self._cpu = times.user + times.system - self._cpu, times.user + times.system
        content, made = None, self.folder / output if output else None
        if made is not None and made.exists():
            content = zlib.compress(made.read_bytes(), 1)
            made.unlink()
        error = json.loads(said).get("error")
        return {
            "code": 0 if error is None else 1,
            "stdout": said,
            "stderr": error or "",
            "cpu": cpu,
            "seconds": time.monotonic() - start,
            "output": content,
        }

    def end(self) -> None:
        """Ends it, whatever it does."""
        if self.timer is not None:
            self.timer.cancel()
        self.process.kill()
        self.process.wait()
        for pipe in [self.process.stdin, self.process.stdout]:
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class UploadPlugin(WorkerPlugin):  # type: ignore[misc]
    """Puts a bundle into the folder of each worker, also of those that join later."""

    def __init__(self, bundle: ProgramBundle, again: bool = False) -> None:
        """A uploader of this bundle; it goes to those that had it `again`, too."""
        self.bundle = bundle
        self.idempotent = not again
        self.name = f"zugi-{bundle.token}"
        #: What is wrong with the program here; nothing if it may work.
        self.fault: str | None = None
        #: Whether that is known: workers name a plugin before they set it up.
        self.is_ready = False
        self.folder = Path()
        #: How long they wait, in seconds.
        self.idle_time = IDLE_TIME
        #: Processes that wait for a line, by their arguments.
        self.idle: dict[tuple[str, ...], list[WorkerProcess]] = {}

    def setup(self, worker: Any) -> None:
        """Writes the files and checks the program. A fault is kept for who asks, not raised."""
        self.folder = Path(worker.local_directory) / self.name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for name, content in self.bundle.files.items():
                new = self.folder / f".{name}.{os.getpid()}"
                new.write_bytes(content)
                new.chmod(0o755)
                new.replace(self.folder / name)
            self.fault = check_program(self.program(), self.bundle)
            self.fault = self.fault or check_named(self.bundle.named)
        except OSError as error:
            self.fault = f"{AILS}{self.folder}: {error.strerror or error}"
        self.is_ready = True

    def teardown(self, worker: Any) -> None:
        """Ends the processes that wait."""
        for worker_process in [
            worker_process for idle in self.idle.values() for worker_process in idle
        ]:
            self._dismiss(worker_process)

    def worker_process(self, arguments: list[str], near: str) -> WorkerProcess:
        """A process that answers lines: one that waits, or a new one in a folder near this one."""
        with contextlib.suppress(IndexError):
            # Another thread may take the last one meanwhile.
            worker_process = self.idle.setdefault(tuple(arguments), []).pop()
            if worker_process.timer is not None:
                worker_process.timer.cancel()
            return worker_process
        folder = Path(tempfile.mkdtemp(prefix="jobs-", dir=near))
        try:
            (folder / SENT).symlink_to(self.folder)
            return WorkerProcess(self.program(), arguments, folder)
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def put_back(self, worker_process: WorkerProcess) -> None:
        """It waits for the next line, for a while."""
        worker_process.timer = threading.Timer(self.idle_time, self._dismiss, (worker_process,))
        worker_process.timer.daemon = True
        self.idle.setdefault(tuple(worker_process.arguments), []).append(worker_process)
        worker_process.timer.start()

    def _dismiss(self, worker_process: WorkerProcess) -> None:
        """Ends a process that still waits."""
        try:
            self.idle.get(tuple(worker_process.arguments), []).remove(worker_process)
        except ValueError:
            # It is at work.
            return
        worker_process.end()

    def program(self) -> Path:
        """Where the program is on this worker."""
        if self.bundle.program in self.bundle.files:
            return self.folder / self.bundle.program
        return Path(self.bundle.program)


def upload_fault(token: str) -> str | None:
    """What is wrong with the program of this bundle on this worker; it is waited for."""
    began, plugins = time.monotonic(), get_worker().plugins
    while True:
        uploader = plugins.get(f"zugi-{token}")
        if uploader is not None and uploader.is_ready:
            return uploader.fault  # type: ignore[no-any-return]
        if time.monotonic() - began > (PARCEL_TIME if uploader is None else CHECK_TIME):
            return MISSING
        time.sleep(0.05)


def run_command(
    token: str, arguments: list[str], output: str | None, line: str | None = None
) -> dict[str, Any]:
    """Runs zugi in a folder of its own, or has a process of it answer a line.

    Returns its exit code `code`, its `stdout`, the end of its `stderr`, its CPU time `cpu` and the
    time `seconds`, and the `output` file compressed, if it was made. A `fault` says that this
    worker has no right program, and that nothing was run; `trouble` that it cannot do any work
    now, such as for a full disk; `raised` that the task itself has an error. `worker` is the
    address of this worker, and `process` its host and process.
    """
    fault = upload_fault(token)
    worker = get_worker()
    here = {"worker": worker.address, "process": process_name(worker)}
    if fault is not None:
        return {"fault": fault, **here}
    uploader = worker.plugins[f"zugi-{token}"]
    try:
        if line is not None:
            done = _answer(uploader, arguments, output, line, worker.local_directory)
        else:
            done = _command(uploader, arguments, output, worker.local_directory)
    except OSError as error:
        # All files here are those of this worker.
        why = f"{error.filename or worker.local_directory}: {error.strerror or error}"
        done = {"trouble": why, "trace": traceback.format_exc()}
    except Exception as error:
        # An error of a task does not say on which worker it was.
        done = {"raised": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
    return {**done, **here}


def process_name(worker: Any) -> str:
    """The host and the process of a worker, after the name that Dask has for it, if it has one."""
    process = f"{socket.gethostname()}:{os.getpid()}"
    return process if worker.name in (None, worker.address) else f"{worker.name}, {process}"


def _answer(
    uploader: UploadPlugin, arguments: list[str], output: str | None, line: str, near: str
) -> dict[str, Any]:
    """Has a process answer a line."""
    worker_process = uploader.worker_process(arguments, near)
    try:
        answer = worker_process.ask(line, output)
    except EndedError as error:
        trouble = trouble_of(worker_process.folder, error.said)
        worker_process.end()
        return {"trouble": trouble} if trouble else _failed(error.code, error.said)
    except BaseException:
        worker_process.end()
        raise
    trouble = trouble_of(worker_process.folder, answer["stderr"]) if answer["code"] != 0 else None
    uploader.put_back(worker_process)
    return {"trouble": trouble} if trouble else answer


def _failed(code: int, said: str) -> dict[str, Any]:
    return {"code": code, "stdout": "", "stderr": said, "cpu": 0.0, "seconds": 0.0, "output": None}


def _command(
    uploader: UploadPlugin, arguments: list[str], output: str | None, near: str
) -> dict[str, Any]:
    """Runs a command in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="task-", dir=near))
    try:
        (folder / SENT).symlink_to(uploader.folder)
        start = time.monotonic()
        code, cpu = _run(uploader.program(), arguments, folder)
        made = folder / output if output else None
        content = None
        if made is not None and made.exists():
            content = zlib.compress(made.read_bytes(), 1)
        said = (folder / "stderr").read_text(errors="replace")[-4000:]
        if (code != 0 or (made is not None and content is None)) and (
            trouble := trouble_of(folder, said)
        ):
            return {"trouble": trouble}
        return {
            "code": code,
            "stdout": (folder / "stdout").read_text(errors="replace"),
            "stderr": said,
            "cpu": cpu,
            "seconds": time.monotonic() - start,
            "output": content,
        }
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(program: Path, arguments: list[str], folder: Path) -> tuple[int, float]:
    """Runs a program to its end; returns its exit code and CPU time, of its children too."""
    with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as errors:
        process = subprocess.Popen(
            [program, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=errors,
            preexec_fn=die_with_parent(),
        )
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_utime + usage.ru_stime


async def wait_only(seconds: float) -> dict[str, Any]:
    """A task that only waits, to measure what tasks cost; without a thread of its own."""
    await asyncio.sleep(seconds)
    return {"code": 0, "seconds": seconds, "cpu": 0.0, "output": None, "stdout": "", "stderr": ""}

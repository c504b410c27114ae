"""The code on the workers, which needs `distributed` and only `checks` of this package.

The module is sent by value, so that a worker need not have the package. Results are plain values
for the same reason: a class sent by value would return as another class.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import json
import os
import queue
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

#: The name of the folder of the sent files in the folder of a task.
SENT = "sent"
#: Seconds that a task waits for the program, because the bundle may still be on its way.
BUNDLE_TIME = 60.0
#: Seconds that a process waits for the next line before it ends.
IDLE_TIME = 120.0
#: The number of results of others that are kept for a process that starts later.
KNOWN = 200_000
#: The number of these results in a line; zugi accepts lines of up to 64 KiB.
KNOWN_OF_LINE = 400
#: The message of a worker that has waited in vain for the program. The worker is not to blame.
NO_PROGRAM_YET = "there is no program here yet"
#: The prefix of the fault of a worker that cannot write files, which is not the fault of the
#: program.
CANNOT_WRITE = "files cannot be written there: "


class EndedError(RuntimeError):
    """The process ended without an answer."""

    def __init__(self, code: int, line: str, said: str) -> None:
        """Takes the exit code, the question, and the standard error."""
        super().__init__(f"exit code {code} instead of an answer to {line}: {said.strip()}")
        self.code = code
        self.said = said


class WorkerProcess:
    """A process of the program that answers many lines at the same time.

    Files that it has read and results that it has found serve all of them.
    """

    def __init__(self, program: Path, arguments: list[str], folder: Path) -> None:
        """Starts a process in its own folder."""
        self.arguments = arguments
        self.folder = folder
        #: Ends the process if it is idle for too long.
        self.timer: threading.Timer | None = None
        #: The number of its jobs.
        self.users = 0
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
        self._lock = threading.Lock()
        #: The jobs without an answer, by number: their names, and where the answers go.
        self._asked: dict[str, tuple[str, queue.SimpleQueue[str]]] = {}
        self._count = 0
        self._has_ended = False
        #: Lines to be written by another thread, because the process may not read at once.
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        for work in [self._write, self._read]:
            threading.Thread(target=work, daemon=True).start()

    def _write(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._lines.get()) is not None:
                self.process.stdin.write(line + "\n")
                self.process.stdin.flush()

    def _read(self) -> None:
        """Passes on answers, and an empty one to all jobs when the process ends."""
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            for said in self.process.stdout:
                if not said.endswith("\n"):
                    break
                with self._lock:
                    _, answers = self._asked.pop(str(_id_of(said)), ("", None))
                if answers is not None:
                    answers.put(said)
        with self._lock:
            self._has_ended = True
            waiting, self._asked = self._asked, {}
        for _, answers in waiting.values():
            answers.put("")

    def ask(self, line: str, output: str | None, name: str = "") -> dict[str, Any]:
        """Sends a line, a JSON object, to the process.

        Returns its answer in the form of a command's result; raises EndedError if the process ends.
        """
        start = time.monotonic()
        answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._lock:
            self._count += 1
            number = str(self._count)
            if not self._has_ended:
                self._asked[number] = (name, answers)
        asked, made = {**json.loads(line), "id": number}, None
        if output is not None:
            # Another job may make a file of this name at the same time.
            made = self.folder / f"{number}-{output}"
            asked["certificate"] = made.name
        self._lines.put(json.dumps(asked))
        said = "" if self._has_ended and answers.empty() else answers.get()
        if not said:
            code = self.process.wait()
            last = (self.folder / "stderr").read_text(errors="replace")[-4000:]
            raise EndedError(code, line, last)
        content = None
        if made is not None and made.exists():
            content = zlib.compress(made.read_bytes(), 1)
            made.unlink()
        error = json.loads(said).get("error")
        return {
            "code": 0 if error is None else 1,
            "stdout": said,
            "stderr": error or "",
            "cpu": self._spent(),
            "seconds": time.monotonic() - start,
            "output": content,
        }

    def _spent(self) -> float:
        """The CPU seconds since the last answer."""
        with self._lock, contextlib.suppress(psutil.Error):
            times = self._seen.cpu_times()
            cpu, self._cpu = times.user + times.system - self._cpu, times.user + times.system
            return cpu
        return 0.0

    def send(self, known: list[Any], stopped: set[str]) -> None:
        """Sends results of others, and stops the jobs with these names."""
        for begin in range(0, len(known), KNOWN_OF_LINE):
            self._lines.put(json.dumps({"known": known[begin : begin + KNOWN_OF_LINE]}))
        with self._lock:
            numbers = [number for number, (name, _) in self._asked.items() if name in stopped]
        for number in numbers:
            self._lines.put(json.dumps({"stop": number}))

    def end(self) -> None:
        """Ends the process, even if it has jobs."""
        if self.timer is not None:
            self.timer.cancel()
        self.process.kill()
        self.process.wait()
        self._lines.put(None)
        for pipe in [self.process.stdin, self.process.stdout]:
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _id_of(said: str) -> object:
    """The number of the job that an answer is for."""
    try:
        return json.loads(said).get("id")
    except (ValueError, AttributeError):
        return None


class UploadPlugin(WorkerPlugin):  # type: ignore[misc]
    """Puts a bundle into the folder of each worker, including those that join later."""

    def __init__(self, bundle: ProgramBundle, again: bool = False) -> None:
        """An uploader of this bundle; with `again`, it also goes to workers that have it."""
        self.bundle = bundle
        self.idempotent = not again
        self.name = f"zugi-{bundle.token}"
        #: What is wrong with the program here; None if it can be used.
        self.fault: str | None = None
        #: Whether `fault` is known: workers have a plugin before it is set up.
        self.is_ready = False
        self.folder = Path()
        #: The idle time of processes, in seconds.
        self.idle_time = IDLE_TIME
        #: The processes that answer lines, by their arguments.
        self.processes: dict[tuple[str, ...], WorkerProcess] = {}
        self.lock = threading.Lock()
        #: The number of jobs that run here at the same time.
        self.threads = 1
        #: The latest results of others, for processes that start later.
        self.known: collections.deque[Any] = collections.deque(maxlen=KNOWN)

    def __getstate__(self) -> dict[str, Any]:
        """The state to send, without the lock: each worker has its own."""
        return {key: value for key, value in self.__dict__.items() if key != "lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restores the state, with a new lock."""
        self.__dict__.update(state)
        self.lock = threading.Lock()

    def setup(self, worker: Any) -> None:
        """Writes the files and checks the program. Keeps a fault instead of raising it."""
        self.folder = Path(worker.local_directory) / self.name
        self.threads = worker.state.nthreads
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
            self.fault = f"{CANNOT_WRITE}{self.folder}: {error.strerror or error}"
        self.is_ready = True

    def teardown(self, worker: Any) -> None:
        with self.lock:
            processes, self.processes = self.processes, {}
        for worker_process in processes.values():
            worker_process.end()

    def worker_process(self, arguments: list[str], near: str) -> WorkerProcess:
        """The process for these arguments: the running one, or a new one in a folder in `near`."""
        with self.lock:
            worker_process = self.processes.get(tuple(arguments))
            if worker_process is None:
                worker_process = self._start(arguments, near)
                self.processes[tuple(arguments)] = worker_process
            if worker_process.timer is not None:
                worker_process.timer.cancel()
            worker_process.users += 1
            return worker_process

    def _start(self, arguments: list[str], near: str) -> WorkerProcess:
        folder = Path(tempfile.mkdtemp(prefix="jobs-", dir=near))
        try:
            (folder / SENT).symlink_to(self.folder)
            worker_process = WorkerProcess(self.program(), arguments, folder)
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        if "--threads" in arguments:
            worker_process.send(list(self.known), set())
        return worker_process

    def release(self, worker_process: WorkerProcess) -> None:
        """Notes the end of a job; an idle process waits for the next line for a while."""
        with self.lock:
            worker_process.users -= 1
            if worker_process.users > 0:
                return
            if worker_process in self.processes.values():
                waiting = threading.Timer(self.idle_time, self._dismiss, (worker_process,))
                worker_process.timer, waiting.daemon = waiting, True
                waiting.start()
                return
        # The process has failed.
        worker_process.end()

    def remove(self, worker_process: WorkerProcess) -> None:
        """Removes a failed process: the next job gets another one."""
        with self.lock:
            self.processes = {
                key: it for key, it in self.processes.items() if it is not worker_process
            }

    def send(self, known: list[Any], stopped: set[str]) -> None:
        """Sends results of other workers to the processes, and stops the jobs with these names."""
        with self.lock:
            self.known.extend(known)
            for worker_process in self.processes.values():
                if "--threads" in worker_process.arguments:
                    worker_process.send(known, stopped)

    def _dismiss(self, worker_process: WorkerProcess) -> None:
        """Ends a process that is still idle."""
        with self.lock:
            if worker_process.users > 0:
                # The process has a job.
                return
            if self.processes.get(tuple(worker_process.arguments)) is worker_process:
                del self.processes[tuple(worker_process.arguments)]
        worker_process.end()

    def program(self) -> Path:
        """The path of the program on this worker."""
        if self.bundle.program in self.bundle.files:
            return self.folder / self.bundle.program
        return Path(self.bundle.program)


def upload_fault(token: str) -> str | None:
    """Waits for the bundle on this worker; returns what is wrong with its program, or None."""
    began, plugins = time.monotonic(), get_worker().plugins
    while True:
        uploader = plugins.get(f"zugi-{token}")
        if uploader is not None and uploader.is_ready:
            return uploader.fault  # type: ignore[no-any-return]
        if time.monotonic() - began > (BUNDLE_TIME if uploader is None else CHECK_TIME):
            return NO_PROGRAM_YET
        time.sleep(0.05)


def update_worker(token: str, known: list[Any], stopped: list[str], worker: Any) -> None:
    """Sends results of other workers to this one, and stops the jobs with these names."""
    uploader = worker.plugins.get(f"zugi-{token}")
    if uploader is not None:
        uploader.send(known, set(stopped))


def run_command(
    token: str,
    arguments: list[str],
    output: str | None,
    line: str | None = None,
    name: str = "",
) -> dict[str, Any]:
    """Runs zugi in a folder of its own, or lets a process of it answer a line.

    Returns its exit code `code`, its `stdout`, the end of its `stderr`, its CPU time `cpu` and the
    time `seconds`, and the `output` file compressed, if it was made. `fault` means that this
    worker lacks the right program and nothing was run; `trouble`, that it cannot work now, for
    instance because of a full disk; `raised`, that the task itself has an error. `worker` is the
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
            # One process for all threads of this worker, whose jobs then share their results.
            arguments = [*arguments, "--threads", str(uploader.threads)]
            done = _answer(uploader, arguments, output, line, name, worker.local_directory)
        else:
            done = _command(uploader, arguments, output, worker.local_directory)
    except OSError as error:
        # All files here belong to this worker.
        why = f"{error.filename or worker.local_directory}: {error.strerror or error}"
        done = {"trouble": why, "trace": traceback.format_exc()}
    except Exception as error:
        # The error of a task does not say on which worker it was.
        done = {"raised": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
    return {**done, **here}


def process_name(worker: Any) -> str:
    """The host and process of a worker, after its name in Dask, if it has one."""
    process = f"{socket.gethostname()}:{os.getpid()}"
    return process if worker.name in (None, worker.address) else f"{worker.name}, {process}"


def _answer(
    uploader: UploadPlugin,
    arguments: list[str],
    output: str | None,
    line: str,
    name: str,
    near: str,
) -> dict[str, Any]:
    """Lets a process answer a line."""
    worker_process = uploader.worker_process(arguments, near)
    try:
        answer = worker_process.ask(line, output, name)
        if answer["code"] != 0 and (trouble := trouble_of(worker_process.folder, answer["stderr"])):
            return {"trouble": trouble}
        return answer
    except EndedError as error:
        uploader.remove(worker_process)
        trouble = trouble_of(worker_process.folder, error.said)
        return {"trouble": trouble} if trouble else _failed(error.code, error.said)
    finally:
        uploader.release(worker_process)


def _failed(code: int, said: str) -> dict[str, Any]:
    return {"code": code, "stdout": "", "stderr": said, "cpu": 0.0, "seconds": 0.0, "output": None}


def _command(
    uploader: UploadPlugin, arguments: list[str], output: str | None, near: str
) -> dict[str, Any]:
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
    """Runs a program to its end; returns its exit code and CPU time, with its children's."""
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
    """A task that only waits, without a thread of its own, to measure the cost of tasks."""
    await asyncio.sleep(seconds)
    return {"code": 0, "seconds": seconds, "cpu": 0.0, "output": None, "stdout": "", "stderr": ""}

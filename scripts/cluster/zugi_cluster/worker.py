"""What runs on the workers: it needs `distributed` and nothing else of this package.

The module is sent by value, so that a worker need not have the package. What comes back are
plain values for the same reason: a class that was sent is another one on its way back.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from distributed import get_worker
from distributed.diagnostics.plugin import WorkerPlugin

#: The folder of the sent files in the folder of a task, and the program's name in it.
SENT = "sent"
#: How long the check of a program may take, in seconds: a search of a second or two.
CHECK_TIME = 300
#: How long a task waits for the program, in seconds: the parcel may still be on its way.
PARCEL_TIME = 60.0
#: How long a process that answers lines waits for the next one, in seconds.
IDLE_TIME = 120.0
#: What a worker says that has waited in vain. It is no fault of its own.
MISSING = "there is no program here yet"


@dataclass(frozen=True)
class Parcel:
    """The files that every worker gets, and what its program must be."""

    #: Tells parcels apart: a hash of all that is in it.
    token: str
    #: The files by their names; the program's one is executable.
    files: dict[str, bytes]
    #: The name of the program among them, or its path on the workers if it is not sent.
    program: str
    #: What `zugi --version` must say.
    version: str
    #: The node count of `zugi bench`.
    signature: str
    #: The SHA-256 that the program must have; none for another build of the same source.
    sha256: str | None


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _die_with_parent() -> Callable[[], None] | None:
    """What a child runs first, so that it does not outlive a worker that is killed."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(1, signal.SIGKILL)


def output_of(program: Path, *arguments: str) -> str:
    """What a program prints; an error if it does not run or fails."""
    done = subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=CHECK_TIME,
        check=False,
        preexec_fn=_die_with_parent(),
    )
    if done.returncode != 0:
        raise OSError(f"{' '.join(arguments)}: exit code {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def signature_of(program: Path) -> str:
    """The node count with which `zugi bench` ends."""
    words = output_of(program, "bench").split("\n")
    last = [line for line in words if line.strip()][-1:]
    return last[0].split()[0] if last else ""


def known_signature(program: Path, sha256: str) -> str:
    """The signature, found out once on each machine: all programs of these bytes have it there."""
    folder = Path(tempfile.gettempdir()) / f"zugi-cluster-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / sha256).open("a+") as file:
        # Workers that come at the same time wait for the first one.
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        known = file.read()
        if known.endswith("\n"):
            return known.strip()
        signature = signature_of(program)
        file.truncate(0)
        file.write(f"{signature}\n")
        return signature


def check_program(program: Path, parcel: Parcel) -> str | None:
    """Why the program is not the one of the parcel; nothing if it is."""
    try:
        sha256 = sha256_of(program)
        if parcel.sha256 is not None and sha256 != parcel.sha256:
            return f"{program}: its SHA-256 is {sha256}, expected {parcel.sha256}"
        version = output_of(program, "--version").strip()
        if version != parcel.version:
            return f"{program}: it is {version!r}, expected {parcel.version!r}"
        # Other bytes may be a script that runs one program today and another one tomorrow.
        same = parcel.sha256 is not None
        signature = known_signature(program, sha256) if same else signature_of(program)
        if signature != parcel.signature:
            return f"{program}: its signature is {signature}, expected {parcel.signature}"
    except (OSError, subprocess.SubprocessError) as error:
        return f"{program}: it does not run here: {error}"
    return None


class Servant:
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
                preexec_fn=_die_with_parent(),
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
            raise RuntimeError(f"exit code {code} instead of an answer to {line}: {last.strip()}")
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


class Porter(WorkerPlugin):  # type: ignore[misc]
    """Puts a parcel into the folder of each worker, also of those that join later."""

    def __init__(self, parcel: Parcel, again: bool = False) -> None:
        """A porter of this parcel; it goes to those that had it `again`, too."""
        self.parcel = parcel
        self.idempotent = not again
        self.name = f"zugi-{parcel.token}"
        #: What is wrong with the program here; nothing if it may work.
        self.fault: str | None = None
        #: Whether that is known: workers name a plugin before they set it up.
        self.is_ready = False
        self.folder = Path()
        #: How long they wait, in seconds.
        self.idle_time = IDLE_TIME
        #: Processes that wait for a line, by their arguments.
        self.idle: dict[tuple[str, ...], list[Servant]] = {}

    def setup(self, worker: Any) -> None:
        """Writes the files and checks the program. A fault is kept for who asks, not raised."""
        self.folder = Path(worker.local_directory) / self.name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for name, content in self.parcel.files.items():
                new = self.folder / f".{name}.{os.getpid()}"
                new.write_bytes(content)
                new.chmod(0o755)
                new.replace(self.folder / name)
            self.fault = check_program(self.program(), self.parcel)
        except OSError as error:
            self.fault = f"{self.folder}: {error}"
        self.is_ready = True

    def teardown(self, worker: Any) -> None:
        """Ends the processes that wait."""
        for servant in [servant for idle in self.idle.values() for servant in idle]:
            self._dismiss(servant)

    def servant(self, arguments: list[str], near: str) -> Servant:
        """A process that answers lines: one that waits, or a new one in a folder near this one."""
        with contextlib.suppress(IndexError):
            # Another thread may take the last one meanwhile.
            servant = self.idle.setdefault(tuple(arguments), []).pop()
            if servant.timer is not None:
                servant.timer.cancel()
            return servant
        folder = Path(tempfile.mkdtemp(prefix="jobs-", dir=near))
        (folder / SENT).symlink_to(self.folder)
        return Servant(self.program(), arguments, folder)

    def put_back(self, servant: Servant) -> None:
        """It waits for the next line, for a while."""
        servant.timer = threading.Timer(self.idle_time, self._dismiss, (servant,))
        servant.timer.daemon = True
        self.idle.setdefault(tuple(servant.arguments), []).append(servant)
        servant.timer.start()

    def _dismiss(self, servant: Servant) -> None:
        """Ends a process that still waits."""
        try:
            self.idle.get(tuple(servant.arguments), []).remove(servant)
        except ValueError:
            # It is at work.
            return
        servant.end()

    def program(self) -> Path:
        """Where the program is on this worker."""
        if self.parcel.program in self.parcel.files:
            return self.folder / self.parcel.program
        return Path(self.parcel.program)


def porter_fault(token: str) -> str | None:
    """What is wrong with the program of this parcel on this worker; it is waited for."""
    began, plugins = time.monotonic(), get_worker().plugins
    while True:
        porter = plugins.get(f"zugi-{token}")
        if porter is not None and porter.is_ready:
            return porter.fault  # type: ignore[no-any-return]
        if time.monotonic() - began > (PARCEL_TIME if porter is None else CHECK_TIME):
            return MISSING
        time.sleep(0.05)


def run_command(
    token: str, arguments: list[str], output: str | None, line: str | None = None
) -> dict[str, Any]:
    """Runs zugi in a folder of its own, or has a process of it answer a line.

    Returns its exit code `code`, its `stdout`, the end of its `stderr`, its CPU time `cpu` and the
    time `seconds`, and the `output` file compressed, if it was made. A `fault` says that this
    worker has no right program, and that nothing was run.
    """
    fault = porter_fault(token)
    worker = get_worker()
    if fault is not None:
        return {"fault": fault, "worker": worker.address}
    porter = worker.plugins[f"zugi-{token}"]
    if line is not None:
        servant = porter.servant(arguments, worker.local_directory)
        try:
            answer = servant.ask(line, output)
        except BaseException:
            servant.end()
            raise
        porter.put_back(servant)
        return {**answer, "worker": worker.address}
    folder = Path(tempfile.mkdtemp(prefix="task-", dir=worker.local_directory))
    try:
        (folder / SENT).symlink_to(porter.folder)
        start = time.monotonic()
        code, cpu = _run(porter.program(), arguments, folder)
        made = folder / output if output else None
        content = None
        if made is not None and made.exists():
            content = zlib.compress(made.read_bytes(), 1)
        return {
            "code": code,
            "stdout": (folder / "stdout").read_text(errors="replace"),
            "stderr": (folder / "stderr").read_text(errors="replace")[-4000:],
            "cpu": cpu,
            "seconds": time.monotonic() - start,
            "output": content,
            "worker": worker.address,
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
            preexec_fn=_die_with_parent(),
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

"""How lines reach an engine: a process, or anything else with these methods."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import shlex
import signal
import subprocess
import weakref
from collections import deque
from collections.abc import Mapping
from typing import Any, Protocol

from .errors import Malformed, Terminated

# The longest line of an engine, in bytes.
LONGEST = 16 << 20
# The number of lines of standard error that are kept.
KEPT = 20


class Transport(Protocol):
    """A connection to an engine. A test may have its own; `ugi.testing.Script` is one.

    The transport of a process may have a `pid`.
    """

    async def send(self, line: str) -> None:
        """Sends one or more lines, separated by newlines and without the last one's end."""

    async def receive(self) -> str | None:
        """The next line, without its end; None after the last one."""

    async def close(self, patience: float) -> None:
        """Ends the engine: by itself within this many seconds, or by force."""

    def ending(self) -> Terminated:
        """Why there are no more lines."""


class _Pipes(asyncio.subprocess.SubprocessStreamProtocol):
    # `Process.wait` of asyncio also waits for the pipes, which a child of the engine may hold
    # open.
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(LONGEST, loop)
        self.exited = loop.create_future()

    def process_exited(self) -> None:
        super().process_exited()
        if not self.exited.done():
            self.exited.set_result(None)


class Process:
    """An engine as a process.

    Where the system has process groups, it gets its own, so that its children end with it.
    """

    def __init__(self, pipes: _Pipes, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._exited = pipes.exited
        self._draining = asyncio.Lock()
        self._errors: deque[str] = deque(maxlen=KEPT)
        self._tasks = [asyncio.ensure_future(self._drain()), asyncio.ensure_future(self._watch())]
        _running.add(self)

    @staticmethod
    async def start(
        program: str, *arguments: str, cwd: str | None, env: Mapping[str, str] | None
    ) -> Process:
        """Starts the program; raises `Terminated` if that fails."""
        pipe = asyncio.subprocess.PIPE
        settings: dict[str, Any] = {"cwd": cwd, "env": env}
        if os.name == "posix":
            settings["start_new_session"] = True
        elif hasattr(subprocess, "CREATE_NO_WINDOW"):
            settings["creationflags"] = subprocess.CREATE_NO_WINDOW
        try:
            loop = asyncio.get_running_loop()
            transport, pipes = await loop.subprocess_exec(
                lambda: _Pipes(loop),
                program,
                *arguments,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                **settings,
            )
        except (OSError, ValueError) as error:
            said = getattr(error, "strerror", None) or str(error)
            hint = _hint(program) if isinstance(error, FileNotFoundError) else ""
            raise Terminated(f'cannot start "{program}": {said}{hint}') from error
        return Process(pipes, asyncio.subprocess.Process(transport, pipes, loop))

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def descriptors(self) -> list[int]:
        """The descriptors of the open pipes to the process."""
        transport = getattr(self._process, "_transport")  # noqa: B009
        pipes = [transport.get_pipe_transport(number) for number in (0, 1, 2)]
        return [
            pipe.get_extra_info("pipe").fileno()
            for pipe in pipes
            if pipe is not None and not pipe.is_closing()
        ]

    async def send(self, line: str) -> None:
        """Sends one or more lines. `receive` notices a process that has ended."""
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(line.encode() + b"\n")
            # Before Python 3.11 only one task may wait for it.
            async with self._draining:
                await self._process.stdin.drain()

    async def receive(self) -> str | None:
        """The next line; None at the end."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            raise Malformed("", f"lines of at most {LONGEST} bytes") from None
        except ConnectionError:
            return None
        return line.decode("utf-8", "replace").rstrip("\r\n") if line else None

    async def close(self, patience: float) -> None:
        """Closes the input, waits, and then kills the process."""
        try:
            with contextlib.suppress(ConnectionError, RuntimeError):
                assert self._process.stdin is not None
                self._process.stdin.close()
            await asyncio.wait([self._exited], timeout=patience)
        finally:
            self.kill()
        await asyncio.wait([self._exited])
        # The rest of its standard error; a descendant in another session may hold it open.
        await asyncio.wait(self._tasks, timeout=1)
        for task in self._tasks:
            task.cancel()
        # Closes the pipes now and not at garbage collection.
        getattr(self._process, "_transport").close()  # noqa: B009
        _running.discard(self)

    def kill(self) -> None:
        """Kills the process and its group at once."""
        if self not in _running or self._process.returncode is not None:
            return
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                # `kill` of asyncio may reap the process before its own watcher.
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def ending(self) -> Terminated:
        """The exit code and the last lines of the standard error."""
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with code {code}"
        return Terminated(f"the engine {how}", code, list(self._errors))

    async def _drain(self) -> None:
        assert self._process.stderr is not None
        part = b""
        while True:
            read = await self._process.stderr.read(1 << 16)
            lines = (part + read).split(b"\n")
            part = lines.pop()[-4096:]
            self._errors.extend(line.decode("utf-8", "replace").rstrip() for line in lines)
            if not read:
                break
        if part:
            self._errors.append(part.decode("utf-8", "replace").rstrip())

    async def _watch(self) -> None:
        # Descendants of the process could hold its output open forever.
        await asyncio.wait([self._exited])
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


def _hint(program: str) -> str:
    """A hint for a program that does not exist."""
    try:
        words = shlex.split(program, posix=os.name == "posix")
    except ValueError:
        return ""
    if len(words) < 2 or os.path.exists(program):
        return ""
    separate = ", ".join(f'"{word}"' for word in words)
    return f"; expected separate words: {separate}"


_running: weakref.WeakSet[Process] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    # A script that ends by an error outside of a block leaves no engine behind.
    for process in list(_running):
        process.kill()


def _leave_to_parent() -> None:
    """In a fork: the engines belong to the parent, and end when it closes their pipes."""
    null = os.open(os.devnull, os.O_RDWR)
    for process in list(_running):
        for descriptor in process.descriptors:
            # Not closed, because the owner would close it once more.
            os.dup2(null, descriptor, inheritable=False)
    os.close(null)
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)

"""Checks of workers and the client: programs, other files, and the causes of failures.

This module, too, is sent by value, so it imports nothing from this package.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

#: Seconds for the check of a program, which searches for a second or two.
CHECK_TIME = 300
#: Errors of a machine, as opposed to wrong arguments, by their numbers.
MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EMFILE,
           errno.ENFILE, errno.ENOMEM, errno.ESTALE}  # fmt: skip
#: Bytes written to find out whether a disk is full.
PROBE = 1 << 20


@dataclass(frozen=True)
class NamedFile:
    """Facts about a file or folder that the arguments name and that is not sent."""

    is_folder: bool
    #: None if it may differ, or the client has no such file.
    size: int | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class ProgramBundle:
    """The files that every worker gets, and the facts about its program."""

    #: Identifies the bundle: a hash of its contents.
    token: str
    #: The files by name; the program is executable.
    files: dict[str, bytes]
    #: The name of the program among them, or its path on the workers if it is not sent.
    program: str
    #: The output of `zugi -V`.
    version: str
    #: The node count of `zugi bench`.
    signature: str
    #: The SHA-256 of the program; None if another build of the same source is allowed.
    sha256: str | None
    #: The files and folders that the arguments name and that are not sent, by path.
    named: Mapping[str, NamedFile] = field(default_factory=dict)


def sha256_of(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(PROBE):
            found.update(block)
    return found.hexdigest()


def die_with_parent() -> Callable[[], None] | None:
    """A function that a child runs first, so that it dies with its worker; None outside Linux."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(1, signal.SIGKILL)


def output_of(program: Path, *arguments: str) -> str:
    """The output of a program; an error if it does not run or fails."""
    done = subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=CHECK_TIME,
        check=False,
        preexec_fn=die_with_parent(),
    )
    if done.returncode != 0:
        raise OSError(f"{' '.join(arguments)}: exit code {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def signature_of(program: Path) -> str:
    """The node count at the end of `zugi bench`."""
    words = output_of(program, "bench").split("\n")
    last = [line for line in words if line.strip()][-1:]
    return last[0].split()[0] if last else ""


def known_signature(program: Path, sha256: str) -> str:
    """The signature of a program, computed once on each machine for the same bytes."""
    with contextlib.ExitStack() as stack:
        try:
            folder = Path(tempfile.gettempdir()) / f"zugi-cluster-{os.getuid()}"
            folder.mkdir(mode=0o700, exist_ok=True)
            file = stack.enter_context((folder / sha256).open("a+"))
            # Workers that come at the same time wait for the first one.
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            known = file.read()
        except OSError:
            # The signature cannot be stored, so it is computed each time.
            return signature_of(program)
        if known.endswith("\n"):
            return known.strip()
        signature = signature_of(program)
        with contextlib.suppress(OSError):
            file.truncate(0)
            file.write(f"{signature}\n")
            file.flush()
        return signature


def check_program(program: Path, bundle: ProgramBundle) -> str | None:
    """Why the program is not that of the bundle; None if it is."""
    try:
        sha256 = sha256_of(program)
        if bundle.sha256 is not None and sha256 != bundle.sha256:
            return f"{program}: its SHA-256 is {sha256}, expected {bundle.sha256}"
        version = output_of(program, "-V").strip()
        if version != bundle.version:
            return f"{program}: it is {version!r}, expected {bundle.version!r}"
        # A program whose bytes may differ can be a script that runs different programs, so its
        # signature is not stored.
        same = bundle.sha256 is not None
        signature = known_signature(program, sha256) if same else signature_of(program)
        if signature != bundle.signature:
            return f"{program}: its signature is {signature}, expected {bundle.signature}"
    except (OSError, subprocess.SubprocessError) as error:
        return f"{program}: it does not run here: {error}"
    return None


def check_named(named: Mapping[str, NamedFile]) -> str | None:
    """The first file or folder that differs from the client's; None if none does."""
    for text, expected in named.items():
        path = Path(text)
        try:
            if not (path.is_dir() if expected.is_folder else path.is_file()):
                what = "folder" if expected.is_folder else "file; or --send"
                return f"{path}: expected a {what}"
            size = path.stat().st_size
            if expected.size not in (None, size):
                return f"{path}: it has {size} bytes, expected {expected.size}; or --send"
            if expected.sha256 is not None and (found := sha256_of(path)) != expected.sha256:
                return f"{path}: its SHA-256 is {found}, expected {expected.sha256}; or --send"
        except OSError as error:
            return f"{path}: it cannot be read here: {error.strerror}"
    return None


def trouble_of(folder: Path, said: str) -> str | None:
    """What is wrong with this machine after a failed command in a folder; None if nothing is."""
    numbers = [int(number) for number in re.findall(r"\(os error (\d+)\)", said)]
    if any(number in MACHINE for number in numbers):
        return next(line for line in said.splitlines() if "(os error " in line).strip()
    probe = folder / "probe"
    try:
        # The command's own message may be lost for the same reason.
        with probe.open("wb") as file:
            file.write(bytes(PROBE))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return f"{folder}: {error.strerror}"
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
    return None

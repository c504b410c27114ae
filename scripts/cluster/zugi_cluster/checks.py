"""What workers and the client check: programs, other files, and what a failure comes from.

It is sent by value, too, and needs nothing of this package.
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

#: How long the check of a program may take, in seconds: a search of a second or two.
CHECK_TIME = 300
#: Errors of a machine, by their numbers, and not of what a command was told.
MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EMFILE,
           errno.ENFILE, errno.ENOMEM, errno.ESTALE}  # fmt: skip
#: How much is written to find out whether a disk is full, in bytes.
PROBE = 1 << 20


@dataclass(frozen=True)
class NamedFile:
    """What is known of a file or folder that the arguments name, and that is not sent."""

    is_folder: bool
    #: Nothing where it may differ, or where the client has none.
    size: int | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class ProgramBundle:
    """The files that every worker gets, and what its program must be."""

    #: Tells parcels apart: a hash of all that is in it.
    token: str
    #: The files by their names; the program's one is executable.
    files: dict[str, bytes]
    #: The name of the program among them, or its path on the workers if it is not sent.
    program: str
    #: What `zugi -V` must say.
    version: str
    #: The node count of `zugi bench`.
    signature: str
    #: The SHA-256 that the program must have; none for another build of the same source.
    sha256: str | None
    #: Files and folders that the arguments name and that are not sent: what each one must be.
    named: Mapping[str, NamedFile] = field(default_factory=dict)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(PROBE):
            found.update(block)
    return found.hexdigest()


def die_with_parent() -> Callable[[], None] | None:
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
        preexec_fn=die_with_parent(),
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
            # It can be found out again each time.
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
    """Why the program is not the one of the bundle; nothing if it is."""
    try:
        sha256 = sha256_of(program)
        if bundle.sha256 is not None and sha256 != bundle.sha256:
            return f"{program}: its SHA-256 is {sha256}, expected {bundle.sha256}"
        version = output_of(program, "-V").strip()
        if version != bundle.version:
            return f"{program}: it is {version!r}, expected {bundle.version!r}"
        # Other bytes may be a script that runs one program today and another one tomorrow.
        same = bundle.sha256 is not None
        signature = known_signature(program, sha256) if same else signature_of(program)
        if signature != bundle.signature:
            return f"{program}: its signature is {signature}, expected {bundle.signature}"
    except (OSError, subprocess.SubprocessError) as error:
        return f"{program}: it does not run here: {error}"
    return None


def check_named(named: Mapping[str, NamedFile]) -> str | None:
    """Which file or folder is not as the client has it; nothing if all are."""
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
    """What is wrong with this machine after a command has failed in a folder, if something is."""
    numbers = [int(number) for number in re.findall(r"\(os error (\d+)\)", said)]
    if any(number in MACHINE for number in numbers):
        return next(line for line in said.splitlines() if "(os error " in line).strip()
    probe = folder / "probe"
    try:
        # What a command would have said may be lost for the same reason.
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

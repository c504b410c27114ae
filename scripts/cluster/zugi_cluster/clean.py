"""`zugi-cluster clean`: what interrupted runs have left on the disk, and its removal.

Only what this program has made is found: folders with its plan or its lock, folders of its tasks on
workers, certificates that were not verified. Results (the files of `--out`) and files that a
process still uses are never touched.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .ending import END
from .plan import byte_size
from .solve import JOURNAL
from .store import StoredFiles, StoreError, is_locked

DESCRIPTION = """\
Lists what runs of zugi-cluster that were interrupted have left in these folders and directly below
them: their work folders, with finished parts, certificates that were not verified, and folders of
workers. With --yes it deletes them; such a run then begins anew. Results are never touched.
"""
#: The names of files in a work folder; other files are foreign.
_NAME = (
    r"(?:plan\.json|log\.txt|jobs\.jsonl|strategy\.jsonl|\.end\.json|\.lock"
    r"|shard-\d{6,}\.(?:jsonl|data)|proof-[0-9a-f]{24}\.zugi)"
)
#: Also the remains of a file whose writing was interrupted.
NAMES = re.compile(rf"{_NAME}|\.{_NAME}\.new")
#: Names of finished results.
FINISHED = re.compile(r"shard-\d{6,}\.(?:jsonl|data)|proof-[0-9a-f]{24}\.zugi")
#: Folders in the folder of a Dask worker: the sent program, and those of tasks.
PROGRAM = re.compile(r"zugi-[0-9a-f]{16}")
TASK = re.compile(r"(?:task|jobs)-\w{8}")
#: The suffix of a certificate before its verification, and its first bytes.
UNCHECKED, CERTIFICATE = ".unchecked", b"zugi certificate "


@dataclass(frozen=True)
class Leftover:
    """Remains of a run."""

    path: Path
    what: str
    #: Its files and folders, the deepest first: they would be deleted.
    parts: tuple[Path, ...]
    #: The file whose lock shows that it is in use.
    lock: Path | None = None
    is_finished: bool = False
    #: Why it is never deleted.
    kept: str | None = None

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(it.lstat().st_size for it in self.parts if it.is_symlink() or it.is_file())

    def delete(self) -> list[Path]:
        """Deletes it; returns the parts that stay because something else is in them."""
        stayed = []
        for part in self.parts:
            if part.is_symlink() or not part.is_dir():
                part.unlink(missing_ok=True)
                continue
            try:
                part.rmdir()
            except OSError:
                stayed.append(part)
        return stayed


def leftovers(folder: Path) -> Iterator[Leftover]:
    """The remains of runs directly in a folder, in its subfolders, and in scratch folders there."""
    if not folder.is_dir():
        raise StoreError(f"{folder} is not a folder: expected one")
    below = sorted(it for it in folder.iterdir() if not it.is_symlink())
    for path in [folder, *below]:
        if path.is_dir():
            if (found := work_folder(path)) is not None:
                yield found
            yield from _of_worker(path)
        elif (found := unchecked_certificate(path)) is not None:
            yield found
    # Dask makes scratch/dask-scratch-space/worker-x.
    for path in [folder, *below]:
        if path.name.startswith("dask-") and path.is_dir():
            for worker in sorted(path.iterdir()):
                if worker.is_dir() and not worker.is_symlink() and worker not in below:
                    yield from _of_worker(worker)
        elif path != folder and path.is_dir():
            yield from _of_scratch(path)


def _of_scratch(path: Path) -> Iterator[Leftover]:
    with contextlib.suppress(PermissionError):
        for space in sorted(path.glob("dask-*")):
            if space.is_dir() and not space.is_symlink():
                for worker in sorted(it for it in space.iterdir() if it.is_dir()):
                    yield from _of_worker(worker)


def work_folder(path: Path) -> Leftover | None:
    """The work folder of a run; None for any other folder."""
    plan = path / StoredFiles.PLAN
    command = _command_of(plan)
    try:
        names = {it.name for it in path.iterdir()}
    except PermissionError:
        return None
    known = {name for name in names if NAMES.fullmatch(name)}
    # A run without any results has a lock and no plan.
    is_begun = path.name.endswith(".work") and StoredFiles.LOCK in names and known == names
    if command is None and not (is_begun and not plan.exists()):
        return None
    parts = [path / name for name in sorted(known) if not (path / name).is_dir()]
    finished = sum(FINISHED.fullmatch(name) is not None for name in known)
    jobs = _lines(path / JOURNAL)
    is_finished = _is_finished(path / END)
    state = "finished" if is_finished else "interrupted"
    is_proof = command == "solve"
    parts_of = f"jobs {jobs}, certificates {finished}" if is_proof else f"shards {finished}"
    what = f"{command or 'run'}, {state}, finished {parts_of}"
    lock = path / StoredFiles.LOCK
    return Leftover(path, what, (*parts, path), lock, is_finished)


def _command_of(plan: Path) -> str | None:
    """The command of a plan that this program has written."""
    try:
        found = json.loads(plan.read_text())
    except (OSError, ValueError):
        return None
    keys = {"command", "arguments", "program"}
    if not isinstance(found, dict) or not keys <= found.keys():
        return None
    command = found["command"]
    return command if command in ("match", "data", "solve") else None


def _lines(path: Path) -> int:
    try:
        return path.read_bytes().count(b"\n")
    except OSError:
        return 0


def _is_finished(end: Path) -> bool:
    """Whether the files of the run were made, and the first one still exists."""
    try:
        found = json.loads(end.read_text())
        return found["code"] is not None and Path(found["files"][0]).exists()
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return False


def unchecked_certificate(path: Path) -> Leftover | None:
    """A composed certificate that was not verified."""
    if not path.name.endswith(UNCHECKED) or path.is_symlink():
        return None
    try:
        with path.open("rb") as file:
            begin = file.read(len(CERTIFICATE))
    except OSError:
        return None
    if begin != CERTIFICATE:
        return None
    # The run that writes it holds the lock of its work folder, if that has the usual name.
    work = path.with_name(f"{path.name.removesuffix(UNCHECKED)}.work")
    lock = work / StoredFiles.LOCK
    kept = None if lock.is_file() else f"there is no {work.name}"
    return Leftover(path, "certificate, not verified", (path,), lock, kept=kept)


def _of_worker(folder: Path) -> Iterator[Leftover]:
    """The program and the tasks of a Dask worker; Dask locks the folder by NAME.dirlock."""
    lock = folder.with_name(f"{folder.name}.dirlock")
    if not lock.is_file():
        return
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or not path.is_dir():
            continue
        if PROGRAM.fullmatch(path.name):
            yield Leftover(path, "program on a worker", _all_parts(path), lock)
        elif TASK.fullmatch(path.name) and _is_task(path):
            yield Leftover(path, "task of a worker", _all_parts(path), lock)


def _is_task(folder: Path) -> bool:
    sent = folder / "sent"
    return sent.is_symlink() and PROGRAM.fullmatch(sent.readlink().name) is not None


def _all_parts(folder: Path) -> tuple[Path, ...]:
    """All files below a folder, and the folder, the deepest first; links are not followed."""
    parts: list[Path] = []
    for path in sorted(folder.iterdir()):
        is_folder = path.is_dir() and not path.is_symlink()
        parts.extend(_all_parts(path) if is_folder else [path])
    return (*parts, folder)


@contextlib.contextmanager
def _held(lock: Path | None) -> Iterator[None]:
    """Holds the lock, so that no run begins in a folder that is being deleted."""
    with contextlib.ExitStack() as stack:
        if lock is not None and lock.is_file():
            fcntl.flock(stack.enter_context(lock.open("rb")), fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="zugi-cluster clean", description=DESCRIPTION, allow_abbrev=False
    )
    add = parser.add_argument
    add("folders", type=Path, nargs="+", metavar="DIR", help="where to look")
    add("--yes", action="store_true", help="delete what is listed")
    add("--finished", action="store_true", help="also work folders of finished runs: the same "
        "command then no longer knows that it has finished")  # fmt: skip
    return parser


def main(arguments: Sequence[str]) -> int:
    """Lists or deletes; returns the exit code."""
    options = parser().parse_args(arguments)
    found: dict[Path, Leftover] = {}
    for folder in options.folders:
        for leftover in leftovers(folder.absolute()):
            found.setdefault(leftover.path, leftover)
    count, total = 0, 0
    for leftover in found.values():
        size, note = leftover.size, ""
        if leftover.lock is not None and is_locked(leftover.lock):
            note = " (in use: kept)"
        elif leftover.kept is not None:
            note = f" (kept: {leftover.kept})"
        elif leftover.is_finished and not options.finished:
            note = " (kept without --finished)"
        else:
            count, total = count + 1, total + size
            note = _delete(leftover) if options.yes else ""
        print(f"{byte_size(size):>12}  {leftover.path}  {leftover.what}{note}")
    verb = "deleted" if options.yes else "to delete with --yes"
    print(f"{byte_size(total):>12}  {count} {verb}")
    return 0


def _delete(leftover: Leftover) -> str:
    try:
        with _held(leftover.lock):
            stayed = leftover.delete()
    except BlockingIOError:
        return " (in use: kept)"
    return f" (kept, other files are in it: {stayed[-1]})" if stayed else " (deleted)"

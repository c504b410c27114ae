"""Finished files on the disk, which are never made again."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from pathlib import Path
from typing import IO, Any

from .jobs import OwnFileError
from .logs import LOG


class StoreError(Exception):
    """A folder that cannot be used."""


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that an interruption or a full disk leaves either the old or the new one."""
    new = path.with_name(f".{path.name}.new")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink()
        raise OwnFileError(OSError(error.errno, error.strerror, str(path))) from error


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock of a file. A missing file has no lock."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


class StoredFiles:
    """The finished files of a plan in a folder, read-only. The folder may be missing."""

    PLAN = "plan.json"
    LOCK = ".lock"

    def __init__(self, folder: Path, plan: dict[str, Any]) -> None:
        self.folder = folder
        self.plan = plan

    def check(self) -> bool:
        """Whether the folder has this plan; an error if it has another one."""
        path = self.folder / self.PLAN
        try:
            found = json.loads(path.read_text())
        except FileNotFoundError:
            return False
        except (OSError, ValueError) as error:
            expected = "expected the plan of a run; or another folder by --work"
            raise StoreError(f"{path} cannot be read: {error}: {expected}") from error
        if not isinstance(found, dict):
            raise StoreError(f"{path} is no plan: expected one; or another folder by --work")
        keys = [key for key in {**found, **self.plan} if found.get(key) != self.plan.get(key)]
        if not keys:
            return True
        if not self._has_results():
            # The run with the other plan has finished nothing, for instance because its arguments
            # were refused.
            return False
        key = keys[0]
        raise StoreError(
            f"{self.folder} is of another run: {key} is {found.get(key)!r} there, "
            f"expected {self.plan.get(key)!r}; or another folder by --work"
        )

    def _has_results(self) -> bool:
        """Whether anything was finished: an empty journal does not count."""
        names = {self.PLAN, LOG}
        return any(
            path.stat().st_size > 0
            for path in self.folder.iterdir()
            if path.name not in names and not path.name.startswith(".")
        )

    def path(self, name: str) -> Path:
        """The path of a file of this name, existing or not."""
        return self.folder / name

    def has(self, name: str) -> bool:
        """Whether the file was finished."""
        return self.path(name).exists()


class Store(StoredFiles):
    """A folder of finished files that belong to one plan.

    The plan is written with the first file, so a plan whose arguments are refused leaves the
    folder free for another plan.
    """

    def __init__(self, folder: Path, plan: dict[str, Any]) -> None:
        """Opens a folder for a plan; refuses a folder of another plan or in use."""
        super().__init__(folder, plan)
        self._is_new = not folder.exists()
        try:
            self._lock = self._locked()
        except BlockingIOError as error:
            raise StoreError(f"{folder} is in use by another process: expected its end") from error
        except OSError as error:
            raise StoreError(f"cannot use the folder {folder}: {error}") from error
        try:
            #: Whether something was finished by the plan.
            self.is_accepted = self.check()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Store:
        """Returns the folder, which is closed at the end."""
        return self

    def __exit__(self, *error: object) -> None:
        """Unlocks the folder."""
        self.close()

    def _locked(self) -> IO[bytes]:
        """The lock of the folder, which is created if missing."""
        while True:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / self.LOCK
            lock = path.open("wb")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # The previous holder may have removed it with the empty folder.
                if os.path.samestat(os.fstat(lock.fileno()), path.stat()):
                    return lock
            except FileNotFoundError:
                pass
            except BaseException:
                lock.close()
                raise
            lock.close()

    def _accept(self) -> None:
        """Writes the plan before the first file is kept."""
        if not self.is_accepted:
            write_whole(self.path(self.PLAN), json.dumps(self.plan, indent=1).encode() + b"\n")
            self.is_accepted = True

    def put(self, name: str, content: bytes) -> None:
        """Keeps a finished file."""
        self._accept()
        write_whole(self.path(name), content)

    def append(self, name: str, line: bytes) -> None:
        """Appends a line to a file, all or nothing if the disk is full."""
        self._accept()
        path = self.path(name)
        try:
            with path.open("ab", buffering=0) as file:
                whole = file.seek(0, os.SEEK_END)
                try:
                    rest = memoryview(line)
                    while rest:
                        rest = rest[file.write(rest) :]
                except OSError:
                    file.truncate(whole)
                    raise
        except OSError as error:
            raise OwnFileError(OSError(error.errno, error.strerror, str(path))) from error

    def close(self) -> None:
        """Unlocks the folder, and removes it if it was made here and has only the lock in it."""
        if self._lock.closed:
            return
        if self._is_new and {path.name for path in self.folder.iterdir()} == {self.LOCK}:
            with contextlib.suppress(OSError):
                (self.folder / self.LOCK).unlink()
                self.folder.rmdir()
        self._lock.close()

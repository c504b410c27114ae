"""Finished files on the disk: what is there is never made again."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import IO, Any


class StoreError(Exception):
    """A folder that cannot be used."""


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that a kill leaves the old one or the new one."""
    new = path.with_name(f".{path.name}.new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


class Store:
    """A folder of finished files that belong to one plan."""

    PLAN = "plan.json"

    def __init__(self, folder: Path, plan: dict[str, Any]) -> None:
        """Opens a folder for a plan; one of another plan is refused, and one that is in use."""
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock: IO[bytes] = (folder / ".lock").open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StoreError(f"{folder} is in use by another process: expected its end") from error
        except OSError as error:
            raise StoreError(f"cannot use the folder {folder}: {error}") from error
        path = folder / self.PLAN
        if path.exists():
            found = json.loads(path.read_text())
            keys = [key for key in {**found, **plan} if found.get(key) != plan.get(key)]
            if keys:
                key = keys[0]
                raise StoreError(
                    f"{folder} is of another run: {key} is {found.get(key)!r} there, "
                    f"expected {plan.get(key)!r}; or another folder by --work"
                )
        else:
            write_whole(path, json.dumps(plan, indent=1).encode() + b"\n")

    def path(self, name: str) -> Path:
        """Where a file of this name is, or will be."""
        return self.folder / name

    def has(self, name: str) -> bool:
        """Whether it was finished."""
        return self.path(name).exists()

    def put(self, name: str, content: bytes) -> None:
        """Keeps a finished file."""
        write_whole(self.path(name), content)

    def close(self) -> None:
        """Lets others use the folder."""
        self._lock.close()

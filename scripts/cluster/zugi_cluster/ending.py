"""The files for which a run is done: they are made once, and none of others is overwritten."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from .store import Store, StoredFiles, StoreError

#: What says in the folder of a run that its files were begun, and the exit code once they are made.
END = ".end.json"
#: What `zugi match` and `zugi merge` write of a match besides the record.
FORMS = ["jsonl", "pgn", "json", "html"]


def files_of(command: str, out: Path) -> list[Path]:
    """The files that a command makes."""
    if command != "match":
        return [out]
    return [out.with_name(f"{out.name}.{form}") for form in FORMS]


def end_of(store: StoredFiles, files: list[Path]) -> tuple[bool, int | None]:
    """Whether the files were begun and not finished, and the exit code if they are finished.

    An error if they exist and are not from this run.
    """
    made = _read_end(store, files)
    if made is None:
        if found := next((it for it in files if it.exists()), None):
            raise StoreError(f"{found} exists already: expected another name by --out")
        return False, None
    return made["code"] is None, made["code"] if files[0].exists() else None


def _read_end(store: StoredFiles, files: list[Path]) -> dict[str, int | None] | None:
    try:
        found = json.loads(store.path(END).read_text())
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("files") != [str(it) for it in files]:
        return None
    return found


class Ending:
    """What is made at the end of a run."""

    def __init__(self, store: Store, files: list[Path]) -> None:
        """These files, the first of which is the one that counts; an error if they are others'."""
        self.store = store
        self.files = [file.absolute() for file in files]
        #: Whether they were begun before, and are not finished; the exit code with which they were
        #: made, if they are there.
        self._is_begun, self.code = end_of(store, self.files)

    def _write(self, code: int | None) -> None:
        files = [str(file) for file in self.files]
        self.store.put(END, json.dumps({"files": files, "code": code}).encode())

    def make(self, function: Callable[[], int]) -> int:
        """Makes them; returns the exit code. What a kill has left of them is made again."""
        if self._is_begun:
            for file in self.files:
                file.unlink(missing_ok=True)
        self._write(None)
        code = function()
        # 1 and 2 are failures; others, as of a match in which no game counts, are said of what was
        # made all the same.
        if code not in (1, 2) and self.files[0].exists():
            self._write(code)
        return code

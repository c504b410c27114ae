"""The final files of a run: made once, without overwriting files of other runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from .store import Store, StoredFiles, StoreError

#: The file in the work folder that says that the final files were begun, and later their exit
#: code.
END = ".end.json"
#: The extensions of the files that `zugi match` and `zugi merge` write: `jsonl` and `pgn` have the
#: record, `json` and `html` the report.
FORMS = ["jsonl", "pgn", "json", "html"]


def files_of(command: str, out: Path) -> list[Path]:
    """The files that a command makes."""
    if command != "match":
        return [out]
    return [out.with_name(f"{out.name}.{form}") for form in FORMS]


def end_of(store: StoredFiles, files: list[Path]) -> tuple[bool, int | None]:
    """Whether the files were begun and not finished, and the exit code if they are finished.

    Raises an error if they exist and are not from this run.
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
    """The final step of a run."""

    def __init__(self, store: Store, files: list[Path]) -> None:
        """Takes the files, the most important first; an error if they belong to another run."""
        self.store = store
        self.files = [file.absolute() for file in files]
        #: Whether the files were begun by an earlier process and not finished; the exit code with
        #: which they were made, if they exist.
        self._is_begun, self.code = end_of(store, self.files)

    def _write(self, code: int | None) -> None:
        files = [str(file) for file in self.files]
        self.store.put(END, json.dumps({"files": files, "code": code}).encode())

    def make(self, function: Callable[[], int]) -> int:
        """Makes the files, interrupted ones once more; returns the exit code."""
        if self._is_begun:
            for file in self.files:
                file.unlink(missing_ok=True)
        self._write(None)
        self.files[0].parent.mkdir(parents=True, exist_ok=True)
        code = function()
        # 1 and 2 are failures. Other codes, as of a match without counted games, come with files.
        if code not in (1, 2) and self.files[0].exists():
            self._write(code)
        return code

"""The program and the files that are sent to the workers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from .worker import SENT, Parcel, known_signature, output_of, sha256_of


class ProgramError(Exception):
    """A program or file that cannot be used."""


class Outfit:
    """The parcel of a run, and how its arguments are written on a worker."""

    def __init__(
        self, zugi: Path, send: Sequence[Path], there: str | None, any_build: bool
    ) -> None:
        """Of this program, these files, and a path on the workers if the program is there."""
        try:
            version, sha256 = output_of(zugi, "--version").strip(), sha256_of(zugi)
            signature = known_signature(zugi, sha256)
            self._names = {path: self._name(path) for path in dict.fromkeys([zugi, *send])}
            sent = [path for path in self._names if there is None or path != zugi]
            files = {self._names[path]: path.read_bytes() for path in sent}
        except OSError as error:
            raise ProgramError(f"cannot use the program or a file to send: {error}") from error
        program = self._names[zugi] if there is None else there
        words = [sha256, version, signature, program, *sorted(files)]
        self._there = (zugi, there)
        self.parcel = Parcel(
            token=hashlib.sha256("\n".join(words).encode()).hexdigest()[:16],
            files=files,
            program=program,
            version=version,
            signature=signature,
            sha256=None if any_build else sha256,
        )

    @staticmethod
    def _name(path: Path) -> str:
        """A name that says what is in the file: another content, another name."""
        return f"{path.stem}-{sha256_of(path)[:12]}{path.suffix}"

    def translate(self, argument: str) -> str:
        """An argument with the paths of sent files replaced by those in the folder of a task."""
        zugi, there = self._there
        # Longer paths first: one may be the beginning of another one.
        for path in sorted(self._names, key=lambda path: -len(str(path))):
            new = there if there is not None and path == zugi else f"{SENT}/{self._names[path]}"
            for text in dict.fromkeys([str(path.resolve()), str(path)]):
                argument = _replace_path(argument, text, new)
        return argument


def _replace_path(argument: str, path: str, new: str) -> str:
    """The argument with the path replaced where it stands as a word or the value of a key."""
    parts = argument.split(" ")
    for index, part in enumerate(parts):
        key, equals, value = part.rpartition("=")
        if value.strip("'\"") == path:
            parts[index] = key + equals + value.replace(path, new)
    return " ".join(parts)

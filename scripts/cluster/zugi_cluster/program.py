"""The program and the files that are sent to the workers."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from .checks import ProgramBundle, known_signature, output_of, sha256_of
from .paths import PathError, Paths
from .worker import SENT

#: How to put the program on the PATH.
INSTALL = (
    "zugi on the PATH, as by `pip install zugi-….whl` with the wheel of a release or of "
    "`cargo xtask release`, or by `cargo install --path . --locked` in the folder of zugi"
)


class ProgramError(Exception):
    """A program or file that cannot be used."""


def find_program(path: Path | None) -> Path:
    """The absolute path of zugi: the given one, or the one in the PATH."""
    found = path or shutil.which("zugi")
    if found is None or not Path(found).is_file():
        raise ProgramError(f"no program {found or 'zugi'}: expected --zugi PATH, or {INSTALL}")
    return Path(found).absolute()


class ProgramFiles:
    """The bundle of a run, and its arguments on a worker."""

    def __init__(
        self,
        zugi: Path,
        send: Sequence[Path],
        there: str | None,
        any_build: bool,
        words: Sequence[str] = (),
    ) -> None:
        """Takes the program, files to send, and the path if the workers have the program.

        Workers check the files that the arguments name and that are not sent.
        """
        try:
            version, sha256 = output_of(zugi, "-V").strip(), sha256_of(zugi)
            signature = known_signature(zugi, sha256)
            self._names = {path: self._name(path) for path in dict.fromkeys([zugi, *send])}
            sent = [path for path in self._names if there is None or path != zugi]
            files = {self._names[path]: path.read_bytes() for path in sent}
            #: The paths on a worker, by the client's paths.
            self._places: dict[str, str] = {}
            for path, name in self._names.items():
                new = there if there is not None and path == zugi else f"{SENT}/{name}"
                for text in [os.path.abspath(path), str(path.resolve())]:
                    self._places.setdefault(text, new)
            paths = Paths(self._place, any_build)
            #: The arguments on a worker.
            self.words = paths.fit(words)
        except OSError as error:
            raise ProgramError(f"cannot use the program or a file to send: {error}") from error
        except PathError as error:
            raise ProgramError(str(error)) from error
        #: Programs that are not compared.
        self.looked_up = sorted(paths.looked_up)
        program = self._names[zugi] if there is None else there
        named = sorted(map(str, paths.named.items()))
        says = [sha256, version, signature, str(any_build), program, *sorted(files), *named]
        self.bundle = ProgramBundle(
            token=hashlib.sha256("\n".join(says).encode()).hexdigest()[:16],
            files=files,
            program=program,
            version=version,
            signature=signature,
            sha256=None if any_build else sha256,
            named=paths.named,
        )

    @staticmethod
    def _name(path: Path) -> str:
        """A name that depends on the content of the file."""
        plain = re.sub(r"[^\w.-]", "_", path.stem)
        return f"{plain}-{sha256_of(path)[:12]}{path.suffix}"

    def _place(self, text: str) -> str | None:
        """The path on a worker; None if the file is not sent."""
        return self._places.get(os.path.abspath(text)) if text else None

"""`--dry-run`: checks all that can be checked without workers, and lists what would be done.

It changes nothing, except that it stores the signature of the program in the folder for temporary
files, as each run does.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .checks import sha256_of
from .command_line import CommandLine, CommandLineError
from .ending import end_of, files_of
from .plan import byte_size
from .program import ProgramFiles
from .proof import ProofTree
from .schedulers import check_scheduler
from .shards import file_name
from .solve import JOURNAL, certificate_name, nodes_of, replay, without
from .store import StoredFiles, StoreError, is_locked

#: Bytes of a game in the shards and the final files together, rounded up: measured with games of
#: 6x6. Larger boards need more.
BYTES_OF_GAME = {"match": 20_000, "data": 1_000}
#: Seconds for the check of the arguments, which starts engines and reads tables.
CHECK_TIME = 300


@dataclass(frozen=True)
class DryRun:
    """A run that is only checked."""

    options: Namespace
    zugi: Path
    words: CommandLine
    program: ProgramFiles
    folder: Path
    #: The contents of `plan.json`.
    plan: dict[str, Any]

    def check(self) -> list[str]:
        """Checks everything; returns lines about what would be done."""
        check_scheduler(self.options)
        for folder in [self.options.out.absolute().parent, self.folder.absolute()]:
            check_writable(folder)
        if is_locked(self.folder / StoredFiles.LOCK):
            raise StoreError(f"{self.folder} is in use by another process: expected its end")
        store = StoredFiles(self.folder, self.plan)
        is_resumed = store.check()
        files = [it.absolute() for it in files_of(self.words.command, self.options.out)]
        _, code = end_of(store, files)
        if code is not None:
            return [f"{files[0]}: it is finished already, with exit code {code}"]
        return [
            self._work(store),
            *self._files(files, is_resumed),
            self._disk(),
            *self._program(),
            self._arguments(),
            f"scheduler {self.options.scheduler}: neither started nor asked",
            "nothing was changed; not checked: the workers",
        ]

    def _work(self, store: StoredFiles) -> str:
        """The work in all, and the part that is finished."""
        if self.words.command == "solve":
            return proof_state(store)
        count = self.plan["shards"]
        extension = "jsonl" if self.words.command == "match" else "data"
        finished = sum(store.has(file_name(number, extension)) for number in range(count))
        return (
            f"{self.words.command}: {self.words.games()} games in {count} shards: {finished} "
            f"finished, {count - finished} to run"
        )

    def _files(self, files: list[Path], is_resumed: bool) -> list[str]:
        names = [str(files[0]), *(file.name for file in files[1:])]
        state = "continued" if is_resumed else "new"
        return [f"files: {', '.join(names)}", f"work folder: {self.folder} ({state})"]

    def _disk(self) -> str:
        """The free space for the work folder; an error if it is too small."""
        place = existing(self.folder.absolute())
        free = shutil.disk_usage(place).free
        said = f"disk: {byte_size(free)} free in {place}"
        if self.words.command == "solve":
            return f"{said}; the size of the certificates is not known"
        needed = self.words.games() * BYTES_OF_GAME[self.words.command]
        if free < needed:
            raise StoreError(f"{said}, expected about {byte_size(needed)} for all games")
        return f"{said}, about {byte_size(needed)} needed (by games of 6x6)"

    def _program(self) -> list[str]:
        bundle = self.program.bundle
        digest = sha256_of(self.zugi)[:12]
        lines = [f"program: {self.zugi}, {bundle.version}, signature {bundle.signature}, {digest}…"]
        for name, content in bundle.files.items():
            lines.append(f"sent to each worker: {name}, {byte_size(len(content))}")
        if self.options.there is not None:
            lines.append(f"program on the workers: {self.options.there}")
        for path, named in bundle.named.items():
            what = "folder" if named.is_folder else "file"
            here = "" if Path(path).exists() else ", which is not here"
            lines.append(f"needed on each worker: {what} {path}{here}")
        return lines

    def _arguments(self) -> str:
        """Lets zugi check the arguments; an error if it refuses them."""
        missing = [path for path in self.program.bundle.named if not Path(path).exists()]
        if missing:
            # An engine or tables may exist only on the workers. zugi prints the help only after it
            # has parsed all options.
            self._ask([self.words.command, *self._plain(), "--help"])
            return f"arguments: not all were checked, because {missing[0]} is not here"
        if self.words.command == "solve":
            self._ask_solver()
        else:
            self._ask_player()
        return "arguments: zugi accepts them"

    def _plain(self) -> list[str]:
        """The arguments without files that zugi or an engine would begin to write."""
        plain = without(self.words.plain, "--log-file")
        nowhere = f"stderr={os.devnull}"
        kept = [nowhere if word.startswith("stderr=") else word for word in plain]
        sprt = ["--sprt", *self.words.sprt] if self.words.sprt else []
        return [*kept, *sprt]

    def _ask(self, command: list[str], line: str = "") -> subprocess.CompletedProcess[str]:
        try:
            done = subprocess.run(
                [str(self.zugi), *command],
                input=line,
                capture_output=True,
                text=True,
                timeout=CHECK_TIME,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise CommandLineError(f"zugi has not checked them in {CHECK_TIME} s") from error
        if done.returncode != 0:
            raise CommandLineError(f"zugi {command[0]}: {done.stderr.strip()}")
        return done

    def _ask_solver(self) -> None:
        """Lets zugi check the arguments, and run a job that only lists the position's moves."""
        nodes_of(self.words.plain)
        # The help comes after all options were parsed.
        self._ask(["solve", *self._plain(), "--help"])
        command = ["solve", "--jobs", "--descents", "0", *without(self._plain(), "--nodes")]
        done = self._ask(command, json.dumps({"position": self.plan["position"], "nodes": 0}))
        if "error" in (said := json.loads(done.stdout)):
            raise CommandLineError(f"zugi solve: {said['error']}")

    def _ask_player(self) -> None:
        """Lets the command fail when it opens its output, after it has checked all arguments."""
        with tempfile.NamedTemporaryFile(prefix="zugi-cluster-dry-run-") as blocker:
            # No file can be below a file.
            out = f"{blocker.name}/out"
            cut = [] if self.words.sprt else ["--shard", f"1/{self.plan['shards']}"]
            try:
                self._ask([self.words.command, *self._plain(), *cut, "--out", out])
            except CommandLineError as error:
                if out not in str(error):
                    raise


def proof_state(store: StoredFiles) -> str:
    """The progress of a proof."""
    tree, nodes = ProofTree(store.plan["position"]), 0

    def take(result: dict[str, Any]) -> None:
        nonlocal nodes
        tree.finish(result)
        nodes += result["nodes"]

    replay(store.path(JOURNAL), take)
    done = f"proof of {tree.root.position}: finished jobs {tree.jobs}, nodes {nodes}"
    if tree.winner is None:
        return f"{done}; the number of jobs is not known (zugi-cluster plan estimates it)"
    steps = [step["position"] for step in tree.strategy() if "certificate" in step]
    missing = sum(not store.has(certificate_name(position)) for position in steps)
    return f"{done}, {tree.winner} wins; {missing} of {len(steps)} certificates to make"


def existing(path: Path) -> Path:
    """The path, or the nearest existing folder above it."""
    return next(it for it in [path, *path.parents] if it.exists())


def check_writable(folder: Path) -> None:
    """Refuses a folder, or the nearest existing one above it, in which no file can be made."""
    place = existing(folder)
    if not place.is_dir():
        raise StoreError(f"{place} is not a folder: expected one, for {folder}")
    if not os.access(place, os.W_OK | os.X_OK):
        raise StoreError(f"{place} cannot be written: expected the right to make files there")

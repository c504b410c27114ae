"""Proofs by jobs: the tree here, `zugi solve --job` on the workers."""

from __future__ import annotations

import hashlib
import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from .jobs import Job, Result
from .proof import ProofTree
from .store import Store, write_whole
from .words import take

#: The results of the jobs, a line each: the tree is made of them again after a kill.
JOURNAL = "jobs.jsonl"
STRATEGY = "strategy.jsonl"
#: A job is tried if it is expected to need so much of its nodes at most; otherwise it only tells
#: the moves, since what a job without an answer has found out is lost.
HOPE = 0.5


class Proof:
    """A source of jobs that prove who wins a position."""

    def __init__(self, store: Store, root: str, arguments: tuple[str, ...]) -> None:
        """A proof of a position, gone on with where its folder has ended."""
        self.store = store
        self.arguments = arguments
        #: The nodes of a job, if they are limited; and the arguments of one that only looks.
        self.limit, self.looking = looking(arguments)
        self.tree = ProofTree(root)
        self.variant = ""
        self.nodes = 0
        self._started = time.monotonic()
        self._journal = self._replay()

    def _replay(self) -> IO[bytes]:
        """Grows the tree by the finished jobs; half a line at the end is cut off."""
        path = self.store.path(JOURNAL)
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        for line in whole.splitlines():
            self._take(json.loads(line))
        if whole != content or not path.exists():
            write_whole(path, whole)
        return path.open("ab")

    def _take(self, result: dict[str, object]) -> None:
        self.tree.finish(result)
        self.variant = str(result["variant"])
        self.nodes += int(str(result["nodes"]))

    def certificate(self, position: str) -> str:
        """The file of a position's certificate."""
        return f"proof-{hashlib.sha256(position.encode()).hexdigest()[:24]}.zugi"

    def next(self) -> Job | None:
        """A job for the leaf at which the proof is least work."""
        position = self.tree.next()
        if position is None:
            return None
        expected = self.tree.expected(position)
        is_hopeless = self.limit is not None and (expected or 0) > HOPE * self.limit
        more = self.looking if is_hopeless else self.arguments
        arguments = ("solve", position, "--job", "--descents", "0", *more)
        arguments = (*arguments, "--certificate", "out.zugi")
        return Job(f"job {position}", arguments, "out.zugi", must_make=False)

    def finish(self, job: Job, result: Result) -> None:
        """Grows the tree; the certificate is on the disk before the result is."""
        said = json.loads(result.stdout)
        if said["winner"] is not None:
            if result.output is None:
                raise ValueError(f"{job.name}: won by {said['winner']} without a certificate")
            self.store.put(self.certificate(said["position"]), result.output)
        self._journal.write(json.dumps(said, separators=(",", ":")).encode() + b"\n")
        self._journal.flush()
        self._take(said)

    def give_back(self, job: Job) -> None:
        """It is a leaf again."""
        self.tree.give_back(job.name.removeprefix("job "))

    def is_done(self) -> bool:
        """Whether it is proven who wins."""
        return self.tree.winner is not None

    def progress(self) -> str:
        """The numbers of the root, and what was spent."""
        root = self.tree.root
        return (
            f"{self.tree.jobs} jobs, {len(self.tree)} positions, proof {root.proof:.0f}, "
            f"disproof {root.disproof:.0f}, {self.nodes} nodes"
        )

    def compose(self, zugi: Path, out: Path) -> None:
        """Makes the certificate of the whole, and checks it by the rules and its tables."""
        heading = {"variant": self.variant, "position": self.tree.root.position}
        lines = [json.dumps({**heading, "winner": self.tree.winner})]
        for entry in self.tree.strategy():
            if "certificate" in entry:
                entry = {**entry, "certificate": self.certificate(entry["position"])}
            lines.append(json.dumps(entry))
        path = self.store.path(STRATEGY)
        write_whole(path, "\n".join(lines).encode() + b"\n")
        solve = [str(zugi), "solve", "--variant", self.variant]
        for more in [
            ["--strategy", str(path), "--certificate", str(out)],
            ["--verify", str(out), *tables_of(self.arguments)],
        ]:
            subprocess.run([*solve, *more], stdin=subprocess.DEVNULL, check=True)


def looking(arguments: Sequence[str]) -> tuple[int | None, tuple[str, ...]]:
    """The limit of the nodes of a job, and the arguments of a job that only tells the moves."""
    rest = list(arguments)
    nodes = take(rest, "--nodes")
    if not nodes or not nodes[0].isdigit():
        return None, tuple(arguments)
    take(rest, "--hash")
    return int(nodes[0]), (*rest, "--nodes", "0", "--hash", "1")


def tables_of(arguments: Sequence[str]) -> list[str]:
    """The arguments about tables, of which there may be several."""
    rest, found = list(arguments), []
    for name in ["--tables", "--table-memory"]:
        while values := take(rest, name):
            found += [word for value in values for word in (name, value)]
    return found


def start_of(zugi: Path, variant: list[str], fen: str | None) -> str:
    """The text of the position to prove, as zugi writes it."""
    # A job of one node says it, whatever else it finds out.
    asked = [fen] if fen is not None else []
    command = [str(zugi), "solve", *asked, *variant]
    command += ["--job", "--nodes", "1", "--hash", "1", "--no-small-tables"]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ValueError(done.stderr.strip())
    return str(json.loads(done.stdout)["position"])

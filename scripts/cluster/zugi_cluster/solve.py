"""Proofs by jobs: the tree here, `zugi solve --job` on the workers."""

from __future__ import annotations

import hashlib
import json
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .command_line import take
from .jobs import Job, Result
from .proof import ProofError, ProofTree
from .store import Store, write_whole

#: The results of the jobs, a line each: the tree is made of them again after a kill.
JOURNAL = "jobs.jsonl"
STRATEGY = "strategy.jsonl"
#: Where a job writes its certificate.
OUTPUT = "out.zugi"
#: What the names of jobs begin with: such as prove a position, and such as certify that.
JOB_OF, CERTIFICATE_OF = "job ", "certificate of "
#: A job is tried if it is expected to need so many times its nodes at most; otherwise it only tells
#: the moves. What a job without an answer has found out serves its worker's next ones.
HOPE = 4.0
#: Results of this share of the nodes of a job, and more, go to all workers; of so many nodes if
#: jobs have no limit.
LEARN, LEARN_UNLIMITED = 0.02, 20_000


class Proof:
    """A source of jobs: first such as prove who wins a position, then the certificates.

    A certificate takes longer than the proof of which it is, and most proofs are no part of the
    winner's strategy in the end. So those of the strategy are proven once more, with certificates.
    """

    def __init__(self, store: Store, root: str, arguments: tuple[str, ...]) -> None:
        """A proof of a position, gone on with where its folder has ended."""
        self.store = store
        self.arguments = arguments
        #: The nodes of a job, if they are limited.
        self.limit = nodes_of(arguments)
        #: The process that does jobs: what it has read, such as tables, serves for many.
        self.command: tuple[str, ...] = ("solve", "--jobs", "--descents", "0")
        self.command += ("--learn", str(learn_of(self.limit)))
        self.command += without(arguments, "--nodes")
        self.tree = ProofTree(root)
        self.variant = ""
        self.nodes = 0
        #: What jobs have found out: positions, winners and nodes.
        self._known: list[list[object]] = []
        #: The positions of the strategy without a certificate, once there is one: those that no
        #: job is under way for, and all.
        self._waiting: list[str] = []
        self._missing: set[str] | None = None
        self._certificates = 0
        self._started = time.monotonic()
        self._replay()
        #: Positions of earlier runs.
        self._before = self.nodes
        self._plan()

    def _replay(self) -> None:
        """Grows the tree by the finished jobs; half a line at the end is cut off."""
        path = self.store.path(JOURNAL)
        whole = replay(path, self._take)
        if whole is not None:
            write_whole(path, whole)

    def _take(self, result: dict[str, Any]) -> None:
        self.tree.finish(result)
        self.variant = str(result["variant"])
        self.nodes += result["nodes"]
        self._known += result.get("learnt", [])

    def shared(self) -> list[Any]:
        """Results that took many nodes; none once there are only certificates to make."""
        return self._known if self._missing is None else []

    def certificate(self, position: str) -> str:
        """The file of a position's certificate."""
        return certificate_name(position)

    def _plan(self) -> None:
        """Finds out which certificates are missing, once it is known who wins."""
        if self.tree.winner is None or self._missing is not None:
            return
        steps = list(self.tree.strategy())
        wanted = [step["position"] for step in steps if "certificate" in step]
        self._waiting = [it for it in wanted if not self.store.has(self.certificate(it))]
        self._missing = set(self._waiting)
        self._certificates = len(wanted)

    def next(self) -> Job | None:
        """A job for the leaf at which the proof is least work, or the next certificate."""
        if self._missing is not None:
            if not self._waiting:
                return None
            position = self._waiting.pop()
            line = json.dumps({"position": position, "certificate": OUTPUT})
            return Job(CERTIFICATE_OF + position, self.command, OUTPUT, line)
        leaf = self.tree.next()
        if leaf is None:
            return None
        nodes = job_nodes(self.tree.expected(leaf), self.limit)
        asked: dict[str, object] = {"position": leaf}
        if nodes is not None:
            asked["nodes"] = nodes
        return Job(JOB_OF + leaf, self.command, line=json.dumps(asked))

    def finish(self, job: Job, result: Result) -> None:
        """Grows the tree, or keeps a certificate."""
        said = read_object(result.stdout)
        position = job.name.removeprefix(CERTIFICATE_OF)
        if position != job.name:
            self._keep(position, said.get("winner"), result.output)
            return
        if self._missing is not None:
            # It comes late: it could change the strategy, whose certificates are being made.
            return
        check_result(said)
        line = json.dumps(said, separators=(",", ":")).encode() + b"\n"
        self.store.append(JOURNAL, line)
        self._take(said)
        self._plan()

    def _keep(self, position: str, winner: str | None, certificate: bytes | None) -> None:
        if winner != self.tree.winner or certificate is None or self._missing is None:
            expected = f"a certificate that {self.tree.winner} wins"
            raise ProofError(f"{position!r} is won by {winner} now: expected {expected}")
        self.store.put(self.certificate(position), certificate)
        self._missing.discard(position)

    def requeue(self, job: Job) -> None:
        """It is to be handed out again."""
        position = job.name.removeprefix(CERTIFICATE_OF)
        if position != job.name:
            self._waiting.append(position)
        else:
            self.tree.requeue(job.name.removeprefix(JOB_OF))

    def wants(self, job: Job) -> bool:
        """Whether the proof can still depend on it."""
        if job.name.startswith(CERTIFICATE_OF):
            return True
        return self.tree.needs(job.name.removeprefix(JOB_OF))

    def is_done(self) -> bool:
        """Whether it is proven who wins, with all certificates of it."""
        return self._missing is not None and not self._missing

    def progress(self) -> str:
        """The numbers of the root, what was spent, and the rate of this run."""
        root = self.tree.root
        if self._missing is not None:
            done = self._certificates - len(self._missing)
            state = f"{self.tree.winner} wins, {done} of {self._certificates} certificates"
        else:
            state = f"proof {root.proof:.0f}, disproof {root.disproof:.0f}"
        rate = (self.nodes - self._before) / max(time.monotonic() - self._started, 1e-9)
        spent = f"{self.nodes} nodes ({rate:.0f} a second)"
        return f"{self.tree.jobs} jobs, {len(self.tree)} positions, {spent}, {state}"

    def compose(self, zugi: Path, out: Path) -> int:
        """Makes the certificate of the whole, and checks it by the rules and its tables.

        It gets its name when that is done. What has this name already is refused. Returns the
        exit code.
        """
        if out.exists():
            raise ProofError(f"{out} exists already: expected another name")
        unchecked = out.with_name(f"{out.name}.unchecked")
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
            ["--strategy", str(path), "--certificate", str(unchecked), "--force"],
            ["--verify", str(unchecked), *tables_of(self.arguments)],
        ]:
            code = subprocess.run([*solve, *more], stdin=subprocess.DEVNULL, check=False).returncode
            if code != 0:
                # It has said itself what is wrong.
                raise ProofError(
                    f"zugi solve {more[0]}: exit code {code}: expected right certificates in "
                    f"{self.store.folder}; one that is removed is made again"
                )
        unchecked.replace(out)
        return 0


def learn_of(limit: int | None) -> int:
    """The least nodes of results that go to all workers, if jobs have at most `limit` nodes."""
    return LEARN_UNLIMITED if limit is None else max(1, int(LEARN * limit))


def job_nodes(expected: float | None, limit: int | None) -> int | None:
    """The nodes of a job: at most `limit`, and none if its proof is expected to be too much."""
    if limit is not None and (expected or 0) > HOPE * limit:
        return 0
    return limit


def certificate_name(position: str) -> str:
    """The name of the file with a position's certificate."""
    return f"proof-{hashlib.sha256(position.encode()).hexdigest()[:24]}.zugi"


def replay(path: Path, take: Callable[[dict[str, Any]], None]) -> bytes | None:
    """Passes on each finished job of a journal.

    Returns the journal's whole lines if it ends with half a line, which counts for nothing.
    """
    try:
        content = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise ProofError(f"cannot read {path}: {error.strerror}") from error
    whole = content[: content.rfind(b"\n") + 1]
    for number, line in enumerate(whole.split(b"\n")[:-1], 1):
        try:
            take(read_result(line))
        except ProofError as error:
            raise ProofError(f"{path}, line {number}: {error}") from error
    return whole if whole != content else None


#: What a job tells of each move of a position that it has not solved.
CHILD: dict[str, tuple[type, ...]] = {
    "move": (str,),
    "position": (str,),
    "mover": (str,),
    "effort": (int, float),
    "expected": (int, float),
}
#: How much of a wrong line is quoted.
QUOTED = 80


def read_object(line: str | bytes) -> dict[str, Any]:
    """The object of a line of JSON; an error that quotes what is none."""
    try:
        said = json.loads(line)
    except ValueError as error:
        expected = f"the JSON of a job ({error})"
        raise ProofError(f"found {line[:QUOTED]!r}: expected {expected}") from error
    if not isinstance(said, dict):
        raise ProofError(f"found {line[:QUOTED]!r}: expected an object in JSON")
    return said


def read_result(line: str | bytes) -> dict[str, Any]:
    """What a job says, with all that the tree needs."""
    said = read_object(line)
    check_result(said)
    return said


def check_result(said: dict[str, Any]) -> None:
    """Refuses what lacks something that the tree needs, or has something else in its place."""
    needed: dict[str, tuple[type, ...]] = {
        "position": (str,),
        "variant": (str,),
        "result": (str,),
        "nodes": (int,),
    }
    if _winner_of(said) is None:
        needed |= {"mover": (str,), "children": (list,)}
    _check_keys(said, needed)
    learnt = said.get("learnt", [])
    if not isinstance(learnt, list) or not all(_is_result(it) for it in learnt):
        raise ProofError(f"learnt is {str(learnt)[:QUOTED]!r}: expected positions, winners, nodes")
    for child in said["children"] if "children" in needed else []:
        if not isinstance(child, dict):
            raise ProofError(f"found {str(child)[:QUOTED]!r}: expected a move of a job")
        _check_keys(child, CHILD)
        _winner_of(child)
        if child.get("known") not in (None, "p1", "p2"):
            raise ProofError(f"known is {child['known']!r}: expected p1, p2 or null")
        if not _are_sizes(child.get("sizes")):
            sizes = str(child["sizes"])[:QUOTED]
            raise ProofError(f"sizes is {sizes!r}: expected two numbers or null, or null")


def _are_sizes(said: object) -> bool:
    """Whether it is None, or two expected numbers of positions; None is what is refuted."""
    if said is None:
        return True
    if not isinstance(said, list) or len(said) != 2:
        return False
    return all(it is None or type(it) in (int, float) for it in said)


def _is_result(said: object) -> bool:
    """Whether it is a position, its winner and a number of nodes."""
    if not isinstance(said, list) or len(said) != 3:
        return False
    position, winner, nodes = said
    return isinstance(position, str) and winner in ("p1", "p2") and isinstance(nodes, int)


def _winner_of(said: dict[str, Any]) -> str | None:
    winner = said.get("winner", "missing")
    if winner not in (None, "p1", "p2"):
        raise ProofError(f"winner is {winner!r}: expected p1, p2 or null")
    return str(winner) if winner else None


def _check_keys(said: dict[str, Any], needed: dict[str, tuple[type, ...]]) -> None:
    for key, types in needed.items():
        value = said.get(key)
        if not isinstance(value, types) or isinstance(value, bool):
            found = f"is {str(value)[:QUOTED]!r}" if key in said else "is missing"
            expected = " or ".join(it.__name__ for it in types)
            raise ProofError(f"{key} {found}: expected {expected}, as a job says it")


def without(arguments: Sequence[str], *names: str) -> tuple[str, ...]:
    """The arguments without some options and their values."""
    rest = list(arguments)
    for name in names:
        while take(rest, name) is not None:
            pass
    return tuple(rest)


def nodes_of(arguments: Sequence[str]) -> int | None:
    """The limit of the nodes of a job, if there is one."""
    values = take(list(arguments), "--nodes")
    if values is None:
        return None
    if not values or not values[0].isdigit():
        raise ProofError(f"--nodes {' '.join(values)}: expected a number")
    return int(values[0])


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
    said = read_object(done.stdout)
    if fault := draws_fault(said):
        raise ValueError(fault)
    return str(said["position"])


def draws_fault(said: dict[str, Any]) -> str | None:
    """What is wrong with a job's answer if its game has draws: it lacks the expected sizes."""
    if said.get("children") and said["children"][0].get("expected", 0) is None:
        return f"{said['variant']} has draws: expected a game without, as others have no estimate"
    return None

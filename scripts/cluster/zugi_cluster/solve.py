"""Proofs by jobs: the tree is here, `zugi solve --jobs` runs on the workers."""

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

#: The results of the jobs, a line each, from which the tree is rebuilt after an interruption.
JOURNAL = "jobs.jsonl"
STRATEGY = "strategy.jsonl"
#: The file in which a job writes its certificate.
OUTPUT = "out.zugi"
#: The prefixes of jobs that prove a position, and of jobs that make its certificate.
JOB_OF, CERTIFICATE_OF = "job ", "certificate of "
#: A job tries a proof if the expected size of the proof is at most this many times the nodes of the
#: job; otherwise it only lists the moves. More than 1, because the results of a job without an
#: answer help the next jobs of its worker.
MAX_COST_RATIO = 4.0
#: Results that took at least this share of the nodes of a job go to all workers; without a limit,
#: results of this many nodes.
LEARN, LEARN_UNLIMITED = 0.02, 20_000


class Proof:
    """A source of jobs: first proofs of positions, then certificates.

    A certificate takes longer than a proof alone, and most proofs are not part of the winner's
    final strategy. So the proofs of the strategy are made once more, with certificates.
    """

    def __init__(self, store: Store, root: str, arguments: tuple[str, ...]) -> None:
        """A proof of a position, continued from the results in its folder."""
        self.store = store
        self.arguments = arguments
        #: The nodes of a job, if limited.
        self.limit = nodes_of(arguments)
        #: One process does many jobs, so it reads files such as tables once.
        self.command: tuple[str, ...] = ("solve", "--jobs", "--descents", "0")
        self.command += ("--learn", str(learn_of(self.limit)))
        self.command += without(arguments, "--nodes")
        self.tree = ProofTree(root)
        self.variant = ""
        self.nodes = 0
        #: The results of jobs: positions, winners and nodes.
        self._known: list[list[object]] = []
        #: Once there is a strategy: its positions without a certificate or a job under way.
        self._waiting: list[str] = []
        #: Once there is a strategy: all its positions without a certificate.
        self._missing: set[str] | None = None
        self._certificates = 0
        self._started = time.monotonic()
        self._replay()
        #: Positions of earlier runs.
        self._before = self.nodes
        self._plan()

    def _replay(self) -> None:
        """Rebuilds the tree from the finished jobs; cuts off an incomplete last line."""
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
        """The results that took many nodes; empty once only certificates are missing."""
        return self._known if self._missing is None else []

    def certificate(self, position: str) -> str:
        """The file of a position's certificate."""
        return certificate_name(position)

    def _plan(self) -> None:
        """Once the winner is known, finds the missing certificates."""
        if self.tree.winner is None or self._missing is not None:
            return
        steps = list(self.tree.strategy())
        wanted = [step["position"] for step in steps if "certificate" in step]
        self._waiting = [it for it in wanted if not self.store.has(self.certificate(it))]
        self._missing = set(self._waiting)
        self._certificates = len(wanted)

    def next(self) -> Job | None:
        """A job for the most-proving leaf, or the next certificate."""
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
        """Updates the tree, or keeps a certificate."""
        said = read_object(result.stdout)
        position = job.name.removeprefix(CERTIFICATE_OF)
        if position != job.name:
            self._keep(position, said.get("winner"), result.output)
            return
        if self._missing is not None:
            # A late result could change the strategy, whose certificates are being made.
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
        """Makes the position available for another job."""
        position = job.name.removeprefix(CERTIFICATE_OF)
        if position != job.name:
            self._waiting.append(position)
        else:
            self.tree.requeue(job.name.removeprefix(JOB_OF))

    def wants(self, job: Job) -> bool:
        """Whether the proof can still depend on the job."""
        if job.name.startswith(CERTIFICATE_OF):
            return True
        return self.tree.needs(job.name.removeprefix(JOB_OF))

    def is_done(self) -> bool:
        """Whether the winner is proven, with all certificates."""
        return self._missing is not None and not self._missing

    def progress(self) -> str:
        """The numbers of the root, the positions expanded, and the rate of this run."""
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
        """Composes the certificate of the whole proof, and verifies it.

        It gets its final name after that; an existing file of this name is refused. Returns the
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
                # zugi has already printed the reason.
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
    """The nodes of a job: at most `limit`, and 0 if its proof is expected to be too large."""
    if limit is not None and (expected or 0) > MAX_COST_RATIO * limit:
        return 0
    return limit


def certificate_name(position: str) -> str:
    """The name of the file with a position's certificate."""
    return f"proof-{hashlib.sha256(position.encode()).hexdigest()[:24]}.zugi"


def replay(path: Path, take: Callable[[dict[str, Any]], None]) -> bytes | None:
    """Passes on each finished job of a journal.

    Returns the whole lines if the journal ends with an incomplete line, which is ignored.
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


#: The keys that a job reports for each move of an unsolved position.
CHILD: dict[str, tuple[type, ...]] = {
    "move": (str,),
    "position": (str,),
    "mover": (str,),
    "effort": (int, float),
    "expected": (int, float),
}
#: The length of a quoted wrong line.
QUOTED = 80


def read_object(line: str | bytes) -> dict[str, Any]:
    """The object of a JSON line; an error quotes any other line."""
    try:
        said = json.loads(line)
    except ValueError as error:
        expected = f"the JSON of a job ({error})"
        raise ProofError(f"found {line[:QUOTED]!r}: expected {expected}") from error
    if not isinstance(said, dict):
        raise ProofError(f"found {line[:QUOTED]!r}: expected an object in JSON")
    return said


def read_result(line: str | bytes) -> dict[str, Any]:
    """The result of a job, with everything that the tree needs."""
    said = read_object(line)
    check_result(said)
    return said


def check_result(said: dict[str, Any]) -> None:
    """Refuses a result in which something that the tree needs is missing or has the wrong type."""
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
    """Whether it is None, as for a known winner, or a list of two expected numbers of positions.

    A number is None if that proof is refuted.
    """
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
    """The limit of the nodes of a job, if any."""
    values = take(list(arguments), "--nodes")
    if values is None:
        return None
    if not values or not values[0].isdigit():
        raise ProofError(f"--nodes {' '.join(values)}: expected a number")
    return int(values[0])


def tables_of(arguments: Sequence[str]) -> list[str]:
    """The arguments about tables, possibly several."""
    rest, found = list(arguments), []
    for name in ["--tables", "--table-memory"]:
        while values := take(rest, name):
            found += [word for value in values for word in (name, value)]
    return found


def start_of(zugi: Path, variant: list[str], fen: str | None) -> str:
    """The text of the position to prove, as zugi writes it."""
    # A job of one node reports it, whatever else it finds.
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
    """The error if a job's answer lacks the expected sizes because its game has draws."""
    if said.get("children") and said["children"][0].get("expected", 0) is None:
        return f"{said['variant']} has draws: expected a game without, as others have no estimate"
    return None

"""A proof on many simulated workers: the real tree and the real jobs of zugi, in simulated time.

A discrete-event simulation. The unit of time is a position that one core expands. A simulated
machine is one process of zugi with its table of results; its threads take turns, a slice of a job
at a time. So, as on a cluster, the jobs of a machine use the results of its other jobs, other
machines get results that took much work, and useless jobs are stopped. Waits for memory and lost
workers are not simulated.
"""

from __future__ import annotations

import collections
import heapq
import itertools
import json
import math
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .proof import ProofError, ProofTree
from .solve import job_nodes, learn_of, read_object, read_result
from .worker import WorkerProcess

#: A job is simulated in slices of SLICE times its positions, and of at least LEAST_SLICE.
SLICE, LEAST_SLICE = 0.1, 500
#: A simulation ends without a result after this many times the positions of the single command,
#: or of a job if that has more.
MOST = 50.0


@dataclass(frozen=True)
class SimulatedCluster:
    """The workers of a simulation. Times are in positions that one core expands."""

    #: Threads of all machines together.
    workers: int
    #: Threads of a machine.
    threads: int
    #: From the end of a job to the start of the next one on the same thread.
    latency: float
    #: From a result on one machine to its arrival on another one.
    exchange: float
    #: Jobs that are chosen, including waiting ones, for each worker.
    ahead: float = 1.0

    @property
    def machines(self) -> int:
        return -(-self.workers // self.threads)


@dataclass
class Outcome:
    """The cost of a simulated proof."""

    #: None if the simulation was given up.
    winner: str | None = None
    #: Positions of all jobs.
    positions: int = 0
    #: From start to end, in positions of one core.
    time: float = 0.0
    jobs: int = 0
    #: Results sent from one machine to others, and their size as text.
    results: int = 0
    result_bytes: int = 0


@dataclass
class _Machine:
    process: WorkerProcess
    #: Results on their way from other machines: the time of arrival, a tie-breaking number, and
    #: the results.
    arriving: list[tuple[float, int, list[Any]]] = field(default_factory=list)

    def ask(self, position: str, nodes: int, now: float) -> dict[str, Any]:
        while self.arriving and self.arriving[0][0] <= now:
            self.process.send(heapq.heappop(self.arriving)[2], set())
        line = json.dumps({"position": position, "nodes": nodes})
        return _checked(self.process.ask(line, None))


@dataclass(frozen=True)
class _Running:
    """A job after its latest slice."""

    position: str
    machine: int
    #: The positions that it may still expand.
    left: int
    answer: dict[str, Any]


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    if answer["code"] != 0:
        raise ProofError(answer["stderr"])
    return read_result(answer["stdout"])


@contextmanager
def _process(zugi: Path, words: Sequence[str]) -> Iterator[WorkerProcess]:
    with tempfile.TemporaryDirectory(prefix="zugi-cluster-simulate-") as folder:
        process = WorkerProcess(zugi, list(words), Path(folder))
        try:
            yield process
        finally:
            process.end()


def single_command(zugi: Path, position: str | None, arguments: Sequence[str]) -> dict[str, Any]:
    """The answer of one job without a limit, with its CPU time as `cpu`."""
    with _process(zugi, ["solve", "--jobs", "--descents", "0", *arguments]) as process:
        # A first job reads the files, such as tables, so that their time does not count.
        process.ask(json.dumps({"position": position, "nodes": 1}), None)
        answer = process.ask(json.dumps({"position": position}), None)
    if answer["code"] != 0:
        raise ProofError(answer["stderr"])
    return {**read_object(answer["stdout"]), "cpu": answer["cpu"]}


class Simulation:
    """One proof on simulated workers."""

    def __init__(
        self,
        zugi: Path,
        position: str,
        arguments: Sequence[str],
        limit: int,
        cluster: SimulatedCluster,
    ) -> None:
        """A proof in jobs of at most `limit` positions, with the arguments of zugi solve."""
        self.cluster = cluster
        self.limit = limit
        self.words = ["solve", "--jobs", "--descents", "0", "--learn", str(learn_of(limit))]
        self.words += [*arguments, "--threads", "1"]
        self.zugi = zugi
        self.tree = ProofTree(position)
        self.outcome = Outcome()
        self._machines: list[_Machine] = []
        self._numbers = itertools.count()
        #: The positions of jobs that are chosen and have no thread yet.
        self._waiting: collections.deque[str] = collections.deque()
        #: The ends of slices, the first one first.
        self._events: list[tuple[float, int, _Running]] = []

    def run(self, most: float = math.inf) -> Outcome:
        """Simulates to the end, or until `most` positions are expanded."""
        cluster, tree, outcome = self.cluster, self.tree, self.outcome
        with ExitStack() as stack:
            for _ in range(cluster.machines):
                process = stack.enter_context(_process(self.zugi, self.words))
                self._machines.append(_Machine(process))
            # Every machine gets a first job before any gets a second.
            idle = [number % cluster.machines for number in range(cluster.workers)]
            while tree.winner is None and outcome.positions <= most:
                self._choose(len(self._events))
                while idle and self._waiting:
                    leaf = self._waiting.popleft()
                    outcome.jobs += 1
                    nodes = job_nodes(tree.expected(leaf), self.limit)
                    assert nodes is not None
                    self._slice(leaf, idle.pop(0), nodes, outcome.time + cluster.latency)
                outcome.time, _, job = heapq.heappop(self._events)
                if job.answer["winner"] is None and job.left > 0 and tree.needs(job.position):
                    self._slice(job.position, job.machine, job.left, outcome.time)
                    continue
                idle.append(job.machine)
                if job.answer["winner"] is None and job.left > 0:
                    tree.requeue(job.position)
                else:
                    tree.finish(job.answer)
        outcome.winner = tree.winner
        return outcome

    def _choose(self, running: int) -> None:
        """Keeps jobs ready for idle threads, and drops useless ones."""
        tree, ready = self.tree, self._waiting
        for leaf in [leaf for leaf in ready if not tree.needs(leaf)]:
            ready.remove(leaf)
            tree.requeue(leaf)
        while running + len(ready) < self.cluster.workers * self.cluster.ahead:
            chosen = tree.next()
            if chosen is None:
                return
            ready.append(chosen)

    def _slice(self, position: str, machine: int, nodes: int, now: float) -> None:
        """Runs the next slice of a job, which begins now."""
        part = min(nodes, max(LEAST_SLICE, int(SLICE * self.limit)))
        answer = self._machines[machine].ask(position, part, now)
        spent = answer["nodes"]
        self.outcome.positions += spent
        end = now + max(1, spent)
        self._spread(machine, answer.pop("learnt", []), end)
        left = max(0, nodes - max(1, spent))
        event = (end, next(self._numbers), _Running(position, machine, left, answer))
        heapq.heappush(self._events, event)

    def _spread(self, machine: int, learnt: list[Any], now: float) -> None:
        """Sends the results of a machine to all others."""
        if not learnt or len(self._machines) == 1:
            return
        self.outcome.results += len(learnt)
        self.outcome.result_bytes += len(json.dumps(learnt))
        arrival = now + self.cluster.exchange
        for number, other in enumerate(self._machines):
            if number != machine:
                heapq.heappush(other.arriving, (arrival, next(self._numbers), learnt))

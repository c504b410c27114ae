"""`zugi-cluster simulate`: the cost of a proof on clusters of several sizes."""

from __future__ import annotations

import argparse
import codecs
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .command_line import CommandLine, CommandLineError, jobs_ahead
from .estimate import absolute_folders
from .program import find_program
from .proof import ProofError
from .simulation import MOST, SimulatedCluster, Simulation, single_command
from .solve import start_of

DESCRIPTION = """\
Proves positions in jobs on simulated workers, with the program of this machine: the positions of
all jobs together, as a multiple of the single command's, and how many times as fast the proof is.
It does all the work of all workers, so it takes their CPU time together. Other arguments are those
of zugi solve, such as --variant, --tables and --hash (the memory of each machine).
"""
#: The default times in seconds: to finish a Dask task and start the next job, and to send a result
#: to another machine.
LATENCY, EXCHANGE = 0.02, 2.0


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="zugi-cluster simulate",
        usage="%(prog)s (FEN | --variant NAME | --positions FILE) [options] [options of solve]",
        description=DESCRIPTION,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--positions", type=Path, metavar="FILE", help="a position in each line, instead of FEN; "
        "# begins a comment")  # fmt: skip
    add("--workers", type=_numbers, default=[1, 16], metavar="N,N", help="threads of all machines "
        "together [default: 1,16]")  # fmt: skip
    add("--threads", type=_number, default=16, metavar="N", help="threads of a machine "
        "[default: %(default)s]")  # fmt: skip
    add("--nodes", type=_number, default=20_000, metavar="N", help="positions of a job at most "
        "[default: %(default)s]")  # fmt: skip
    add("--latency", type=float, default=LATENCY, metavar="SECONDS", help="between two jobs of a "
        "thread [default: %(default)s]")  # fmt: skip
    add("--exchange", type=float, default=EXCHANGE, metavar="SECONDS", help="until a result is on "
        "another machine [default: %(default)s]")  # fmt: skip
    add("--ahead", type=jobs_ahead, default=1.0, metavar="X", help="jobs that are chosen for each "
        "thread, those that wait too [default: %(default)s]")  # fmt: skip
    add("--speed", type=float, metavar="N", help="positions a second of a core [default: that of "
        "the single command here]")  # fmt: skip
    add("--zugi", type=Path, metavar="PATH", help="the program [default: zugi of the PATH]")
    add("--json", action="store_true", help="print a line of JSON for each number of workers: a "
        "list with an object for each position")  # fmt: skip
    return parser


def _number(text: str) -> int:
    number = int(text) if text.isdigit() else 0
    if not 1 <= number <= 1 << 30:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 to {1 << 30}")
    return number


def _numbers(text: str) -> list[int]:
    return [_number(word) for word in text.split(",")]


def main(words: Sequence[str]) -> int:
    """Simulates, and prints a table."""
    options, rest = parser().parse_known_args(words)
    zugi = find_program(options.zugi)
    line = CommandLine("solve", rest)
    # Each machine has a folder of its own.
    arguments = absolute_folders(line.plain)
    asked = _positions(options, line.position)
    try:
        positions = [start_of(zugi, line.variant(), position) for position in asked]
    except ValueError as error:
        raise CommandLineError(str(error)) from error
    singles = [single_command(zugi, position, arguments) for position in positions]
    columns = "workers  positions  times the single command (most)  times as fast  jobs  results"
    if not options.json:
        print(columns)
    for workers in options.workers:
        found = [
            _simulated(options, zugi, position, arguments, single, workers)
            for position, single in zip(positions, singles, strict=True)
        ]
        print(json.dumps(found) if options.json else _row(workers, found), flush=True)
    return 0


def _positions(options: argparse.Namespace, position: str | None) -> list[str | None]:
    """The positions of the file, or the given one; None for the start."""
    file: Path | None = options.positions
    if file is None:
        return [position]
    if position is not None:
        raise CommandLineError(f"{position!r} and --positions {file}: expected one of them")
    try:
        data = file.read_bytes()
        is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        lines = data.decode("utf-16" if is_wide else "utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandLineError(f"cannot read {file}: {error}") from error
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not found:
        raise CommandLineError(f"{file} has no positions: expected one in each line")
    return list(found)


def _simulated(
    options: argparse.Namespace,
    zugi: Path,
    position: str,
    arguments: Sequence[str],
    single: dict[str, Any],
    workers: int,
) -> dict[str, Any]:
    """One simulation, compared with the single command."""
    speed = options.speed or single["nodes"] / max(single["cpu"], 1e-3)
    cluster = SimulatedCluster(
        workers,
        options.threads,
        options.latency * speed,
        options.exchange * speed,
        options.ahead,
    )
    simulation = Simulation(zugi, single["position"], arguments, options.nodes, cluster)
    least = max(1, single["nodes"])
    outcome = simulation.run(MOST * max(least, options.nodes))
    if outcome.winner not in (None, single["winner"]):
        raise ProofError(
            f"{position!r} is won by {outcome.winner} now: expected {single['winner']}"
        )
    return {
        "position": single["position"],
        "workers": workers,
        "winner": outcome.winner,
        "positions": outcome.positions,
        "single": single["nodes"],
        "factor": outcome.positions / least,
        "speedup": least / max(1.0, outcome.time),
        "seconds": outcome.time / speed,
        "jobs": outcome.jobs,
        "results": outcome.results,
        "result_bytes": outcome.result_bytes,
    }


def _row(workers: int, found: Sequence[dict[str, Any]]) -> str:
    """Geometric means of the factors, and sums of the rest."""

    def mean(key: str) -> float:
        return math.exp(sum(math.log(max(it[key], 1e-9)) for it in found) / len(found))

    most = max(it["factor"] for it in found)
    positions, jobs, results = (
        sum(it[key] for it in found) for key in ("positions", "jobs", "results")
    )
    given_up = sum(it["winner"] is None for it in found)
    row = f"{workers:7}  {positions:9}  {mean('factor'):24.2f} ({most:.2f})"
    row += f"  {mean('speedup'):13.2f}  {jobs:4}  {results:7}"
    return row + (f"  ({given_up} given up)" if given_up else "")

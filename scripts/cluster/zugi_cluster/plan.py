"""`zugi-cluster plan`: the machines, time and money for a proof."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .command_line import CommandLine
from .estimate import EstimateError, Measured, WorkEstimate, measure
from .program import find_program
from .solve import without

DESCRIPTION = """\
Measures the speed of one core, asks zugi how much work the proof of a position is, and prints
core-years, time on many cores, cost and jobs. It takes a minute, more with large tables, and
starts no cluster. The estimates are samples and extrapolations: expect a factor of ten either way.
FEN is the position, and --variant NAME alone is the start position of a variant. Other arguments
are those of zugi solve, such as --tables and --hash.
"""
#: All jobs together expand this many times the positions of a single command:
#: docs/notes/cluster.md, "Proofs in jobs", has 1.0 to 1.4 with 16 workers (simulated, 16 and 18
#: checkers), 2.4 to 2.8 with 200, and 3.0 at the start of 4x4 on four workers.
OVERHEAD = 2.5
#: Tasks per second of one scheduler (docs/notes/cluster.md, "What it costs").
SCHEDULER_RATE = 65.0
#: The most positions in the client's tree (docs/notes/solving.md, "In jobs").
TREE_SIZE = 1e7
YEAR = 365.25 * 24 * 3600
#: Tables of zola-6 larger than those of the cache: bytes of the file, if it was made, and in
#: memory (docs/notes/tables.md and docs/notes/solving.md).
LARGER = {
    "zola-6": {9: (183e6, 784e6), 10: (907e6, 4.2e9), 11: (4.1e9, 20e9), 12: (None, 84e9)},
}
UNKNOWN = [
    "Whether the estimate holds: it is an extrapolation, with low confidence.",
    "By pieces: from proven random positions with 14 to 18 checkers, about a factor of 4 for each "
    "further checker. At the start of 6x6 a factor of 3.5 gives a tenth.",
    "By descents: along the moves with the smallest expected proofs, without transpositions above "
    "the last 100,000 positions, which are searched. It ignores wrong tries. The spread has nine "
    "of ten means of so many descents, if large proofs are not too rare to be met. At the start of "
    "6x6, transpositions above save another factor of 10 (docs/notes/solving.md).",
    "The winner. If the player with the smaller estimate does not win, the work is larger.",
    "The overhead of jobs: it was 1.0 to 1.4 with 16 workers and 2.4 to 2.8 with 200, at positions "
    "of 16 and 18 checkers (simulated). With many more workers it may be larger.",
    "The speed is that of one process. Many on one machine share its memory, and are slower.",
    "Left out: the certificates of the winning strategy, and lost workers.",
]


@dataclass(frozen=True)
class Rates:
    """The user's settings."""

    cores: int
    overhead: float
    price: float
    #: Positions of a job.
    nodes: int


@dataclass(frozen=True)
class Cost:
    """The cost of a number of positions."""

    positions: float
    #: Of the positions alone, on one core.
    core_years: float
    #: Of all jobs, with their overhead.
    seconds: float
    money: float
    jobs: float


def cost_of(positions: float, speed: float, rates: Rates) -> Cost:
    """The cost of a proof for which a single command would expand this many positions."""
    spent = positions * rates.overhead / speed
    return Cost(
        positions=positions,
        core_years=positions / speed / YEAR,
        # A job runs on one core.
        seconds=max(spent / rates.cores, min(spent, rates.nodes / speed)),
        money=spent / 3600 * rates.price,
        jobs=max(1.0, float(math.ceil(positions * rates.overhead / rates.nodes))),
    )


def warnings_of(estimates: Sequence[WorkEstimate], speed: float, rates: Rates) -> list[str]:
    """The limits of zugi-cluster that such a run would reach."""
    found: list[str] = []
    if estimates and rates.cores * speed / rates.nodes > SCHEDULER_RATE:
        least = figure(rates.cores * speed / SCHEDULER_RATE)
        found.append(
            f"One scheduler sends about {SCHEDULER_RATE:.0f} jobs a second: expected --nodes "
            f"{least} or more for {rates.cores:,} cores."
        )
    found += [
        f"{it.failed:.0%} of the descents come to positions that {it.winner} loses: other "
        "moves are needed there, and the proof is larger."
        for it in estimates
        if it.failed > 0
    ]
    needed = [it.positions * rates.overhead / TREE_SIZE for it in estimates]
    if needed and min(needed) > rates.nodes:
        found.append(
            f"The client's tree holds about {figure(TREE_SIZE)} positions: such a proof needs jobs "
            f"of {figure(min(needed))} positions or more (--nodes), or larger tables."
        )
    return found


def report(measured: Measured, rates: Rates) -> dict[str, Any]:
    """All figures, as `--json` prints them."""
    speed = measured.speed.per_second
    return {
        "variant": measured.variant,
        "position": measured.position,
        "winner": measured.winner,
        "speed": {**asdict(measured.speed), "per_second": speed},
        "tables": asdict(measured.tables),
        "larger_tables": [
            {"pieces": pieces, "file_bytes": size, "memory_bytes": memory}
            for pieces, (size, memory) in LARGER.get(measured.variant, {}).items()
            if pieces > measured.tables.pieces
        ],
        "rates": {**asdict(rates), "seconds_of_job": rates.nodes / speed if speed else None},
        "descents": measured.descents,
        "estimates": [
            {
                "method": it.method,
                "winner": it.winner,
                "failed": it.failed,
                "low": asdict(cost_of(it.low, speed, rates)),
                "mean": asdict(cost_of(it.positions, speed, rates)),
                "high": asdict(cost_of(it.high, speed, rates)),
            }
            for it in measured.estimates
        ],
        "warnings": warnings_of(measured.estimates, speed, rates),
        "unknown": UNKNOWN if measured.winner is None else [],
    }


def figure(number: float) -> str:
    """A number with two or three significant digits: `2.5`, `1,230`, `4.5e6`.

    At least 0.01, unless it is 0.
    """
    if number < 10:
        return f"{number:.2g}" if number >= 0.01 or number == 0 else "0.01"
    if number < 999_500:
        return f"{float(f'{number:.3g}'):,.0f}"
    digits, _, exponent = f"{number:.1e}".partition("e")
    return f"{digits}e{int(exponent)}"


def duration(seconds: float) -> str:
    """A time in the largest unit that fits."""
    for unit, length in [("years", YEAR), ("days", 86400.0), ("hours", 3600.0), ("min", 60.0)]:
        if seconds >= length:
            return f"{figure(seconds / length)} {unit}"
    return f"{figure(seconds)} s"


def byte_size(count: float) -> str:
    """A number of bytes, for people."""
    for unit, length in [("GB", 1e9), ("MB", 1e6), ("KB", 1e3)]:
        if count >= length:
            return f"{figure(count / length)} {unit}"
    return f"{count:.0f} bytes"


def lines_of(found: dict[str, Any], rates: Rates) -> list[str]:
    """The report as text."""
    tables, speed = found["tables"], found["speed"]
    lines = [
        f"position  {found['position']} ({found['variant']})",
    ]
    if found["winner"] is not None:
        spent = f"{speed['nodes']:,} positions, {speed['cpu']:.1f} s of one core"
        return [*lines, f"{found['winner']} wins: the measurement has proven it ({spent})"]
    lines += [
        f"speed     {figure(speed['per_second'])} positions a second of one core "
        f"({figure(speed['nodes'])} in {speed['cpu']:.1f} s)",
        f"tables    up to {tables['pieces']} pieces: {byte_size(tables['file_bytes'])} to copy to "
        f"each host, {byte_size(tables['memory_bytes'])} in memory",
    ]
    for larger in found["larger_tables"]:
        made = larger["file_bytes"]
        copied = f"{byte_size(made)} to copy" if made else "never made"
        memory = byte_size(larger["memory_bytes"])
        lines.append(f"  not here: {larger['pieces']} pieces, {copied}, {memory} in memory")
    if found["larger_tables"]:
        lines.append(
            "  each further piece in the tables saves a factor of 3 to 4 (docs/notes/solving.md)"
        )
    lines += [
        f"jobs      of up to {figure(rates.nodes)} positions, "
        f"{duration(found['rates']['seconds_of_job'])} each; all jobs together expand "
        f"{rates.overhead:g} times the estimate (--overhead)",
        "",
        *_table(found, rates),
    ]
    if not found["estimates"]:
        lines.append("zugi has no estimate: all descents failed")
    lines += ["", *(f"warning: {text}" for text in found["warnings"])]
    return [*lines, "What this does not know:", *(f"- {text}" for text in found["unknown"])]


def _table(found: dict[str, Any], rates: Rates) -> list[str]:
    head = ["estimate", "positions", "core time", f"on {rates.cores:,} cores"]
    rows = [[*head, f"at {rates.price:g} a core-hour", "jobs"]]
    for entry in found["estimates"]:
        if entry["method"] == "pieces":
            names = ["by pieces, a tenth", "by pieces", "by pieces, ten times"]
        else:
            of = f"by descents, {entry['winner']} wins"
            names = [f"{of}, low", f"{of}, mean", f"{of}, high"]
        for name, key in zip(names, ["low", "mean", "high"], strict=True):
            cost = entry[key]
            times = [duration(cost["core_years"] * YEAR), duration(cost["seconds"])]
            rows.append([name, figure(cost["positions"]), *times])
            rows[-1] += [figure(cost["money"]), figure(cost["jobs"])]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            word.ljust(width) if column == 0 else word.rjust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0")
    return number


def _factor(text: str) -> float:
    number = _amount(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a factor from 1")
    return number


def _whole(text: str) -> int:
    """A positive integer, which may be written as 1e9."""
    number = _amount(text)
    if number < 1 or number != int(number):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1")
    return int(number)


def _descents(text: str) -> int:
    return 0 if text == "0" else _whole(text)


def parser() -> argparse.ArgumentParser:
    """The options of `plan`; unknown ones go to `zugi solve`."""
    parser = argparse.ArgumentParser(
        prog="zugi-cluster plan",
        usage="%(prog)s (FEN | --variant NAME) [options] [options of zugi solve]",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--zugi", type=Path, metavar="PATH", help="the program [default: zugi of the PATH]")
    add("--cores", type=_whole, default=1000, metavar="N", help="cores of all machines "
        "[default: %(default)s]")  # fmt: skip
    add("--overhead", type=_factor, default=OVERHEAD, metavar="X", help="how many times the "
        "positions of a single command all jobs expand [default: %(default)s, as measured in "
        "docs/notes/cluster.md]")  # fmt: skip
    add("--price", type=_amount, default=0.02, metavar="X", help="the price of a core for an hour, "
        "in any currency [default: %(default)s, as of spot machines in USD]")  # fmt: skip
    add("--nodes", type=_whole, default=10**8, metavar="N", help="the size of a job in positions "
        "[default: 1e8]")  # fmt: skip
    add("--descents", type=_descents, default=100, metavar="N", help="sampled descents for each "
        "player; 0 turns them off [default: %(default)s]")  # fmt: skip
    add("--measure", type=_whole, default=3 * 10**6, metavar="N", help="the positions of the "
        "measurement of the speed [default: 3e6]")  # fmt: skip
    add("--json", action="store_true", help="print an object in JSON")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Prints the plan; returns the exit code."""
    options, rest = parser().parse_known_args(arguments)
    words = CommandLine("solve", rest)
    zugi = find_program(options.zugi)
    solve = without(words.plain, "--seed")
    try:
        measured = measure(zugi, words.position, solve, options.measure, options.descents)
    except KeyError as error:
        raise EstimateError(f"{zugi}: the answer of a job has no key {error}") from error
    rates = Rates(options.cores, options.overhead, options.price, options.nodes)
    found = report(measured, rates)
    print(json.dumps(found) if options.json else "\n".join(lines_of(found, rates)))
    return 0

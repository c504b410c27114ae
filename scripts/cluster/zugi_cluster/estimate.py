"""Estimates the work of a proof from measurements on this machine."""

from __future__ import annotations

import json
import math
import os
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .proof import ProofError
from .solve import draws_fault, read_object, read_result
from .worker import EndedError, WorkerProcess

#: Arguments for descents (docs/reference/proofs.md, "The estimate"): the expected winner plays the
#: moves with the smallest expected proofs. A descent ends at a position whose search is expected
#: to take at most this many positions.
DESCENTS = ("--winner-moves", "size", "--descent-nodes", "100000")
#: Nine of ten means are within this many standard errors.
ERRORS = 1.645
#: The factor by which an estimate by the number of pieces may be wrong, in both directions
#: (docs/notes/cluster.md, "What many cores would make").
PIECES_SPREAD = 10.0
#: The header of a table (docs/reference/tables.md): magic, version, pieces, variant, size of a
#: block, entries.
TABLE_HEADER = struct.Struct("<8sHH16sIQ")


class EstimateError(Exception):
    """The work for a position cannot be estimated."""


@dataclass(frozen=True)
class Speed:
    """The speed of one core."""

    nodes: int
    #: CPU seconds.
    cpu: float

    @property
    def per_second(self) -> float:
        """Positions per second."""
        return self.nodes / max(self.cpu, 1e-3)


@dataclass(frozen=True)
class WorkEstimate:
    """The estimated number of positions of a proof by one command."""

    #: `pieces` or `descents`.
    method: str
    positions: float
    low: float
    high: float
    #: The player whose win would be proven; None if the estimate is for either one.
    winner: str | None = None
    #: The share of descents to positions that this player loses.
    failed: float = 0.0


@dataclass(frozen=True)
class Tables:
    """The available endgame tables: the largest number of pieces, bytes of files and in memory."""

    pieces: int
    file_bytes: int
    memory_bytes: int


@dataclass(frozen=True)
class Measured:
    """The measurements of a position on this machine."""

    position: str
    variant: str
    speed: Speed
    tables: Tables
    #: Empty if the measurement has proven the position.
    estimates: tuple[WorkEstimate, ...]
    #: The winner, if found.
    winner: str | None
    #: The number of descents for each player.
    descents: int


def measure(
    zugi: Path, fen: str | None, arguments: Sequence[str], nodes: int, descents: int
) -> Measured:
    """Measures the speed by a search of this many positions, and gets the estimates.

    The arguments are those of `zugi solve`, such as `--tables` and `--variant`.
    """
    try:
        job = _estimated(zugi, fen, arguments, descents)
        speed, winner = _speed(zugi, job["position"], arguments, nodes)
        estimates: list[WorkEstimate] = []
        if job["winner"] is None and winner is None:
            estimates = [it for it in [_by_pieces(job), _by_descents(job)] if it is not None]
    except (OSError, EndedError, ProofError) as error:
        raise EstimateError(f"{zugi}: {error}") from error
    return Measured(
        position=job["position"],
        variant=job["variant"],
        speed=speed,
        tables=tables_at_hand(job["variant"], arguments),
        estimates=tuple(estimates),
        winner=job["winner"] or winner,
        descents=descents,
    )


def _estimated(
    zugi: Path, fen: str | None, arguments: Sequence[str], descents: int
) -> dict[str, Any]:
    """A job of one node, which returns the estimates."""
    position = [fen] if fen is not None else []
    command = [str(zugi), "solve", *position, *arguments, "--job", "--nodes", "1"]
    command += ["--descents", str(descents), *DESCENTS]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise EstimateError(done.stderr.strip())
    if fault := draws_fault(read_object(done.stdout)):
        raise EstimateError(fault)
    return read_result(done.stdout)


def _speed(
    zugi: Path, position: str, arguments: Sequence[str], nodes: int
) -> tuple[Speed, str | None]:
    """The speed of one core, and the winner if the search found it.

    One process answers both lines, so the time to read tables does not count.
    """
    with tempfile.TemporaryDirectory(prefix="zugi-cluster-plan-") as folder:
        words = ["solve", "--jobs", "--descents", "0", *arguments]
        # Relative paths of tables are relative to the folder of this process.
        process = WorkerProcess(zugi, absolute_folders(words), Path(folder))
        try:
            process.ask(json.dumps({"position": position, "nodes": 1}), None)
            answer = process.ask(json.dumps({"position": position, "nodes": nodes}), None)
        finally:
            process.end()
    if answer["code"] != 0:
        raise EstimateError(answer["stderr"])
    said = read_object(answer["stdout"])
    return Speed(said["nodes"], answer["cpu"]), said["winner"]


def _by_pieces(job: dict[str, Any]) -> WorkEstimate | None:
    """The estimate by the number of pieces, from sizes of proofs of random positions."""
    expected = [float(child["expected"]) for child in job["children"]]
    if not expected:
        return None
    # After a capture there are fewer pieces, after a quiet move as many as in the position itself.
    positions = max(1.0, *expected)
    return WorkEstimate("pieces", positions, positions / PIECES_SPREAD, positions * PIECES_SPREAD)


def _by_descents(job: Mapping[str, Any]) -> WorkEstimate | None:
    """The mean for the player whose win is less work; its standard error gives the spread."""
    found: list[WorkEstimate] = []
    mover = job["mover"]
    for key, winner in [("proof", mover), ("disproof", "p1" if mover == "p2" else "p2")]:
        said = job.get(key)
        if said and said["positions"]:
            mean = float(said["positions"])
            spread = math.exp(ERRORS * (said["error"] or 0.0) / mean)
            low, high = mean / spread, mean * spread
            found.append(WorkEstimate("descents", mean, low, high, winner, said["failed"]))
    return min(found, key=lambda it: it.positions, default=None)


def folders_of(arguments: Sequence[str]) -> list[Path]:
    """The folders of `--tables`, as in `--tables DIR` and `--tables=DIR`."""
    found: list[Path] = []
    for index, word in enumerate(arguments):
        if word == "--tables":
            found += [Path(value) for value in arguments[index + 1 : index + 2]]
        elif word.startswith("--tables="):
            found.append(Path(word.partition("=")[2]))
    return found


def absolute_folders(arguments: Sequence[str]) -> list[str]:
    folders = {str(folder) for folder in folders_of(arguments)}
    fitted: list[str] = []
    for word in arguments:
        key, equals, value = word.partition("=")
        if word in folders:
            fitted.append(os.path.abspath(word))
        elif equals and key == "--tables":
            fitted.append(f"{key}={os.path.abspath(value)}")
        else:
            fitted.append(word)
    return fitted


def cache_folder() -> Path | None:
    """The folder of zugi's small tables (docs/guides/tables.md, "The cache")."""
    named = os.environ.get("ZUGI_CACHE")
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "zugi"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "zugi"


def tables_at_hand(variant: str, arguments: Sequence[str]) -> Tables:
    """The tables that a search with these arguments can read, by the headers of their files."""
    folders = folders_of(arguments)
    if "--no-small-tables" not in arguments and (cache := cache_folder()) is not None:
        folders.append(cache)
    by_pieces: dict[int, tuple[int, int]] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"{variant}.*.table")):
            try:
                size = path.stat().st_size
                with path.open("rb") as file:
                    header = TABLE_HEADER.unpack(file.read(TABLE_HEADER.size))
            except (OSError, struct.error):
                continue
            magic, _, pieces, name, _, entries = header
            if magic == b"zugitabl" and name.rstrip(b"\0").decode("ascii", "replace") == variant:
                by_pieces.setdefault(pieces, (size, entries // 8))
    file_bytes, memory_bytes = (sum(it[index] for it in by_pieces.values()) for index in (0, 1))
    return Tables(max(by_pieces, default=0), file_bytes, memory_bytes)

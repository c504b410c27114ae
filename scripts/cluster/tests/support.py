"""The arguments of matches, and the comparison of their records.

`ZUGI_CLUSTER_GAMES` is the number of games of the match in which workers are killed.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

GAMES = int(os.environ.get("ZUGI_CLUSTER_GAMES", "2000"))


def match(zugi: Path, count: int = GAMES) -> list[object]:
    """The arguments of a match limited by nodes only, in which the second engine is stronger."""
    words: list[object] = ["match", "--variant", "zola-4", "--games", count]
    words += ["--engine", "name=one", f"cmd={zugi}", "nodes=20"]
    words += ["--engine", "name=two", f"cmd={zugi}", "nodes=300"]
    return words


def single(zugi: Path, *words: object) -> None:
    command = [str(word) for word in (zugi, *words)]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)


def same_as_single(zugi: Path, words: list[object], out: Path) -> None:
    """Checks that the match equals the match of the single command."""
    one = out.with_name("one")
    single(zugi, *words, "--out", one, "--quiet")
    same_match(out, one)


def timeless(value: Any) -> Any:
    """A value without times, which differ between runs, and without names of programs."""
    if isinstance(value, dict):
        gone = {"time", "started", "programs"}
        return {key: timeless(item) for key, item in value.items() if key not in gone}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def games(path: Path) -> list[Any]:
    """The games of a record in their order; the first line, which names programs, is left out."""
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    return [timeless(line) for line in sorted(lines, key=lambda game: game["number"])]


def figures(path: Path) -> dict[str, Any]:
    """A report without times."""
    report = json.loads(path.read_text())
    for standing in report["standings"]:
        del standing["effort"]
    return {key: value for key, value in report.items() if key not in ("time", "elapsed")}


def same_match(one: Path, two: Path) -> None:
    """The games and the figures of two matches are the same."""
    assert games(one.with_suffix(".jsonl")) == games(two.with_suffix(".jsonl"))
    reports = [figures(path.with_suffix(".json")) for path in (one, two)]
    assert reports[0]["standings"] == reports[1]["standings"]
    assert reports[0]["matchups"] == reports[1]["matchups"]
    assert reports[0]["reasons"] == reports[1]["reasons"]

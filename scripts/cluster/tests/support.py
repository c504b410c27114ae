"""Records of matches, as the tests compare them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def timeless(value: Any) -> Any:
    """A value without the times in it, which no two runs have in common."""
    if isinstance(value, dict):
        gone = {"time", "started"}
        return {key: timeless(item) for key, item in value.items() if key not in gone}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def games(path: Path) -> list[Any]:
    """The games of a record in their order; the first line, which names programs, is left out."""
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    return [timeless(line) for line in sorted(lines, key=lambda game: game["number"])]


def figures(path: Path) -> dict[str, Any]:
    """What a report says of the play, and not of its times and programs."""
    report = json.loads(path.read_text())
    for standing in report["standings"]:
        del standing["effort"]
    return {key: value for key, value in report.items() if key not in ("time", "elapsed")}

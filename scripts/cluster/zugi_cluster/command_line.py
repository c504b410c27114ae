"""The arguments of zugi's commands that decide how the work is divided."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

#: Arguments that shards cannot have, and what to use instead.
REFUSED = {
    "match": {
        "--shard": "nothing, as the work is cut here",
        "--resume": "the same command again, which goes on",
        "--config": "the arguments themselves",
        "--save-config": "nothing, as it is for one machine",
        "--interval": "nothing, as standings are shown at the end",
    },
    "data": {"--shard": "nothing, as the work is cut here"},
    "solve": {
        name: "nothing, as jobs have no such thing"
        for name in [
            "--job",
            "--jobs",
            "--threads",
            "--time",
            "--movetime",
            "--checkpoint",
            "--checkpoint-every",
            "--certificate",
            "--strategy",
            "--verify",
        ]
    }
    | {
        name: "nothing, as estimates by descents are not used here"
        for name in ["--descents", "--descent-nodes", "--winner-moves"]
    }
    | {"--learn": "nothing, as results are shared here"},
}
#: The number of games that zugi plays by default.
DEFAULT_GAMES = {"match": 100, "data": 10_000}
#: The options of `zugi solve` that have a value, without those in REFUSED.
SOLVE_VALUES = {"--hash", "--nodes", "--tables", "--table-memory", "--seed", "--variant",
                "--certificate-moves", "--certificate-tables", "--log-file"}  # fmt: skip


class CommandLineError(Exception):
    """Arguments that cannot be divided into shards."""


def jobs_ahead(text: str) -> float:
    """The value of `--ahead`."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number above 0")
    return number


def take(words: list[str], name: str) -> list[str] | None:
    """Removes an option and its values from the words; returns the values if it is there."""
    for index, word in enumerate(words):
        if word.startswith(name + "="):
            del words[index]
            return [word.partition("=")[2]]
        if word == name:
            end = index + 1
            while end < len(words) and not words[end].startswith("--"):
                end += 1
            values = words[index + 1 : end]
            del words[index:end]
            return values
    return None


class CommandLine:
    """The arguments of one command of zugi."""

    def __init__(self, command: str, words: Sequence[str]) -> None:
        """Reads the arguments, without `--sprt` and position; refuses what shards cannot have."""
        self.command = command
        self.plain = list(words)
        for name, expected in REFUSED[command].items():
            if any(word == name or word.startswith(name + "=") for word in words):
                raise CommandLineError(f"{name} is not for shards: expected {expected}")
        #: The SPRT arguments of a match, which apply to all shards together.
        self.sprt = (take(self.plain, "--sprt") or []) if command == "match" else []
        #: The position of a proof, if given.
        self.position = self._take_position() if command == "solve" else None

    def _take_position(self) -> str | None:
        """The word that is neither an option nor the value of one."""
        is_value = False
        for index, word in enumerate(self.plain):
            if not word.startswith("--") and not is_value:
                return self.plain.pop(index)
            is_value = word in SOLVE_VALUES
        return None

    def _values(self, name: str) -> list[str] | None:
        return take(list(self.plain), name)

    def games(self) -> int:
        """The number of games of all pairings together."""
        values = self._values("--games")
        text = values[0] if values else str(DEFAULT_GAMES[self.command])
        if not text.isdigit() or int(text) == 0:
            raise CommandLineError(f"--games {text}: expected a number from 1")
        if self.command == "data":
            return int(text)
        engines = sum(word.partition("=")[0] == "--engine" for word in self.plain)
        meetings = engines - 1 if "--gauntlet" in self.plain else engines * (engines - 1) // 2
        return int(text) * max(1, meetings)

    def variant(self) -> list[str]:
        values = self._values("--variant")
        return ["--variant", *values] if values else []

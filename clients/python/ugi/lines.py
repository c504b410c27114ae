"""The meaning of an engine's lines: options, limits, search reports and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from .errors import Malformed
from .score import SCALE, Score

Value = Union[str, int, bool, None]


@dataclass(frozen=True)
class Option:
    """An option that the engine has declared.

    >>> Option.parse("option name Move Overhead type spin default 10 min 0 max 60000").max
    60000
    >>> Option.parse("option name Style type combo default calm var calm var very wild").var
    ('calm', 'very wild')
    """

    name: str
    type: str
    default: str = ""
    min: int | None = None
    max: int | None = None
    var: tuple[str, ...] = ()

    @staticmethod
    def parse(line: str) -> Option:
        """Reads a line `option name … type …`."""
        parts: dict[str, list[str]] = {}
        choices: list[list[str]] = []
        known = ("name", "type", "default", "min", "max", "var")
        into: list[str] = []
        for word in line.split()[1:]:
            if word == "var":
                into = []
                choices.append(into)
            elif word in known and word not in parts:
                into = parts.setdefault(word, [])
            else:
                into.append(word)
        joined = {name: " ".join(words) for name, words in parts.items()}
        if not joined.get("name") or not joined.get("type"):
            raise Malformed(line, "option name N type T")
        try:
            least, most = (int(joined[key]) if key in joined else None for key in ("min", "max"))
        except ValueError:
            raise Malformed(line, "whole numbers as min and max") from None
        var = tuple(" ".join(words) for words in choices)
        return Option(joined["name"], joined["type"], joined.get("default", ""), least, most, var)

    def text(self, value: Value) -> str:
        """The value as it is sent. A value that the option cannot have is a ValueError.

        >>> Option("Ponder", "check").text(True)
        'true'
        """
        if value is None:
            if self.type != "button":
                raise ValueError(f'option "{self.name}" needs a value')
            return ""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        expected = self._expected(text)
        if expected:
            raise ValueError(f'option "{self.name}" has no value "{text}": expected {expected}')
        return text

    def _expected(self, text: str) -> str:
        if self.type == "spin" and self.min is not None and self.max is not None:
            number = text[1:] if text.startswith("-") else text
            if not number.isdecimal() or not self.min <= int(text) <= self.max:
                return f"a number from {self.min} to {self.max}"
        if self.type == "check" and text not in ("true", "false"):
            return "true or false"
        if self.type == "combo" and text.lower() not in [choice.lower() for choice in self.var]:
            return f"one of {', '.join(self.var)}"
        return "no value" if self.type == "button" else ""


@dataclass(frozen=True)
class Limit:
    """The limits of a search, which ends at the first one reached. Times are in milliseconds.

    >>> Limit(movetime=100, depth=8).words()
    'depth 8 movetime 100'
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    p1time: int | None = None
    p2time: int | None = None
    p1inc: int | None = None
    p2inc: int | None = None
    movestogo: int | None = None
    mate: int | None = None
    infinite: bool = False
    searchmoves: Sequence[str] = ()

    def words(self) -> str:
        """The words after `go`."""
        words = []
        for name, value in vars(self).items():
            if name == "searchmoves":
                words += ["searchmoves", *value] if value else []
            elif value is True:
                words.append(name)
            elif value is not None and value is not False:
                if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                    raise ValueError(f"bad {name} {value!r}: expected a whole number, 0 or more")
                words += [name, str(value)]
        return " ".join(words)

    @property
    def endless(self) -> bool:
        """Whether the search may go on until `stop`."""
        ends = (
            self.depth, self.nodes, self.movetime, self.p1time, self.p2time, self.p1inc,
            self.p2inc, self.mate,
        )  # fmt: skip
        # zugi ignores `movestogo 0`.
        return self.infinite or (all(end is None for end in ends) and not self.movestogo)

    @property
    def seconds(self) -> float | None:
        """The longest time that the limits allow, in seconds; None if they allow any time."""
        clocks = [time for time in (self.p1time, self.p2time) if time is not None]
        times = [self.movetime] if self.movetime is not None else []
        times += [max(clocks) + max(self.p1inc or 0, self.p2inc or 0)] if clocks else []
        return None if self.infinite or not times else min(times) / 1000


@dataclass(frozen=True)
class Info:
    """A line of a search. Without a value `multipv` is 1, `pv` empty, and others None.

    >>> info = Info.parse("info depth 3 multipv 2 score cp -7 lowerbound nodes 90 speed 8 pv a1 b2")
    >>> info.depth, info.multipv, info.score.cp, info.score.bound, info.pv, info.other
    (3, 2, -7, 'lower', ('a1', 'b2'), {'speed': '8'})
    """

    depth: int | None = None
    seldepth: int | None = None
    multipv: int = 1
    score: Score | None = None
    wdl: tuple[int, int, int] | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    tbhits: int | None = None
    time: int | None = None
    currmove: str | None = None
    currmovenumber: int | None = None
    pv: tuple[str, ...] = ()
    string: str | None = None
    other: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def parse(line: str, side: str | None = None) -> Info:
        """Reads a line `info …`; `side` is the player of its score. Bad parts are ignored."""
        words = line.split()[1:]
        found: dict[str, Any] = {"other": {}}
        while words:
            name = words.pop(0)
            if name == "string":
                found["string"] = " ".join(words)
                break
            if name == "pv":
                found["pv"] = tuple(words)
                break
            if name == "score":
                _score(words, found, side)
            elif name == "wdl":
                _wdl(words, found)
            else:
                _pair(name, words.pop(0) if words else "", found)
        return Info(**found)

    def expectation(self, scale: float = SCALE) -> float | None:
        """The expected result from 0 to 1: from `wdl` if the engine tells it, else the score's.

        For `scale` see `Score.expectation`.
        """
        if self.wdl is not None and sum(self.wdl) > 0:
            return (self.wdl[0] + self.wdl[1] / 2) / sum(self.wdl)
        return None if self.score is None else self.score.expectation(scale)


_NUMBERS = [
    "depth",
    "seldepth",
    "multipv",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmovenumber",
]


def _number(text: str) -> int | None:
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else None


def _pair(name: str, value: str, found: dict[str, Any]) -> None:
    number = _number(value)
    if name == "currmove":
        found[name] = value
    elif name in _NUMBERS and number is not None:
        found[name] = number
    else:
        found["other"][name] = value


def _score(words: list[str], found: dict[str, Any], side: str | None) -> None:
    number = _number(words[1]) if len(words) > 1 else None
    if words[:1] not in (["cp"], ["mate"]) or number is None:
        return
    kind = words[0]
    del words[:2]
    bound = "exact"
    if words[:1] in (["lowerbound"], ["upperbound"]):
        bound = words.pop(0)[:5]
    found["score"] = Score(**{kind: number}, bound=bound, side=side)  # type: ignore[arg-type]


def _wdl(words: list[str], found: dict[str, Any]) -> None:
    numbers = [_number(word) for word in words[:3]]
    if len(numbers) == 3 and None not in numbers:
        found["wdl"] = tuple(numbers)
        del words[:3]


@dataclass(frozen=True)
class Best:
    """The end of a search: the move, the expected answer, and the last best line."""

    move: str
    ponder: str | None = None
    info: Info = field(default_factory=Info)

    @staticmethod
    def parse(line: str, info: Info) -> Best:
        """Reads a line `bestmove M [ponder R]`.

        >>> Best.parse("bestmove a1b1 ponder b2a2", Info()).ponder
        'b2a2'
        """
        words = line.split()
        if len(words) == 2:
            return Best(words[1], None, info)
        if len(words) == 4 and words[2] == "ponder":
            return Best(words[1], words[3], info)
        raise Malformed(line, "bestmove M, or bestmove M ponder R")

"""Matches of two engines, and their openings, for scripts."""

from __future__ import annotations

import codecs
import itertools
import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import EngineError, Refused
from .lines import Limit

if TYPE_CHECKING:
    from .aio import Engine


@dataclass(frozen=True)
class Played:
    """A finished game of a match. `swapped` means that the second engine was player one.

    `points` are those of the first engine: 1, 0.5 or 0. `reason` is empty if the rules ended the
    game; otherwise it is the fault of the loser.
    """

    opening: tuple[str, ...]
    moves: tuple[str, ...]
    swapped: bool
    result: str
    reason: str = ""

    @property
    def points(self) -> float:
        """The points of the first engine."""
        if self.result == "draw":
            return 0.5
        return float((self.result == "p1win") != self.swapped)


async def pairing(
    first: Engine,
    second: Engine,
    limits: tuple[Limit, Limit],
    opening: Sequence[str],
    swapped: bool,
) -> Played:
    """Plays one game of a match, with the rules of the engine to move.

    An engine loses if it fails, or plays a move that its opponent refuses. Only a refusal before
    the first move is raised.
    """
    one, two = (first, limits[0]), (second, limits[1])
    seats = {"p1": two, "p2": one} if swapped else {"p1": one, "p2": two}
    moves = list(opening)

    def lost_by(engine: Engine, error: EngineError) -> Played:
        result = "p2win" if engine is seats["p1"][0] else "p1win"
        return Played(tuple(opening), tuple(moves), swapped, result, str(error))

    for engine in (first, second):
        try:
            await engine.new_game()
            await engine.position(None, moves)
            turn = await engine.turn()
        except Refused:
            # The opening is wrong.
            raise
        except EngineError as error:
            return lost_by(engine, error)
    while True:
        (mover, limit), (other, _) = seats[turn], seats["p2" if turn == "p1" else "p1"]
        try:
            result = await mover.result()
            if result is None:
                move = (await mover.play(limit)).move
                await mover.position(None, [*moves, move])
                next_turn = await mover.turn()
        except EngineError as error:
            return lost_by(mover, error)
        if result is not None:
            return Played(tuple(opening), tuple(moves), swapped, result)
        try:
            await other.position(None, [*moves, move])
        except EngineError as error:
            return lost_by(mover if isinstance(error, Refused) else other, error)
        moves.append(move)
        turn = next_turn


def schedule(
    limit: Limit | tuple[Limit, Limit], openings: Sequence[Sequence[str]]
) -> list[tuple[tuple[Limit, Limit], Sequence[str], bool]]:
    """The limits, the opening and the order of the seats of each game of a match."""
    limits = (limit, limit) if isinstance(limit, Limit) else tuple(limit)
    if len(limits) != 2:
        raise ValueError(f"{len(limits)} limits: expected one, or one for each of the two engines")
    if isinstance(openings, str):
        raise ValueError(f"openings are {openings!r}: expected a list of openings")
    openings = list(openings)
    for opening in openings:
        if isinstance(opening, str):
            raise ValueError(f"an opening is {opening!r}: expected a list of moves for each one")
    return [(limits, opening, swap) for opening, swap in itertools.product(openings, (False, True))]


async def match(
    first: Engine,
    second: Engine,
    limit: Limit | tuple[Limit, Limit],
    openings: Sequence[Sequence[str]] = ((),),
) -> AsyncIterator[Played]:
    """Plays each opening twice, with the seats swapped.

    `limit` applies to each move; a pair has a limit for each engine. An opening is a list of moves
    from the start position; `ugi.read_openings` reads openings from a file.

    This is for scripts; `zugi match` has clocks, statistical tests and records.
    """
    for limits, opening, swapped in schedule(limit, openings):
        yield await pairing(first, second, limits, opening, swapped)


def read_openings(path: str | os.PathLike[str]) -> list[list[str]]:
    """The openings of a file in UTF-8, or UTF-16 with a byte order mark; see `parse_openings`."""
    data = Path(path).read_bytes()
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if is_wide else "utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f'"{os.fspath(path)}" cannot be read: {error}: expected UTF-8, or UTF-16 with a byte'
            " order mark"
        ) from None
    return parse_openings(text)


def parse_openings(text: str) -> list[list[str]]:
    """The openings of a text: in each line `startpos`, or `startpos moves` and moves.

    Comments begin with `#`, `;`, `//` or `%`, in a line of their own or, but for `%`, after the
    moves. A wrong line is a ValueError, also one that begins with the text of a position: a match
    begins with the start position.

    >>> parse_openings("startpos moves a1b1 b2a2 # balanced")
    [['a1b1', 'b2a2']]
    """
    openings = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.lstrip().startswith("%"):
            continue
        words = list(itertools.takewhile(_is_no_comment, line.split()))
        if not words:
            continue
        if words[:2] not in (["startpos"], ["startpos", "moves"]):
            raise ValueError(f'line {number} "{line.strip()}": expected startpos moves MOVES')
        openings.append(words[2:])
    return openings


def _is_no_comment(word: str) -> bool:
    return not word.startswith(("#", ";", "//"))

"""Matches of two engines, for scripts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import EngineError, Refused
from .lines import Limit

if TYPE_CHECKING:
    from .aio import Engine


@dataclass(frozen=True)
class Played:
    """A finished game of a match. `swapped` says that the second engine was player one.

    `points` are those of the first engine: 1, 0.5 or 0. `reason` is empty if the rules ended the
    game, else it says what the loser did wrong.
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
    first: Engine, second: Engine, limit: Limit, opening: Sequence[str], swapped: bool
) -> Played:
    """One game of a match. The engine that moves keeps the rules.

    An engine that fails, or plays what its opponent refuses, has lost.
    """
    seats = {"p1": second, "p2": first} if swapped else {"p1": first, "p2": second}
    moves = list(opening)
    for engine in (first, second):
        await engine.new_game()
        await engine.position(None, moves)
    turn = await first.turn()
    while True:
        mover, other = seats[turn], seats["p2" if turn == "p1" else "p1"]
        reason = ""
        try:
            result = await mover.result()
            if result is None:
                move = (await mover.play(limit)).move
                await mover.position(None, [*moves, move])
                next_turn = await mover.turn()
        except EngineError as error:
            result, reason = ("p2win" if turn == "p1" else "p1win"), str(error)
        if result is not None:
            return Played(tuple(opening), tuple(moves), swapped, result, reason)
        try:
            await other.position(None, [*moves, move])
        except Refused as error:
            result = "p2win" if turn == "p1" else "p1win"
            return Played(tuple(opening), tuple(moves), swapped, result, str(error))
        moves.append(move)
        turn = next_turn


async def match(
    first: Engine, second: Engine, limit: Limit, openings: Sequence[Sequence[str]] = ((),)
) -> AsyncIterator[Played]:
    """Plays each opening twice, with the seats swapped.

    It is meant for scripts; `zugi match` has clocks, tests of significance and records.
    """
    for opening in openings:
        for swapped in (False, True):
            yield await pairing(first, second, limit, opening, swapped)

"""A game with the rules of an engine, for asyncio."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import Malformed, Refused, Terminated
from .lines import Best, Limit
from .session import Lock

if TYPE_CHECKING:
    from .aio import Engine


@dataclass(frozen=True)
class _State:
    """The position of a game after its moves, as the engine reports it."""

    turn: str
    over: bool
    result: str | None
    legal: tuple[str, ...] | None
    fen: str | None


class Game:
    """A game with the rules of an engine. A script can also use the engine without a game.

    `moves` are the moves so far. `legal`, `turn`, `over`, `result` and `fen` describe the position
    after them. `legal` and `fen` are None if the engine does not tell them. An error, even the end
    of the engine, changes none of them.

    The calls of one game run one after the other, also those of several tasks: a move is checked
    after all earlier ones. Many games may share an engine if they have the same variant; their
    searches also run one after the other.
    """

    def __init__(self, engine: Engine, start: str | None) -> None:
        self._engine = engine
        self._start = start
        self._variant = engine._variant
        # Held by each call. A call that also needs an engine's search lock acquires that one
        # first.
        self._calling = Lock(engine._session)
        self._moves: tuple[str, ...] = ()
        # By the number of moves: the states that the engine reported, for `undo` without an
        # engine.
        self._states: dict[int, _State] = {}

    @property
    def start(self) -> str | None:
        """The text of the first position; None for the start position."""
        return self._start

    @property
    def variant(self) -> str | None:
        """The option `UGI_Variant` when the game began; None if it was not known."""
        return self._variant

    @property
    def moves(self) -> list[str]:
        """The moves so far, as a copy."""
        return list(self._moves)

    @property
    def _state(self) -> _State:
        return self._states[len(self._moves)]

    @property
    def legal(self) -> list[str] | None:
        """The legal moves, as a copy; None if the engine does not list them."""
        legal = self._state.legal
        return None if legal is None else list(legal)

    @property
    def turn(self) -> str:
        """The side to move, "p1" or "p2"."""
        return self._state.turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._state.over

    @property
    def result(self) -> str | None:
        """The result "p1win", "p2win" or "draw"; None while the game goes on."""
        return self._state.result

    @property
    def fen(self) -> str | None:
        """The text of the position; None if the engine does not tell it."""
        return self._state.fen

    async def _set(self, moves: Sequence[str]) -> None:
        engine = self._engine
        async with engine._setting:
            await engine._position_of(self, moves)
            turn, over, result = await engine.turn(), await engine.over(), await engine.result()
            legal, fen = None, None
            with contextlib.suppress(Refused, Malformed):
                legal = tuple(await engine.moves())
            with contextlib.suppress(Refused, Malformed):
                fen = await engine.fen()
        # All at once, so that an error leaves no part of it.
        self._keep(moves)
        self._states[len(moves)] = _State(turn, over, result, legal, fen)

    def _keep(self, moves: Sequence[str]) -> None:
        for count in [count for count in self._states if count > len(moves)]:
            del self._states[count]
        self._moves = tuple(moves)

    async def play(self, *moves: str) -> None:
        """Plays moves, all or nothing."""
        async with self._calling:
            await self._set([*self._moves, *moves])

    async def undo(self, count: int = 1) -> None:
        """Takes back this number of moves.

        If the engine has already reported that position, no engine is needed: it also works after
        the engine has ended.
        """
        async with self._calling:
            played = len(self._moves)
            if not 0 <= count <= played:
                moves = "1 move" if count == 1 else f"{count} moves"
                expected = f"expected 0 to {played}" if played else "nothing to take back"
                raise Refused(f"cannot undo {moves}: {expected}")
            kept = self._moves[: played - count]
            try:
                await self._set(kept)
            except Terminated:
                if len(kept) not in self._states:
                    raise
                self._keep(kept)

    async def think(
        self, limit: Limit, timeout: float | None = None, engine: Engine | None = None
    ) -> Best:
        """The move that this or another engine would play here, without playing it.

        Other calls of this game wait until the search is over.
        """
        return await (engine or self._engine)._play(limit, timeout, self)


def move_list(moves: Sequence[str]) -> list[str]:
    """The moves as a list. A string is refused, because each of its letters would be a move."""
    if isinstance(moves, str):
        raise ValueError(f"moves are {moves!r}: expected a list of moves")
    return list(moves)


def position_line(fen: str | None, moves: Sequence[str]) -> str:
    """The command that sets a position."""
    moves = move_list(moves)
    line = "position startpos" if fen is None else f"position fen {fen}"
    return f"{line} moves {' '.join(moves)}" if moves else line

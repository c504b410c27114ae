"""Moves by engines that take turns with the games, however slow an engine is."""

from __future__ import annotations

import contextlib
import logging
import queue
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import ugi

from .messages import VARIANTS, MessageError, MoveRequest, move_text

LOG = logging.getLogger("zugi-bot")
#: The rating that means: as strong as the engine is.
FULL = "full"
#: The seconds for each answer of an engine but its moves.
_PATIENCE = 60.0
#: The share of the time left on the clock that a move may take.
_SHARE = 50
_HOUR_MS = 3_600_000


@dataclass(frozen=True)
class Level:
    """How well to play: a rating of the option `UGI_Elo`, or None for all that the engine can."""

    rating: int | None

    def __str__(self) -> str:
        """As on the command line."""
        return FULL if self.rating is None else str(self.rating)


class Engines:
    """Engines that are started as they are needed, each for one game at a time."""

    def __init__(self, command: Sequence[str], count: int) -> None:
        self._command = list(command)
        self._places: queue.LifoQueue[ugi.blocking.Engine | None] = queue.LifoQueue()
        self._count = count
        for _ in range(count):
            self._places.put(None)

    @contextlib.contextmanager
    def engine(self) -> Iterator[ugi.blocking.Engine]:
        """An engine. One that fails is ended, and the next game starts another one."""
        engine = self._places.get()
        try:
            if engine is None:
                engine = ugi.open(*self._command, timeout=_PATIENCE)
            yield engine
        except (ugi.Refused, MessageError):
            raise
        except BaseException:
            if engine is not None:
                with contextlib.suppress(ugi.EngineError):
                    engine.close()
            engine = None
            raise
        finally:
            self._places.put(engine)

    def close(self) -> None:
        """Ends them, each once its game has its move."""
        for _ in range(self._count):
            engine = self._places.get()
            if engine is not None:
                with contextlib.suppress(ugi.EngineError):
                    engine.close()

    def check(self, levels: Sequence[Level]) -> str:
        """The name of the engine; a ValueError says what it lacks."""
        with self.engine() as engine:
            variants = engine.options.get("UGI_Variant")
            missing = [
                name for name in VARIANTS.values() if name not in getattr(variants, "var", ())
            ]
            if missing:
                raise ValueError(f"the engine does not play {', '.join(missing)}")
            elo = engine.options.get("UGI_Elo")
            for level in levels:
                if level.rating is None:
                    continue
                if elo is None:
                    raise ValueError(f"level {level}: the engine has no levels: expected {FULL}")
                if not int(elo.min or 0) <= level.rating <= int(elo.max or 0):
                    raise ValueError(
                        f"level {level}: expected {FULL}, or a rating from {elo.min} to {elo.max}"
                    )
            return engine.id.get("name", self._command[0])


class Player:
    """Chooses moves."""

    def __init__(self, engines: Engines, movetime: int, grace: float) -> None:
        """Of `movetime` milliseconds each.

        `grace` seconds later an engine is stopped, and as much later it has failed.
        """
        self._engines = engines
        self._movetime = movetime
        self._grace = grace

    def choose(self, request: MoveRequest, level: Level) -> str:
        """The move in the notation of the site.

        An engine that fails is started again once. If it fails again, but has told the legal
        moves, one of those is played: a game goes on, and is not lost on time.
        """
        spare: str | None = None
        for is_last in (False, True):
            try:
                with self._engines.engine() as engine:
                    legal, occupied = self._set(engine, request, level)
                    spare = move_text(legal[0], occupied)
                    return move_text(self._search(engine, request, legal), occupied)
            except ugi.Refused:
                raise
            except ugi.EngineError as error:
                LOG.warning("game %s: the engine failed: %s", request.game_id, error)
                if is_last and spare is None:
                    raise
        assert spare is not None
        LOG.error("game %s: played the first legal move in place of the engine", request.game_id)
        return spare

    def _set(
        self, engine: ugi.blocking.Engine, request: MoveRequest, level: Level
    ) -> tuple[list[str], dict[str, str]]:
        """Sets the position; the legal moves, and the occupied squares."""
        options: dict[str, str | bool | int] = {"UGI_Variant": request.variant}
        if "PieRule" in engine.options:
            # The opponent may take the first move: it has to be one that is worth the other's.
            # The site changes seats for that, which is no move, so only this one is concerned.
            options["PieRule"] = not request.moves
        if "UGI_LimitStrength" in engine.options:
            options["UGI_LimitStrength"] = level.rating is not None
        if level.rating is not None:
            options["UGI_Elo"] = level.rating
        engine.timeout = _PATIENCE
        engine.configure(options)
        engine.position(moves=request.moves)
        legal = engine.moves()
        if not legal:
            raise MessageError("the game is over")
        return legal, engine.board()["pieces"]

    def _search(
        self, engine: ugi.blocking.Engine, request: MoveRequest, legal: Sequence[str]
    ) -> str:
        # The clock is in whole hours, so that 0 is up to half an hour.
        left = max(request.hours, 0.25) * _HOUR_MS
        movetime = max(1, int(min(self._movetime, left / _SHARE)))
        engine.timeout = self._grace
        move = engine.play(ugi.Limit(movetime=movetime)).move
        if move not in legal:
            raise ugi.Malformed(f"bestmove {move}", "a legal move")
        return move

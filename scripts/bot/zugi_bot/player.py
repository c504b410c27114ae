"""Moves by a few engines that serve all games in turn."""

from __future__ import annotations

import contextlib
import logging
import queue
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import ugi

from .messages import VARIANTS, MessageError, MoveRequest, move_text

LOG = logging.getLogger("zugi-bot")
#: The level without limited strength.
FULL = "full"
#: Seconds for each answer of an engine except its moves.
_PATIENCE = 60.0
#: A move may think for at most 1 / _SHARE of the time left on the clock.
_SHARE = 50
_HOUR_MS = 3_600_000


@dataclass(frozen=True)
class Level:
    """The playing strength: a rating of `UGI_Elo`, or None for full strength."""

    rating: int | None

    def __str__(self) -> str:
        """The form of the command line."""
        return FULL if self.rating is None else str(self.rating)


class Engines:
    """Engines, started when needed, each for one game at a time."""

    def __init__(self, command: Sequence[str], count: int) -> None:
        self._command = list(command)
        self._places: queue.LifoQueue[ugi.blocking.Engine | None] = queue.LifoQueue()
        self._count = count
        for _ in range(count):
            self._places.put(None)

    @contextlib.contextmanager
    def engine(self) -> Iterator[ugi.blocking.Engine]:
        """An engine for one game. If it fails it is ended, and the next game starts another one."""
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
        """Ends the engines, each once its game has its move."""
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
        """Each move takes at most `movetime` milliseconds.

        An engine is stopped `grace` seconds later; after another `grace` seconds it has failed.
        """
        self._engines = engines
        self._movetime = movetime
        self._grace = grace

    def choose(self, request: MoveRequest, level: Level) -> str:
        """The move in the notation of the site.

        A failed engine is restarted once. If it fails again but has listed the legal moves, one of
        them is played, so that the game is not lost on time.
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
        """Sets the position; returns the legal moves and the occupied squares."""
        options: dict[str, str | bool | int] = {"UGI_Variant": request.variant}
        if "PieRule" in engine.options:
            # The opponent may take over the first move by changing seats, which is not a move on
            # the site. So only the first move is played with the pie rule.
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
        # The clock is in whole hours, so 0 means up to half an hour.
        left = max(request.hours, 0.25) * _HOUR_MS
        movetime = max(1, int(min(self._movetime, left / _SHARE)))
        engine.timeout = self._grace
        move = engine.play(ugi.Limit(movetime=movetime)).move
        if move not in legal:
            raise ugi.Malformed(f"bestmove {move}", "a legal move")
        return move

"""Scores of searches."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace

# A proven win ranks above every estimate, and a proven loss below, whatever their numbers.
_PROVEN = 1 << 62
# The winner is known if `cp` is at least this number, or at most its negative.
KNOWN = 30_000
# The `cp` at which the odds of winning are e to 1, as in the records and analyses of zugi.
SCALE = 220.0


@functools.total_ordering
@dataclass(frozen=True, eq=False)
class Score:
    """The value of a position, for one of the two players.

    It is an estimate in centipawns (`cp`), or a proven result (`mate`): the number of plies to the
    end of the game, positive for a win. `mate` 0 is a finished game; `lost` says whether it
    was lost or won.
    `bound` is "exact", "lower" (at least this good) or "upper". `side` is "p1" or "p2", if known.
    A `cp` of at least 30000 is a win, and one of at most -30000 a loss, of unknown length.

    Scores can be compared, and `-score` is the score for the other player:

    >>> Score(mate=3) > Score(mate=5) > Score(cp=900) > Score(cp=-20)
    True
    >>> Score(cp=-900) > Score(mate=-8) > Score(mate=-2)
    True
    >>> str(-Score(cp=34)), str(-Score(mate=2)), str(Score(cp=-31759))
    ('-0.34', 'loss in 2 plies', 'losing')
    >>> Score(cp=34).is_known, Score(mate=-2).is_known, Score(cp=-31759).is_known
    (False, True, True)
    >>> round(Score(cp=220).expectation(), 3), Score(mate=-4).expectation()
    (0.731, 0.0)
    >>> Score(cp=50, side="p2").for_("p1").cp
    -50
    """

    cp: int | None = None
    mate: int | None = None
    bound: str = "exact"
    side: str | None = None
    lost: bool = True

    def __post_init__(self) -> None:
        """Refuses a score with neither or both of `cp` and `mate`."""
        if (self.cp is None) == (self.mate is None):
            raise ValueError("expected either cp or mate")

    @property
    def _rank(self) -> int:
        if self.cp is not None:
            return self.cp
        plies = self.mate or 0
        won = plies > 0 or (plies == 0 and not self.lost)
        return _PROVEN - plies if won else -_PROVEN - plies

    def __eq__(self, other: object) -> bool:
        """Whether both have the same value, for whichever side."""
        if not isinstance(other, Score):
            return NotImplemented
        return (self._rank, self.bound) == (other._rank, other.bound)

    def __hash__(self) -> int:
        """Consistent with `__eq__`."""
        return hash((self._rank, self.bound))

    def __lt__(self, other: Score) -> bool:
        """Whether this is worse than the other."""
        order = ("upper", "exact", "lower")
        mine, theirs = order.index(self.bound), order.index(other.bound)
        return (self._rank, mine) < (other._rank, theirs)

    def __neg__(self) -> Score:
        """The same for the other player."""
        return replace(
            self,
            cp=None if self.cp is None else -self.cp,
            mate=None if self.mate is None else -self.mate,
            bound={"lower": "upper", "upper": "lower"}.get(self.bound, self.bound),
            side={"p1": "p2", "p2": "p1"}.get(self.side or ""),
            lost=not self.lost,
        )

    def __str__(self) -> str:
        """For people: pawns with a sign, the plies of a win or loss, "winning" or "losing"."""
        if self.cp is not None:
            if self.is_known:
                return "winning" if self.cp > 0 else "losing"
            return f"{self.cp / 100:+.2f}"
        plies = abs(self.mate or 0)
        what = "win" if self._rank > 0 else "loss"
        return f"{what} in {plies} {'ply' if plies == 1 else 'plies'}"

    @property
    def is_known(self) -> bool:
        """Whether the winner is known: by `mate`, or by `cp` from 30000 on or from -30000 down.

        A win with only an upper bound is unknown, and so is a loss with only a lower bound.
        """
        wins = self._rank > 0
        return abs(self._rank) >= KNOWN and self.bound != ("upper" if wins else "lower")

    def for_(self, side: str) -> Score:
        """The score for the player "p1" or "p2"."""
        if side not in ("p1", "p2"):
            raise ValueError(f'no player "{side}": expected p1 or p2')
        if self.side is None:
            raise ValueError("it is not known whose score this is")
        return self if side == self.side else -self

    def expectation(self, scale: float = SCALE) -> float:
        """The expected result, `1 / (1 + e^(-cp / scale))`; 1 or 0 for `mate` and |cp| from 30000.

        At `cp=scale` the odds are e to 1. The default is zugi's scale. If 400 means odds of ten
        to one in another engine, its scale is `400 / math.log(10)`.
        """
        if scale <= 0:
            raise ValueError(f"bad scale {scale:g}: expected a number above 0")
        if abs(self._rank) >= KNOWN:
            return 1.0 if self._rank > 0 else 0.0
        # The absolute value avoids large powers of e, which a small scale could cause.
        chance = 1 / (1 + math.exp(-abs(self._rank) / scale))
        return chance if self._rank >= 0 else 1 - chance

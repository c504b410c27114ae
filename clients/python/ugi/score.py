"""Scores of searches."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

# A proven result counts more than every estimate, whatever number that has.
_PROVEN = 1 << 62


@functools.total_ordering
@dataclass(frozen=True, eq=False)
class Score:
    """The value of a position, for one of the two players.

    It is an estimate in centipawns (`cp`), or proven (`mate`): the game ends after so many plies,
    positive numbers for a win. `mate` 0 is a finished game, which `lost` tells apart.
    `bound` is "exact", "lower" (at least this good) or "upper". `side` is "p1" or "p2", if known.

    Scores are in order, and `-score` is the score for the other player:

    >>> Score(mate=3) > Score(mate=5) > Score(cp=900) > Score(cp=-20)
    True
    >>> Score(cp=-900) > Score(mate=-8) > Score(mate=-2)
    True
    >>> str(-Score(cp=34)), str(-Score(mate=2)), str(Score(mate=0) < Score(mate=-2))
    ('-0.34', 'loss in 2 plies', 'True')
    >>> Score(cp=400).expectation(), Score(mate=-4).expectation()
    (0.9090909090909091, 0.0)
    >>> Score(cp=50, side="p2").for_("p1").cp
    -50
    """

    cp: int | None = None
    mate: int | None = None
    bound: str = "exact"
    side: str | None = None
    lost: bool = True

    def __post_init__(self) -> None:
        """Refuses what is neither or both."""
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
        """Whether both have the same value; whose it is does not count."""
        if not isinstance(other, Score):
            return NotImplemented
        return (self._rank, self.bound) == (other._rank, other.bound)

    def __hash__(self) -> int:
        """As `__eq__` compares."""
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
        """For people: pawns with a sign, or the plies of a win or loss."""
        if self.cp is not None:
            return f"{self.cp / 100:+.2f}"
        plies = abs(self.mate or 0)
        what = "win" if self._rank > 0 else "loss"
        return f"{what} in {plies} {'ply' if plies == 1 else 'plies'}"

    def for_(self, side: str) -> Score:
        """The score for the player "p1" or "p2"."""
        if side not in ("p1", "p2"):
            raise ValueError(f'no player "{side}": expected p1 or p2')
        if self.side is None:
            raise ValueError("it is not known whose score this is")
        return self if side == self.side else -self

    def expectation(self) -> float:
        """The expected result, from 0 for a loss to 1 for a win: 400 centipawns are ten to one."""
        if self.cp is None:
            return 1.0 if self._rank > 0 else 0.0
        return float(1 / (1 + 10 ** (-max(-40000, min(40000, self.cp)) / 400)))

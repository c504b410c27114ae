"""The rules of Zola in the site's notation, written apart from zugi."""

from __future__ import annotations

from itertools import product

DIRECTIONS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


class Zola:
    """A game of player 0, who begins, and player 1."""

    def __init__(self, size: int) -> None:
        """The checkers stand like the squares of a chess board; a1 is of player 0."""
        self.size = size
        self.board = {(x, y): (x + y) % 2 for x, y in product(range(size), repeat=2)}
        self.turn = 0
        self.moves: list[str] = []

    def distance(self, square: tuple[int, int]) -> int:
        """The square of the distance from the centre, in half squares."""
        return sum((2 * at - self.size + 1) ** 2 for at in square)

    def legal(self) -> list[str]:
        """The legal moves; none if the game is over."""
        if self.winner is not None:
            return []
        moves = []
        for (x, y), owner in self.board.items():
            if owner != self.turn:
                continue
            for dx, dy in DIRECTIONS:
                to = (x + dx, y + dy)
                if to not in self.board and self.is_inside(to):
                    if self.distance(to) > self.distance((x, y)):
                        moves.append(f"{name((x, y))}-{name(to)}")
                    while self.is_inside(to) and to not in self.board:
                        to = (to[0] + dx, to[1] + dy)
                is_near = self.distance(to) <= self.distance((x, y))
                if is_near and self.board.get(to) == 1 - self.turn:
                    moves.append(f"{name((x, y))}x{name(to)}")
        return sorted(moves) or ["pass"]

    def is_inside(self, square: tuple[int, int]) -> bool:
        """Whether there is such a square."""
        return all(0 <= at < self.size for at in square)

    def play(self, move: str) -> None:
        """Plays a legal move."""
        if move not in self.legal():
            raise ValueError(f"illegal move {move}: expected one of {' '.join(self.legal())}")
        if move != "pass":
            del self.board[square(move[:2])]
            self.board[square(move[3:])] = self.turn
        self.moves.append(move)
        self.turn = 1 - self.turn

    @property
    def winner(self) -> int | None:
        """Who has taken all checkers of the other one."""
        owners = set(self.board.values())
        return owners.pop() if len(owners) == 1 else None

    @property
    def rounds(self) -> list[list[str]]:
        """The moves as the site tells them: a list for each round."""
        return [self.moves[at : at + 2] for at in range(0, len(self.moves), 2)]


def name(square: tuple[int, int]) -> str:
    """Such as a1."""
    return f"{chr(97 + square[0])}{square[1] + 1}"


def square(name: str) -> tuple[int, int]:
    """The square of a name."""
    return ord(name[0]) - 97, int(name[1]) - 1

"""Counts the games of Breakthrough on 6x6 that are a few moves long, for tests/breakthrough.rs.

It shares nothing with the Rust code: a position is a dictionary of squares, and the code follows
the wording of the rules. `python3 perft.py 5 [POSITION]` counts up to depth 5.
"""

import sys

SIZE = 6
START = "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w"


def read(text):
    rows, side = text.split()
    board = {}
    for rank, row in zip(range(SIZE - 1, -1, -1), rows.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
    return board, side


def is_over(board):
    far = any(rank == (SIZE - 1 if piece == "w" else 0) for (_, rank), piece in board.items())
    return far or len(set(board.values())) < 2


def moves(board, side):
    for (file, rank), piece in board.items():
        for aside in (-1, 0, 1):
            to = (file + aside, rank + (1 if side == "w" else -1))
            fits = to not in board or (aside != 0 and board[to] != side)
            if piece == side and 0 <= to[0] < SIZE and fits:
                yield (file, rank), to


def perft(board, side, depth):
    if depth == 0:
        return 1
    if is_over(board):
        return 0
    total = 0
    for start, to in moves(board, side):
        after = dict(board)
        after[to] = after.pop(start)
        total += perft(after, "b" if side == "w" else "w", depth - 1)
    return total


if __name__ == "__main__":
    position = read(sys.argv[2] if len(sys.argv) > 2 else START)
    for depth in range(1, int(sys.argv[1]) + 1):
        print(depth, perft(*position, depth))

"""Tic-tac-toe as a UGI engine, with everything that the page of `zugi serve` needs.

    zugi serve --open -- python3 examples/tic-tac-toe.py

A position is nine characters, `x`, `o` or `.`, for the squares from a1 to c3, rank by rank.
A move is the name of a square.
"""

import functools
import json
import sys

START = "." * 9
SQUARES = [file + rank for rank in "123" for file in "abc"]
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
KINDS = [
    {"letter": "x", "name": "cross", "player": "p1", "glyph": "✕"},
    {"letter": "o", "name": "nought", "player": "p2", "glyph": "○"},
]
HANDSHAKE = "id name Tic-tac-toe\nid author the zugi authors\nugiok"


def mover(cells):
    """The letter of the side to move."""
    return "x" if cells.count("x") == cells.count("o") else "o"


def result(cells):
    """The result in the words of UGI."""
    for line in LINES:
        pieces = {cells[int(index)] for index in line}
        if pieces == {"x"}:
            return "p1win"
        if pieces == {"o"}:
            return "p2win"
    return "none" if "." in cells else "draw"


def legal_moves(cells):
    """Sorted, as UGI clients expect them."""
    if result(cells) != "none":
        return []
    return sorted(square for square, cell in zip(SQUARES, cells) if cell == ".")


def play(cells, move):
    """The position after a move."""
    if move not in legal_moves(cells):
        expected = " ".join(legal_moves(cells))
        raise ValueError(f'illegal move "{move}": expected one of {expected}')
    index = SQUARES.index(move)
    return cells[:index] + mover(cells) + cells[index + 1 :]


@functools.cache
def search(cells):
    """The value for the side to move, and its best move. A quick win has a greater value."""
    if not legal_moves(cells):
        return (0 if result(cells) == "draw" else -10 - 10 * cells.count(".")), "0000"
    return max((-search(play(cells, move))[0], move) for move in legal_moves(cells))


def parse_position(text):
    """The position of the words after `position`, and a list with the last move."""
    start, _, moves = text.partition(" moves")
    cells = START if start == "startpos" else start.removeprefix("fen ")
    is_possible = 0 <= cells.count("x") - cells.count("o") <= 1
    if len(cells) != 9 or cells.strip("xo.") or not is_possible:
        raise ValueError(f'bad position "{start}": expected startpos, or fen and nine of x, o, .')
    for move in moves.split():
        cells = play(cells, move)
    return cells, moves.split()[-1:]


def board(cells, last):
    """The answer to `query board`: the board for the page, and each move as actions."""
    in_hand = {letter: 5 - cells.count(letter) for letter in "xo"}
    return {
        "variant": "tic-tac-toe",
        "players": ["Crosses", "Noughts"],
        "kinds": KINDS,
        "board": {"files": 3, "ranks": 3, "squares": [1] * 9},
        "pieces": {square: cell for square, cell in zip(SQUARES, cells) if cell != "."},
        "turn": "p1" if mover(cells) == "x" else "p2",
        "last": last,
        "hands": [{letter: count} if count else {} for letter, count in in_hand.items()],
        "moves": [
            {"move": move, "actions": [{"from-hand": mover(cells)}, {"put": move}]}
            for move in legal_moves(cells)
        ],
    }


def answers(cells, last):
    """The answers to the commands that this engine knows in this position, without `query text`,
    `position` and `quit`; an empty one is not sent.
    """
    value, move = search(cells)
    queries = {
        "board": json.dumps(board(cells, last)),
        "fen": cells,
        "variant": "tic-tac-toe",
        "result": result(cells),
        "gameover": json.dumps(result(cells) != "none"),
        "p1turn": json.dumps(mover(cells) == "x"),
        "p2turn": json.dumps(mover(cells) == "o"),
        "legalmoves": " ".join(legal_moves(cells)) or "none",
        "extensions": "fen variant legalmoves board text extensions",
    }
    commands = {f"query {word}": f"response {answer}" for word, answer in queries.items()}
    commands["ugi"] = HANDSHAKE
    commands["isready"] = "readyok"
    commands["uginewgame"] = ""
    commands["stop"] = ""
    commands["go"] = f"info depth {cells.count('.')} score cp {value}\nbestmove {move}"
    return commands


def answer(cells, last, line):
    """The answer to a line other than `position`."""
    if line.startswith("query text "):  # A position set up on the board.
        try:
            squares = json.loads(line.removeprefix("query text "))["squares"]
            return "response " + "".join(squares.get(square, ".") for square in SQUARES)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise ValueError(f'bad "{line}": expected {{"squares": {{SQUARE: LETTER}}}}') from None
    words = line.split()
    command = "go" if words[0] == "go" else " ".join(words)
    known = answers(cells, last)
    if command not in known:
        expected = ", ".join(known)
        return f'info string error: unknown command "{line}": expected one of {expected}'
    return known[command]


def main():
    cells, last = START, []
    for line in sys.stdin:
        line = line.strip()
        if line == "quit":
            break
        try:
            if line.startswith("position "):
                cells, last = parse_position(line.removeprefix("position "))
            elif line:
                text = answer(cells, last, line)
                if text:
                    print(text, flush=True)
        except ValueError as error:
            print(f"info string error: {error}", flush=True)


main()

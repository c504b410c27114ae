#!/usr/bin/env python3
"""Tic-tac-toe as a UGI engine: what the board in the browser needs, and no more.
A position is nine of x, o and ., from a1 to c3 rank by rank; a move is a square.
    zugi serve --open -- python3 examples/tic-tac-toe.py"""
import functools, json, sys

SQUARES = [file + rank for rank in "123" for file in "abc"]
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
KINDS = [{"letter": "x", "name": "cross", "player": "p1", "glyph": "✕"},
         {"letter": "o", "name": "nought", "player": "p2", "glyph": "○"}]

def turn(cells):
    return "x" if cells.count("x") == cells.count("o") else "o"

def result(cells):
    owners = ["".join(cells[int(at)] for at in line) for line in LINES]
    ends = [("p1win", "xxx" in owners), ("p2win", "ooo" in owners), ("draw", "." not in cells)]
    return next((name for name, true in ends if true), "none")

def moves(cells):
    free = result(cells) == "none"
    return sorted(square for square, cell in zip(SQUARES, cells) if free and cell == ".")

def play(cells, move):
    if move not in moves(cells):
        raise ValueError(f'illegal move "{move}": expected one of {" ".join(moves(cells))}')
    return cells[:SQUARES.index(move)] + turn(cells) + cells[SQUARES.index(move) + 1:]

@functools.cache
def search(cells):  # the value for the player to move, a quick win being worth more, and the move
    if not moves(cells):
        return (0 if result(cells) == "draw" else -10 - 10 * cells.count(".")), "0000"
    return max((-search(play(cells, move))[0], move) for move in moves(cells))

def position(text):
    start, _, listed = text.partition(" moves")
    cells = "." * 9 if start == "startpos" else start.removeprefix("fen ")
    if len(cells) != 9 or cells.strip("xo.") or not 0 <= cells.count("x") - cells.count("o") <= 1:
        raise ValueError(f'bad position "{start}": expected startpos, or fen and nine of x, o, .')
    return functools.reduce(play, listed.split(), cells), listed.split()[-1:]

def board(cells, last):
    actions = lambda move: [{"from-hand": turn(cells)}, {"put": move}]
    return {"variant": "tic-tac-toe", "players": ["Crosses", "Noughts"], "kinds": KINDS,
            "board": {"files": 3, "ranks": 3, "squares": [1] * 9},
            "pieces": {square: cell for square, cell in zip(SQUARES, cells) if cell != "."},
            "hands": [{s: 5 - cells.count(s)} if cells.count(s) < 5 else {} for s in "xo"],
            "turn": "p1" if turn(cells) == "x" else "p2", "last": last,
            "moves": [{"move": move, "actions": actions(move)} for move in moves(cells)]}

def answer(cells, last, line):
    yes, (value, move) = (lambda truth: str(truth).lower()), search(cells)
    answers = {
        "ugi": "id name Tic-tac-toe\nid author the zugi authors\nugiok", "isready": "readyok",
        "go": f"info depth {cells.count('.')} score cp {value}\nbestmove {move}",
        "query board": "response " + json.dumps(board(cells, last)),
        "query fen": "response " + cells, "query variant": "response tic-tac-toe",
        "query gameover": "response " + yes(not moves(cells)),
        "query p1turn": "response " + yes(turn(cells) == "x"),
        "query p2turn": "response " + yes(turn(cells) == "o"),
        "query result": "response " + result(cells),
        "query legalmoves": "response " + (" ".join(moves(cells)) or "none"),
        "uginewgame": None, "stop": None, "": None}
    there = ", ".join(filter(None, answers))
    unknown = f'info string error: unknown command "{line}": expected one of {there}'
    return answers.get("go" if line.split()[:1] == ["go"] else " ".join(line.split()), unknown)

cells, last = "." * 9, []
for line in map(str.strip, sys.stdin):
    if line == "quit":
        break
    try:
        if line.startswith("position "):
            cells, last = position(line[9:])
        elif text := answer(cells, last, line):
            print(text, flush=True)
    except ValueError as problem:
        print(f"info string error: {problem}", flush=True)

"""Tic-tac-toe as a UGI engine: what the board in the browser needs, and no more.
A position is nine of x, o and ., from a1 to c3 rank by rank; a move is a square.
    zugi serve --open -- python3 examples/tic-tac-toe.py"""
import functools, json, sys
SQUARES = [file + rank for rank in "123" for file in "abc"]
LINES = [[int(at) for at in line] for line in "012 345 678 036 147 258 048 246".split()]
KINDS = [{"letter": "x", "name": "cross", "player": "p1", "glyph": "✕"},
         {"letter": "o", "name": "nought", "player": "p2", "glyph": "○"}]

def turn(cells): return "x" if cells.count("x") == cells.count("o") else "o"
def result(cells):
    full = [cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != "."]
    return {"x": "p1win", "o": "p2win"}[full[0]] if full else "none" if "." in cells else "draw"

def moves(cells):
    return sorted(at for at, cell in zip(SQUARES, cells) if cell == "." and result(cells) == "none")

def play(cells, move):
    if move not in moves(cells):
        raise ValueError(f'illegal move "{move}": expected one of {" ".join(moves(cells))}')
    return cells[:SQUARES.index(move)] + turn(cells) + cells[SQUARES.index(move) + 1:]

@functools.cache
def search(cells):  # the value for the player to move, a quick win being worth more, and the move
    over = (0 if result(cells) == "draw" else -10 - 10 * cells.count("."), "0000")
    return max(((-search(play(cells, move))[0], move) for move in moves(cells)), default=over)

def position(start, listed=""):
    cells = "." * 9 if start == "startpos" else start.removeprefix("fen ")
    if len(cells) != 9 or cells.strip("xo.") or not 0 <= cells.count("x") - cells.count("o") <= 1:
        raise ValueError(f'bad position "{start}": expected startpos, or fen and nine of x, o, .')
    return functools.reduce(play, listed.split(), cells), listed.split()[-1:]

def answer(cells, last, line):
    (value, move), mover, free, text = search(cells), turn(cells), moves(cells), json.dumps
    board = {"variant": "tic-tac-toe", "players": ["Crosses", "Noughts"], "kinds": KINDS,
             "board": {"files": 3, "ranks": 3, "squares": [1] * 9},
             "pieces": {square: cell for square, cell in zip(SQUARES, cells) if cell != "."},
             "turn": "p1" if mover == "x" else "p2", "last": last,
             "hands": [{s: 5 - cells.count(s)} if cells.count(s) < 5 else {} for s in "xo"],
             "moves": [{"move": to, "actions": [{"from-hand": mover}, {"put": to}]} for to in free]}
    queries = {"board": text(board), "fen": cells, "variant": board["variant"],
               "result": result(cells), "gameover": text(not free), "p1turn": text(mover == "x"),
               "p2turn": text(mover == "o"), "legalmoves": " ".join(free) or "none",
               "extensions": "fen variant legalmoves board text extensions"}
    answers = {f"query {name}": f"response {said}" for name, said in queries.items()}
    answers |= {"ugi": "id name Tic-tac-toe\nid author the zugi authors\nugiok",
                "isready": "readyok", "uginewgame": "", "stop": "",
                "go": f"info depth {cells.count('.')} score cp {value}\nbestmove {move}"}
    if line.startswith("query text "):  # a position that is set up on the board
        set_up = json.loads(line[11:])["squares"]
        return f'response {"".join(set_up.get(square, ".") for square in SQUARES)}'
    wrong = f'info string error: unknown command "{line}": expected one of {", ".join(answers)}'
    return answers.get("go" if line.split()[:1] == ["go"] else " ".join(line.split()), wrong)

cells, last = "." * 9, []
for line in iter(lambda: (sys.stdin.readline() or "quit").strip(), "quit"):
    try:
        if line.startswith("position "):
            cells, last = position(*line[9:].split(" moves", 1))
        elif line and (text := answer(cells, last, line)):
            print(text, flush=True)
    except ValueError as problem:
        print(f"info string error: {problem}", flush=True)

"""Checks a certificate of Zombies vs Princesses Draughts that rests on the rules alone.

    python3 zvp_certificate.py FILE

It needs zstd on the path, and certificate.py beside it. proofs.md describes certificates."""
import sys

from certificate import Numbers, end_of_frame, unpack

LIMIT = 80
STEPS = UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT = (1, 1), (-1, 1), (1, -1), (-1, -1)
FORWARDS, BACKWARDS, GOALS = (UP_RIGHT, DOWN_LEFT), (DOWN_LEFT, UP_RIGHT), ((7, 7), (0, 0))
PIECES = {"w": (0, False), "W": (0, True), "b": (1, False), "B": (1, True)}


def read(text):
    """A position: its pieces by (file, rank), each (side, promoted); side to move; count."""
    rows, side, *quiet = text.split(" ")
    board = {}
    for rank, row in zip(range(7, -1, -1), rows.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                assert (file + rank) % 2 == 0, "a piece on a light square"
                board[file, rank] = PIECES[letter]
                file += 1
        assert file == 8, "a row of another length"
    return board, "wb".index(side), int(quiet[0]) if quiet else 0


def is_dark(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def add(square, step):
    return square[0] + step[0], square[1] + step[1]


def may_go(side, promoted, step):
    return promoted or step != BACKWARDS[side]


def chains(board, side, start):
    """The captures of a piece: each the squares that it jumps over and the last square."""
    promoted = board[start][1]
    empty = lambda square: is_dark(square) and (square not in board or square == start)

    def go_on(at, jumped):
        found = []
        for step in STEPS:
            over = add(at, step)
            to = add(over, step)
            enemy = over in board and board[over][0] != side and over not in jumped
            if enemy and empty(to) and may_go(side, promoted, step):
                found += go_on(to, jumped + [over])
        return found or ([(jumped, at)] if jumped else [])

    return go_on(start, [])


def after(position):
    """The positions after all moves, in the order of proofs.md."""
    board, side, quiet = position
    by_rank = sorted(board, key=lambda square: (square[1], square[0]))
    own = [square for square in by_rank if board[square][0] == side]
    captures = [(start, jumped, to, None) for start in own for jumped, to in chains(board, side, start)]
    steps = [
        (start, [], add(start, step), step)
        for step in STEPS
        for start in own
        if may_go(side, board[start][1], step)
        if is_dark(add(start, step)) and add(start, step) not in board
    ]
    found = []
    for start, jumped, to, step in captures or steps:
        new = dict(board)
        promoted = new.pop(start)[1]
        for square in jumped:
            del new[square]
            if side == 1:
                new[square] = (1, False)
        new[to] = (side, promoted or to == GOALS[side])
        progress = jumped or (step == FORWARDS[side] and not promoted)
        found.append((new, 1 - side, 0 if progress else quiet + 1))
    return found


def result(position):
    """The result of a finished game: 0 or 1 for the winner, "draw", or None."""
    board, side, quiet = position
    for player in (0, 1):
        if all(owner != player for owner, _ in board.values()):
            return 1 - player
    if not after(position):
        return 1 - side
    return "draw" if quiet >= LIMIT else None


def check(path):
    with open(path, "rb") as file:
        data = file.read()
    *head, rest = data.split(b"\n", 5)
    magic, variant, text, named, pieces = [line.decode() for line in head]
    assert (magic, variant) == ("zugi certificate 5", "zvp"), "another kind of file"
    assert pieces == "0", f"it rests on tables of up to {pieces} pieces: the rules are not enough"
    assert end_of_frame(rest) == len(rest), "the file goes on after the certificate"
    number, seen = Numbers(unpack(rest)), 0
    claims_of = {"p1": [(0, True)], "p2": [(1, True)], "draw": [(0, False), (1, False)]}

    for side, wins in claims_of[named]:
        strategist = side if wins else 1 - side
        claims, stack = {}, [read(text)]
        while stack:
            board, mover, quiet = position = stack.pop()
            seen += 1
            over = result(position)
            if over is not None:
                assert (over == side) == wins, f"another result: {position}"
                continue
            key = frozenset(board.items()), mover
            if key in claims and (quiet <= claims[key] if wins else quiet >= claims[key]):
                continue
            count = claims[key] = quiet + number() if wins else quiet - number()
            assert 0 <= count < LIMIT, f"a claim with a count of {count}"
            following = after((board, mover, count))
            stack += [following[number()]] if mover == strategist else reversed(following)
    number.end()
    what = "draw" if named == "draw" else f"{named} wins"
    print(f"{what} {text} on {variant}: {seen} positions")


if __name__ == "__main__":
    try:
        check(sys.argv[1])
    except Exception as error:
        sys.exit(f"this certificate proves nothing: {error!r}")

"""Checks a certificate of Zola by the rules, and by tables if it rests on them.

    python3 certificate.py FILE [FOLDER_OF_TABLES]

It needs zstd on the path. proofs.md describes certificates, tables.md the tables."""
import itertools
import subprocess
import sys

SLOTS, MASK = 1 << 20, (1 << 64) - 1


def unpack(data):
    return subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=True).stdout


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def keys(seed, count):
    return [mix(mix(seed) + 0x9E3779B97F4A7C15 * i & MASK) for i in range(1, count + 1)]


RED, BLUE, STATE = keys(1, 128), keys(2, 128), keys(3, 3)
STEPS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def end_of_frame(data):
    """The end of the first frame of zstd, which must have a checksum (RFC 8878, 3.1.1)."""
    flags = data[4]
    assert data[:4] == b"\x28\xb5\x2f\xfd" and flags & 4, "no frame of zstd with a checksum"
    at = 5 + (not flags & 32) + (0, 1, 2, 4)[flags & 3]
    at += (1 if flags & 32 else 0, 2, 4, 8)[flags >> 6]
    last = 0
    while not last:
        head = int.from_bytes(data[at : at + 3], "little")
        last = head & 1 or at >= len(data)
        at += 3 + (1 if head >> 1 & 3 == 1 else head >> 3)
    return at + 4


class Rules:
    """Zola on n x n. A position is (cells, side to move, pie), 0 for Red and 1 for Blue."""

    def __init__(self, n):
        self.n, self.squares = n, range(n * n)
        from_centre = [2 * i - n + 1 for i in range(n)]
        self.distance = [x * x + y * y for y in from_centre for x in from_centre]
        self.rays = [[self.ray(s, *step) for s in self.squares] for step in STEPS]

    def ray(self, square, right, up):
        file, rank, ray = square % self.n + right, square // self.n + up, []
        while 0 <= file < self.n and 0 <= rank < self.n:
            ray.append(rank * self.n + file)
            file, rank = file + right, rank + up
        return ray

    def read(self, text):
        rows, side, pie = text.split(" ")
        cells = []
        for row in reversed(rows.split("/")):
            for is_run, run in itertools.groupby(row, str.isdigit):
                run = "".join(run)
                cells += [None] * int(run) if is_run else ["rb".index(letter) for letter in run]
        assert len(cells) == self.n**2, "a position of another size"
        return tuple(cells), "rb".index(side), "-ps".index(pie)

    def key(self, position):
        cells, side, pie = position
        key = STATE[0] * side ^ (0, STATE[1], STATE[2])[pie]
        for square in self.squares:
            if cells[square] is not None:
                key ^= (RED, BLUE)[cells[square]][square]
        return key

    def winner(self, position):
        has = [side in position[0] for side in (0, 1)]
        return None if all(has) else has.index(True)

    def after(self, position):
        """The positions after the moves, in the order of Game::visit_moves."""
        cells, side, pie = position
        found = []
        if pie == 2:
            found.append((tuple(cell if cell is None else 1 - cell for cell in cells), 0, 0))
        pie = 2 if pie == 1 else 0
        stuck = True
        for direction, rays in enumerate(self.rays):
            moves = []
            for start in self.squares:
                if cells[start] != side or not rays[start]:
                    continue
                first = rays[start][0]
                if cells[first] is None and self.distance[first] > self.distance[start]:
                    moves.append((first, start))
                met = next((s for s in rays[start] if cells[s] is not None), None)
                if met is not None and cells[met] != side:
                    if self.distance[met] <= self.distance[start]:
                        moves.append((met, start))
            for to, start in sorted(moves, reverse=self.n == 10 and direction > 3):
                new = list(cells)
                new[start], new[to], stuck = None, side, False
                found.append((tuple(new), 1 - side, pie))
        return found if not stuck else found + [(cells, 1 - side, pie)]


class Numbers:
    """The numbers of a certificate, in base 128, the lowest digits first."""

    def __init__(self, content):
        self.left = iter(content)

    def __call__(self):
        """The next number."""
        value = shift = 0
        for byte in self.left:
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
        raise AssertionError("the certificate ends too soon")

    def end(self):
        """Checks that no number is left."""
        assert next(self.left, None) is None, "the certificate goes on after its end"


def check(path, folder):
    with open(path, "rb") as file:
        head, data = [], file.read()
    first, rest = data.split(b"\n", 1)
    form = {b"zugi certificate %d" % form: form for form in (1, 2, 3, 4)}[first]
    for _ in range(3 if form < 3 else 4):
        line, rest = rest.split(b"\n", 1)
        head.append(line.decode())
    assert end_of_frame(rest) == len(rest), "the file goes on after the certificate"
    number = Numbers(unpack(rest))
    rules = Rules(int(head[0].removeprefix("zola-")))
    root, winner = rules.read(head[1]), ["p1", "p2"].index(head[2])
    pieces = int(head[3]) if form > 2 else 0
    tables, seen = None, 0
    if pieces:
        from zola_tables import Tables

        assert folder, f"it rests on tables of up to {pieces} pieces: name their folder"
        tables = Tables(rules, folder)

    def walk(start, is_composed):
        """Follows a strategy from a position: every game must end with a win."""
        nonlocal seen
        memory, frames, position = {}, [], start
        while True:
            if position is not None:
                seen += 1
                over = rules.winner(position)
                count = sum(cell is not None for cell in position[0])
                if over is None and not is_composed and count <= pieces:
                    over = tables.winner(position)
                slot = (rules.key(position) >> 20) % SLOTS
                if over is not None:
                    assert over == winner, f"not won: {position}"
                elif memory.get(slot) != position:
                    after, is_winners = rules.after(position), position[1] == winner
                    if is_composed and (k := number()) == 0:
                        walk(position, False)
                        after = []
                    elif is_composed:
                        assert 1 <= k <= (len(after) if is_winners else 1), f"no move {k}"
                        after = [after[k - 1]] if is_winners else after
                    elif is_winners:
                        after = [after[number()]]
                    frames.append((slot, position, iter(after)))
            if not frames:
                return
            slot, done, left = frames[-1]
            position = next(left, None)
            if position is None:
                memory[slot] = done
                frames.pop()

    walk(root, form in (2, 4))
    number.end()
    print(f"{head[2]} wins {head[1]} on {head[0]}: {seen} positions")


if __name__ == "__main__":
    try:
        check(sys.argv[1], *sys.argv[2:3] or [None])
    except Exception as error:
        sys.exit(f"this certificate proves nothing: {error!r}")

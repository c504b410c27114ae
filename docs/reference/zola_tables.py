"""Looks up who wins a position of Zola in endgame tables: tables.md describes the files."""
import functools
import itertools
import math
import struct
import subprocess


class Tables:
    """The tables of a folder, as tables.md describes them."""

    def __init__(self, rules, folder):
        n, half = rules.n, rules.n // 2
        self.n, self.folder = n, folder
        corner = [rank * n + file for rank in range(half) for file in range(half)]
        corner.sort(key=lambda s: (rules.distance[s], max(s % n, s // n), s % n))
        self.quadrants = [corner]
        for _ in range(3):
            turn = [s % n * n + n - 1 - s // n for s in self.quadrants[-1]]
            self.quadrants.append(turn)
        image = [corner.index(s % n * n + s // n) for s in corner]
        all_patterns = range(1 << half**2)
        mirror = lambda p: sum(1 << image[i] for i in range(half**2) if p >> i & 1)
        self.mirrored = [mirror(p) for p in all_patterns]
        top = lambda p: max(p, self.mirrored[p])
        self.order = {}  # the rank of each pattern among those with as many checkers
        for _, group in self.by_count(all_patterns):
            for rank, pattern in enumerate(sorted(group, key=lambda p: (top(p), p))):
                self.order[pattern] = rank
        by_class = lambda p: (p.bit_count(), self.order[p])
        self.tops = sorted(set(map(top, all_patterns)), key=by_class)
        numbers = {pattern: number for number, pattern in enumerate(self.tops)}
        self.classes = {p: numbers[top(p)] for p in all_patterns}

    @staticmethod
    def by_count(patterns):
        return itertools.groupby(sorted(patterns, key=int.bit_count), int.bit_count)

    @functools.lru_cache(None)
    def patterns(self, count, greatest):
        """The number of patterns with `count` checkers whose class is at most `greatest`."""
        return sum(p.bit_count() == count and self.classes[p] <= greatest for p in self.order)

    @functools.lru_cache(None)
    def groups(self, pieces):
        """Where each group of sets begins."""
        begin, found = 0, {}
        for number, first in enumerate(self.tops):
            most = first.bit_count()
            for b, c in itertools.product(range(most + 1), repeat=2):
                d = pieces - most - b - c
                if 0 <= d <= (b if first == self.mirrored[first] else most):
                    found[number, b, c] = begin
                    begin += math.prod(self.patterns(count, number) for count in (b, c, d))
        return found

    @functools.lru_cache(None)
    def content(self, pieces, block):
        with open(f"{self.folder}/zola-{self.n}.{pieces}.table", "rb") as file:
            file.seek(64 + 12 * block)
            begin, _, end = struct.unpack("<QIQ", file.read(20))
            file.seek(begin)
            packed = file.read(end - begin)
        bits = subprocess.run(["zstd", "-dcq"], input=packed, capture_output=True, check=True)
        return bits.stdout

    def winner(self, position):
        cells, side, pie = position
        assert pie == 0, "no table knows the pie rule"
        sets = [[cells[s] for s in quadrant] for quadrant in self.quadrants]
        pattern = lambda q: sum(1 << i for i, cell in enumerate(q) if cell is not None)
        classes = [self.classes[pattern(q)] for q in sets]
        first = classes.index(max(classes))
        sets = sets[first:] + sets[:first]
        a, b, _, d = map(pattern, sets)
        is_image = a == self.mirrored[a]
        if a != self.tops[max(classes)] or is_image and d.bit_count() > b.bit_count():
            image = [self.mirrored[1 << i].bit_length() - 1 for i in range(len(sets[0]))]
            sets = [[q[i] for i in image] for q in (sets[0], sets[3], sets[2], sets[1])]
        a, b, c, d = map(pattern, sets)
        number = self.classes[a]
        pieces = sum(p.bit_count() for p in (a, b, c, d))
        at = self.order[b] * self.patterns(c.bit_count(), number) + self.order[c]
        at = at * self.patterns(d.bit_count(), number) + self.order[d]
        at += self.groups(pieces)[number, b.bit_count(), c.bit_count()]
        checkers = [cell for cell in itertools.chain(*sets) if cell is not None]
        at = at << pieces | sum(1 << i for i, cell in enumerate(checkers) if cell != side)
        block, bit = divmod(at, 8 * 32768)
        loses = self.content(pieces, block)[bit // 8] >> bit % 8 & 1
        return 1 - side if loses else side

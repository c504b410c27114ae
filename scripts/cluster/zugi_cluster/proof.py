"""The tree of a proof whose leaves are jobs (I-C. Wu and others, 2010).

Each position has two numbers for the player to move: `proof`, the least work to show a win, and
`disproof`, the least work to show a loss. The next job is the leaf where both meet, the
most-proving node. While its job is under way, a leaf cannot be chosen (`is_open` is false), so that
the next job is elsewhere.

Only work that is probably needed is handed out. A second move of a position is tried beside the
best one only if a move has failed there: then the player to move probably loses, and all moves
must be refuted. If none has failed, the best move may win and make the others superfluous. So, if
all needed leaves below it are under way, the next one is looked for nearer to the root, where a
move has failed.

If a job ends without an answer, the positions after the moves become children of its leaf. Each has
the expected number of positions of a proof that the move wins, and the smallest proofs are tried
first. A position reached by several lines is one node. The work for all replies is the sum of the
work for each reply, so such a position counts once for each line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

#: The `proof` of a lost position, and the `disproof` of a won one.
INFINITE = math.inf
#: Stands for the size of a proof that a short search of zugi has refuted (null in `sizes`); larger
#: sizes are clamped to it.
MOST_SIZE = 1e30
#: Results of older versions have no expected sizes. For them, the work to show that a move
#: wins is e^(`effort` / `EFFORT`), where `effort` is the number by which the search orders moves.
EFFORT = 8.0
#: An effort is clamped to this absolute value.
MOST_EFFORT = 1000.0


class ProofError(Exception):
    """An impossible result, or a tree that is not proven."""


def _first_numbers(entry: dict[str, Any]) -> tuple[float, float]:
    """`proof` and `disproof` of the position after a move, before a job has tried it.

    `sizes` has the opponent's number first, then that of the player to move there.
    """
    sizes = entry.get("sizes")
    if sizes is not None:
        opponent, mover = (
            MOST_SIZE if it is None else _between(1.0, it, MOST_SIZE) for it in sizes
        )
        return mover, opponent
    return 1.0, math.exp(_between(-MOST_EFFORT, entry["effort"], MOST_EFFORT) / EFFORT)


def _between(least: float, number: float, most: float) -> float:
    return min(most, max(least, number))


@dataclass
class Node:
    """A position of the tree."""

    position: str
    #: For the player to move.
    proof: float = 1.0
    disproof: float = 1.0
    #: The positions after the moves, once known.
    children: dict[str, Node] | None = None
    parents: list[Node] = field(default_factory=list)
    #: The expected number of positions of a proof, if known.
    expected: float | None = None
    #: Whether a job is under way at this leaf.
    is_under_way: bool = False
    #: Whether it is, or has below it, a leaf that can become a job.
    is_open: bool = True
    #: `p1` or `p2`, once known.
    winner: str | None = None
    #: Whether a single job has proven it, its own or another.
    is_proven_alone: bool = False
    #: Whether the game is over.
    is_over: bool = False


class ProofTree:
    """A tree that grows by the results of jobs."""

    def __init__(self, position: str) -> None:
        self.root = Node(position)
        self._nodes = {position: self.root}
        #: The number of finished jobs.
        self.jobs = 0

    def __len__(self) -> int:
        """The number of positions."""
        return len(self._nodes)

    @property
    def winner(self) -> str | None:
        """The winner of the root, once known."""
        return self.root.winner

    def next(self) -> str | None:
        """The position of the next job, which is then under way; None if there is none."""
        node = None if self.root.winner is not None else self._pick()
        if node is None:
            return None
        node.is_under_way = True
        node.is_open = False
        self._update(node.parents)
        return node.position

    def _pick(self) -> Node | None:
        """The leaf for the next job; None if all that is probably needed is under way."""
        # Depth first without recursion: lines of a long game are deeper than Python's stack.
        stack: list[Iterator[Node]] = [iter([self.root])]
        seen: set[str] = set()
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
            elif node.is_open and node.position not in seen:
                if node.children is None:
                    return node
                seen.add(node.position)
                stack.append(iter(self._needed(node)))
        return None

    @staticmethod
    def _needed(node: Node) -> list[Node]:
        """The moves of a position that are probably needed, the best one first."""
        children = (node.children or {}).values()
        unknown = [child for child in children if child.winner is None]
        if len(unknown) < len(children):
            # The known moves have failed: otherwise the node would be known, too.
            return sorted(unknown, key=lambda child: child.disproof)
        return [min(unknown, key=lambda child: child.disproof)]

    def expected(self, position: str) -> float | None:
        """The expected number of positions of a proof of this position, if known."""
        return self._nodes[position].expected

    def needs(self, position: str) -> bool:
        """Whether the winner of a position can still matter.

        It can if on some line from the root to the position no winner is known.
        """
        waiting, seen = [self._nodes[position]], {position}
        while waiting:
            node = waiting.pop()
            if node.winner is not None:
                continue
            if node is self.root:
                return True
            for parent in node.parents:
                if parent.position not in seen:
                    seen.add(parent.position)
                    waiting.append(parent)
        return False

    def requeue(self, position: str) -> None:
        """Frees the leaf of a job that was not done, for another job."""
        node = self._nodes[position]
        if node.is_under_way:
            self._end(node)
            self._update(node.parents)

    def finish(self, result: dict[str, Any]) -> None:
        """Takes the result of a job, its parsed JSON line."""
        node = self._nodes.get(result["position"])
        if node is None:
            raise ProofError(f"a job is about {result['position']!r}, which is not in the tree")
        self.jobs += 1
        if node.is_under_way:
            self._end(node)
        if node.winner is None and node.children is None:
            if result["winner"] is not None:
                node.is_proven_alone = True
                self._settle(node, result["winner"], result["result"] == "proven")
            else:
                self._expand(node, result["mover"], result["children"])
        self._update([node, *node.parents])

    def _end(self, node: Node) -> None:
        node.is_under_way = False
        node.is_open = node.winner is None

    def _settle(self, node: Node, winner: str, mover_wins: bool) -> None:
        node.winner = winner
        node.is_open = False
        node.proof, node.disproof = (0.0, INFINITE) if mover_wins else (INFINITE, 0.0)

    def _expand(self, node: Node, mover: str, children: list[dict[str, Any]]) -> None:
        if not children:
            raise ProofError(f"{node.position!r} is neither over nor has it a move")
        node.children = {}
        for entry in children:
            if entry["mover"] == mover:
                raise ProofError(f"{mover} moves twice from {node.position!r}: expected turns")
            child = self._nodes.get(entry["position"])
            if child is None:
                child = Node(entry["position"], *_first_numbers(entry), expected=entry["expected"])
                self._nodes[child.position] = child
                if entry["winner"] is not None:
                    child.is_over = True
                    self._settle(child, entry["winner"], entry["winner"] == entry["mover"])
                elif entry.get("known") is not None:
                    child.is_proven_alone = True
                    self._settle(child, entry["known"], entry["known"] == entry["mover"])
            child.parents.append(node)
            node.children[entry["move"]] = child

    def _update(self, nodes: list[Node]) -> None:
        """Updates the numbers of nodes and of all nodes above them."""
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if node.children is None or node.winner is not None:
                continue
            children = list(node.children.values())
            proof = min(child.disproof for child in children)
            disproof = sum(child.proof for child in children)
            is_open = any(child.is_open for child in children)
            if (proof, disproof, is_open) == (node.proof, node.disproof, node.is_open):
                continue
            node.proof, node.disproof, node.is_open = proof, disproof, is_open
            if proof == 0 or disproof == 0:
                won = next((it for it in children if it.winner and it.disproof == 0), None)
                winner = won.winner if won is not None else children[0].winner
                if winner is None:
                    raise ProofError(f"{node.position!r} is settled without a winner")
                self._settle(node, winner, proof == 0)
            waiting.extend(node.parents)

    def strategy(self) -> Iterator[dict[str, str]]:
        """The winner's strategy: its move in each position where the winner is to move.

        A position that a single job has proven has the key `certificate` instead, with an empty
        value.
        """
        if self.root.winner is None:
            raise ProofError(f"{self.root.position!r} is not proven")
        winner = self.root.winner
        waiting, seen = [self.root], {self.root.position}
        while waiting:
            node = waiting.pop()
            if node.is_over:
                continue
            if node.is_proven_alone:
                yield {"position": node.position, "certificate": ""}
                continue
            children = node.children or {}
            if node.proof == 0:
                move, child = next(
                    (move, child)
                    for move, child in children.items()
                    if child.winner == winner and child.disproof == 0
                )
                yield {"position": node.position, "move": move}
                below = [child]
            else:
                below = list(children.values())
            for child in below:
                if child.position not in seen:
                    seen.add(child.position)
                    waiting.append(child)

"""The tree of a proof, tested with a solved game: Nim in which one or two are taken from a pile."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zugi_cluster.jobs import Job, Result
from zugi_cluster.proof import ProofError, ProofTree
from zugi_cluster.solve import Proof, check_result
from zugi_cluster.store import Store

#: The player who takes the last one wins. A position is the piles and the player to move.
Piles = tuple[int, ...]


def text(piles: Piles, mover: str) -> str:
    return f"{' '.join(map(str, piles))} {mover}"


def other(mover: str) -> str:
    return "p2" if mover == "p1" else "p1"


def read(position: str) -> tuple[Piles, str]:
    *piles, mover = position.split()
    return tuple(map(int, piles)), mover


def children(position: str) -> dict[str, str]:
    piles, mover = read(position)
    return {
        f"{index}-{taken}": text(
            tuple(sorted((*piles[:index], pile - taken, *piles[index + 1 :]))), other(mover)
        )
        for index, pile in enumerate(piles)
        for taken in (1, 2)
        if taken <= pile
    }


def winner(position: str) -> str:
    """The winner by the theory of Nim, with the piles modulo three."""
    piles, mover = read(position)
    value = 0
    for pile in piles:
        value ^= pile % 3
    return mover if value else other(mover)


def job(position: str, limit: int) -> dict[str, Any]:
    """A job that knows the winner of positions with at most `limit` left, and of no others."""
    piles, mover = read(position)
    known = winner(position) if sum(piles) <= limit else None
    result = "unknown" if known is None else "proven" if known == mover else "disproven"
    entries = [
        {
            "move": move,
            "position": child,
            "mover": other(mover),
            "moves": len(children(child)),
            "effort": 4 * len(children(child)),
            "expected": 4.0 ** sum(read(child)[0]),
            "winner": mover if sum(read(child)[0]) == 0 else None,
        }
        for move, child in children(position).items()
    ]
    return {
        "position": position,
        "mover": mover,
        "winner": known,
        "result": result,
        "children": None if known else entries,
    }


def tree_of(said: dict[str, Any]) -> ProofTree:
    """The tree of a position after its first job."""
    tree = ProofTree(said["position"])
    tree.finish(said)
    return tree


def lost(position: str, mover: str) -> dict[str, Any]:
    """The result of a job that has proven the win of the player to move."""
    return {"position": position, "mover": mover, "winner": mover, "result": "proven"}


def solve(root: str, workers: int, limit: int, lose: Callable[[], bool] = bool) -> ProofTree:
    """Proves a position with this many jobs under way, which end in random order."""
    tree = ProofTree(root)
    chance = random.Random(1)
    under_way: list[str] = []
    while tree.winner is None:
        while len(under_way) < workers and (position := tree.next()) is not None:
            assert position not in under_way
            under_way.append(position)
        assert under_way, "neither proven nor anything to do"
        position = under_way.pop(chance.randrange(len(under_way)))
        if lose():
            tree.requeue(position)
        else:
            tree.finish(job(position, limit))
    return tree


def check(tree: ProofTree, limit: int) -> None:
    """The strategy wins against everything, by the rules alone."""
    steps = {step["position"]: step for step in tree.strategy()}
    who = tree.winner
    waiting = [tree.root.position]
    while waiting:
        position = waiting.pop()
        piles, mover = read(position)
        if sum(piles) == 0:
            assert who == other(mover)
        elif "certificate" in steps.get(position, {}):
            assert sum(piles) <= limit
            assert winner(position) == who
        elif mover == who:
            waiting.append(children(position)[steps[position]["move"]])
        else:
            assert position not in steps
            waiting.extend(children(position).values())


@pytest.mark.parametrize("workers", [1, 2, 7, 100])
@pytest.mark.parametrize("limit", [0, 1, 4])
def test_who_wins_is_found_whatever_the_order(workers: int, limit: int) -> None:
    for piles in [(1,), (3,), (2, 2), (1, 2, 3), (4, 5), (3, 3, 3)]:
        for mover in ["p1", "p2"]:
            root = text(piles, mover)
            tree = solve(root, workers, limit)
            assert tree.winner == winner(root)
            check(tree, limit)


def test_lost_jobs_are_done_again() -> None:
    chance = random.Random(2)
    tree = solve("2 3 4 p1", 5, 1, lambda: chance.random() < 0.5)
    assert tree.winner == winner("2 3 4 p1")
    check(tree, 1)


def test_a_tree_is_made_again_of_its_results() -> None:
    results: list[dict[str, Any]] = []
    tree = ProofTree("3 4 5 p1")
    for _ in range(20):
        position = tree.next()
        assert position is not None
        results.append(job(position, 2))
        tree.finish(results[-1])
    again = ProofTree("3 4 5 p1")
    for result in results:
        again.finish(result)
    assert (again.root.proof, again.root.disproof) == (tree.root.proof, tree.root.disproof)
    assert len(again) == len(tree)


def test_another_move_is_tried_only_where_one_has_failed() -> None:
    root = "5 6 p1"
    tree = tree_of(job(root, 0))
    first = tree.next()
    assert first in children(root).values()
    # The best move may win, and then work on the others would be wasted.
    assert tree.next() is None
    assert first is not None
    tree.finish(lost(first, "p2"))
    # It has failed, so that all others are needed now, at the same time.
    others = [tree.next() for _ in range(len(children(root)) - 1)]
    assert {first, *others} == set(children(root).values())
    assert tree.next() is None


def test_the_move_of_the_least_effort_is_tried_first() -> None:
    root = "5 6 p1"
    entries = job(root, 0)
    for effort, child in enumerate(reversed(entries["children"])):
        child["effort"] = effort - 2
    tree = tree_of(entries)
    assert tree.next() == entries["children"][-1]["position"]


def test_the_move_with_the_smallest_proof_is_tried_first() -> None:
    root = "5 6 p1"
    entries = job(root, 0)
    for size, child in enumerate(reversed(entries["children"]), 2):
        child["sizes"] = [1e9 * size, 1.0]
    # A refuted move comes last, whatever its effort.
    entries["children"][-1]["sizes"] = [None, 1.0]
    entries["children"][-1]["effort"] = -1000
    tree = tree_of(entries)
    assert tree.root.proof == 3e9
    assert tree.next() == entries["children"][-2]["position"]


def test_the_sizes_of_all_replies_are_added_up() -> None:
    root = "5 6 p1"
    entries = job(root, 0)
    for size, child in enumerate(entries["children"]):
        child["sizes"] = [10.0 + 8 * size, 1.0]
    tree = tree_of(entries)
    first = entries["children"][0]["position"]
    assert tree.next() == first
    replies = job(first, 0)
    for child in replies["children"]:
        child["sizes"] = [1.0, 6.0]
    tree.finish(replies)
    # Each reply takes 6, which is less than the 18 of the next move; but there are more than three,
    # which together take more.
    assert len(replies["children"]) > 3
    assert tree.root.proof == 18.0
    assert tree.next() == entries["children"][1]["position"]
    # Only the work that is left counts.
    for child in replies["children"][2:]:
        tree.finish(lost(child["position"], "p1"))
    assert tree.root.proof == 12.0


@pytest.mark.parametrize("effort", [-(10**9), 10**9])
def test_any_effort_is_a_number(effort: int) -> None:
    entries = job("2 2 p1", 0)
    for child in entries["children"]:
        child["effort"] = effort
    tree = tree_of(entries)
    assert tree.winner is None
    assert 0 < tree.root.proof < float("inf")


def proof(folder: Path, root: str, *words: str) -> Proof:
    return Proof(Store(folder, {}), root, words)


def next_of(source: Proof) -> Job:
    found = source.next()
    assert found is not None
    return found


def test_what_jobs_are_asked_for(tmp_path: Path) -> None:
    words = ["--nodes", "1000", "--hash", "64", "--tables", "one", "--tables", "two", "--seed=3"]
    words += ["--certificate-tables", "2", "--certificate-moves=9"]
    limited = proof(tmp_path / "limited", "2 p1", *words)
    tables = ("--tables", "one", "--tables", "two", "--seed=3")
    command = ("solve", "--jobs", "--descents", "0", "--learn", "20", "--hash", "64", *tables)
    first = next_of(limited)
    assert first.arguments == (*command, "--certificate-tables", "2", "--certificate-moves=9")
    # Certificates are made later, of what the strategy needs.
    assert first.output is None
    assert json.loads(str(first.line)) == {"position": "2 p1", "nodes": 1000}
    for words, nodes in [(["--hash", "64"], None), (["--nodes=5"], 5)]:
        it = proof(tmp_path / str(nodes), "2 p1", *words).next()
        assert it is not None
        assert asked(it).get("nodes") == nodes


def test_what_is_without_hope_only_tells_its_moves(tmp_path: Path) -> None:
    source = proof(tmp_path, "2 3 p1", "--nodes", "100")
    first = next_of(source)
    said = job("2 3 p1", 0)
    for child in said["children"]:
        child["expected"] = 401.0
    source.finish(first, result({**said, "variant": "piles", "nodes": 100}))
    second = next_of(source)
    assert asked(second)["nodes"] == 0


def test_what_jobs_learn_is_for_all_workers_also_after_a_restart(tmp_path: Path) -> None:
    source = proof(tmp_path, "3 4 5 p1", "--nodes", "100")
    first = next_of(source)
    learnt = [["1 2 p1", "p1", 9], ["3 p2", "p2", 5]]
    said = {**job("3 4 5 p1", 0), "variant": "piles", "nodes": 100, "learnt": learnt}
    source.finish(first, result(said))
    assert source.shared() == learnt
    source.store.close()
    assert proof(tmp_path, "3 4 5 p1", "--nodes", "100").shared() == learnt


def test_a_job_that_ends_after_the_proof_changes_nothing(tmp_path: Path) -> None:
    root, limit = "3 4 5 p1", 5
    source = proof(tmp_path, root)
    late: list[Job] = []
    while source.tree.winner is None:
        late += iter(source.next, None)
        it = late.pop(0)
        source.finish(it, answer(it, limit))
    assert late, "jobs under way when it was proven"
    strategy, journal = list(source.tree.strategy()), (tmp_path / "jobs.jsonl").read_bytes()
    for it in late:
        source.finish(it, answer(it, 100))
    assert list(source.tree.strategy()) == strategy
    assert (tmp_path / "jobs.jsonl").read_bytes() == journal


def test_moves_whose_winner_is_known_need_no_job() -> None:
    root = "3 4 p1"
    said = job(root, 0)
    for child in said["children"]:
        child["known"] = winner(child["position"])
    tree = tree_of(said)
    assert tree.winner == winner(root)
    # Their certificates are missing.
    assert {"certificate" in step for step in tree.strategy()} == {False, True}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("learnt", 5), ("learnt", [["1 p1", "p3", 5]]), ("known", "p3"), ("sizes", 5)],
        *[("sizes", [1.0]), ("sizes", [1.0, 2.0, 3.0]), ("sizes", ["much", 1.0])],
    ],
)
def test_wrong_results_are_refused(key: str, value: object) -> None:
    said = {**job("3 4 p1", 0), "variant": "piles", "nodes": 100}
    (said if key == "learnt" else said["children"][0])[key] = value
    with pytest.raises(ProofError, match=f"{key} is .*expected"):
        check_result(said)


def result(said: dict[str, Any], output: bytes | None = None) -> Result:
    return Result(0, json.dumps(said), "", 0.0, 0.0, output)


def asked(job_: Job) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(str(job_.line))
    return line


def answer(job_: Job, limit: int) -> Result:
    """The answer of a job, with a certificate if it has an output file."""
    said = {**job(asked(job_)["position"], limit), "variant": "piles", "nodes": 1}
    return result(said, b"certificate" if job_.output else None)


def test_certificates_are_made_of_what_the_strategy_needs(tmp_path: Path) -> None:
    root, limit = "3 4 5 p1", 5
    source = proof(tmp_path, root)
    proven: set[str] = set()
    certified: set[str] = set()
    was_killed = False
    while not source.is_done():
        it = next_of(source)
        assert it.output is None or source.tree.winner is not None
        (certified if it.output else proven).add(asked(it)["position"])
        if len(certified) == 2 and not was_killed:
            # Earlier certificates are not made again.
            was_killed = True
            source.store.close()
            source = proof(tmp_path, root)
            certified.remove(asked(it)["position"])
            continue
        source.finish(it, answer(it, limit))
    assert was_killed
    needed = {step["position"] for step in source.tree.strategy() if "certificate" in step}
    assert certified == needed
    assert needed < proven
    assert all(source.store.has(source.certificate(position)) for position in needed)


def test_a_certificate_of_something_else_is_no_certificate(tmp_path: Path) -> None:
    source = proof(tmp_path, "2 3 p1")
    while source.tree.winner is None:
        it = next_of(source)
        source.finish(it, answer(it, 2))
    it = next_of(source)
    said = {"winner": other(str(source.tree.winner))}
    with pytest.raises(ProofError, match="expected a certificate that p1 wins"):
        source.finish(it, result(said, b"certificate"))
    source.requeue(it)
    assert source.next() == it
    assert not source.is_done()


def journal(folder: Path, *lines: bytes) -> None:
    folder.mkdir()
    (folder / "jobs.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))


def line_of(said: dict[str, Any]) -> bytes:
    return json.dumps({**said, "variant": "piles", "nodes": 1}).encode()


def test_a_wrong_line_of_the_journal_is_named(tmp_path: Path) -> None:
    good = line_of(job("2 2 p1", 0))
    child = job("2 2 p1", 0)
    child["children"][0]["effort"] = "much"
    for number, (wrong, said) in enumerate(
        [
            (b"zugi certificate 1", "found b'zugi certificate 1': expected the JSON of a job"),
            (b"\xff\xfe", "expected the JSON of a job"),
            (b"[1]", "expected an object in JSON"),
            (b"{}", "winner is 'missing': expected p1, p2 or null"),
            (b'{"winner":null}', "position is missing: expected str"),
            (line_of({**job("2 2 p1", 0), "children": [1]}), "expected a move of a job"),
            (line_of({**job("2 2 p1", 0), "children": []}), "neither over nor has it a move"),
            (line_of(child), "effort is 'much': expected int or float"),
            (line_of(job("9 p1", 0)), "which is not in the tree"),
        ]
    ):
        folder = tmp_path / str(number)
        lines = [wrong] if b"2 2" in wrong else [good, wrong]
        journal(folder, *lines)
        with pytest.raises(ProofError) as error:
            proof(folder, "2 2 p1")
        place = f"{folder / 'jobs.jsonl'}, line {len(lines)}: "
        assert str(error.value).startswith(place)
        assert said in str(error.value)
        assert (folder / "jobs.jsonl").read_bytes().endswith(wrong + b"\n"), "it stays as it is"


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def proven(folder: Path) -> Proof:
    source = proof(folder, "1 p1")
    while not source.is_done():
        it = next_of(source)
        source.finish(it, answer(it, 5))
    return source


def test_a_certificate_that_proves_nothing_is_an_error(tmp_path: Path) -> None:
    source, out = proven(tmp_path / "work"), tmp_path / "out"
    for failing, said in [("--strategy", "solve --strategy"), ("--verify", "solve --verify")]:
        text = f'case "$4" in {failing}) exit 2;; --strategy) echo proof >"$7";; esac'
        with pytest.raises(ProofError, match=f"{said}: exit code 2"):
            source.compose(script(tmp_path / "zugi", text), out)
        assert not out.exists()


def test_a_certificate_gets_its_name_when_it_was_checked(tmp_path: Path) -> None:
    source, out = proven(tmp_path / "work"), tmp_path / "out"
    text = f'[ "$4" != --strategy ] || echo proof >"$7"; [ ! -e {out} ]'
    source.compose(script(tmp_path / "zugi", text), out)
    assert out.read_text() == "proof\n"
    with pytest.raises(ProofError, match="exists already"):
        source.compose(script(tmp_path / "zugi", text), out)


def test_what_cannot_matter_any_more_is_not_wanted() -> None:
    root = "5 6 p1"
    tree = tree_of(job(root, 0))
    first = tree.next()
    assert first is not None
    tree.finish(lost(first, "p2"))
    second, third = tree.next(), tree.next()
    assert second is not None
    assert third is not None
    assert tree.needs(second)
    # One move wins, so the other moves no longer matter.
    tree.finish({"position": second, "mover": "p2", "winner": "p1", "result": "disproven"})
    assert tree.winner == "p1"
    assert not tree.needs(third)


def test_results_that_cannot_be_are_refused() -> None:
    tree = ProofTree("2 p1")
    with pytest.raises(ProofError, match="not in the tree"):
        tree.finish(job("3 p1", 0))
    with pytest.raises(ProofError, match="not proven"):
        list(tree.strategy())
    twice = job("2 p1", 0)
    for child in twice["children"]:
        child["mover"] = "p1"
    with pytest.raises(ProofError, match="expected turns"):
        tree.finish(twice)

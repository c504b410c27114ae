"""Dry runs: they find faults, and change nothing."""

from __future__ import annotations

import fcntl
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from support import match

from zugi_cluster import dry_run
from zugi_cluster.cli import main
from zugi_cluster.solve import certificate_name
from zugi_cluster.store import StoredFiles


def snapshot(folder: Path) -> dict[str, str]:
    """All files below a folder, and their content."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in folder.rglob("*")
    }


def data(zugi: Path, out: Path, **more: object) -> list[object]:
    """The arguments of a dry run; `more` replaces options or adds them."""
    options: dict[str, object] = {"variant": "zola-4", "games": 60, "nodes": 5, "shards": 3}
    options |= {"zugi": zugi, "out": out, **more}
    pairs = [word for name, value in options.items() for word in (f"--{name}", value)]
    return ["data", *pairs, "--dry-run"]


def run(words: list[object], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_data_that_are_new(zugi: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "all.data"
    code, said, errors = run(data(zugi, out), capsys)
    assert (code, errors) == (0, "")
    assert "data: 60 games in 3 shards: 0 finished, 3 to run\n" in said
    assert f"files: {out}\nwork folder: {out}.work (new)\n" in said
    assert "signature" in said
    assert "arguments: zugi accepts them" in said
    assert "nothing was changed" in said
    assert list(tmp_path.iterdir()) == []


def accepted(zugi: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The work folder of a run with these arguments, with its plan."""
    kept: list[dict[str, Any]] = []

    def check(self: dry_run.DryRun) -> list[str]:
        kept.append(self.plan)
        return []

    with monkeypatch.context() as patch:
        patch.setattr(dry_run.DryRun, "check", check)
        main([str(word) for word in data(zugi, out)])
    work = out.with_name(f"{out.name}.work")
    work.mkdir()
    (work / "plan.json").write_text(json.dumps(kept[0]))
    (work / ".lock").touch()
    return work


def test_finished_shards_are_found(
    zugi: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = tmp_path / "all.data"
    work = accepted(zugi, out, monkeypatch)
    (work / "shard-000002.data").write_text("a shard")
    capsys.readouterr()
    before = snapshot(tmp_path)
    code, said, _ = run(data(zugi, out), capsys)
    assert code == 0
    assert "3 shards: 1 finished, 2 to run" in said
    assert "(continued)" in said
    # The same folder with other arguments; one that is in use; files of others.
    code, _, errors = run(data(zugi, out, seed=7), capsys)
    assert code == 2
    assert "is of another run: arguments is" in errors
    with (work / ".lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        code, _, errors = run(data(zugi, out), capsys)
    assert code == 2
    assert "is in use by another process" in errors
    assert snapshot(tmp_path) == before
    out.write_text("of others")
    code, _, errors = run(data(zugi, out), capsys)
    assert code == 2
    assert "exists already" in errors
    (work / ".end.json").write_text(json.dumps({"files": [str(out)], "code": 0}))
    code, said, _ = run(data(zugi, out), capsys)
    assert (code, said) == (0, f"{out}: it is finished already, with exit code 0\n")


def test_a_match(zugi: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "test"
    words: list[object] = [*match(zugi, 200), "--zugi", zugi, "--out", out, "--dry-run"]
    # Engines are started, and write nothing.
    words += ["--log-file", tmp_path / "log", "--each", f"stderr={tmp_path}/errors"]
    for more in [[], ["--sprt", "elo0=0", "elo1=5"]]:
        code, said, errors = run([*words, *more], capsys)
        assert (code, errors) == (0, "")
        assert "match: 200 games in 4 shards: 0 finished" in said
        assert f"{out}.jsonl, test.pgn, test.json" in said
        assert "arguments: zugi accepts them" in said
    # Engines on the workers only: zugi cannot start them here.
    there: list[object] = ["--engine", "name=c", "cmd=/nowhere/engine"]
    code, said, _ = run([*words, *there], capsys)
    assert code == 0
    assert "needed on each worker: file /nowhere/engine, which is not here" in said
    assert "arguments: not all were checked, because /nowhere/engine is not here" in said
    cases: list[tuple[list[object], str]] = [
        (["--draw", "moves=x"], "moves"),
        (["--engine", "name=d", f"cmd={zugi}", "nodes=x"], 'nodes: "x"'),
        (["--sprt", "elo0=5", "elo1=0"], "elo"),
        ([*there, "--max-plies", "x"], "invalid value 'x' for '--max-plies"),
    ]
    for wrong, message in cases:
        code, _, errors = run([*words, *wrong], capsys)
        assert code == 2, wrong
        assert message in errors
    assert list(tmp_path.iterdir()) == []


def test_a_proof(zugi: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "proof.zugi"
    words: list[object] = ["solve", "b1b1/rbr1/1r1b/r2r r -", "--variant", "zola-4", "--nodes", 20]
    words += ["--no-small-tables", "--hash", 1, "--zugi", zugi, "--out", out, "--dry-run"]
    code, said, errors = run(words, capsys)
    assert (code, errors) == (0, "")
    assert "proof of b1b1/rbr1/1r1b/r2r r -: finished jobs 0, nodes 0" in said
    at = words.index(20)
    cases: list[tuple[list[object], str]] = [
        ([*words[:at], "x", *words[at + 1 :]], "--nodes x: expected a number"),
        ([*words, "--nodes", "5"], "cannot be used multiple times"),
        (["solve", "no position", *words[2:]], "bad position"),
        ([*words, "--certificate-tables", "x"], "invalid value 'x'"),
        ([*words, "--tables", tmp_path / "nowhere"], "nowhere is not here"),
    ]
    for wrong, message in cases:
        code, said, errors = run(wrong, capsys)
        assert code == (0 if "not here" in message else 2), wrong
        assert message in said + errors
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("more", [[], ["--dry-run"]])
def test_a_proof_of_a_game_with_draws(
    zugi: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[object]
) -> None:
    words = ["solve", "--variant", "zvp", "--zugi", zugi, "--out", tmp_path / "proof", *more]
    code, said, errors = run(words, capsys)
    assert (code, said) == (2, "")
    expected = "expected a game without, as others have no estimate"
    assert errors == f"zugi-cluster: zvp has draws: {expected}\n"
    assert list(tmp_path.iterdir()) == []


def test_the_finished_jobs_of_a_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A position that is proven by one job, whose certificate is missing."""
    position = "2 p1"
    store = StoredFiles(tmp_path, {"position": position})
    job = {"position": position, "variant": "piles", "nodes": 7, "winner": "p1", "mover": "p1"}
    line = json.dumps({**job, "result": "proven"}) + "\n"
    (tmp_path / "jobs.jsonl").write_text(line + line[:9])
    said = f"proof of {position}: finished jobs 1, nodes 7, p1 wins; "
    assert dry_run.proof_state(store) == f"{said}1 of 1 certificates to make"
    (tmp_path / certificate_name(position)).touch()
    assert dry_run.proof_state(store) == f"{said}0 of 1 certificates to make"
    assert (tmp_path / "jobs.jsonl").read_text() == line + line[:9]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"scheduler": "moon"}, "expected an address"),
        ({"scheduler": "slurm", "job": "x"}, "expected KEY=VALUE"),
        ({"scheduler": "ssh"}, "expected --hosts"),
        ({"scheduler": "ssh", "hosts": "one", "workers": "1..4"}, "of ssh: expected one number"),
        ({"nodes": "many"}, "invalid value 'many' for '--nodes"),
        ({"variant": "zola-7"}, "did you mean zola-6"),
        ({"send": "/nowhere"}, "cannot use the program or a file to send"),
        ({"eval-file": "/dev/null"}, "net"),
        ({"out": "/dev/null/all.data"}, "/dev/null is not a folder"),
        ({"games": 10**15}, "free in"),
    ],
)
def test_faults(
    zugi: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    more: dict[str, object],
    said: str,
) -> None:
    more = dict(more)
    out = more.pop("out", tmp_path / "all.data")
    code, _, errors = run(data(zugi, Path(str(out)), **more), capsys)
    assert code == 2, errors
    assert said in errors
    assert list(tmp_path.iterdir()) == []

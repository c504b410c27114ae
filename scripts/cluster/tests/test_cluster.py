"""Matches, data and proofs by a scheduler and four workers, some of which are killed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import Cluster, run_client, start_client, wait_for_shards, wait_until
from support import GAMES, match, same_as_single, single

#: Seconds from one killed worker to the next.
KILL_EVERY = float(os.environ.get("ZUGI_CLUSTER_KILL_EVERY", "10"))


@contextmanager
def killing_workers(cluster: Cluster) -> Iterator[list[str]]:
    """Kills a worker every `KILL_EVERY` seconds; yields the list of killed ones."""
    killed: list[str] = []
    ends = threading.Event()
    chance = random.Random(1)

    def work() -> None:
        while not ends.wait(KILL_EVERY):
            killed.append(f"worker-{chance.randrange(4)}")
            cluster.kill(killed[-1])

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield killed
    finally:
        ends.set()
        thread.join()


def test_a_match_is_that_of_one_machine_whoever_is_killed(
    zugi: Path, cluster: Cluster, tmp_path: Path
) -> None:
    out = tmp_path / "many"
    words = [*match(zugi), "--scheduler", cluster.address, "--zugi", zugi, "--out", out]
    words += ["--shard-games", max(2, GAMES // 20)]
    finished = tmp_path / "many.work"
    with killing_workers(cluster) as killed:
        first = start_client(*words)
        wait_for_shards(first, finished, 4)
        first.kill()
        first.wait()
        after_kill = len(list(finished.glob("shard-*.jsonl")))
        second = start_client(*words)
        wait_for_shards(second, finished, after_kill + 4)
        cluster.kill("scheduler")
        _, errors = second.communicate(timeout=3600)
        assert second.returncode == 0, errors
    assert "waiting for the scheduler" in errors
    same_as_single(zugi, match(zugi), out)
    # Dask's messages about killed workers are in the log.
    assert "Traceback" not in errors
    # Finished work is not repeated.
    code, _, errors = run_client(*words)
    assert (code, errors) == (0, f"{out}.jsonl: it is finished already\n")
    # All assertions above hold even if no worker was killed.
    if not killed:
        pytest.skip(f"{GAMES} games ended before a worker was killed: ask for more")


def test_a_test_ends_at_its_verdict(zugi: Path, cluster: Cluster, tmp_path: Path) -> None:
    test = ["--sprt", "elo0=0", "elo1=300"]
    words = [*match(zugi, 1000), *test, "--scheduler", cluster.address, "--zugi", zugi]
    code, out, errors = run_client(*words, "--out", tmp_path / "many", "--shard-games", 4)
    assert code == 0, errors
    played = len(list((tmp_path / "many.work").glob("shard-*.jsonl")))
    assert played < 100, "far less than all of the 250 shards"
    same_as_single(zugi, [*match(zugi, 1000), *test], tmp_path / "many")
    assert "accept" in out or "H0" in out or "H1" in out


def test_data_are_those_of_one_machine(zugi: Path, cluster: Cluster, tmp_path: Path) -> None:
    data = ["data", "--variant", "zola-4", "--games", 60, "--nodes", 50]
    words = [*data, "--scheduler", cluster.address, "--zugi", zugi, "--shards", 7]
    code, out, errors = run_client(*words, "--threads", 1, "--out", tmp_path / "many.data")
    assert code == 0, errors
    assert out.startswith("60 games with ")
    single(zugi, *data, "--out", tmp_path / "one.data")
    assert (tmp_path / "many.data").read_bytes() == (tmp_path / "one.data").read_bytes()


def test_a_proof_of_the_smallest_jobs(zugi: Path, cluster: Cluster, tmp_path: Path) -> None:
    words: list[object] = ["solve", "b1b1/rbr1/1r1b/r2r r -", "--variant", "zola-4"]
    words += ["--no-small-tables", "--hash", 1]
    words += ["--nodes", int(os.environ.get("ZUGI_CLUSTER_NODES", "20")), "--zugi", zugi]
    words += ["--scheduler", cluster.address, "--out", tmp_path / "proof.zugi"]
    client = start_client(*words)
    journal = tmp_path / "proof.zugi.work" / "jobs.jsonl"
    wait_until(client, lambda: journal.exists() and journal.read_bytes().count(b"\n") >= 10)
    client.kill()
    client.wait()
    code, out, errors = run_client(*words)
    assert code == 0, errors
    assert "p1 wins, by the rules" in out
    lines = journal.read_text().splitlines()
    assert len(lines) > 20, "a proof of many jobs"
    assert len(set(lines)) == len(lines), "no job counts twice"
    # Finished work is not repeated.
    code, _, errors = run_client(*words)
    assert (code, errors) == (0, f"{tmp_path}/proof.zugi: it is finished already\n")


def test_a_proof_that_rests_on_tables(zugi: Path, cluster: Cluster, tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    single(zugi, "table", "build", "--variant", "zola-4", "--checkers", 5, "--dir", tables)
    words: list[object] = ["solve", "b1b1/rbr1/1r1b/r2r r -", "--variant", "zola-4"]
    words += ["--no-small-tables", "--hash", 1, "--nodes", 8, "--tables", tables]
    words += ["--certificate-tables", 5, "--zugi", zugi, "--scheduler", cluster.address]
    code, out, errors = run_client(*words, "--out", tmp_path / "proof.zugi")
    assert code == 0, errors
    assert "p1 wins, by the rules and tables of up to 5 pieces" in out
    assert len((tmp_path / "proof.zugi.work" / "jobs.jsonl").read_text().splitlines()) > 5


def test_another_program_is_found_before_any_work(
    zugi: Path, cluster: Cluster, tmp_path: Path
) -> None:
    """Programs with another version, signature or bytes, and one that fails."""
    real = f'exec {zugi} "$@"'
    fakes = {
        "version": f'#!/bin/sh\n[ "$1" = -V ] && echo zugi 9 && exit\n{real}\n',
        "signature": f'#!/bin/sh\n[ "$1" = bench ] && echo 1 nodes 2 nps && exit\n{real}\n',
        "SHA-256": f"#!/bin/sh\n{real}\n",
        "does not run": "#!/bin/sh\nexit 1\n",
    }
    for said, script in fakes.items():
        there = tmp_path / said.replace(" ", "-")
        there.write_text(script)
        there.chmod(0o755)
        words = [*match(zugi), "--scheduler", cluster.address, "--zugi", zugi, "--there", there]
        if said != "SHA-256":
            words.append("--any-build")
        out = tmp_path / f"out-{there.name}"
        code, _, errors = run_client(*words, "--out", out)
        assert code == 2
        assert "no work was done" in errors
        assert said in errors
        assert not list(tmp_path.glob(f"{out.name}.work/shard-*"))


def test_work_goes_on_while_a_worker_hangs(zugi: Path, cluster: Cluster, tmp_path: Path) -> None:
    """The client must not wait for a worker that hangs without losing its connection."""
    cluster.wait_for_workers(4)
    cluster.signal("worker-0", signal.SIGSTOP)
    out = tmp_path / "many"
    words = [*match(zugi, 200), "--scheduler", cluster.address, "--zugi", zugi, "--out", out]
    client = start_client(*words, "--shard-games", 4)
    # Less than the 300 seconds after which Dask drops a silent worker.
    wait_for_shards(client, tmp_path / "many.work", 20, seconds=240)
    # Other workers now do the jobs of the stopped one.
    cluster.kill("worker-0")
    _, errors = client.communicate(timeout=300)
    assert client.returncode == 0, errors
    assert "does not answer" in errors
    same_as_single(zugi, match(zugi, 200), out)


def test_a_late_worker_with_another_program_gets_no_work(
    zugi: Path, cluster: Cluster, tmp_path: Path
) -> None:
    """A worker joins late; its program has other bytes, although it plays the same."""
    there, log = tmp_path / "there", tmp_path / "log"
    shutil.copy(zugi, there)
    out = tmp_path / "many"
    words = [*match(there, 600), "--scheduler", cluster.address, "--zugi", zugi]
    cluster.wait_for_workers(4)
    client = start_client(*words, "--there", there, "--out", out, "--shard-games", 2)
    wait_for_shards(client, tmp_path / "many.work", 4)
    other = tmp_path / "other"
    other.write_text(f'#!/bin/sh\necho $PPID >> {log}\nexec {zugi} "$@"\n')
    other.chmod(0o755)
    other.replace(there)
    late = cluster.add("late")
    _, errors = client.communicate(timeout=600)
    assert client.returncode == 0, errors
    assert "gets no work" in errors, "it came too late: ask for more games"
    assert "SHA-256" in errors
    assert str(late) not in log.read_text().split(), "it was checked by its bytes, and not run"
    same_as_single(zugi, match(zugi, 600), out)


def test_a_refused_run_leaves_nothing_in_the_way(
    zugi: Path, cluster: Cluster, tmp_path: Path
) -> None:
    words: list[object] = ["data", "--variant", "zola-4", "--games", 20, "--zugi", zugi]
    words += ["--scheduler", cluster.address, "--shards", 2, "--out", tmp_path / "all.data"]
    code, _, errors = run_client(*words, "--nodes", "many")
    assert code == 2
    assert "error: invalid value 'many' for '--nodes <N>'" in errors
    lines = errors.splitlines()
    assert sum("invalid value" in line for line in lines) == 1, "it was not tried again"
    assert "Traceback" not in errors
    assert not (tmp_path / "all.data.work" / "plan.json").exists()
    code, _, errors = run_client(*words, "--nodes", 5)
    assert code == 0, errors
    # A foreign output file is refused before any work is done.
    (tmp_path / "other.data").write_text("other")
    before = sorted(tmp_path.iterdir())
    code, _, errors = run_client(*words, "--nodes", 5, "--out", tmp_path / "other.data")
    assert code == 2
    assert errors == (
        f"zugi-cluster: {tmp_path}/other.data exists already: expected another name by --out\n"
    )
    assert sorted(tmp_path.iterdir()) == before


def test_what_goes_wrong_below_is_told_in_a_line(zugi: Path, tmp_path: Path) -> None:
    """Dask raises nested errors with tracebacks; the client prints one line."""
    scratch = tmp_path / "scratch"
    scratch.write_text("a file")
    where: list[object] = ["--scheduler", "local", "--workers", 1, "--zugi", zugi]
    wrong: list[object] = ["solve", "--variant", "zola-4", "--hash", "x"]
    for name, words, code, said in [
        ("one", [*match(zugi, 4), "--scratch", scratch], 1, f"a file here: {scratch}"),
        ("two", wrong, 2, "error: invalid value 'x' for '--hash"),
    ]:
        out = tmp_path / name
        found, _, errors = run_client(*words, *where, "--out", out)
        assert found == code, errors
        assert len(errors.splitlines()) == 1, errors
        assert said in errors
        assert "Traceback" in (tmp_path / f"{name}.work" / "log.txt").read_text()
        _, _, errors = run_client(*words, *where, "--out", out, "--verbose")
        assert "Traceback" in errors

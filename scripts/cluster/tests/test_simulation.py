"""Simulated clusters, with the real program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zugi_cluster import simulate
from zugi_cluster.command_line import CommandLineError
from zugi_cluster.simulation import Outcome, SimulatedCluster, Simulation, single_command

#: Nine checkers on 4x4, which player one wins.
POSITION = "b1b1/rbr1/1r1b/r2r r -"
WORDS = ["--variant", "zola-4", "--no-small-tables", "--hash", "1"]


def simulated(zugi: Path, workers: int, threads: int, position: str = POSITION) -> Outcome:
    cluster = SimulatedCluster(workers, threads, latency=5, exchange=100)
    return Simulation(zugi, position, WORDS, 50, cluster).run()


def test_a_simulation_proves_what_the_single_command_does(zugi: Path) -> None:
    single = single_command(zugi, POSITION, WORDS)
    assert single["winner"] == "p1"
    one = simulated(zugi, 1, 1)
    assert one.winner == "p1"
    assert one.jobs > 1
    # A machine uses all of its results in its next job. The time includes the latencies.
    assert one.positions < 3 * single["nodes"]
    assert one.time >= one.positions
    # The same again: nothing depends on the clock.
    assert simulated(zugi, 1, 1) == one


def test_many_workers_do_more_in_less_time(zugi: Path) -> None:
    start = "brbr/rb1b/1rbr/rbr1 r -"
    one, many = simulated(zugi, 1, 1, start), simulated(zugi, 8, 4, start)
    assert one.winner == many.winner is not None
    assert many.time < one.time
    assert many.time > one.time / 8 / 4
    # Two machines exchange results.
    assert one.results == 0
    assert many.results > 0
    assert many.result_bytes > many.results


def test_what_is_too_much_is_given_up(zugi: Path) -> None:
    cluster = SimulatedCluster(2, 2, latency=0, exchange=0)
    outcome = Simulation(zugi, "brbr/rbrb/brbr/rbrb r -", WORDS, 50, cluster).run(most=1000)
    assert outcome.winner is None
    assert 1000 < outcome.positions < 5000


def test_the_command_prints_a_row_for_each_number_of_workers(
    zugi: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions"
    # As PowerShell writes files.
    file.write_text(f"# of 4x4\n{POSITION}\n\n{POSITION}\n", encoding="utf-16")
    words = ["--zugi", str(zugi), *WORDS, "--nodes", "50", "--speed", "1000000"]
    assert simulate.main([*words, "--positions", str(file), "--workers", "1,3"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["workers", "1", "3"]
    assert simulate.main([*words, POSITION, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line[0]["workers"] for line in lines] == [1, 16]
    assert all(line[0]["factor"] == line[0]["positions"] / line[0]["single"] for line in lines)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["no position"], '"no"'),
        (["--positions", "nowhere"], "cannot read nowhere"),
        (["--positions", "/dev/null"], "has no positions"),
        ([POSITION, "--positions", "/dev/null"], "expected one of them"),
        ([POSITION, "--job"], "--job is not for shards"),
    ],
)
def test_wrong_words_are_quoted(zugi: Path, words: list[str], part: str) -> None:
    with pytest.raises(CommandLineError, match=part):
        simulate.main(["--zugi", str(zugi), "--variant", "zola-4", *words])

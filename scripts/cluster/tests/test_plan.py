"""The plan of a proof: figures from zugi, and what is calculated from them."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from zugi_cluster import plan
from zugi_cluster.cli import main
from zugi_cluster.estimate import Measured, Speed, Tables, WorkEstimate, tables_at_hand
from zugi_cluster.plan import (
    Rates,
    byte_size,
    cost_of,
    duration,
    figure,
    lines_of,
    report,
    warnings_of,
)

#: The start of 6x6, and a measurement that takes an instant.
START = ["--variant", "zola-6"]
QUICK = ["--measure", "2e4", "--descents", "3"]
RATES = Rates(cores=1000, overhead=2.5, price=0.02, nodes=10**8)


def planned(zugi: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["plan", "--zugi", str(zugi), "--json", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_costs_are_what_the_figures_make() -> None:
    cost = cost_of(3.6e15, 1e6, RATES)
    assert cost.core_years == pytest.approx(1e6 / 24 / 365.25)
    assert cost.seconds == pytest.approx(2.5 * 3.6e6)
    assert cost.money == pytest.approx(2.5 * 1e6 * 0.02)
    assert cost.jobs == 9e7
    # A single job runs on one core; more cores do not shorten it.
    assert cost_of(1e6, 1e6, RATES).seconds == 2.5
    assert cost_of(1e6, 1e6, RATES).jobs == 1
    assert cost_of(1e9, 1e6, RATES).seconds == 100


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (1e-5, "0.01"), (2.54, "2.5"), (12.34, "12"), (45678, "45,700"), (9.96e5, "996,000"),
     (9.996e5, "1.0e6"), (2.9e17, "2.9e17")],
)  # fmt: skip
def test_figures_are_short(number: float, text: str) -> None:
    assert figure(number) == text


def test_units() -> None:
    assert [duration(it) for it in (5, 90, 7200, 90000, 4e7)] == [
        "5 s", "1.5 min", "2 hours", "1 days", "1.3 years",
    ]  # fmt: skip
    assert [byte_size(it) for it in (9, 2000, 3.1e7, 4.2e9)] == [
        "9 bytes", "2 KB", "31 MB", "4.2 GB",
    ]  # fmt: skip


def test_the_start_of_6x6(zugi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = planned(
        zugi, capsys, *START, *QUICK, "--no-small-tables", "--cores", "10", "--price", "1"
    )
    assert found["position"].startswith("brbrbr/")
    assert found["winner"] is None
    assert found["tables"] == {"pieces": 0, "file_bytes": 0, "memory_bytes": 0}
    assert [it["pieces"] for it in found["larger_tables"]] == [9, 10, 11, 12]
    assert found["speed"]["nodes"] >= 20000
    assert found["rates"]["cores"] == 10
    assert [it["method"] for it in found["estimates"]] == ["pieces", "descents"]
    for entry in found["estimates"]:
        low, mean, high = (entry[key]["positions"] for key in ("low", "mean", "high"))
        assert 1e15 < low <= mean <= high
        assert entry["mean"]["money"] == pytest.approx(entry["mean"]["seconds"] / 360)
    assert "extrapolation" in found["unknown"][0]
    # The seed of the user is dropped, so the estimate is the same.
    again = planned(zugi, capsys, *START, *QUICK, "--no-small-tables", "--seed", "9")
    assert (
        again["estimates"][1]["mean"]["positions"] == (found["estimates"][1]["mean"]["positions"])
    )
    none = planned(zugi, capsys, *START, *QUICK, "--no-small-tables", "--descents", "0")
    assert [it["method"] for it in none["estimates"]] == ["pieces"]


def test_text_says_what_is_not_known(zugi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--zugi", str(zugi), *START, *QUICK, "--no-small-tables"]) == 0
    text = capsys.readouterr().out
    for said in ["positions a second of one core", "core time", "on 1,000 cores", "by pieces",
                 "by descents", "2.5 times the estimate", "What this does not know",
                 "low confidence", "warning: The client's tree"]:  # fmt: skip
        assert said in text


def test_a_proof_that_the_measurement_finds(
    zugi: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["b1b1/rbr1/1r1b/r2r r -", "--variant", "zola-4", "--no-small-tables"]
    found = planned(zugi, capsys, *words)
    assert found["winner"] == "p1"
    assert found["estimates"] == found["warnings"] == found["unknown"] == []
    assert main(["plan", "--zugi", str(zugi), *words]) == 0
    assert "p1 wins: the measurement has proven it" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no position"], "bad position"),
        (["--variant", "zvp"], "zvp has draws: expected a game without"),
        (["--certificate", "x"], "--certificate is not for shards"),
        (["--hash", "x"], "invalid value 'x' for '--hash"),
        (["--zugi", "/nowhere"], "no program /nowhere: expected --zugi PATH, or zugi on the PATH"),
    ],
)
def test_wrong_arguments(
    zugi: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["plan", "--zugi", str(zugi), *QUICK, *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--cores", "0"], ["--overhead", "0.5"], ["--price", "x"]])
def test_rates_that_cannot_be(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit):
        plan.parser().parse_args(words)
    assert "expected a" in capsys.readouterr().err


def test_tables_are_counted_by_their_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def table(folder: Path, pieces: int, entries: int, magic: bytes = b"zugitabl") -> None:
        folder.mkdir(exist_ok=True)
        header = struct.pack("<8sHH16sIQ", magic, 1, pieces, b"zola-6", 32768, entries)
        (folder / f"zola-6.{pieces}.table").write_bytes(header)

    cache, more = tmp_path / "cache", tmp_path / "more"
    monkeypatch.setenv("ZUGI_CACHE", str(cache))
    table(cache, 7, 800)
    table(cache, 8, 1600)
    table(more, 8, 1600)
    table(more, 9, 8000)
    table(more, 10, 8000, b"something")
    (more / "zola-6.11.table").write_bytes(b"short")
    assert tables_at_hand("zola-6", []) == Tables(8, 80, 300)
    # A table that is in two folders counts once.
    for words in [["--tables", str(more)], [f"--tables={more}", "--hash", "1"]]:
        assert tables_at_hand("zola-6", words) == Tables(9, 120, 1300)
    assert tables_at_hand("zola-6", ["--no-small-tables"]) == Tables(0, 0, 0)


def test_limits_of_the_client_are_named() -> None:
    estimate = WorkEstimate("pieces", 1e17, 1e16, 1e18)
    measured = Measured("x", "zola-6", Speed(10**6, 1.0), Tables(10, 1, 1), (estimate,), None, 0)
    many = Rates(cores=100_000, overhead=1, price=0, nodes=10**8)
    slow, large = report(measured, many)["warnings"]
    assert "expected --nodes 1.5e9 or more for 100,000 cores" in slow
    assert "jobs of 1.0e10 positions or more" in large
    found = report(measured, Rates(1000, 1, 0, 10**11))
    assert found["warnings"] == []
    lost = WorkEstimate("descents", 1e9, 1e8, 1e10, "p1", 0.02)
    assert "2% of the descents" in warnings_of([lost], 1e6, RATES)[0]
    assert [it["pieces"] for it in found["larger_tables"]] == [11, 12]
    assert "11 pieces, 4.1 GB to copy, 20 GB in memory" in "\n".join(lines_of(found, RATES))

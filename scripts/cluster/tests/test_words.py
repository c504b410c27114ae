"""Arguments of the single commands, divided into arguments of shards."""

from __future__ import annotations

import argparse

import pytest

from zugi_cluster.command_line import CommandLine, CommandLineError, jobs_ahead
from zugi_cluster.solve import tables_of


def test_words_of_a_match() -> None:
    words = CommandLine(
        "match",
        ["--games", "20", "--engine", "a", "b", "--sprt", "elo0=0", "elo1=5", "--engine", "c"],
    )
    assert words.sprt == ["elo0=0", "elo1=5"]
    assert words.plain == ["--games", "20", "--engine", "a", "b", "--engine", "c"]
    assert words.games() == 20
    more = ["--games", "20", "--engine", "a", "--engine=b", "--engine", "c"]
    assert CommandLine("match", more).games() == 60
    assert CommandLine("match", [*more, "--gauntlet"]).games() == 40
    assert CommandLine("match", []).games() == 100


@pytest.mark.parametrize(
    ("command", "words", "said"),
    [
        ("match", ["--resume"], "the same command again"),
        ("match", ["--config=x"], "--config"),
        ("data", ["--shard", "1/2"], "--shard"),
        ("solve", ["--job"], "--job"),
        ("solve", ["--movetime", "9", "4/3b/rb2/1b1b r -"], "--movetime"),
        ("solve", ["--learn", "9"], "--learn"),
    ],
)
def test_words_that_cannot_be_cut(command: str, words: list[str], said: str) -> None:
    with pytest.raises(CommandLineError, match=said):
        CommandLine(command, words)


@pytest.mark.parametrize("text", ["0", "-1", "x", "nan", "inf"])
def test_numbers_of_jobs_ahead_that_are_none(text: str) -> None:
    assert jobs_ahead("0.5") == 0.5
    with pytest.raises(argparse.ArgumentTypeError, match="expected a number above 0"):
        jobs_ahead(text)


@pytest.mark.parametrize("text", ["0", "-1", "x", "1e3"])
def test_numbers_of_games_that_are_none(text: str) -> None:
    with pytest.raises(CommandLineError, match="expected a number from 1"):
        CommandLine("data", ["--games", text]).games()


def test_the_position_of_a_proof() -> None:
    words = CommandLine("solve", ["--nodes", "100", "4/3b/rb2/1b1b r -", "--variant", "zola-4"])
    assert words.position == "4/3b/rb2/1b1b r -"
    assert words.plain == ["--nodes", "100", "--variant", "zola-4"]
    logged = CommandLine("solve", ["--log-file", "log", "4/3b/rb2/1b1b r -"])
    assert (logged.position, logged.plain) == (words.position, ["--log-file", "log"])
    assert words.variant() == ["--variant", "zola-4"]
    assert CommandLine("solve", ["--variant", "zola-4"]).position is None


def test_words_about_tables() -> None:
    words = ["--nodes", "9", "--tables", "a", "--table-memory=5", "--certificate-tables", "3"]
    words += ["--tables=b", "--hash", "1"]
    assert tables_of(words) == ["--tables", "a", "--tables", "b", "--table-memory", "5"]
    assert tables_of(["--certificate-tables", "3"]) == []

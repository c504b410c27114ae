"""Paths in arguments: of files that are sent, and of files that workers must have."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from zugi_cluster.checks import NamedFile, check_named
from zugi_cluster.paths import PathError, Paths


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of the client."""
    for name in ["target/zugi", "target/zugi-2", "my dir/engine", "net.bin", "book"]:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name)
    (tmp_path / "tables").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def paths(*sent: str, any_build: bool = False) -> Paths:
    """Paths for which these files are sent, as `new-0` and so on."""
    places = {os.path.abspath(path): f"sent/new-{number}" for number, path in enumerate(sent)}
    return Paths(lambda text: places.get(os.path.abspath(text)), any_build)


@pytest.mark.parametrize(
    ("word", "new"),
    [
        ("cmd=target/zugi", "cmd=sent/new-0"),
        ("cmd=./target/zugi", "cmd=sent/new-0"),
        ("cmd='target/zugi' x", "cmd=sent/new-0 x"),
        ("cmd=target/zugi --net=net.bin -v", "cmd=sent/new-0 --net=sent/new-2 -v"),
        ("cmd=my dir/engine", "cmd=sent/new-1"),
        ("cmd='my dir/engine' --x", "cmd=sent/new-1 --x"),
        ("cmd=my\\ dir/engine --x", "cmd=sent/new-1 --x"),
        ("option.EvalFile=net.bin", "option.EvalFile=sent/new-2"),
        ("option.Hash=16", "option.Hash=16"),
        ("name=net.bin", "name=net.bin"),
        ("nodes=5", "nodes=5"),
    ],
)
def test_what_is_sent_has_another_path_on_a_worker(here: Path, word: str, new: str) -> None:
    it = paths("target/zugi", "my dir/engine", "net.bin")
    assert it.fit(["--engine", word]) == ["--engine", new]
    assert it.fit([f"--engine={word}"]) == [f"--engine={new}"]
    assert it.named == {}


def test_whole_paths_are_replaced_and_in_other_arguments_too(here: Path) -> None:
    it = paths("target/zugi", "book")
    other = str(here / "target/zugi-2")
    words = ["--engine", "cmd=target/zugi-2", "--openings", "book", "--any", "x=book", "--tables=y"]
    (here / "y").mkdir()
    assert it.fit(words) == [
        *["--engine", f"cmd={other}", "--openings", "sent/new-1", "--any", "x=sent/new-1"],
        f"--tables={here / 'y'}",
    ]


def test_what_is_not_sent_is_absolute_and_known(here: Path) -> None:
    it = paths("target/zugi")
    words = ["--tables", "tables", "--tables", "small", "--openings=book", "--eval-file", "sum"]
    words += ["--engine", "name=a", "cmd='my dir/engine' net.bin 5", "option.Tables=tables"]
    fitted = it.fit(words)
    assert fitted == [
        *["--tables", str(here / "tables"), "--tables", "small", f"--openings={here / 'book'}"],
        *["--eval-file", "sum", "--engine", "name=a"],
        f"cmd='{here / 'my dir/engine'}' {here / 'net.bin'} 5",
        f"option.Tables={here / 'tables'}",
    ]
    sha256 = hashlib.sha256(b"my dir/engine").hexdigest()
    assert it.named[str(here / "my dir/engine")] == NamedFile(False, len("my dir/engine"), sha256)
    assert it.named[str(here / "tables")] == NamedFile(is_folder=True)
    assert set(it.named) == {
        str(here / it) for it in ["tables", "book", "my dir/engine", "net.bin"]
    }
    # Absolute paths do not change.
    assert paths("target/zugi").fit(fitted) == fitted
    # With `any_build`, files of other builds may differ.
    loose = paths(any_build=True)
    loose.fit(words)
    assert loose.named[str(here / "my dir/engine")] == NamedFile(is_folder=False)


def test_a_folder_of_an_engine_counts_for_its_program(here: Path) -> None:
    it = paths("target/zugi")
    words = ["--each", "dir=my dir", "--engine", "cmd=./engine", "--engine", "cmd=python3 x"]
    fitted = it.fit(words)
    assert fitted[1] == f"dir={here / 'my dir'}"
    assert fitted[3] == f"cmd='{here / 'my dir/engine'}'"
    assert it.looked_up == {"python3"}
    zugi = here / "target/zugi"
    with pytest.raises(PathError, match="is sent, and not there: expected no dir="):
        it.fit(["--engine", f"cmd={zugi}", "dir=tables"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tables", "nothing"], "--tables 'nothing': there is no such folder here"),
        (["--openings=nothing"], "--openings 'nothing': there is no such file here"),
        (["--engine", "cmd=no/engine x"], "cmd 'no/engine': there is no such file here"),
        (["--engine", "dir=nothing"], "dir 'nothing': there is no such folder here"),
    ],
)
def test_relative_paths_to_nothing_are_refused(words: list[str], said: str) -> None:
    with pytest.raises(PathError, match=said):
        paths().fit(words)


def test_what_only_workers_have_is_asked_for_there(here: Path) -> None:
    it = paths()
    it.fit(["--tables", "/nowhere/tables", "--engine", "cmd=/nowhere/engine"])
    assert it.named == {"/nowhere/tables": NamedFile(True), "/nowhere/engine": NamedFile(False)}
    assert check_named(it.named) == "/nowhere/tables: expected a folder"


def test_a_worker_names_the_file_that_is_another_one(here: Path) -> None:
    it = paths()
    it.fit(["--engine", "cmd=target/zugi"])
    path = here / "target/zugi"
    assert check_named(it.named) is None
    path.write_text("TARGET/ZUGI")
    assert str(check_named(it.named)).startswith(f"{path}: its SHA-256 is ")
    path.write_text("other")
    assert check_named(it.named) == f"{path}: it has 5 bytes, expected 11; or --send"
    path.unlink()
    assert check_named(it.named) == f"{path}: expected a file; or --send"

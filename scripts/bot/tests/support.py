"""The bot as a process, beside a stand-in for the site."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import ugi

from .host import LONG, Host

ZUGI = os.environ.get("ZUGI", "")
needs_zugi = unittest.skipUnless(ZUGI, "ZUGI names no program")


class Bot:
    """`zugi-bot serve`, on a port that is free."""

    def __init__(self, host: Host, log: Path, *arguments: str, program: str) -> None:
        """Waits until it listens."""
        command = [sys.executable, "-m", "zugi_bot", "serve", "--listen", "127.0.0.1:0"]
        self._log = log
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                [*command, "--movetime", "10", "--zugi", program, *arguments],
                env={**os.environ, **host.environment()},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout
        said = self.process.stdout.readline()
        if "listening on " not in said:
            self.close()
            raise AssertionError(f"{said!r}: {self.log()}")
        self.url = said.split()[-1]

    def log(self) -> str:
        """What it has logged so far."""
        return self._log.read_text()

    def close(self) -> int:
        """Ends the bot by SIGTERM, waits for the end, and returns the exit code."""
        self.process.terminate()
        code = self.process.wait(LONG)
        assert self.process.stdout
        self.process.stdout.close()
        return code


class Zola:
    """A game by the rules, in the site's notation; player 0 begins."""

    def __init__(self, engine: ugi.blocking.Engine) -> None:
        """From the start position of the engine's variant."""
        self.engine = engine
        self.game = engine.game()
        self.moves: list[str] = []

    @property
    def turn(self) -> int:
        """The player to move, 0 or 1."""
        return int(self.game.turn == "p2")

    @property
    def winner(self) -> int | None:
        """The winner, 0 or 1; None without one."""
        return {"p1win": 0, "p2win": 1}.get(str(self.game.result))

    @property
    def rounds(self) -> list[list[str]]:
        """The moves as the site tells them: a list for each round."""
        return [self.moves[at : at + 2] for at in range(0, len(self.moves), 2)]

    def legal(self) -> dict[str, str]:
        """The legal moves, with zugi's texts of them; none if the game is over."""
        pieces = self.engine.board()["pieces"]
        sign = {True: "x", False: "-"}
        texts = sorted(self.game.legal or [])
        return {
            "pass" if text == "0000" else f"{text[:2]}{sign[text[2:] in pieces]}{text[2:]}": text
            for text in texts
        }

    def play(self, move: str) -> None:
        self.game.play(self.legal()[move])
        self.moves.append(move)


class Case(unittest.TestCase):
    """A test with a stand-in for the site, and a folder."""

    def setUp(self) -> None:
        self.host = Host()
        self.addCleanup(self.host.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bot(self, *arguments: str, program: str = ZUGI) -> Bot:
        """A bot, which ends with the test."""
        bot = Bot(self.host, self.folder / "bot.log", *arguments, program=program)
        self.addCleanup(bot.close)
        return bot

    def zola(self, size: int) -> Zola:
        """A new game, by zugi."""
        engine = ugi.open(ZUGI, "--variant", f"zola-{size}", timeout=LONG)
        self.addCleanup(engine.close)
        return Zola(engine)

    def faulty(self, mode: str) -> str:
        """The path of an engine with a fault."""
        path = self.folder / f"{mode}.sh"
        engine = Path(__file__).with_name("engine.py")
        words = [sys.executable, str(engine), str(Path(ZUGI).absolute()), mode, str(self.folder)]
        path.write_text(f"#!/bin/sh\nexec {shlex.join(words)}\n")
        path.chmod(0o755)
        return str(path)

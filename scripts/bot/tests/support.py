"""The bot as a process, beside a stand-in for the site."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

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
        """Ends it as a service is ended, and waits for the end; its exit code."""
        self.process.terminate()
        code = self.process.wait(LONG)
        assert self.process.stdout
        self.process.stdout.close()
        return code


class Case(unittest.TestCase):
    """A test with a stand-in for the site, and a folder."""

    def setUp(self) -> None:
        """What the test needs."""
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

    def faulty(self, mode: str) -> str:
        """The path of an engine with a fault."""
        path = self.folder / f"{mode}.sh"
        engine = Path(__file__).with_name("engine.py")
        words = [sys.executable, str(engine), str(Path(ZUGI).absolute()), mode, str(self.folder)]
        path.write_text(f"#!/bin/sh\nexec {shlex.join(words)}\n")
        path.chmod(0o755)
        return str(path)

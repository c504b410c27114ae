"""The engines that the tests play with."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import unittest
from pathlib import Path

import ugi

HERE = Path(__file__).resolve().parent
# The repository. A source distribution (sdist) has no folder of examples, but a copy of
# `tic_tac_toe.py` beside the tests.
ROOT = HERE / ".." / ".." / ".."
TIC_TAC_TOE = HERE / "tic_tac_toe.py"
ZUGI = os.environ.get("ZUGI", "")
BAD = os.environ.get("BAD_ENGINE", "")
# Far more than any answer takes; a machine may be busy.
LONG = 120.0

needs_zugi = unittest.skipUnless(ZUGI, "ZUGI names no program")
needs_examples = unittest.skipUnless((ROOT / "examples").is_dir(), "an sdist has no examples")
needs_bad = unittest.skipUnless(BAD, "BAD_ENGINE names no program")


def zugi(variant: str = "zola-6") -> ugi.blocking.Engine:
    return ugi.open(ZUGI, "--variant", variant, timeout=LONG)


def tic_tac_toe() -> ugi.blocking.Engine:
    """An engine in Python that knows little more than UGI."""
    return ugi.open(sys.executable, str(TIC_TAC_TOE), timeout=LONG)


def bad(*fault: str) -> ugi.blocking.Engine:
    """The test engine, with this fault."""
    return ugi.open(BAD, *fault, timeout=LONG)


def start_script(text: str, *arguments: str) -> subprocess.Popen[str]:
    """Starts a script in Python, with this package."""
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", text, *arguments],
        env={**os.environ, "PYTHONPATH": str(Path(ugi.__file__).parents[1])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_script(text: str, *arguments: str) -> tuple[int, str, str]:
    """Runs a script to its end; returns the exit code, its output and its errors."""
    with start_script(text, *arguments) as process:
        try:
            out, errors = process.communicate(timeout=LONG)
        finally:
            process.kill()
    return process.returncode, out, errors


def ends(pid: int) -> bool:
    """Whether a process ends: one that was killed may need a moment."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], LONG)[0])
    finally:
        os.close(process)

"""The engines that the tests play with."""

from __future__ import annotations

import os
import sys
import time
import unittest
from pathlib import Path

import ugi

ROOT = Path(__file__).resolve().parents[3]
TIC_TAC_TOE = ROOT / "examples" / "tic-tac-toe.py"
ZUGI = os.environ.get("ZUGI", "")
BAD = os.environ.get("BAD_ENGINE", "")
# Far more than any answer takes; a machine may be busy.
LONG = 120.0

needs_zugi = unittest.skipUnless(ZUGI, "ZUGI names no program")
needs_bad = unittest.skipUnless(BAD, "BAD_ENGINE names no program")


def zugi(variant: str = "zola-6") -> ugi.blocking.Engine:
    """Zugi with a variant."""
    return ugi.open(ZUGI, "--variant", variant, timeout=LONG)


def tic_tac_toe() -> ugi.blocking.Engine:
    """An engine in Python that knows little more than UGI."""
    return ugi.open(sys.executable, str(TIC_TAC_TOE), timeout=LONG)


def bad(*fault: str, timeout: float = LONG) -> ugi.blocking.Engine:
    """The engine that has one fault."""
    return ugi.open(BAD, *fault, timeout=timeout)


def alive(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def ends(pid: int) -> bool:
    """Whether a process ends soon: one that was killed may need a moment."""
    deadline = time.monotonic() + LONG
    while alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True

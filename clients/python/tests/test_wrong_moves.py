"""The example that counts wrong moves in won positions."""

from __future__ import annotations

import contextlib
import io
import runpy
import tempfile
import unittest
from pathlib import Path

import ugi

from .programs import ROOT, ZUGI, needs_examples, needs_zugi

EXAMPLE = ROOT / "examples" / "wrong_moves.py"
#: The start position three times: all moves win in the first and the third, none in the second.
POSITIONS = """\
# a remark
{fen};{moves};b6c6;1
{fen};none;b6c6;1

{fen};{moves};b6c6;1
"""


@needs_zugi
@needs_examples
class WrongMoves(unittest.TestCase):
    """Moves that the file does not name are wrong."""

    def test_odd_and_even_positions(self) -> None:
        """Both halves are counted, with an option of the engine."""
        with ugi.open(ZUGI, "--variant", "zola-4") as engine:
            engine.position()
            fen, moves = engine.fen(), " ".join(engine.moves())
        main = runpy.run_path(str(EXAMPLE))["main"]
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said):
            path = Path(folder, "won.txt")
            path.write_text(POSITIONS.format(fen=fen, moves=moves))
            main("nodes=10", str(path), ZUGI, "--variant", "zola-4", "--", "Hash=1")
        wanted = "odd positions: 0 of 2 wrong\neven positions: 1 of 1 wrong\n"
        self.assertEqual(said.getvalue(), wanted)

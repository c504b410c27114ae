"""The programs of the README run."""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from .programs import ZUGI, needs_zugi

README = Path(__file__).parents[1] / "README.md"


@needs_zugi
class Readme(unittest.TestCase):
    """Each block of Python is a program of its own."""

    def test_its_programs_run(self) -> None:
        """Each program runs with zugi on the PATH, and prints something."""
        blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
        self.assertEqual(len(blocks), 6)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "zugi").symlink_to(Path(ZUGI).absolute())
            path = folder + os.pathsep + os.environ["PATH"]
            for block in blocks:
                said = io.StringIO()
                with mock.patch.dict(os.environ, {"PATH": path}), contextlib.redirect_stdout(said):
                    exec(compile(block, str(README), "exec"), {})
                self.assertTrue(said.getvalue().strip(), block)

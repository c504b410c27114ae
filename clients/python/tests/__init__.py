"""Tests of the package; `python -m unittest` runs them.

ZUGI names the program and BAD_ENGINE the engine of the tests that fails; without them what needs
them is skipped.
"""

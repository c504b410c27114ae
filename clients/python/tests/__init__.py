"""Tests of the package; `python -m unittest` runs them.

ZUGI names the program, and BAD_ENGINE the test engine with faults; without them the tests that need
them are skipped.
"""

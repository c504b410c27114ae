"""Matches, data and proofs of zugi on many machines, by Dask.

The work is cut into single commands of zugi that need not talk to each other. Each is a task
whose result is a file; a finished file is never made again. `docs/guides/cluster.md` says how it
is used.
"""

__version__ = "0.3.0.dev0"

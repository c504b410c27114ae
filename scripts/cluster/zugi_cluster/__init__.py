"""Matches, data and proofs of zugi on many machines, by Dask.

The work consists of independent commands of zugi. Each is a task whose result is a file; a
finished file is never made again. `docs/guides/cluster.md` explains the use.
"""

__version__ = "0.3.0.dev0"

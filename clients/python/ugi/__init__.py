"""A client for engines of board games that speak UGI, the Universal Game Interface.

`ugi.open` starts an engine for scripts without asyncio; `ugi.Engine.start` is its form for
asyncio. The modules `ugi.blocking` and `ugi.aio` have the same names.
"""

from . import aio, blocking
from .aio import Engine, Game, Played, Search
from .blocking import match, open
from .errors import EngineError, Malformed, Refused, Terminated, Timeout
from .lines import Best, Info, Limit, Option
from .matches import parse_openings, read_openings
from .score import Score
from .transport import Transport

__version__ = "0.3.0.dev0"

__all__ = [
    "Best",
    "Engine",
    "EngineError",
    "Game",
    "Info",
    "Limit",
    "Malformed",
    "Option",
    "Played",
    "Refused",
    "Score",
    "Search",
    "Terminated",
    "Timeout",
    "Transport",
    "__version__",
    "aio",
    "blocking",
    "match",
    "open",
    "parse_openings",
    "read_openings",
]

"""The webhook: checks each request, answers it at once, and makes the move later.

Nothing is stored: each request for a move has the whole game. Only promised
moves, recent requests, the levels of recent games and a token are in memory.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import ugi

from .messages import Challenge, MessageError, MoveRequest, read
from .player import Level, Player
from .signature import SignatureError, Verifier
from .site import Site, SiteError

LOG = logging.getLogger("zugi-bot")
#: The longest message, in bytes; that of a long game has a few thousand.
MAX_BODY = 1 << 20
#: The most moves that may wait for an engine.
MAX_WAITING = 10_000
#: The number of games whose levels are remembered.
_REMEMBERED = 1000
#: Seconds that a client may be silent in the middle of a request.
_PATIENCE = 10


class Levels:
    """The level for each opponent, whose name the site tells."""

    def __init__(self, usual: Level, opponents: dict[str, Level], site: Site) -> None:
        self._usual = usual
        self._opponents = opponents
        self._site = site
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Level] = OrderedDict()

    def level(self, game_id: str) -> Level:
        if not self._opponents:
            return self._usual
        with self._lock:
            known = self._known.get(game_id)
        if known is not None:
            return known
        try:
            opponents = self._site.opponents(game_id)
        except SiteError as error:
            LOG.warning("game %s: level %s: %s", game_id, self._usual, error)
            return self._usual
        names = [name for opponent in opponents for name in (opponent["id"], opponent["name"])]
        found = [self._opponents[name] for name in names if name in self._opponents]
        level = found[0] if found else self._usual
        with self._lock:
            self._known[game_id] = level
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return level


class Bot:
    """Handles the requests to the server."""

    def __init__(
        self,
        verifier: Verifier,
        player: Player,
        levels: Levels,
        site: Site,
        games: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._verifier = verifier
        self._player = player
        self._levels = levels
        self._site = site
        self._clock = clock
        self._workers = ThreadPoolExecutor(games, "move")
        self._lock = threading.Lock()
        self._waiting: set[tuple[str, int]] = set()

    def close(self) -> None:
        """Waits for the promised moves."""
        self._workers.shutdown()

    def answer(self, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, object]]:
        """The status and the answer to a request with a body."""
        try:
            self._verifier.check(headers, body, self._clock())
            message = read(body)
        except SignatureError as error:
            LOG.warning("401 %s", error)
            return 401, {"message": str(error)}
        except MessageError as error:
            LOG.warning("400 %s", error)
            return 400, {"message": str(error)}
        if isinstance(message, Challenge):
            LOG.info("challenge of %s: %s", ", ".join(message.challengers), message.variant)
            return 200, {"accepted": True}
        return self._promise(message)

    def _promise(self, request: MoveRequest) -> tuple[int, dict[str, object]]:
        key = (request.game_id, len(request.moves))
        with self._lock:
            if key in self._waiting:
                return 202, {"queued": True}
            if len(self._waiting) >= MAX_WAITING:
                return 503, {"message": f"{MAX_WAITING} moves are waiting: try later"}
            self._waiting.add(key)
            try:
                self._workers.submit(self._move, request, key)
            except RuntimeError:
                self._waiting.discard(key)
                return 503, {"message": "the bot is going down: try later"}
        return 202, {"queued": True}

    def _move(self, request: MoveRequest, key: tuple[str, int]) -> None:
        name, ply = key
        try:
            level = self._levels.level(name)
            move = self._player.choose(request, level)
            self._site.submit(name, move)
            LOG.info("game %s: %s, move %d, level %s: %s", name, request.variant, ply, level, move)
        except (ugi.EngineError, MessageError, SiteError) as error:
            LOG.error("game %s: no move %d: %s", name, ply, error)
        except Exception:
            LOG.exception("game %s: no move %d", name, ply)
        finally:
            with self._lock:
                self._waiting.discard(key)


class Server(ThreadingHTTPServer):
    """The server of one bot."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], path: str, bot: Bot) -> None:
        self.path = path
        self.bot = bot
        super().__init__(address, Handler)


class Handler(BaseHTTPRequestHandler):
    server: Server
    server_version = "zugi-bot"
    sys_version = ""
    timeout = _PATIENCE

    def do_GET(self) -> None:
        """The site checks whether the bot runs."""
        if self.path == self.server.path:
            self._say(200, {"operational": True})
        else:
            self._say(404, {"message": f"expected {self.server.path}"})

    def do_POST(self) -> None:
        """A challenge, or a request for a move."""
        length = self.headers.get("Content-Length") or ""
        if self.path != self.server.path:
            self._say(404, {"message": f"expected {self.server.path}"})
        elif not (length.isascii() and length.isdigit()):
            self._say(411, {"message": "expected Content-Length"})
        elif len(length) > 9 or int(length) > MAX_BODY:
            self._say(413, {"message": f"expected at most {MAX_BODY} bytes"})
        else:
            body = self.rfile.read(int(length))
            names = ("X-Signature-Timestamp", "X-Signature-Nonce", "X-Signature")
            headers = {name: self.headers.get(name) or "" for name in names}
            self._say(*self.server.bot.answer(headers, body))

    def _say(self, status: int, answer: dict[str, object]) -> None:
        text = json.dumps(answer).encode()
        self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *arguments: object) -> None:
        """Requests are not logged here; their effects are logged elsewhere."""
        LOG.debug(format, *arguments)

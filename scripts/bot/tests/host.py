"""A stand-in for the site on this machine: it signs requests, issues tokens and accepts moves."""

from __future__ import annotations

import base64
import json
import queue
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

#: Far more than anything takes; a machine may be busy.
LONG = 120.0
CLIENT, SECRET, SCOPE = "bot-1", "s3cret&=", "resources/communicate"


class Host:
    """The site. `moves` has the game and the text of each move that was accepted."""

    def __init__(self) -> None:
        """It listens at once."""
        self.key = Ed25519PrivateKey.generate()
        self.moves: queue.Queue[tuple[str, str]] = queue.Queue()
        self.tokens: list[str] = []
        self.dead_tokens: set[str] = set()
        #: Answers to the next moves, in place of success: the status of HTTP, and the body.
        self.answers: list[tuple[int, object]] = []
        #: The players of each game, for `get_game`.
        self.players: dict[str, list[dict[str, str]]] = {}
        #: The requests to the site, in order.
        self.asked: list[str] = []
        self._nonce = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.host = self  # type: ignore[attr-defined]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}{path}"

    def environment(self) -> dict[str, str]:
        """The environment variables with the bot's credentials."""
        key = self.key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
        return {
            "BOT_CLIENT_ID": CLIENT,
            "BOT_CLIENT_SECRET": SECRET,
            "BOT_TOKEN_URL": self.url("/oauth2/token"),
            "BOT_OAUTH_SCOPE": SCOPE,
            "BOT_QUERY_URL": self.url("/dev/botQuery"),
            "AP_BOT_PUBLIC_KEY": key.decode(),
        }

    def signed(self, body: bytes, now: float | None = None) -> dict[str, str]:
        """The headers of a request, signed at this time."""
        self._nonce += 1
        stamp, nonce = str(int(time.time() if now is None else now)), f"nonce-{self._nonce}"
        signature = self.key.sign(f"{stamp}.{nonce}.".encode() + body)
        return {
            "X-Signature-Timestamp": stamp,
            "X-Signature-Nonce": nonce,
            "X-Signature": base64.b64encode(signature).decode(),
        }

    def post(self, bot: str, message: object) -> tuple[int, Any]:
        """Sends a signed message to a bot; returns the status and the answer."""
        body = json.dumps(message).encode()
        return send(bot, body, self.signed(body))

    def next_move(self, game: str) -> str:
        """Waits for a move, which has to be of this game."""
        of, move = self.moves.get(timeout=LONG)
        assert of == game, (of, game)
        return move


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        host: Host = self.server.host  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        host.asked.append(self.path)
        status, answer = getattr(self, {
            "/oauth2/token": "token", "/dev/botQuery": "move", "/dev/query": "query"
        }[self.path])(host, body)  # fmt: skip
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def token(self, host: Host, body: str) -> tuple[int, object]:
        form = dict(urllib.parse.parse_qsl(body))
        expected = {
            "grant_type": "client_credentials",
            "client_id": CLIENT,
            "client_secret": SECRET,
            "scope": SCOPE,
        }
        if form != expected:
            return 400, {"error": "invalid_client"}
        host.tokens.append(f"token-{len(host.tokens)}")
        return 200, {"access_token": host.tokens[-1], "expires_in": 3600, "token_type": "Bearer"}

    def move(self, host: Host, body: str) -> tuple[int, object]:
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if token not in host.tokens or token in host.dead_tokens:
            return 401, {"message": "Unauthorized"}
        if host.answers:
            return host.answers.pop(0)
        message = json.loads(body)
        if sorted(message) != ["gameid", "metaGame", "move", "verb"] or message["verb"] != "move":
            return 200, {"statusCode": 400, "body": "bad"}
        host.moves.put((message["gameid"], message["move"]))
        return 200, {"statusCode": 200, "body": "{}"}

    def query(self, host: Host, body: str) -> tuple[int, object]:
        message = json.loads(body)
        game = message["pars"]["id"]
        if message["query"] != "get_game" or game not in host.players:
            return 500, {"message": "not found"}
        return 200, {"game": {"id": game, "players": host.players[game]}, "comments": []}

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def send(
    url: str, body: bytes | Iterator[bytes] | None, headers: dict[str, str]
) -> tuple[int, Any]:
    """Sends a request; returns the status and the answer.

    A body from an iterator has no Content-Length.
    """
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=LONG) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read() or b"null")


def move_request(game: str, size: int, rounds: list[list[str]], **more: object) -> dict[str, Any]:
    """A request for a move, as the site sends it."""
    return {
        "verb": "move",
        "metaGame": "zola",
        "variants": ["8x8"] if size == 8 else [],
        "gameid": game,
        "clockCurr": 48,
        "numPlayers": 2,
        "moves": rounds,
        **more,
    }


def challenge(**more: object) -> dict[str, Any]:
    """As the site builds it."""
    return {
        "verb": "challenge",
        "metaGame": "zola",
        "variants": [],
        "clockStart": 72,
        "clockInc": 24,
        "clockMax": 168,
        "challengers": ["human-1"],
        **more,
    }

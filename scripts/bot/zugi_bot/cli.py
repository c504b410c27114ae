"""`zugi-bot serve` and `zugi-bot answer`: arguments and environment."""

from __future__ import annotations

import argparse
import json
import logging
import os
import shutil
import signal
import sys
import threading
import urllib.parse
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

try:
    import ugi
except ModuleNotFoundError:
    sys.exit(
        "zugi-bot: the package ugi is missing: expected `pip install ./clients/python` in the "
        "folder of zugi"
    )

from . import __version__
from .messages import GAME, MessageError, MoveRequest, read
from .player import FULL, Engines, Level, Player
from .server import Bot, Levels, Server
from .signature import Verifier, public_key
from .site import Credentials, Site

DESCRIPTION = """\
zugi as a bot on Abstract Play, for Zola on 6x6 and 8x8.

serve   answers the site's challenges and requests for moves, until it is interrupted
answer  reads one request for a move, from FILE or the standard input, and shows the answer;
        nothing is sent
"""
EPILOG = """\
serve needs what the owner of the bot gets from the site, in the environment:
  BOT_CLIENT_ID, BOT_CLIENT_SECRET   of the bot
  BOT_TOKEN_URL, BOT_OAUTH_SCOPE     where it gets tokens
  BOT_QUERY_URL                      where it says moves
  AP_BOT_PUBLIC_KEY                  the key that the site signs with

docs/guides/bot.md says how to get them, and what else a person must do.
"""
#: The environment variables, in the order of `Credentials`.
_NAMES = ("BOT_CLIENT_ID", "BOT_CLIENT_SECRET", "BOT_TOKEN_URL", "BOT_OAUTH_SCOPE", "BOT_QUERY_URL")
_KEY = "AP_BOT_PUBLIC_KEY"


class UsageError(Exception):
    """The request of the user cannot be fulfilled."""


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="zugi-bot",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--version", action="version", version=f"%(prog)s {__version__}")
    add("command", choices=["serve", "answer"], help="what is to be done")
    add("file", nargs="?", type=Path, metavar="FILE", help="of answer [default: standard input]")
    add("--zugi", default="zugi", metavar="PATH", help="the program [default: zugi of the PATH]")
    add("--listen", default="127.0.0.1:8787", metavar="HOST:PORT", help="[default: %(default)s]")
    add("--path", default="/", help="the path of the webhook [default: %(default)s]")
    add("--level", type=_level, default="full", metavar="LEVEL", help="full, or a rating such as "
        "1600 [default: %(default)s]")  # fmt: skip
    add("--opponent", type=_opponent, action="append", default=[], metavar="PLAYER=LEVEL",
        help="the level against a player, by id or name; may be repeated")  # fmt: skip
    add("--movetime", type=_positive, default=2000, metavar="MS", help="of a move at level full "
        "[default: %(default)s]; less if the clock is low")  # fmt: skip
    add("--grace", type=_positive, default=10, metavar="S", help="seconds that an engine may take "
        "longer before it is stopped, and again before it is ended "
        "[default: %(default)s]")  # fmt: skip
    add("--games", type=_positive, default=2, metavar="N", help="engines at the same time "
        "[default: %(default)s]")  # fmt: skip
    return parser


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1 << 30):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 to {1 << 30}")
    return int(text)


def _level(text: str) -> Level:
    if text.lower() == FULL:
        return Level(None)
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise argparse.ArgumentTypeError(f"{text!r}: expected {FULL}, or a rating such as 1600")
    return Level(int(text))


def _opponent(text: str) -> tuple[str, Level]:
    name, equals, level = text.rpartition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"{text!r}: expected PLAYER=LEVEL")
    return name, _level(level)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns its exit code."""
    # FILE may follow the options.
    options = parser().parse_intermixed_args(arguments)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    try:
        return _serve(options) if options.command == "serve" else _answer(options)
    except (UsageError, MessageError, ugi.EngineError, OSError) as error:
        print(f"zugi-bot: {error}", file=sys.stderr)
        return 2


def _engines(options: argparse.Namespace, games: int) -> Engines:
    program = shutil.which(options.zugi)
    if program is None:
        raise UsageError(
            f"no program {options.zugi}: expected --zugi PATH, or zugi on the PATH, as by "
            "`pip install zugi-….whl` with the wheel of a release or of `cargo xtask release`, or "
            "by `cargo install --path . --locked` in the folder of zugi"
        )
    engines = Engines([program], games)
    try:
        name = engines.check([options.level, *(level for _, level in options.opponent)])
    except ValueError as error:
        engines.close()
        raise UsageError(str(error)) from None
    logging.getLogger("zugi-bot").info("engine: %s", name)
    return engines


def _answer(options: argparse.Namespace) -> int:
    body = options.file.read_bytes() if options.file else sys.stdin.buffer.read()
    request = read(body)
    if not isinstance(request, MoveRequest):
        raise MessageError("a challenge: expected a request for a move")
    engines = _engines(options, 1)
    try:
        move = Player(engines, options.movetime, options.grace).choose(request, options.level)
    finally:
        engines.close()
    print(json.dumps({"verb": "move", "gameid": request.game_id, "metaGame": GAME, "move": move}))
    return 0


def _serve(options: argparse.Namespace) -> int:
    key, credentials = _environment(os.environ)
    address = _address(options.listen)
    if not options.path.startswith("/"):
        raise UsageError(f"--path {options.path}: expected a path that begins with /")
    engines = _engines(options, options.games)
    try:
        site = Site(credentials)
        levels = Levels(options.level, dict(options.opponent), site)
        player = Player(engines, options.movetime, options.grace)
        bot = Bot(Verifier(key), player, levels, site, options.games)
        server = Server(address, options.path, bot)
        _run(server, bot)
    finally:
        engines.close()
    return 0


def _run(server: Server, bot: Bot) -> None:
    """Serves until SIGINT or SIGTERM; then makes the promised moves."""

    def end(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=server.shutdown, daemon=True).start()

    signals = (signal.SIGINT, signal.SIGTERM)
    for each in signals:
        signal.signal(each, end)
    host, port = server.server_address[:2]
    print(f"zugi-bot: listening on http://{host!s}:{port}{server.path}", flush=True)
    try:
        server.serve_forever()
    finally:
        server.server_close()
        # A second signal ends the program at once; Python's own handler of SIGINT would wait for
        # the moves.
        for each in signals:
            signal.signal(each, signal.SIG_DFL)
        bot.close()


def _environment(environment: os._Environ[str]) -> tuple[Ed25519PublicKey, Credentials]:
    """The credentials of the owner; raises an error unless all are set."""
    missing = [name for name in (*_NAMES, _KEY) if not environment.get(name, "").strip()]
    if missing:
        raise UsageError(
            f"the environment lacks {', '.join(missing)}: expected what the owner of the bot has "
            "got from the site (zugi-bot --help)"
        )
    values = [environment[name].strip() for name in _NAMES]
    for name in ("BOT_TOKEN_URL", "BOT_QUERY_URL"):
        _check_url(name, environment[name].strip())
    try:
        key = public_key(environment[_KEY])
    except ValueError as error:
        raise UsageError(f"{_KEY}: {error}") from None
    return key, Credentials(*values)


def _check_url(name: str, url: str) -> None:
    """Refuses to send a secret unencrypted, except to this machine."""
    parts = urllib.parse.urlsplit(url)
    is_here = parts.hostname in ("127.0.0.1", "::1", "localhost")
    if not (parts.hostname and (parts.scheme == "https" or (parts.scheme == "http" and is_here))):
        raise UsageError(f"{name} is {url}: expected https://…")


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not (host and colon and port.isascii() and port.isdigit() and int(port) < 65536):
        raise UsageError(f"--listen {text}: expected HOST:PORT")
    return host, int(port)


if __name__ == "__main__":
    sys.exit(main())

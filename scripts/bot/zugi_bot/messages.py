"""The messages of the site, and its notation of moves."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: The site's name of the game that the bot plays.
GAME = "zola"
#: The site's variants of the game, each with zugi's variant.
VARIANTS = {(): "zola-6", ("8x8",): "zola-8"}
_MOVE = re.compile(r"[a-h][1-8][-x][a-h][1-8]|pass")
_TEXT_LIMIT = 200


class MessageError(Exception):
    """A refused message; the text says what was expected."""


@dataclass(frozen=True)
class Challenge:
    """A player offers a game."""

    variant: str
    challengers: tuple[str, ...]


@dataclass(frozen=True)
class MoveRequest:
    """A request for the bot's move. `hours` is the time left on its clock, rounded."""

    game_id: str
    variant: str
    moves: tuple[str, ...]
    hours: float


def read(body: bytes) -> Challenge | MoveRequest:
    """Reads a whole message."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise MessageError(f"{_quoted(body.decode(errors='replace'))}: expected JSON") from None
    if not isinstance(message, dict):
        raise MessageError(f"{_quoted(message)}: expected an object")
    verb = message.get("verb")
    if verb not in ("challenge", "move"):
        raise MessageError(f"unknown verb {_quoted(verb)}: expected challenge or move")
    variant = _variant(message)
    if verb == "challenge":
        return Challenge(variant, _challengers(message))
    if message.get("numPlayers", 2) != 2:
        raise MessageError(f"{_quoted(message['numPlayers'])} players: expected 2")
    game_id, hours = message.get("gameid"), message.get("clockCurr", 0)
    if not isinstance(game_id, str) or not 0 < len(game_id) <= _TEXT_LIMIT:
        raise MessageError(f"bad gameid {_quoted(game_id)}: expected a text")
    if isinstance(hours, bool) or not isinstance(hours, (int, float)):
        raise MessageError(f"bad clockCurr {_quoted(hours)}: expected hours")
    return MoveRequest(game_id, variant, _moves(message), hours)


def _variant(message: Mapping[str, Any]) -> str:
    game, variants = message.get("metaGame"), message.get("variants")
    if game != GAME:
        raise MessageError(f"unknown game {_quoted(game)}: expected {GAME}")
    words = [word for word in variants if word != ""] if isinstance(variants, list) else None
    for known, variant in VARIANTS.items():
        if words == list(known):
            return variant
    expected = " or ".join(json.dumps(list(known)) for known in VARIANTS)
    raise MessageError(f"unknown variants {_quoted(variants)}: expected {expected}")


def _challengers(message: Mapping[str, Any]) -> tuple[str, ...]:
    challengers = message.get("challengers")
    if not isinstance(challengers, list) or len(challengers) != 1:
        raise MessageError(f"bad challengers {_quoted(challengers)}: expected one")
    return tuple(str(challenger) for challenger in challengers)


def _moves(message: Mapping[str, Any]) -> tuple[str, ...]:
    rounds = message.get("moves")
    if not isinstance(rounds, list) or not all(isinstance(each, list) for each in rounds):
        raise MessageError(f"bad moves {_quoted(rounds)}: expected a list of rounds")
    moves = []
    for move in (move for each in rounds for move in each):
        plain = "".join(move.lower().split()) if isinstance(move, str) else ""
        if not _MOVE.fullmatch(plain):
            raise MessageError(f"bad move {_quoted(move)}: expected one such as a1-b2 or a1xb2")
        moves.append(plain)
    return tuple(moves)


def move_text(move: str, occupied: Mapping[str, Any]) -> str:
    """A UGI move in the notation of the site: `a1-b2`, `a1xb2` or `pass`."""
    if move == "0000":
        return "pass"
    start, target = move[:2], move[2:]
    return f"{start}{'x' if target in occupied else '-'}{target}"


def _quoted(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _TEXT_LIMIT else f"{text[:_TEXT_LIMIT]}…"

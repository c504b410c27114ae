"""Requests to the site: tokens by OAuth, moves, and the players of a game."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .messages import GAME

#: Seconds for an answer of the site.
_PATIENCE = 30
#: Seconds before its expiry in which a token is no longer used.
_MARGIN = 60
#: Seconds before each retry.
WAITS = (1.0, 5.0, 30.0, 120.0)


class SiteError(Exception):
    """The site refused a request, or could not be reached."""


class UnreachableError(SiteError):
    """The site could not be reached or is out of order, so a retry may help."""


@dataclass(frozen=True)
class Credentials:
    """The bot owner's credentials for the site."""

    client_id: str
    client_secret: str = field(repr=False)
    token_url: str
    scope: str
    query_url: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirections: a secret goes only to the configured address."""

    def redirect_request(self, *arguments: Any, **more: Any) -> None:
        """None makes a redirection an error."""
        return None


class Site:
    """The site, with the credentials of one bot."""

    def __init__(
        self,
        credentials: Credentials,
        pause: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._credentials = credentials
        self._pause = pause
        self._clock = clock
        self._opener = urllib.request.build_opener(_NoRedirect)
        self._lock = threading.Lock()
        self._token = ""
        self._token_end = 0.0

    def submit(self, game_id: str, move: str) -> None:
        """Plays a move, with retries after temporary failures such as an overloaded network."""
        body = {"verb": "move", "gameid": game_id, "metaGame": GAME, "move": move}
        for wait in (*WAITS, None):
            try:
                self._query(body)
                return
            except UnreachableError:
                if wait is None:
                    raise
                self._pause(wait)

    def _query(self, body: Mapping[str, str]) -> None:
        """Sends a request with a token; if the site rejects the token, again with a new one."""
        url, data = self._credentials.query_url, json.dumps(body).encode()
        for is_new in (False, True):
            headers = {
                "Authorization": f"Bearer {self._bearer(is_new)}",
                "Content-Type": "application/json",
            }
            status, text = self._send(url, data, headers)
            if status != 401:
                break
        _expect_success(f"the move {body['move']}", status, text)

    def _bearer(self, is_new: bool) -> str:
        with self._lock:
            if is_new or self._clock() >= self._token_end:
                form = {
                    "grant_type": "client_credentials",
                    "client_id": self._credentials.client_id,
                    "client_secret": self._credentials.client_secret,
                    "scope": self._credentials.scope,
                }
                data = urllib.parse.urlencode(form).encode()
                headers = {"Content-Type": "application/x-www-form-urlencoded"}
                status, text = self._send(self._credentials.token_url, data, headers)
                _expect_success("a token", status, text)
                try:
                    answer = json.loads(text)
                    self._token = str(answer["access_token"])
                    seconds = float(answer.get("expires_in", 3600))
                except (ValueError, KeyError, TypeError, AttributeError):
                    raise SiteError("no token: expected access_token in JSON") from None
                self._token_end = self._clock() + max(seconds - _MARGIN, 0)
            return self._token

    def opponents(self, game_id: str) -> list[dict[str, str]]:
        """The other players of a game, each with `id` and `name`; the request needs no token."""
        url = urllib.parse.urljoin(self._credentials.query_url, "query")
        data = {
            "query": "get_game",
            "pars": {"metaGame": GAME, "id": game_id, "cbit": 0},
        }
        headers = {"Content-Type": "application/json"}
        status, text = self._send(url, json.dumps(data).encode(), headers)
        try:
            players = json.loads(text)["game"]["players"]
            known = [{key: str(player[key]) for key in ("id", "name")} for player in players]
        except (ValueError, KeyError, TypeError):
            raise SiteError(f"who plays is not known: {status} {text[:300]}") from None
        return [player for player in known if player["id"] != self._credentials.client_id]

    def _send(self, url: str, data: bytes, headers: dict[str, str]) -> tuple[int, str]:
        request = urllib.request.Request(url, data, headers, method="POST")
        try:
            with self._opener.open(request, timeout=_PATIENCE) as answer:
                return answer.status, answer.read().decode(errors="replace")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError(f"{url} cannot be reached: {error}") from None


def _expect_success(what: str, status: int, text: str) -> None:
    """Raises an error unless the status means success.

    The site wraps the answers to moves: then the HTTP status is 200, and the body has the true
    one, `{"statusCode": 500, "body": …}`.
    """
    if status in (408, 429) or status >= 500:
        raise UnreachableError(f"{what}: {status} {text[:300]}")
    with contextlib.suppress(ValueError, AttributeError):
        status = json.loads(text).get("statusCode", status)
    if not isinstance(status, int) or not 200 <= status < 300:
        raise SiteError(f"the site refused {what}: {status} {text[:300]}")

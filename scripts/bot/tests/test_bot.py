"""The bot over HTTP: games, refusals, slow engines, levels."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time

from .host import LONG, challenge, move_request, send
from .support import ZUGI, Bot, Case, Zola, needs_zugi


@needs_zugi
class Games(Case):
    """Whole games, each move judged by the rules."""

    def play(self, bot: Bot, game: str, size: int, seat: int, pie: bool = False) -> Zola:
        """A game against random moves; with `pie`, the opponent swaps after the first move."""
        zola, choice = self.zola(size), random.Random(game)
        while zola.winner is None:
            if zola.turn == seat:
                request = move_request(game, size, zola.rounds)
                self.assertEqual(self.host.post(bot.url, request), (202, {"queued": True}))
                zola.play(self.host.next_move(game))
                if pie and len(zola.moves) == 1:
                    # The players change seats: it is the bot's turn again.
                    seat = 1
            else:
                zola.play(choice.choice(list(zola.legal())))
        self.assertEqual(zola.winner, seat)
        return zola

    def test_it_wins_games_of_both_sizes_on_both_seats(self) -> None:
        """Also if the opponent takes over the first move by the pie rule."""
        bot = self.bot()
        for size in (6, 8):
            self.assertEqual(
                self.host.post(bot.url, challenge(variants=["8x8"] if size == 8 else [])),
                (200, {"accepted": True}),
            )
            for seat in (0, 1):
                self.play(bot, f"game-{size}-{seat}", size, seat)
            self.play(bot, f"game-{size}-pie", size, 0, pie=True)
        # One token for all of it.
        self.assertEqual(len(self.host.tokens), 1)
        self.assertEqual(bot.close(), 0)
        self.assertNotIn("ERROR", bot.log())

    def test_a_forced_pass(self) -> None:
        """In a position found by random play, the bot sends `pass`, as the site writes it."""
        zola, choice = self.zola(6), random.Random(1)
        while list(legal := zola.legal()) != ["pass"]:
            if legal:
                zola.play(choice.choice(list(legal)))
            else:
                zola = Zola(zola.engine)
        bot = self.bot()
        self.host.post(bot.url, move_request("passes", 6, zola.rounds))
        self.assertEqual(self.host.next_move("passes"), "pass")

    def test_the_first_move_is_chosen_with_the_pie_rule(self) -> None:
        """Only the first move is chosen with the pie rule."""
        bot = self.bot(program=self.faulty("log"))
        for rounds in ([], [["a1xa2"]]):
            self.host.post(bot.url, move_request("pie", 6, rounds))
            self.host.next_move("pie")
        bot.close()
        told = (self.folder / "log").read_text().splitlines()
        told = [line for line in told if "PieRule" in line or line.startswith("position")]
        self.assertEqual(
            told,
            [
                "setoption name PieRule value true",
                "position startpos",
                "setoption name PieRule value false",
                "position startpos moves a1xa2",
            ],
        )

    def test_two_games_at_once(self) -> None:
        """Neither engine answers before both have a search."""
        bot = self.bot(program=self.faulty("pair"))
        for game in ("one", "two"):
            self.assertEqual(self.host.post(bot.url, move_request(game, 6, []))[0], 202)
        games = {self.host.moves.get(timeout=LONG)[0] for _ in range(2)}
        self.assertEqual(games, {"one", "two"})

    def test_the_end_waits_for_promised_moves(self) -> None:
        """An accepted request is answered, and a repeated request only once."""
        bot = self.bot("--games", "1", program=self.faulty("pair"))
        for _ in range(2):
            self.assertEqual(self.host.post(bot.url, move_request("last", 6, []))[0], 202)
        while not list(self.folder.glob("pair-*")):
            time.sleep(0.01)
        bot.process.terminate()
        (self.folder / "go").touch()
        self.host.next_move("last")
        self.assertEqual(bot.process.wait(LONG), 0)
        self.assertTrue(self.host.moves.empty())

    def test_a_second_interrupt_ends_it_at_once(self) -> None:
        """The promised moves are not made."""
        bot = self.bot(program=self.faulty("pair"))
        self.assertEqual(self.host.post(bot.url, move_request("last", 6, []))[0], 202)
        while not list(self.folder.glob("pair-*")):
            time.sleep(0.01)
        while bot.process.poll() is None:
            bot.process.send_signal(signal.SIGINT)
            time.sleep(0.01)
        self.assertNotIn("KeyboardInterrupt", bot.log())


@needs_zugi
class Refusals(Case):
    """Wrong requests are refused, and have no effect."""

    def test_signatures(self) -> None:
        """Refused signatures: missing, wrong, old, in the future, of another body, repeated."""
        bot = self.bot()
        body = json.dumps(move_request("no", 6, [])).encode()
        good = self.host.signed(body)
        other = self.host.signed(body + b" ")
        wrong = [
            {},
            {**good, "X-Signature": ""},
            {**good, "X-Signature": "no base64"},
            {**good, "X-Signature": other["X-Signature"]},
            {**good, "X-Signature-Nonce": "another"},
            {**good, "X-Signature-Timestamp": str(int(good["X-Signature-Timestamp"]) + 1)},
            {**good, "X-Signature-Timestamp": "now"},
            self.host.signed(body, time.time() - 3600),
            self.host.signed(body, time.time() + 3600),
        ]
        for headers in wrong:
            status, answer = send(bot.url, body, headers)
            self.assertEqual(status, 401, (headers, answer))
        self.assertEqual(send(bot.url, body, good)[0], 202)
        self.host.next_move("no")
        self.assertEqual(
            send(bot.url, body, good), (401, {"message": "the request was sent before"})
        )
        self.assertTrue(self.host.moves.empty())

    def test_messages(self) -> None:
        """Each error quotes what was wrong."""
        bot = self.bot()
        cases: list[tuple[object, str]] = [
            (move_request("g", 6, [], metaGame="havannah"), '"havannah": expected zola'),
            (challenge(metaGame="havannah"), '"havannah": expected zola'),
            (challenge(variants=["10x10"]), '["10x10"]: expected [] or ["8x8"]'),
            (challenge(variants="8x8"), '"8x8": expected [] or ["8x8"]'),
            (challenge(challengers=["one", "two"]), "expected one"),
            (move_request("g", 6, [["a1"]]), 'bad move "a1"'),
            (move_request("g", 6, [["a1xa2\nquit"]]), "bad move"),
            (move_request("g", 6, [[None]]), "bad move null"),  # type: ignore[list-item]
            (move_request("g", 6, [], moves="a1xa2"), "expected a list of rounds"),
            (move_request("g", 6, [], numPlayers=3), "3 players: expected 2"),
            (move_request("", 6, []), 'bad gameid "": expected a text'),
            (move_request("g", 6, [], clockCurr="48"), "expected hours"),
            ({"verb": "resign"}, 'unknown verb "resign": expected challenge or move'),
            ([], "[]: expected an object"),
        ]
        for message, expected in cases:
            status, answer = self.host.post(bot.url, message)
            self.assertEqual(status, 400, message)
            self.assertIn(expected, answer["message"])
        for body in (b"", b"{", b"\xff", b"[" * 100_000):
            self.assertEqual(send(bot.url, body, self.host.signed(body))[0], 400, body[:10])
        self.assertEqual(self.host.asked, [])

    def test_requests(self) -> None:
        """Answers to a ping, other paths, a missing length and a too long body."""
        bot = self.bot("--path", "/hook")
        root = bot.url.removesuffix("/hook")
        self.assertEqual(send(bot.url, None, {}), (200, {"operational": True}))
        self.assertEqual(send(root + "/", None, {})[0], 404)
        self.assertEqual(send(root + "/", b"{}", self.host.signed(b"{}"))[0], 404)
        self.assertEqual(send(bot.url, iter([b"{}"]), {})[0], 411)
        self.assertEqual(send(bot.url, b"", {"Content-Length": str(1 << 30)})[0], 413)

    def test_an_impossible_game_is_logged(self) -> None:
        """The bot goes on with the next request, with the same engine."""
        bot = self.bot("--games", "1")
        self.host.post(bot.url, move_request("bad", 6, [["a1xa3"]]))
        self.host.post(bot.url, move_request("good", 6, [["a1xa2"]]))
        self.host.next_move("good")
        bot.close()
        self.assertIn('game bad: no move 1: illegal move "a1xa3"', bot.log())

    def test_without_keys_it_does_not_start(self) -> None:
        """The error lists all missing variables; a secret is never sent unencrypted."""
        full = self.host.environment()
        environments = {name: {**full, name: ""} for name in full}
        environments["bad public key"] = {**full, "AP_BOT_PUBLIC_KEY": "ssh-rsa AAAA"}
        environments["expected https"] = {**full, "BOT_TOKEN_URL": "http://example.org/token"}
        for expected, environment in environments.items():
            command = [sys.executable, "-m", "zugi_bot", "serve", "--listen", "127.0.0.1:0"]
            ended = subprocess.run(
                [*command, "--zugi", ZUGI],
                env={**os.environ, **environment},
                capture_output=True,
                text=True,
                timeout=LONG,
            )
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
            self.assertIn(expected, ended.stderr)
        self.assertEqual(self.host.asked, [])


@needs_zugi
class Engines(Case):
    """Engines that are slow, hang, or crash: the site gets a legal move."""

    def test_a_slow_engine_is_stopped(self) -> None:
        """The move of the stopped search is played."""
        self.play("slow")
        self.assertTrue((self.folder / "stopped").exists())

    def test_engines_that_fail(self) -> None:
        """Another engine is started; if that fails too, any legal move is played."""
        for mode, fault in (("hung", "no answer to"), ("crash", "the engine ended")):
            with self.subTest(mode=mode):
                log = self.play(mode)
                self.assertEqual(log.count(f"game {mode}: the engine failed: {fault}"), 2, log)
                self.assertIn("played the first legal move in place of the engine", log)

    def play(self, mode: str) -> str:
        """Lets a bot with this fault make a legal move; returns its log."""
        bot = self.bot("--grace", "1", program=self.faulty(mode))
        zola = self.zola(6)
        zola.play("a1xa2")
        self.host.post(bot.url, move_request(mode, 6, zola.rounds))
        zola.play(self.host.next_move(mode))
        self.assertEqual(bot.close(), 0)
        return bot.log()

    def test_an_engine_that_cannot_be_used(self) -> None:
        """The program refuses the engine before it listens."""
        tic_tac_toe = self.folder / "tic-tac-toe"
        source = os.path.join(os.path.dirname(__file__), "../../../examples/tic-tac-toe.py")
        tic_tac_toe.write_text(f"#!/bin/sh\nexec {sys.executable} {os.path.abspath(source)}\n")
        tic_tac_toe.chmod(0o755)
        for arguments, program, expected in (
            ((), "no-such-program", "cargo install"),
            ((), str(tic_tac_toe), "the engine does not play zola-6, zola-8"),
            (("--level", "9000"), ZUGI, "level 9000: expected full, or a rating from 600 to 2600"),
            (("--opponent", "x=1"), ZUGI, "level 1: expected full, or a rating"),
        ):
            with self.assertRaises(AssertionError) as caught:
                self.bot(*arguments, program=program)
            self.assertIn(expected, str(caught.exception))

    def test_levels_of_opponents(self) -> None:
        """Levels by id or name; all other opponents have the default level."""
        bot = self.bot(
            "--level", "1600", "--opponent", "human-1=700", "--opponent", "Ann=full",
            program=self.faulty("log"),
        )  # fmt: skip
        own = {"id": "bot-1", "name": "Zugi"}
        self.host.players = {
            "by id": [own, {"id": "human-1", "name": "Bob"}],
            "by name": [{"id": "human-2", "name": "Ann"}, own],
            "other": [own, {"id": "human-3", "name": "human"}],
        }
        for game in (*self.host.players, "unknown", "by id"):
            self.host.post(bot.url, move_request(game, 6, []))
            self.host.next_move(game)
        bot.close()
        told = (self.folder / "log").read_text().splitlines()
        told = [line.split()[-1] for line in told if "UGI_LimitStrength" in line or "Elo" in line]
        expected = ["true", "700", "false", "true", "1600", "true", "1600", "true", "700"]
        self.assertEqual(told, expected)
        self.assertEqual(self.host.asked.count("/dev/query"), 4)
        self.assertIn("game unknown: level 1600: who plays is not known", bot.log())

    def test_answer_sends_nothing(self) -> None:
        """`answer` prints the move that `serve` would send."""
        request = self.folder / "request.json"
        request.write_text(json.dumps(move_request("try", 8, [["a1xa2"]])))
        ended = subprocess.run(
            [sys.executable, "-m", "zugi_bot", "answer", "--zugi", ZUGI, str(request)],
            capture_output=True,
            text=True,
            timeout=LONG,
        )
        self.assertEqual(ended.returncode, 0, ended.stderr)
        answer, zola = json.loads(ended.stdout), self.zola(8)
        zola.play("a1xa2")
        zola.play(answer.pop("move"))
        self.assertEqual(answer, {"verb": "move", "gameid": "try", "metaGame": "zola"})

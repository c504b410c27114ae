"""The example for OpenSpiel, where that package is installed."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import random
import runpy
import sys
import unittest
from typing import Any
from unittest import mock

import ugi

from .programs import ROOT, ZUGI, needs_examples, needs_zugi, zugi

EXAMPLE = ROOT / "examples" / "openspiel.py"
IS_INSTALLED = importlib.util.find_spec("pyspiel") is not None
SIZES = (4, 6, 8, 10)


@needs_zugi
@needs_examples
@unittest.skipUnless(IS_INSTALLED, "the package open-spiel is not installed")
class OpenSpiel(unittest.TestCase):
    """The game agrees with the engine, and meets OpenSpiel's requirements."""

    example: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        """The classes of the example; importing them registers the game once."""
        cls.example = runpy.run_path(str(EXAMPLE))

    def game(self, size: int) -> Any:
        """Zola of this size."""
        import pyspiel

        return pyspiel.load_game("zola", {"size": size, "program": ZUGI})

    def test_openspiel_plays_random_games(self) -> None:
        """OpenSpiel's own test of games: copies, actions, observations, and texts read back."""
        import pyspiel

        for size in SIZES:
            with self.subTest(size=size):
                pyspiel.random_sim_test(self.game(size), num_sims=1, serialize=True, verbose=False)

    def test_states_are_those_of_the_engine(self) -> None:
        """The same moves from the start position lead to the same position and result."""
        choice = random.Random(1)
        for size in SIZES:
            with self.subTest(size=size), zugi(f"zola-{size}") as engine:
                state, moves = self.game(size).new_initial_state(), []
                while not state.is_terminal():
                    legal = state.legal_actions()
                    names = [state.action_to_string(action) for action in legal]
                    self.assertEqual(sorted(names), sorted(engine.moves()))
                    self.assertEqual(state.current_player(), int(engine.turn() == "p2"))
                    at = choice.randrange(len(legal))
                    # A copy does not change with the state that it was made from.
                    before, text = state.clone(), str(state)
                    state.apply_action(legal[at])
                    self.assertEqual(str(before), text)
                    moves.append(names[at])
                    engine.position(moves=moves)
                    self.assertEqual(str(state), engine.fen())
                points = {"p1win": [1, -1], "p2win": [-1, 1], "draw": [0, 0]}
                self.assertEqual(state.returns(), points[str(engine.result())])

    def test_a_network_sees_the_board(self) -> None:
        """Each square is in one plane, and the first rank comes first."""
        from open_spiel.python.observation import make_observation

        game = self.game(6)
        state, seen = game.new_initial_state(), make_observation(game)
        state.apply_action(state.string_to_action("b6c6"))
        self.assertEqual(str(state), "b1rrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb b -")
        seen.set_from(state, 0)
        red, black, empty, to_move = seen.dict["observation"]
        self.assertTrue((red + black + empty == 1).all())
        self.assertEqual("".join("rb"[int(cell)] for cell in black[0]), "rbrbrb")
        self.assertEqual((red.sum(), black.sum(), empty[5][1]), (18, 17, 1))
        self.assertFalse(to_move.any())

    def test_the_bot_beats_random_moves(self) -> None:
        """The program of the example plays a game to its end."""
        said = io.StringIO()
        with mock.patch.object(sys, "argv", [str(EXAMPLE), ZUGI]), contextlib.redirect_stdout(said):
            runpy.run_path(str(EXAMPLE), run_name="__main__")
        self.assertTrue(said.getvalue().endswith("returns: [1.0, -1.0]\n"), said.getvalue())

    def test_the_bot_plays_in_games_of_openspiel(self) -> None:
        """The bot plays against OpenSpiel's tree search, from the middle of a game."""
        import numpy as np
        from open_spiel.python.algorithms import evaluate_bots, mcts

        game, rng = self.game(4), np.random.RandomState(1)
        rollouts = mcts.RandomRolloutEvaluator(1, rng)
        tree = mcts.MCTSBot(game, 2, 5, rollouts, random_state=rng)
        bot = self.example["ZugiBot"](ZUGI, 4, ugi.Limit(nodes=1000))
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        returns = evaluate_bots.evaluate_bots(state, [bot, tree], rng)
        self.assertEqual(sorted(returns), [-1, 1])

"""Zola for OpenSpiel: the game, its states, their tensors for networks, and zugi as a bot.

    pip install open-spiel ./clients/python
    python examples/openspiel.py target/release/zugi

Zugi applies the rules. Squares are numbered from 0 (a1, b1, ...). On a board of S squares a move is
the action from * S + to, and a pass is S * S. OpenSpiel is slow with games in Python:
each move asks zugi for the position, the result and the legal moves.
"""
import functools, re, sys
import numpy as np, pyspiel, ugi
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.observation import IIGObserverForPublicInfoGame

TYPE = pyspiel.GameType(
    "zola", "Zola", pyspiel.GameType.Dynamics.SEQUENTIAL, pyspiel.GameType.ChanceMode.DETERMINISTIC,
    pyspiel.GameType.Information.PERFECT_INFORMATION, pyspiel.GameType.Utility.ZERO_SUM,
    pyspiel.GameType.RewardModel.TERMINAL, max_num_players=2, min_num_players=2,
    provides_information_state_string=True, provides_information_state_tensor=False,
    provides_observation_string=True, provides_observation_tensor=True,
    parameter_specification={"size": 6, "program": "zugi"})

@functools.cache
def rules(program, size):  # one engine for all states, which may be copied at any time
    return ugi.open(program, "--variant", f"zola-{size}")

@functools.cache
def start(program, size):
    rules(program, size).position()
    return rules(program, size).fen(), tuple(rules(program, size).moves())

class ZolaGame(pyspiel.Game):
    def __init__(self, params=None):
        params = {"size": 6, "program": "zugi", **(params or {})}
        self.program, self.size = params["program"], params["size"]
        actions = self.size ** 4 + 1  # no game is as long: steps lead outward, captures are few
        super().__init__(TYPE, pyspiel.GameInfo(actions, 0, 2, -1.0, 1.0, 0.0, actions), params)

    def new_initial_state(self, state=None):
        return ZolaState(self)

    def make_py_observer(self, kind=None, params=None):
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return ZolaObserver(self.size)
        return IIGObserverForPublicInfoGame(kind, params)

class ZolaState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.program, self.size, self.result = game.program, game.size, None
        self.fen, self.legal = start(self.program, self.size)

    def current_player(self):
        if self.result:
            return pyspiel.PlayerId.TERMINAL
        return "rb".index(self.fen.split()[1])

    def action(self, move):
        squares = [ord(file) - 97 + self.size * (int(rank) - 1)
                   for file, rank in re.findall(r"([a-z])(\d+)", move)]
        return squares[0] * self.size ** 2 + squares[1] if squares else self.size ** 4

    def _legal_actions(self, player):
        return sorted(self.action(move) for move in self.legal)

    def _action_to_string(self, player, action):
        if action == self.size ** 4:
            return "0000"
        squares = divmod(action, self.size ** 2)
        return "".join(f"{chr(97 + at % self.size)}{at // self.size + 1}" for at in squares)

    def _apply_action(self, action):
        engine = rules(self.program, self.size)
        engine.position(self.fen, [self._action_to_string(0, action)])
        self.fen, self.result, self.legal = engine.fen(), engine.result(), tuple(engine.moves())

    def is_terminal(self):
        return self.result is not None

    def returns(self):
        score = {"p1win": 1.0, "p2win": -1.0}.get(self.result, 0.0)
        return [score, -score]

    def __str__(self):
        return self.fen

class ZolaObserver:  # planes: red, blue, empty, and ones if red is to move; rank by rank from a1
    def __init__(self, size):
        self.tensor = np.zeros(4 * size * size, np.float32)
        self.dict = {"observation": self.tensor.reshape(4, size, size)}

    def set_from(self, state, player):
        rows, turn = state.fen.split()[:2]
        cells = re.sub(r"\d+", lambda number: "." * int(number[0]), rows).split("/")[::-1]
        board = np.array([list(row) for row in cells])
        to_move = np.full(board.shape, turn == "r")
        self.dict["observation"][:] = [board == "r", board == "b", board == ".", to_move]

    def string_from(self, state, player):
        return state.fen

class ZugiBot(pyspiel.Bot):
    def __init__(self, program, size, limit):
        super().__init__()
        self.engine, self.limit = ugi.open(program, "--variant", f"zola-{size}"), limit

    def step(self, state):
        self.engine.position(state.fen)
        return state.action(self.engine.play(self.limit).move)

    def restart(self):
        self.engine.new_game()

    def restart_at(self, state):
        self.engine.new_game()

pyspiel.register_game(TYPE, ZolaGame)

if __name__ == "__main__":
    program = sys.argv[1] if len(sys.argv) > 1 else "zugi"
    game = pyspiel.load_game("zola", {"size": 6, "program": program})
    bots = [ZugiBot(program, 6, ugi.Limit(nodes=2000)), UniformRandomBot(1, np.random.RandomState(1))]
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        action = bots[player].step(state)
        print("zugi  " if player == 0 else "random", state.action_to_string(player, action))
        state.apply_action(action)
    print("returns:", state.returns())

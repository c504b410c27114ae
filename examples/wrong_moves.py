"""Counts the won positions in which a UGI engine plays a move that gives the win away.

    pip install ./clients/python
    python examples/wrong_moves.py nodes=10000 crates/zola/tests/data/mistakes-6.txt \\
        target/release/zugi --variant zola-6 -- TablePath=tables

The first argument is a limit of the command `go`. A line of the file has a position, its winning
moves, and fields that are not used here, separated by semicolons; lines that begin with # are
comments. The first position, the third, and so on are counted apart from the others. After -- come
options of the engine.
"""
import sys
import ugi


def won_positions(path):
    with open(path, encoding="utf-8-sig") as file:
        lines = [line.split(";") for line in file if line.strip() and line[0] != "#"]
    return [(fields[0], fields[1].split()) for fields in lines]


def wrong_moves(engine, positions, limit):
    """Yields for each position whether the engine's move gives the win away."""
    for fen, winning in positions:
        engine.new_game()
        engine.position(fen)
        yield engine.play(limit).move not in winning


def main(limit, path, *command):
    end = command.index("--") if "--" in command else len(command)
    command, options = command[:end], command[end + 1:]
    key, _, value = limit.partition("=")
    positions = won_positions(path)
    with ugi.open(*command) as engine:
        engine.configure(dict(option.split("=", 1) for option in options))
        wrong = list(wrong_moves(engine, positions, ugi.Limit(**{key: int(value)})))
    for name, part in [("odd", wrong[::2]), ("even", wrong[1::2])]:
        print(f"{name} positions: {sum(part)} of {len(part)} wrong")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Nodes a second of UGI engines, and the ratio of each to the first one.

    python examples/speed.py variant=zola-8 hash=64 nodes=1000000 pairs=5 zugi-old target/release/zugi

The argument `pairs` is the number of rounds. In each round every engine makes its hash table,
searches once, forgets all, and searches again: the second search counts, in CPU time of its process
(Linux) and by the clock. The ratios are the medians of the ratios of all rounds. Let nothing else
run on the machine.
"""
import glob
import statistics
import subprocess
import sys
import time


class Engine:
    def __init__(self, program, variant, mib):
        self.process = subprocess.Popen(
            [program, "--variant", variant], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1)
        self.ask(f"setoption name Hash value {mib}\nsetoption name Threads value 1\nisready", "readyok")

    def ask(self, lines, answer):
        """Sends lines and waits for an answer with this beginning."""
        self.process.stdin.write(lines + "\n")
        while not (line := self.process.stdout.readline()).startswith(answer):
            if not line:
                sys.exit(f"{self.process.args[0]} has ended: expected {answer}")

    def cpu_seconds(self):
        files = glob.glob(f"/proc/{self.process.pid}/task/*/schedstat")
        return sum(int(open(file, encoding="ascii").read().split()[0]) for file in files) / 1e9

    def seconds(self, nodes):
        """CPU time and time of the second search."""
        self.ask(f"go nodes {nodes}", "bestmove")
        self.ask("uginewgame\nisready", "readyok")
        cpu, begin = self.cpu_seconds(), time.monotonic()
        self.ask(f"go nodes {nodes}", "bestmove")
        times = self.cpu_seconds() - cpu, time.monotonic() - begin
        self.process.communicate()
        return times


def main(arguments):
    settings = dict(word.split("=", 1) for word in arguments if "=" in word)
    programs = [word for word in arguments if "=" not in word]
    nodes = int(settings["nodes"])
    times = {program: [] for program in programs}
    for _ in range(int(settings["pairs"])):
        for program in programs:
            engine = Engine(program, settings["variant"], settings["hash"])
            times[program].append(engine.seconds(nodes))
    for program, own in times.items():
        speed = nodes / statistics.median(cpu for cpu, _ in own)
        pairs = list(zip(times[programs[0]], own))
        by_cpu, by_time = (statistics.median(a[i] / b[i] for a, b in pairs) for i in (0, 1))
        print(f"{program}: {speed / 1e6:.2f} M nodes a second, {by_cpu:.2f} by CPU time, {by_time:.2f} by the clock")


if __name__ == "__main__":
    main(sys.argv[1:])

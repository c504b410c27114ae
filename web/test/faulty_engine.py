"""A tic-tac-toe engine with a habit, for tests: examples/tic-tac-toe.py behind a filter.
    python3 faulty_engine.py HABIT
Its answer to `go` depends on HABIT; with `options` it also declares more options. Everything else
is correct.
"""
import pathlib, subprocess, sys, threading

ENGINE = pathlib.Path(__file__).parents[2] / "examples" / "tic-tac-toe.py"
habit = sys.argv[1]
inner = subprocess.Popen([sys.executable, str(ENGINE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
lock = threading.Lock()
searches = 0

def say(*lines):
    with lock:
        sys.stdout.write("".join(line + "\n" for line in lines))
        sys.stdout.flush()

def relay():
    for line in inner.stdout:
        if line.strip() == "ugiok":
            say("option name MultiPV type spin default 1 min 1 max 9")
            if habit == "options":
                say("option name Style of play type combo default calm var calm var wild", "option name Deep thought type check default false",
                    "option name Wheels type spin default 4 min 2 max 8")
        say(line.rstrip("\n"))

def garbage(line):
    say("info depth x score cp \ufffd pv", "\x1b[2J<script>alert(1)</script>", "info", "%s%n", "response {")
    say("info depth 3 score cp 12 pv <b>a1</b>", "info string <img src=x onerror=alert(1)>")
    if "infinite" not in line:
        say("bestmove", "bestmove <b>z9</b>")

def huge(line):
    say("info depth 1 score cp 1 pv " + "a1 " * 20000, "info string " + "x" * 300000)
    inner.stdin.write(line + "\n")
    inner.stdin.flush()

def silent(line):
    """Does not answer."""

def crash(line):
    global searches
    searches += 1
    if searches > 1:
        sys.stderr.write("faulty_engine.py: thinking of something else\n")
        inner.kill()
        import os
        os._exit(7)
    inner.stdin.write(line + "\n")
    inner.stdin.flush()

HABITS = {"options": silent, "garbage": garbage, "huge": huge, "silent": silent, "crash": crash}

threading.Thread(target=relay, daemon=True).start()
for line in sys.stdin:
    if line.startswith("go"):
        threading.Thread(target=HABITS[habit], args=(line.strip(),), daemon=True).start()
    elif line.strip() == "quit":
        break
    else:
        inner.stdin.write(line)
        inner.stdin.flush()
inner.kill()

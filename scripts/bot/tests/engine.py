"""An engine with a fault: `engine.py ZUGI MODE FOLDER`, and zugi behind it.

slow     thinks until it is stopped
hung     never answers a `go`
crash    ends, once it has to think
pair     begins to think when two engines are to think, or when the file `go` exists
log      writes all lines that it gets to FOLDER/log
"""

import subprocess
import sys
import time
from pathlib import Path


def main() -> None:
    """Passes lines on, except those that its fault changes."""
    zugi, mode, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    with subprocess.Popen([zugi], stdin=subprocess.PIPE, text=True) as engine:
        assert engine.stdin
        for line in sys.stdin:
            if mode == "log":
                with (folder / "log").open("a") as log:
                    log.write(line)
            if line.startswith("go"):
                if mode == "slow":
                    line = "go infinite\n"
                elif mode == "crash":
                    break
                elif mode == "hung":
                    sys.stdin.read()
                    break
                elif mode == "pair":
                    (folder / f"pair-{engine.pid}").touch()
                    while len(list(folder.glob("pair-*"))) < 2 and not (folder / "go").exists():
                        time.sleep(0.01)
            if line == "stop\n":
                (folder / "stopped").touch()
            engine.stdin.write(line)
            engine.stdin.flush()


main()

"""Processes for the tests: a scheduler and workers that can be killed, and the program."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from distributed import Client

ROOT = Path(__file__).parents[3]


def find_zugi() -> Path | None:
    """The program under test: that of `ZUGI`, or the newest one that was built."""
    if "ZUGI" in os.environ:
        return Path(os.environ["ZUGI"])
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [path for name in ("release", "debug") if (path := target / name / "zugi").exists()]
    return max(built, key=lambda path: path.stat().st_mtime, default=None)


@pytest.fixture(scope="session")
def zugi() -> Path:
    path = find_zugi()
    if path is None:
        pytest.fail("no program: expected cargo build first, or ZUGI=PATH")
    return path.absolute()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Cluster:
    """A scheduler and workers as processes, each started again when it ends."""

    def __init__(self, folder: Path, workers: int, tls: list[str] | None = None) -> None:
        """Starts the processes, with TLS if its options are given; `folder` gets their output."""
        folder.mkdir()
        self.folder = folder
        self.tls = tls or []
        self.host = f"{'tls' if tls else 'tcp'}://127.0.0.1"
        self.address = f"{self.host}:{free_port()}"
        self.log = (folder / "cluster.log").open("ab")
        self.ends = threading.Event()
        self.started = 0
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.lock = threading.Lock()
        for name in ["scheduler", *(f"worker-{number}" for number in range(workers))]:
            self.start(name)
        self.keeper = threading.Thread(target=self.keep, daemon=True)
        self.keeper.start()

    def start(self, name: str) -> None:
        self.started += 1
        port = self.address.rpartition(":")[2]
        if name == "scheduler":
            what = ["scheduler", "--host", self.host, "--port", port, "--no-dashboard"]
        else:
            local = self.folder / f"{name}-{self.started}"
            local.mkdir()
            what = ["worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
            what += ["--local-directory", str(local), "--death-timeout", "20"]
        # A worker must work without the package.
        (self.folder / "zugi_cluster.py").write_text('raise ImportError("a worker has no package")')
        self.processes[name] = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + what[0], *what[1:], *self.tls],
            stdout=self.log,
            stderr=self.log,
            cwd=self.folder,
            # Workers are killed all the time, so connections to dead ones must time out soon.
            env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s"},
        )

    def keep(self) -> None:
        """Starts ended processes again, as a service manager does."""
        while not self.ends.wait(0.3):
            with self.lock:
                for name, process in list(self.processes.items()):
                    if process.poll() is not None:
                        self.start(name)

    def add(self, name: str) -> int:
        """Starts one worker more; returns its process id."""
        with self.lock:
            self.start(name)
            return self.processes[name].pid

    def wait_for_workers(self, count: int) -> None:
        with Client(self.address, timeout=60) as client:
            client.wait_for_workers(count, timeout=120)

    def signal(self, name: str, number: signal.Signals) -> None:
        with self.lock:
            self.processes[name].send_signal(number)

    def kill(self, name: str) -> None:
        with self.lock:
            self.processes[name].send_signal(signal.SIGKILL)
            self.processes[name].wait()

    def close(self) -> None:
        """Kills all of them."""
        self.ends.set()
        self.keeper.join()
        for process in self.processes.values():
            process.kill()
        for process in self.processes.values():
            process.wait()
        self.log.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and four workers."""
    cluster = Cluster(tmp_path / "cluster", 4)
    yield cluster
    cluster.close()


def start_client(*words: object) -> subprocess.Popen[str]:
    """Starts `zugi-cluster` as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "zugi_cluster.cli", *[str(word) for word in words]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    )


def run_client(*words: object, timeout: float = 600) -> tuple[int, str, str]:
    """Runs the client to its end; returns the exit code, its output and its errors."""
    client = start_client(*words)
    try:
        out, errors = client.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        client.kill()
        out, errors = client.communicate()
        pytest.fail(f"not done in {timeout} s:\n{errors}")
    return client.returncode, out, errors


def wait_until(
    client: subprocess.Popen[str], is_so: Callable[[], bool], seconds: float = 3600
) -> None:
    """Waits until a condition holds; the client must not end before."""
    ends = monotonic() + seconds
    while not is_so():
        assert client.poll() is None, client.communicate()
        if monotonic() > ends:
            client.kill()
            pytest.fail(f"not so in {seconds} s: {client.communicate()[1]}")
        sleep(0.1)


def wait_for_shards(
    client: subprocess.Popen[str], work: Path, count: int, seconds: float = 3600
) -> None:
    """Waits until this many shards are finished in a work folder."""
    wait_until(client, lambda: len(list(work.glob("shard-*.jsonl"))) >= count, seconds)

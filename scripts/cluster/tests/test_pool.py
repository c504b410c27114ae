"""Jobs on workers in this process, where rare events can be forced."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import errno
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cloudpickle
import pytest
from distributed import Client, LocalCluster, get_worker

from zugi_cluster import checks, copies, scheduler_session, worker
from zugi_cluster.checks import NamedFile, ProgramBundle
from zugi_cluster.jobs import (
    ClusterError,
    Job,
    OwnFileError,
    Result,
    SchedulerLostError,
    file_fault,
)
from zugi_cluster.pool import Pool
from zugi_cluster.program import ProgramFiles
from zugi_cluster.updates import WorkerUpdates


class Versions:
    """Jobs that print the version of the program."""

    def __init__(self, count: int) -> None:
        self.waiting = [f"version-{number}" for number in range(count)]
        self.count = count
        self.said: dict[str, str] = {}

    def next(self) -> Job | None:
        return Job(self.waiting.pop(), ("--version",)) if self.waiting else None

    def finish(self, job: Job, result: Result) -> None:
        assert job.name not in self.said, "no job counts twice"
        self.said[job.name] = result.stdout

    def requeue(self, job: Job) -> None:
        self.waiting.append(job.name)

    def wants(self, job: Job) -> bool:
        """Each one counts."""
        return True

    def shared(self) -> list[Any]:
        return []

    def is_done(self) -> bool:
        return len(self.said) == self.count

    def progress(self) -> str:
        return f"{len(self.said)} of {self.count}"


@pytest.fixture
def local(tmp_path: Path) -> Iterator[LocalCluster]:
    """A scheduler and two workers."""
    cloudpickle.register_pickle_by_value(checks)
    cloudpickle.register_pickle_by_value(worker)
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        dashboard_address=None,
        local_directory=tmp_path,
        protocol="tcp",
    ) as cluster:
        yield cluster


@pytest.fixture
def address(local: LocalCluster) -> str:
    return str(local.scheduler_address)


def bundle_of(zugi: Path) -> ProgramBundle:
    return ProgramFiles(zugi, [zugi], None, False).bundle


def pool_at(address: str, bundle: ProgramBundle | None, **more: Any) -> Pool:
    """A pool at this address, which waits only briefly for a lost scheduler."""

    @contextlib.contextmanager
    def connect() -> Iterator[Any]:
        with Client(address, timeout=10) as client:
            yield client

    return Pool(connect, bundle, outage=20, **more)


def run(zugi: Path, address: str, count: int = 10) -> Versions:
    source = Versions(count)
    pool_at(address, bundle_of(zugi)).run(source)
    return source


def test_a_worker_that_dies_when_it_gets_the_program_is_not_waited_for(
    zugi: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker dies whenever the program is sent."""
    register = Client.register_plugin

    def fail(client: Any, plugin: Any) -> None:
        register(client, plugin)
        raise OSError("Stream is closed")

    monkeypatch.setattr(Client, "register_plugin", fail)
    assert len(set(run(zugi, address).said.values())) == 1


def test_a_result_that_does_not_come_holds_nobody_up(
    zugi: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first result never arrives: its job is repeated, and the other jobs continue."""
    gather, waits = Client.gather, [True]

    def hang(client: Any, future: Any, **more: Any) -> Any:
        if str(getattr(future, "key", "")).startswith("version-") and waits:
            waits.pop()
            return never()
        return gather(client, future, **more)

    async def never() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Client, "gather", hang)
    monkeypatch.setattr(scheduler_session, "FETCH_TIME", 2.0)
    assert len(run(zugi, address).said) == 10
    assert not waits


def test_a_scheduler_that_forgot_the_program_gets_it_again(
    zugi: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulates a scheduler that restarts before the client notices."""
    register, forgets = Client.register_plugin, [True]

    def forget(client: Any, plugin: Any) -> None:
        if forgets:
            forgets.pop()
        else:
            register(client, plugin)

    monkeypatch.setattr(Client, "register_plugin", forget)
    monkeypatch.setattr(worker, "BUNDLE_TIME", 1.0)
    assert len(run(zugi, address).said) == 10
    assert not forgets


def full(path: str) -> OSError:
    return OSError(errno.ENOSPC, "No space left on device", path)


def test_a_full_disk_of_the_client_ends_the_run_and_no_job_is_lost(
    zugi: Path, address: str
) -> None:
    class Full(Versions):
        def finish(self, job: Job, result: Result) -> None:
            if len(self.said) == 3:
                raise full("out.work/shard")
            super().finish(job, result)

    source = Full(10)
    with pytest.raises(OwnFileError, match=r"out.work/shard: No space left on device; what was"):
        pool_at(address, bundle_of(zugi)).run(source)
    assert len(source.said) == 3, "what was there before is kept"
    assert sorted([*source.waiting, *source.said]) == sorted(Versions(10).waiting)


def test_a_full_disk_is_told_from_a_lost_scheduler() -> None:
    for error in [
        ConnectionRefusedError(errno.ECONNREFUSED, "refused"),
        OSError("Timed out trying to connect"),
        TimeoutError(),
        OSError(errno.EHOSTUNREACH, "no route"),
    ]:
        assert file_fault(error) is None
    fault = full("scratch")
    wrapped = RuntimeError("Cluster failed to start")
    wrapped.__cause__ = fault
    assert file_fault(fault) is file_fault(wrapped) is fault
    assert file_fault(PermissionError(errno.EACCES, "Permission denied", "scratch")) is not None

    def connect() -> Any:
        raise wrapped.__cause__  # type: ignore[misc]

    with pytest.raises(OwnFileError, match="scratch: No space left"):
        Pool(connect, None, outage=0.0).run(Versions(1))


def test_a_job_that_cannot_be_handed_out_is_given_back(address: str) -> None:
    source = Versions(5)

    class Gone:
        def submit(self, *_: Any, **__: Any) -> Any:
            raise OSError("Stream is closed")

    it = scheduler_session.SchedulerSession(pool_at(address, None), Gone(), source)
    it.workers = {"tcp://one": 1}
    with pytest.raises(SchedulerLostError):
        it._submit_jobs()
    assert sorted(source.waiting) == sorted(Versions(5).waiting)


#: The failures of the tasks of the next tests, which run in this process.
failures: list[str] = []
#: Whether a worker has failed often enough.
has_failed = threading.Event()
answers: dict[str, Any] = {}


def one_is_bad(_: str) -> dict[str, Any]:
    """A task that fails on one worker; on the others it waits for the last of these failures."""
    me = get_worker().address
    if me == answers["bad"]:
        failures.append(me)
        if len(failures) >= scheduler_session.FAILURES:
            has_failed.set()
        return {**answers["answer"], "worker": me}
    assert has_failed.wait(60)
    return {**DONE, "worker": me}


DONE = {"code": 0, "stdout": "", "stderr": "", "cpu": 0.0, "seconds": 0.0, "output": None}


#: Set at the end of the test, so that the hanging task ends.
is_over = threading.Event()


def one_hangs(_: str) -> dict[str, Any]:
    """A task that hangs on one worker, from its fourth run there on."""
    me = get_worker().address
    if me == answers["bad"]:
        failures.append(me)
        if len(failures) > 3:
            assert is_over.wait(120)
    return {**DONE, "worker": me}


def test_a_worker_that_hangs_holds_nobody_up_at_the_end(
    local: LocalCluster, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker repeats the jobs of the hanging one, and no job counts twice."""
    monkeypatch.setattr(copies, "LEAST_SECONDS", 0.2)
    failures.clear()
    is_over.clear()
    answers["bad"] = local.workers[0].address
    source = Versions(30)
    try:
        pool_at(address, None, task=one_hangs).run(source)
    finally:
        is_over.set()
    assert len(failures) == 4, "it has begun one more, and not ended it"
    assert len(source.said) == 30
    assert source.waiting == []


class Listener:
    """A stand-in for the uploader on a worker, which keeps the messages to it."""

    def __init__(self) -> None:
        self.told: queue.Queue[tuple[list[Any], set[str]]] = queue.Queue()

    def send(self, known: list[Any], stopped: set[str]) -> None:
        self.told.put((known, stopped))


def test_workers_are_told_results_once_and_which_jobs_to_stop(
    local: LocalCluster, address: str
) -> None:
    """Each worker gets the results that it lacks, once."""
    listeners = {}
    for place in local.workers.values():
        listeners[place.address] = place.plugins["zugi-token"] = Listener()
    first, second = listeners
    with Client(address, timeout=10) as client:
        updates = WorkerUpdates(client, "token")
        for workers, shared, stopped in [
            ([first], ["a", "b"], set()),
            ([first, second], ["a", "b", "c"], {"job-7"}),
        ]:
            updates.stopped |= stopped
            updates.send(workers, shared)
            assert updates._thread is not None
            updates._thread.join(60)
        told = {name: listener.told for name, listener in listeners.items()}
        # Messages arrive in any order, at an unknown time.
        of_first = [told[first].get(timeout=60) for _ in range(2)]
        assert (["a", "b"], set()) in of_first
        assert (["c"], {"job-7"}) in of_first
        assert told[second].get(timeout=60) == (["a", "b", "c"], {"job-7"})
    assert told[first].empty()
    assert told[second].empty()


def test_a_copy_that_fails_is_no_loss(
    local: LocalCluster, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job is handed out again only when neither the job nor its copy is under way."""
    it = scheduler_session.SchedulerSession(pool_at(address, None), None, source := Versions(1))
    job = source.next()
    assert job is not None
    it.flight = {"first": (job, None), "copy": (job, None)}
    it.futures = {job.name: {"first", "copy"}}
    monkeypatch.setattr(it, "_cancel", lambda _: None)
    monkeypatch.setattr(copies, "NEEDED", 1)
    monkeypatch.setattr(copies, "LEAST_SECONDS", -1.0)
    it.late._times.append(-1.0)
    it.late.begin(job)
    it.late.begin(job)
    assert it.late.names() == []
    it._take_back(["copy"])
    assert source.waiting == []
    assert it.late.names() == [job.name], "it may have another copy"
    it._take_back(["first"])
    assert source.waiting == [job.name]


@pytest.mark.parametrize(
    "answer",
    [
        {"trouble": "scratch: No space left on device"},
        {**DONE, "code": 1, "stderr": "more\nerror: it is too dark\nless\n"},
    ],
)
def test_a_worker_on_which_all_fails_is_named_and_left_out(
    local: LocalCluster, address: str, capsys: pytest.CaptureFixture[str], answer: dict[str, Any]
) -> None:
    failures.clear()
    has_failed.clear()
    bad = local.workers[0].address
    answers.update(bad=bad, answer=answer)
    source = Versions(30)
    pool_at(address, None, ahead=10.0, task=one_is_bad).run(source)
    assert len(source.said) == 30
    errors = capsys.readouterr().err
    assert f"{bad} gets no work: " in errors
    assert answer.get("trouble", "error: it is too dark") in errors
    assert "failed 3 times" not in errors


def always_bad(_: str) -> dict[str, Any]:
    return {"trouble": "scratch: No space left on device", "worker": get_worker().address}


def test_a_run_ends_when_no_worker_is_left(address: str) -> None:
    with pytest.raises(ClusterError, match=r"no worker is left .*: scratch: No space left"):
        pool_at(address, None, ahead=10.0, task=always_bad).run(Versions(30))


def test_the_disk_of_a_worker_is_no_lost_scheduler(
    zugi: Path, local: LocalCluster, address: str
) -> None:
    """The folder of a worker is gone: that is the worker's fault, and no lost scheduler."""
    folders = [Path(it.local_directory) for it in local.workers.values()]
    gone = [folder.with_name(f"{folder.name}.gone") for folder in folders]

    class Breaks(Versions):
        def finish(self, job: Job, result: Result) -> None:
            if not self.said:
                for folder, there in zip(folders, gone, strict=True):
                    folder.rename(there)
            super().finish(job, result)

    try:
        with pytest.raises(ClusterError, match=r"no worker is left .*: No such file or directory"):
            pool_at(address, bundle_of(zugi)).run(Breaks(100))
    finally:
        for folder, there in zip(folders, gone, strict=True):
            there.rename(folder)


def test_a_worker_whose_disk_is_full_at_the_start_is_left_out(
    zugi: Path, local: LocalCluster, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = bundle_of(zugi)
    bad = local.workers[0]
    (Path(bad.local_directory) / f"zugi-{bundle.token}").write_text("in the way")
    source = Versions(5)
    pool_at(address, bundle).run(source)
    assert len(source.said) == 5
    assert f"{bad.address} gets no work: files cannot be written there" in capsys.readouterr().err


def test_a_file_that_is_another_one_on_a_worker_is_found_before_any_work(
    zugi: Path, address: str, tmp_path: Path
) -> None:
    engine = tmp_path / "engine"
    engine.write_text("engine")
    program_files = ProgramFiles(zugi, [zugi], None, False, ["--engine", f"cmd={engine}"])
    assert program_files.bundle.token != bundle_of(zugi).token
    engine.write_text("another one")
    source = Versions(5)
    with pytest.raises(ClusterError, match=r"no work was done: 2 workers(.|\n)*expected 6; or"):
        pool_at(address, program_files.bundle).run(source)
    assert source.said == {}
    same = dataclasses.replace(
        program_files.bundle, named={str(engine): NamedFile(False, 11)}, token="same"
    )
    pool_at(address, same).run(source)
    assert len(source.said) == 5


def test_a_bundle_of_any_build_is_another_one(zugi: Path) -> None:
    bundles = [ProgramFiles(zugi, [zugi], str(zugi), it).bundle for it in (False, True)]
    assert bundles[0].token != bundles[1].token


class Commands(Versions):
    """Different commands, in the given order."""

    def __init__(self, *commands: str) -> None:
        super().__init__(len(commands))
        self.waiting = [f"job-{number}" for number in reversed(range(self.count))]
        self.commands = commands

    def next(self) -> Job | None:
        job = super().next()
        number = 0 if job is None else int(job.name.partition("-")[2])
        return None if job is None else Job(job.name, (self.commands[number],))


def test_wrong_arguments_are_told_at_once(
    zugi: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pool = pool_at(address, bundle_of(zugi))
    expected = (
        r"job-0 on tcp://\S+ \(\S+, \S+:\d+\): exit code 2: "
        r"error: unexpected argument '--no' found .zugi --no"
    )
    with pytest.raises(ClusterError, match=f"wrong arguments: {expected}"):
        pool.run(Commands("--no"))
    assert pool.retries.failed == {}
    # Once a job was done with these arguments, a failure is not blamed on them.
    pool = pool_at(address, bundle_of(zugi), ahead=0.5)
    with pytest.raises(ClusterError, match="job-1 failed 3 times, at last on tcp"):
        pool.run(Commands("--version", "--no"))
    assert capsys.readouterr().err.count("job-1 failed on tcp") == 3

"""`zugi-cluster match|data|solve`: the arguments of the commands, and where to run them."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cloudpickle
import dask

from . import __version__, checks, clean, dry_run, plan, simulate, worker
from .adaptive import Demand, WorkerRange
from .command_line import CommandLine, CommandLineError, jobs_ahead
from .ending import Ending, files_of
from .estimate import EstimateError
from .jobs import ClusterError, OwnFileError, file_fault
from .logs import DETAILS, LOG, log_to
from .pool import Pool
from .program import ProgramError, ProgramFiles, find_program
from .proof import ProofError
from .schedulers import EXPECTED, SchedulerError, connector
from .shards import ShardError, Shards, merge, verdict_of
from .solve import Proof, start_of
from .store import Store, StoreError

DESCRIPTION = """\
Runs zugi match, zugi data or zugi solve on many machines, by Dask. All arguments that are not
listed here are those of the single command. What was killed goes on with the same arguments.

  zugi-cluster plan FEN        what the proof of a position would take; see plan --help
  zugi-cluster simulate FEN    how it would go on clusters of several sizes; see simulate --help
  zugi-cluster clean DIR...    what interrupted runs have left; see clean --help
"""
EPILOG = """\
examples:
  zugi-cluster match --scheduler tcp://head:8786 --zugi target/release/zugi --out test \\
      --games 20000 --each nodes=10000 --engine name=new cmd=target/release/zugi \\
      --engine name=old cmd=target/old/zugi --send target/old/zugi --sprt elo0=0 elo1=5
  zugi-cluster data --scheduler local --games 100000 --variant zola-6 --out zola-6.data
  zugi-cluster solve 'b4r/2b3/1r2b1/3r2/1b4/4r1 r' --scheduler local --nodes 1000000 --out proof
  zugi-cluster data --games 100000 --out zola-6.data --dry-run

docs/guides/cluster.md has the commands for SSH, Slurm and Kubernetes.
"""
#: Commands with options of their own, which need no workers.
OWN_COMMANDS = {"plan": plan.main, "simulate": simulate.main, "clean": clean.main}
#: The default number of games of a shard; the pairs of a match stay together.
GAMES_OF_SHARD = {"match": 50, "data": 100}
#: The number of jobs under way for each thread of a worker.
AHEAD, AHEAD_OF_PROOF = 2.0, 1.0
#: The largest number of shards that the format of data can store.
MAX_DATA_SHARDS = 65535


def parser() -> argparse.ArgumentParser:
    """The options of this program; unknown ones go to zugi."""
    parser = argparse.ArgumentParser(
        prog="zugi-cluster",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--version", action="version", version=f"%(prog)s {__version__}")
    add("command", choices=["match", "data", "solve"], help="what is to be done")
    add("--scheduler", default="local", metavar="WHERE", help=f"{EXPECTED} [default: local]")
    add("--workers", type=_workers, metavar="N|MIN..MAX", help="workers to start; for ssh on each "
        "host; with a range, of local and a queue, as many as there is work for")  # fmt: skip
    add("--worker-threads", type=_positive, metavar="N", help="jobs at the same time on each "
        "worker of local and ssh; those of a proof share one process [default: 1; for a local "
        "proof without --workers one worker with a thread for each core]")  # fmt: skip
    add("--hosts", metavar="HOST,HOST", help="where ssh starts workers")
    add("--remote-python", metavar="PATH", help="the Python of these hosts")
    add("--job", nargs="+", default=[], metavar="KEY=VALUE", help="settings of a queue's jobs")
    add("--tls", nargs=3, metavar=("CA", "CERT", "KEY"), help="PEM files: talk to an address "
        "tls://..., or among the workers that are started, by TLS only")  # fmt: skip
    add("--scratch", metavar="DIR", help="where workers keep what they need while they work")
    add("--dashboard", metavar=":PORT", help="where a started scheduler shows its dashboard")
    add("--zugi", type=Path, metavar="PATH", help="the program [default: zugi of the PATH]")
    add("--there", metavar="PATH", help="where it is on the workers: it is checked, and not sent")
    add("--any-build", action="store_true", help="with --there: version and signature must be the "
        "same, the bytes need not")  # fmt: skip
    add("--send", type=Path, action="append", default=[], metavar="FILE", help="another file that "
        "the arguments name, such as an engine, a net or openings")  # fmt: skip
    add("--shards", type=_positive, metavar="N", help="parts to cut the work into")
    add("--shard-games", type=_positive, metavar="N", help="games of a part [default: "
        + ", ".join(f"{n} for {name}" for name, n in GAMES_OF_SHARD.items()) + "]")  # fmt: skip
    add("--ahead", type=jobs_ahead, metavar="X", help="parts under way for each thread of a "
        f"worker [default: {AHEAD}; {AHEAD_OF_PROOF} of a proof, whose next job depends on the "
        "last ones]")  # fmt: skip
    add("--attempts", type=_positive, default=3, metavar="N", help="failures of a part that end "
        "the run [default: %(default)s]")  # fmt: skip
    add("--losses", type=_positive, default=50, metavar="N", help="lost workers of a part that "
        "end the run [default: %(default)s]")  # fmt: skip
    add("--dry-run", action="store_true", help="check all that can be checked without workers, "
        "print what would be done, and change nothing")  # fmt: skip
    add("--verbose", action="store_true", help="show the logs of Dask instead of writing them to "
        f"{LOG} in --work")  # fmt: skip
    add(
        "--work", type=Path, metavar="DIR", help="where finished parts are kept [default: OUT.work]"
    )
    add(
        "--out",
        type=Path,
        required=True,
        metavar="OUT",
        help="as for zugi; of solve the certificate",
    )
    return parser


def _workers(text: str) -> WorkerRange:
    try:
        return WorkerRange.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _positive(text: str) -> int:
    number = int(text) if text.isdigit() else 0
    if not 1 <= number <= 1 << 30:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 to {1 << 30}")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns its exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words and words[0] in OWN_COMMANDS:
        return _guarded(lambda: OWN_COMMANDS[words[0]](words[1:]), None)
    options, rest = parser().parse_known_args(words)
    if not options.verbose:
        # For messages before the log file exists.
        DETAILS.addHandler(logging.NullHandler())
    # Workers need not have this package.
    for module in [checks, worker]:
        cloudpickle.register_pickle_by_value(module)
    # RetryLimits counts lost workers itself; they are no reason for Dask to give up a task.
    dask.config.set({"distributed.scheduler.allowed-failures": 1000})
    log = None if options.verbose or options.dry_run else _folder(options) / LOG
    return _guarded(lambda: _run(options, rest), log)


def _guarded(run: Callable[[], int], log: Path | None) -> int:
    """Runs a command; an error becomes one line and an exit code."""
    try:
        return run()
    except OwnFileError as error:
        return _complain(error, 1)
    except (
        ClusterError, CommandLineError, EstimateError, ProgramError, ProofError, SchedulerError,
        ShardError, StoreError,
    ) as error:  # fmt: skip
        return _complain(error, 2)
    except KeyboardInterrupt:
        print("zugi-cluster: interrupted; the same command goes on", file=sys.stderr)
        return 3
    except Exception as error:
        if (fault := file_fault(error)) is not None:
            return _complain(OwnFileError(fault), 1)
        where = "" if log is None or not log.exists() else f" (more in {log})"
        return _complain(f"{type(error).__name__}: {' '.join(str(error).split())}{where}", 1)


def _complain(error: object, code: int) -> int:
    print(f"zugi-cluster: {error}", file=sys.stderr)
    return code


def _folder(options: argparse.Namespace) -> Path:
    """The folder for finished results."""
    return options.work or options.out.with_name(options.out.name + ".work")  # type: ignore[no-any-return]


def _run(options: argparse.Namespace, rest: list[str]) -> int:
    zugi = find_program(options.zugi)
    demand = Demand()
    connect = connector(options, demand)
    words = CommandLine(options.command, rest)
    send = [zugi, *options.send]
    program_files = ProgramFiles(zugi, send, options.there, options.any_build, words.plain)
    for name in program_files.looked_up:
        print(f"{name}: each worker looks it up, and nobody compares", file=sys.stderr)
    work: dict[str, Any] = {
        "command": options.command,
        "arguments": program_files.words,
        "program": program_files.bundle.sha256 or program_files.bundle.signature,
    }
    if options.command == "solve":
        work["position"] = _start(zugi, words)
    else:
        work["shards"] = _count(options, words)
    if options.dry_run:
        run = dry_run.DryRun(options, zugi, words, program_files, _folder(options), work)
        print("\n".join(run.check()))
        return 0
    ahead = options.ahead or (AHEAD_OF_PROOF if options.command == "solve" else AHEAD)
    pool = Pool(
        connect, program_files.bundle, ahead, options.attempts, options.losses, demand=demand
    )
    with Store(_folder(options), work) as store:
        pool.is_accepted = store.is_accepted
        ending = Ending(store, files_of(options.command, options.out))
        if ending.code is not None:
            print(f"{ending.files[0]}: it is finished already", file=sys.stderr)
            return ending.code
        if not options.verbose:
            log_to(store.path(LOG))
        try:
            if options.command == "solve":
                return _solve(options, zugi, store, ending, pool)
            return _shards(options, zugi, words, store, ending, pool)
        except Exception as error:
            DETAILS.error("the run has ended", exc_info=error)
            raise


def _start(zugi: Path, words: CommandLine) -> str:
    """The position of a proof."""
    try:
        return start_of(zugi, words.variant(), words.position)
    except ValueError as error:
        raise CommandLineError(str(error)) from error


def _count(options: argparse.Namespace, words: CommandLine) -> int:
    games = words.games()
    count = options.shards or -(-games // (options.shard_games or GAMES_OF_SHARD[words.command]))
    most = MAX_DATA_SHARDS if words.command == "data" else max(1, games // 2)
    return int(min(count, most))


def _shards(
    options: argparse.Namespace,
    zugi: Path,
    words: CommandLine,
    store: Store,
    ending: Ending,
    pool: Pool,
) -> int:
    is_match = words.command == "match"
    arguments, count = store.plan["arguments"], store.plan["shards"]
    out = "out" if is_match else "out.data"

    def of_shard(number: int) -> tuple[str, ...]:
        more = ["--quiet"] if is_match and "--quiet" not in arguments else []
        shard = f"{number + 1}/{count}"
        return (words.command, *arguments, *more, "--shard", shard, "--out", out)

    verdict = verdict_of(zugi, words.sprt) if words.sprt else None
    extension = "jsonl" if is_match else "data"
    shards = Shards(store, count, extension, of_shard, verdict)
    pool.run(shards)
    files = shards.files()
    print(f"{shards.progress()}; {pool.cpu:.1f} s of CPU", file=sys.stderr)
    more = ["--sprt", *words.sprt, "--partial"] if words.sprt else []
    return ending.make(lambda: merge(zugi, files, options.out, more))


def _solve(
    options: argparse.Namespace, zugi: Path, store: Store, ending: Ending, pool: Pool
) -> int:
    proof = Proof(store, store.plan["position"], tuple(store.plan["arguments"]))
    pool.run(proof)
    print(f"{proof.tree.winner} wins: {proof.progress()}; {pool.cpu:.1f} s of CPU", file=sys.stderr)
    return ending.make(lambda: proof.compose(zugi, options.out))


if __name__ == "__main__":
    sys.exit(main())

"""Describes failures: the worker, and the line of output with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from distributed import KilledWorker


def worker_of(result: Mapping[str, Any]) -> str:
    """The worker of a result: its address, then its name, host and process if known."""
    address = str(result.get("worker", "a worker"))
    process = result.get("process")
    return address if process is None else f"{address} ({process})"


def loss_of(error: BaseException) -> str:
    """Why there is no result, with the last worker if the error names it."""
    text = f"{type(error).__name__}: {error}"
    last = error.last_worker if isinstance(error, KilledWorker) else None
    address = getattr(last, "address", None)
    return text if address is None or address in text else f"{text}; last on {address}"


def reason_line(text: str) -> str:
    """The line of output that has the reason: the first error, or the last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error:")]
    return (errors or lines[-1:] or [""])[0]

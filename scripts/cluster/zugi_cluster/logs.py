"""Writes the logs of Dask to a file, so that the terminal shows only this program's messages."""

from __future__ import annotations

import contextlib
import logging
import logging.config
import os
from pathlib import Path
from typing import Any

#: The log file in the folder of a run, created with the first message.
LOG = "log.txt"
#: The full details of errors that are reported in one line.
DETAILS = logging.getLogger("zugi_cluster")


class LogFile(logging.FileHandler):
    """A log file whose own errors are ignored."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError):
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Ignores the error: the disk is full, and the run itself reports that."""


def log_to(file: Path) -> None:
    """Logs to a file, also in workers that are started on this machine."""
    config: dict[str, Any] = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "%(asctime)s %(name)s %(levelname)s: %(message)s"}},
        "handlers": {
            "file": {
                "()": f"{__name__}.LogFile",
                "filename": str(file.absolute()),
                "delay": True,
                "formatter": "line",
            }
        },
        "loggers": {
            name: {"handlers": [], "level": "WARNING", "propagate": True}
            for name in ["distributed", "bokeh", "tornado", "dask_jobqueue", DETAILS.name]
        },
        "root": {"handlers": ["file"], "level": "WARNING"},
    }
    logging.config.dictConfig(config)
    logging.captureWarnings(True)
    # Dask reads it when it starts processes.
    os.environ["DASK_LOGGING"] = repr(config)

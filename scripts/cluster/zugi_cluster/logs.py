"""Where the logs of Dask go: into a file, so that what is said here is of use to who reads it."""

from __future__ import annotations

import contextlib
import logging
import logging.config
import os
from pathlib import Path
from typing import Any

#: The file of the log in the folder of a run. It is made when there is something to log.
LOG = "log.txt"
#: What goes wrong and is told in one line; the whole of it is here.
DETAILS = logging.getLogger("zugi_cluster")


class LogFile(logging.FileHandler):
    """A file that takes what there is to log; where it cannot be written nobody is bothered."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record."""
        with contextlib.suppress(OSError):
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Says nothing: the disk is full, and the work itself tells of it."""


def log_to(file: Path) -> None:
    """Has all be logged to a file, also by workers that are started on this machine."""
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
    # Dask reads it where it starts processes.
    os.environ["DASK_LOGGING"] = repr(config)

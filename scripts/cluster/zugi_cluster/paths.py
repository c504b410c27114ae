"""Paths in the arguments of a command: translated for workers, or absolute and checked there."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from .checks import NamedFile, sha256_of

#: Options whose value is a folder or a file, and values that are not paths.
FOLDERS = {"--tables": {"small"}}
FILES = {"--openings": set[str](), "--eval-file": {"sum"}}
#: Options whose values are words of engines.
ENGINES = ("--engine", "--each")


class PathError(Exception):
    """A path that workers cannot use."""


class Paths:
    """The paths in some arguments."""

    def __init__(self, sent: Callable[[str], str | None], any_build: bool = False) -> None:
        """`sent` gives the path on workers of each path that is sent.

        With `any_build`, files that are not sent may differ from those of the client.
        """
        self.sent = sent
        self.any_build = any_build
        #: The paths that are not sent.
        self.named: dict[str, NamedFile] = {}
        #: Programs that each worker finds by its own PATH.
        self.looked_up: set[str] = set()

    def fit(self, words: Sequence[str]) -> list[str]:
        """The arguments for a worker."""
        return [word for group in self._groups(words) for word in self._fit_group(group, words)]

    @staticmethod
    def _groups(words: Sequence[str]) -> list[list[str]]:
        """Each option with its values; words before the first option form a group of their own."""
        groups: list[list[str]] = [[]]
        for word in words:
            if word.startswith("--"):
                groups.append([])
            groups[-1].append(word)
        return groups

    def _fit_group(self, group: list[str], words: Sequence[str]) -> list[str]:
        if not group or not group[0].startswith("--"):
            return [self._replaced(word) for word in group]
        option, equals, value = group[0].partition("=")
        values = [value, *group[1:]] if equals else group[1:]
        if option in ENGINES:
            folder = _folder_of(values) or _folder_of(_values_of("--each", self._groups(words)))
            fitted = [self._engine_word(word, folder) for word in values]
        elif option in FOLDERS:
            fitted = [it if it in FOLDERS[option] else self._folder(option, it) for it in values]
        elif option in FILES:
            fitted = [it if it in FILES[option] else self._file(option, it) for it in values]
        else:
            fitted = [self._replaced(word) for word in values]
        return [f"{option}={fitted[0]}", *fitted[1:]] if equals else [option, *fitted]

    def _replaced(self, word: str) -> str:
        """Replaces a word, or the value of a key, if it is a path that is sent."""
        if (new := self.sent(word)) is not None:
            return new
        key, equals, value = word.rpartition("=")
        new = self.sent(value) if equals else None
        return word if new is None else f"{key}={new}"

    def _engine_word(self, word: str, folder: str | None) -> str:
        key, _, value = word.partition("=")
        if key == "cmd":
            return f"cmd={self._command(value, folder)}"
        if key == "dir":
            return f"dir={self._folder('dir', value)}"
        if key.startswith("option.") and not value.isdigit():
            return f"{key}={self._known(value, folder)}"
        return word

    def _command(self, text: str, folder: str | None) -> str:
        """The command of an engine; zugi splits it as a shell does."""
        if self.sent(text) is not None:
            words = [text]
        else:
            try:
                words = shlex.split(text)
            except ValueError:
                return text
        if not words:
            return text
        program = self.sent(words[0])
        fitted = [program or self._program(words[0], folder)]
        for word in words[1:]:
            key, equals, value = word.rpartition("=")
            fitted.append(key + equals + self._known(value, folder))
        sent = [old for old, new in zip(words, fitted, strict=True) if old != new and _is_sent(new)]
        if sent and folder is not None:
            expected = "expected no dir=, or a path that is on the workers"
            raise PathError(f"dir={folder}: {sent[0]} is sent, and not there: {expected}")
        return text if fitted == words else shlex.join(fitted)

    def _program(self, text: str, folder: str | None) -> str:
        if os.sep not in text:
            self.looked_up.add(text)
            return text
        return self._file("cmd", text, folder)

    def _known(self, text: str, folder: str | None) -> str:
        """A word that may be a path: it is one if it is sent or exists here."""
        if (new := self.sent(text)) is not None:
            return new
        path = _absolute(text, folder)
        if not text or text.startswith("-"):
            return text
        if path.is_dir():
            return self._folder("", text, folder)
        return self._file("", text, folder) if path.is_file() else text

    def _folder(self, option: str, text: str, near: str | None = None) -> str:
        path = _absolute(text, near)
        if not path.is_dir():
            self._refuse_relative(option, text, "folder")
        self.named[str(path)] = NamedFile(is_folder=True)
        return str(path)

    def _file(self, option: str, text: str, near: str | None = None) -> str:
        if (new := self.sent(text)) is not None:
            return new
        path = _absolute(text, near)
        if not path.is_file():
            self._refuse_relative(option, text, "file")
            self.named[str(path)] = NamedFile(is_folder=False)
        elif self.any_build:
            self.named[str(path)] = NamedFile(is_folder=False)
        else:
            self.named[str(path)] = NamedFile(False, path.stat().st_size, sha256_of(path))
        return str(path)

    @staticmethod
    def _refuse_relative(option: str, text: str, what: str) -> None:
        """Refuses relative paths that exist only on workers, which start in another folder."""
        if not os.path.isabs(text):
            expected = f"expected one, or the absolute path of a {what} on the workers"
            raise PathError(f"{option} {text!r}: there is no such {what} here: {expected}")


def _absolute(text: str, near: str | None) -> Path:
    return Path(os.path.abspath(os.path.join(near or "", text)))


def _is_sent(text: str) -> bool:
    return not os.path.isabs(text.rpartition("=")[2])


def _folder_of(words: Sequence[str]) -> str | None:
    """The folder in which an engine is started, if its words name one."""
    found = [word.removeprefix("dir=") for word in words if word.startswith("dir=")]
    return found[-1] if found else None


def _values_of(option: str, groups: list[list[str]]) -> list[str]:
    return [word for group in groups if group[:1] == [option] for word in group[1:]]

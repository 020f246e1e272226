"""A disk that fails at the n-th call: of open, write, fsync, rename or close, in one folder."""

import builtins
import errno
import io
import os
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path


def report(path: object) -> None:
    """Fail as the system does when a disk is broken."""
    raise OSError(errno.EIO, os.strerror(errno.EIO), path)


class Disk:
    """Counts the calls that concern files in a folder, and fails at one of them."""

    def __init__(self, folder: Path, fail_at: int, fail: Callable[[object], None] = report) -> None:
        self.folder, self.fail_at, self.fail = folder, fail_at, fail
        self.calls: list[str] = []

    @property
    def failed(self) -> bool:
        return len(self.calls) >= self.fail_at

    def call(self, what: str, path: object = None) -> None:
        self.calls.append(what)
        if len(self.calls) == self.fail_at:
            self.fail(path)

    def holds(self, path: object) -> bool:
        """Is a file there?  The folder is the one that a process is in."""
        given = isinstance(path, str | os.PathLike)
        return given and (self.folder / os.fspath(path)).is_relative_to(self.folder)


class _File(io.FileIO):
    """A file that tells the disk of its calls."""

    disk: Disk

    def write(self, data):
        self.disk.call("write")
        return super().write(data)

    def close(self):
        if self.closed:
            return
        super().close()  # a file is closed, also if that fails
        self.disk.call("close")


@contextmanager
def failing(monkeypatch, folder: Path, fail_at: int, fail: Callable[[object], None] = report):
    """Let a disk fail at its n-th call; 0: never."""
    disk = Disk(folder, fail_at or 1 << 30, fail)
    plain_open, plain_fsync, plain_replace = builtins.open, os.fsync, os.replace

    def opened(path, mode="r", *rest, **options):
        if not disk.holds(path):
            return plain_open(path, mode, *rest, **options)
        disk.call("open", path)
        if "r" in mode or options.get("opener"):
            return plain_open(path, mode, *rest, **options)
        file = _File(path, mode.replace("b", ""))
        file.disk = disk
        return io.BufferedWriter(file)

    def fsync(descriptor):
        disk.call("fsync")
        plain_fsync(descriptor)

    def replace(source, target, **options):
        if disk.holds(source):
            disk.call("rename", source)
        plain_replace(source, target, **options)

    with monkeypatch.context() as patch:
        patch.setattr(builtins, "open", opened)
        patch.setattr(io, "open", opened)
        patch.setattr(os, "fsync", fsync)
        patch.setattr(os, "replace", replace)
        yield disk

"""Drafts: a file is written beside its place first, so that it appears whole or not at all.

A draft is locked as long as its process lives.  One that is not locked was left by a process that
was killed; whoever writes to the folder next removes it.
"""

import hashlib
import os
import platform
import re
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import IO

from multiplane.ending import ensured

try:
    import fcntl
except ImportError:  # on Windows, where an open file cannot be removed; drafts stay there
    fcntl = None  # type: ignore[assignment]

# The machine is part of a name, since a lock may not be seen on others that share the folder.
_MACHINE = hashlib.sha256(platform.node().encode("utf-8", "replace")).hexdigest()[:8]
_DRAFT = re.compile(rf"\..{{1,40}}\.[0-9a-f]{{12}}\.{_MACHINE}\.multiplane-draft", re.DOTALL)


@contextmanager
def whole(path: Path, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """Bytes to write to a file that changes only if all goes well.

    A durable one survives a power cut; the others may then be damaged.
    """
    if path.exists() and not path.is_file():  # a pipe or a device is not ours to replace
        with path.open("wb") as other:
            yield other
        return
    asked, path = path, path.resolve()  # a link stays a link
    _tidy(path.parent)
    with ExitStack() as stack:
        try:
            file = _begun(path, stack)
        except OSError as error:  # about the place asked for, not about a draft that nobody knows
            raise OSError(error.errno, _reason(error, asked.parent), str(asked)) from error
        yield file
        file.flush()
        if durable:
            os.fsync(file.fileno())
        file.close()
        if path.exists():
            shutil.copymode(path, file.name)
        Path(file.name).replace(path)


def _reason(error: OSError, folder: Path) -> str | None:
    if isinstance(error, FileNotFoundError) and not folder.is_dir():
        return f"there is no folder {folder}; make it first"
    return error.strerror


def _begun(path: Path, stack: ExitStack) -> IO[bytes]:
    """Open a draft and lock it before somebody takes it for one that was left."""
    while True:
        name = f".{path.name[:40]}.{secrets.token_hex(6)}.{_MACHINE}.multiplane-draft"
        draft = path.with_name(name)
        stack.enter_context(ensured(partial(draft.unlink, missing_ok=True)))
        file = stack.enter_context(draft.open("xb"))
        if lock(file.fileno()) is not False and os.fstat(file.fileno()).st_nlink:
            return file


def lock(descriptor: int) -> bool | None:
    """Lock a file until this process ends; False: somebody has, None: files here have no locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (OSError, AttributeError):
        return None
    return True


@lru_cache(256)
def _tidy(folder: Path) -> None:
    """Tidy a folder before the first file is written to it."""
    tidy(folder)


def tidy(folder: Path) -> None:
    """Remove the drafts in a folder that processes of this user left when they were killed."""
    if fcntl is None:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _DRAFT.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_if_left(entry.path)


def _remove_if_left(draft: str) -> None:
    descriptor = os.open(draft, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        status = os.fstat(descriptor)
        ours = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
        if ours and status.st_nlink == 1 and lock(descriptor):  # else somebody writes it
            Path(draft).unlink()
    finally:
        os.close(descriptor)

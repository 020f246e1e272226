"""Where bytes are: files of this machine by their paths, others, with ://, through fsspec."""

import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from multiplane.drafts import tidy, whole
from multiplane.errors import MultiplaneError, missing_package

IN_MEMORY = 1 << 26  # bytes of an object that are kept in memory; more go to a file without a name


def local(path: str) -> str:
    """Return a path of this machine as such, if it is written as an address.

    >>> local("file:///data/a.txt"), local("a.txt"), local("s3://corpus/a.txt")
    ('/data/a.txt', 'a.txt', 's3://corpus/a.txt')
    """
    return path.removeprefix("file://").removeprefix("local://")


def is_remote(path: str) -> bool:
    """Is it no path of this machine?

    >>> is_remote("s3://corpus/a.txt"), is_remote("corpus/a.txt")
    (True, False)
    """
    return "://" in path


def absolute(path: str) -> str:
    """Return a path that means the same to workers with another folder to begin with."""
    path = local(path)
    return path if is_remote(path) else str(Path(path).absolute())


def resolved(folder: str) -> str:
    """Return the one name of a folder, whatever links or spellings lead to it."""
    return _resolved(absolute(folder))


@lru_cache(1024)
def _resolved(folder: str) -> str:
    if is_remote(folder):
        fs, inner = filesystem(folder)
        return str(fs.unstrip_protocol(inner)).rstrip("/")
    return Path(folder).resolve().as_posix().rstrip("/")


def real(path: str) -> str:
    """Return the one name of a file, whatever links or spellings lead to its folder."""
    folder, _, name = absolute(path).replace(os.sep, "/").rpartition("/")
    return f"{resolved(folder or '/')}/{name}"


def lies_in(path: str, folder: str) -> bool:
    """Is a file, or a folder, in a folder that may be in an object store, or is it that one?"""
    return bool(folder) and f"{real(path)}/".startswith(f"{resolved(folder)}/")


def filesystem(path: str) -> tuple[Any, str]:
    """Return the object store of a path, and what the path is called there."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise missing_package(f"{path}: object stores need", "fsspec", "remote") from None
    try:
        fs, inner = url_to_fs(path)
    except (ImportError, ValueError) as error:  # the store's own package is missing, or no such
        raise MultiplaneError(f"{path}: {error}") from error
    return fs, inner


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """Open a file to read bytes, from anywhere in it."""
    if is_remote(path):
        fs, inner = filesystem(path)
        with fs.open(inner, "rb") as file:
            yield file
    else:
        with Path(path).open("rb") as file:
            yield file


@contextmanager
def at_hand(path: str, begin: int, end: int) -> Iterator[Any]:
    """Some bytes of a file, which can be read twice; those of an object are fetched once."""
    if not is_remote(path):
        with Path(path).open("rb", buffering=0) as file:
            yield Span(file, begin, end)
        return
    with opened(path) as file, tempfile.SpooledTemporaryFile(IN_MEMORY) as copy:
        shutil.copyfileobj(Span(file, begin, end), copy)
        yield Span(copy, 0, end - begin)


class Span(io.RawIOBase):
    """The bytes of a file between two places, as a file."""

    name = "<span>"

    def __init__(self, file: IO[bytes], begin: int, end: int) -> None:
        super().__init__()
        self.file, self.begin, self.end = file, begin, end
        self.at = begin

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: self.begin, os.SEEK_CUR: self.at, os.SEEK_END: self.end}[whence]
        self.at = start + offset
        return self.at - self.begin

    def tell(self) -> int:
        return self.at - self.begin

    def readinto(self, buffer: Any) -> int:
        self.file.seek(self.at)
        data = self.file.read(max(min(len(buffer), self.end - self.at), 0))
        buffer[: len(data)] = data
        self.at += len(data)
        return len(data)


class Folder:
    """A folder to write to, here or in an object store; its files appear whole or not at all."""

    def __init__(self, root: str) -> None:
        self.root = root.rstrip("/") or "/"
        self.remote = is_remote(root)

    def size(self, name: str) -> int | None:
        """Return the bytes of a file; None if there is none."""
        try:
            if self.remote:
                fs, inner = filesystem(f"{self.root}/{name}")
                fs.invalidate_cache()
                return int(fs.size(inner))
            return Path(self.root, name).stat().st_size
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, name: str) -> bytes | None:
        """Return what a file holds; None if there is none."""
        try:
            with opened(f"{self.root}/{name}") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError, NotADirectoryError):
            if self.remote:
                fs, inner = filesystem(f"{self.root}/{name}")
                fs.rm_file(inner)
            else:
                Path(self.root, name).unlink()

    @contextmanager
    def written(self, name: str) -> Iterator[IO[bytes]]:
        """Write a file; folders above it are made."""
        if self.remote:
            with tempfile.NamedTemporaryFile() as draft:
                yield draft
                draft.flush()
                fs, inner = filesystem(f"{self.root}/{name}")
                fs.makedirs(inner.rpartition("/")[0], exist_ok=True)
                fs.put_file(draft.name, inner)
            return
        path = Path(self.root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole(path) as file:
            yield file

    def below(self, name: str) -> Iterator[str]:
        """Give the files in a folder of this one, by what they are called there."""
        root = f"{self.root}/{name}"
        if self.remote:
            fs, inner = filesystem(root)
            fs.invalidate_cache()
            yield from (path.removeprefix(f"{inner}/") for path in fs.find(inner))
            return
        for place, _, names in os.walk(root):
            yield from (Path(place, one).relative_to(root).as_posix() for one in names)

    def tidy(self) -> None:
        """Remove what killed processes of this machine left half written."""
        if not self.remote:
            for place, _, _ in os.walk(self.root):
                with suppress(OSError):
                    tidy(Path(place))

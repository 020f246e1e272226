"""Files of compiled code that are read only if they are what was written."""

# mypy: disable-error-code="no-untyped-call"

import hashlib
import os
import pickle
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

from multiplane.drafts import whole

SEAL = b"multiplane compiled 1\n"
DIGEST = hashlib.sha256().digest_size


class SealedFile(IndexDataCacheFile):
    """The compiled versions of one function; what cannot be read is compiled again.

    A checksum finds damage, which machine code would not survive.  What is whole may still be of
    another version, or have come here by exchange of files, so both index and code say what they
    are of.
    """

    def save(self, key: Any, data: Any) -> None:
        """Keep code."""
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        """Return the code for a key, or None."""
        try:
            found, data = self._load_data(self._load_index()[key])
        except (KeyError, TypeError, ValueError):
            return None
        return data if found == key else None

    def _load_index(self) -> Any:
        index = self._read(self._index_path)
        return index if isinstance(index, dict) else {}

    def _save_index(self, overloads: Any) -> None:
        self._write(self._index_path, overloads)

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        """Return what was written, or None."""
        data = _own_bytes(path)
        head = len(SEAL) + DIGEST
        if data[:head] != SEAL + hashlib.sha256(data[head:]).digest():
            return None
        try:
            version, stamp, content = pickle.loads(data[head:])  # noqa: S301 - our own
        except Exception:  # noqa: BLE001 - of another version, it may raise anything
            return None
        return content if (version, stamp) == (self._version, self._source_stamp) else None

    def _write(self, path: str, content: Any) -> None:
        if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
            return  # what it is instead is not ours to write to
        data = self._dump((self._version, self._source_stamp, content))
        with whole(Path(path), durable=False) as file:
            file.write(SEAL + hashlib.sha256(data).digest() + data)


def _own_bytes(path: str) -> bytes:
    """Read a file of this user; anything else is as good as none."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with suppress(OSError), open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:  # noqa: PTH123
        status = os.fstat(file.fileno())
        if stat.S_ISREG(status.st_mode) and status.st_uid == _me(status):
            return file.read()
    return b""


def _me(status: os.stat_result) -> int:
    return os.geteuid() if hasattr(os, "geteuid") else status.st_uid

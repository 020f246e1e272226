"""Inputs one after the other: how many there were, and what became of them."""

import sys
import time
import traceback
from hashlib import sha256
from pathlib import Path
from typing import Self

import numpy as np

from fuzz.target import LostError, Target, tried

SLOW = 10  # seconds of computing
COUNTS = ("inputs", "refused", "tracebacks", "lost", "hangs")


class Trial:
    """Tries inputs, counts, and keeps each kind of failure once."""

    def __init__(self, target: Target, folder: Path) -> None:
        self.target, self.found = target, folder / "found"
        self.found.mkdir(parents=True, exist_ok=True)
        if not (folder / "tally").exists():
            (folder / "tally").write_bytes(bytes(8 * len(COUNTS)))
        self.tally = np.memmap(folder / "tally", np.int64, "r+", shape=len(COUNTS))
        self.known: set[str] = set()
        self.data = b""

    def __enter__(self) -> Self:
        sys.unraisablehook = self.unraised
        return self

    def __exit__(self, *_) -> None:
        sys.unraisablehook = sys.__unraisablehook__

    @property
    def counts(self) -> dict[str, int]:
        return dict(zip(COUNTS, self.tally.tolist(), strict=True))

    def count(self, name: str) -> None:
        self.tally[COUNTS.index(name)] += 1

    def __call__(self, data: bytes) -> None:
        self.count("inputs")
        self.data = data
        begin = time.process_time()
        try:
            if tried(self.target, data) == "refused":
                self.count("refused")
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a find
            self.count("lost" if isinstance(error, LostError) else "tracebacks")
            place = traceback.extract_tb(error.__traceback__)[-1]
            self.keep(f"{type(error).__name__} {place.filename}:{place.lineno}", data)
        if time.process_time() - begin > SLOW and self.is_slow(data):
            self.count("hangs")
            self.keep("hang", data)

    def unraised(self, found) -> None:
        """Count what went wrong where nobody could catch it: this input or one shortly before."""
        self.count("tracebacks")
        self.keep(f"unraisable {found.object!r:.60}", self.data)

    def is_slow(self, data: bytes) -> bool:
        """Does it take as long again?  The first time something may have been compiled."""
        begin = time.process_time()
        try:
            tried(self.target, data)
        except Exception:  # noqa: BLE001 - it has been counted
            return False
        return time.process_time() - begin > SLOW

    def keep(self, what: str, data: bytes) -> None:
        if what in self.known:
            return
        self.known.add(what)
        data = self.target.cooked(data)
        name = sha256(data).hexdigest()[:16]
        (self.found / name).write_bytes(data)
        (self.found / f"{name}.txt").write_text(f"{what}\n{traceback.format_exc()}", "utf-8")

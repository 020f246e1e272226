"""`python -m fuzz.guided TARGET FOLDER SECONDS`: one reader, with inputs that coverage leads to.

In the folder, `inputs` keeps those that reached something new, `found` those that failed, each with
what went wrong beside it, and `tally` counts, so that the counts outlive a crash.
"""

import sys
import time
import traceback
from hashlib import sha256
from pathlib import Path

import atheris
import numpy as np

from fuzz.target import LostError, Target, tried
from fuzz.targets import TARGETS
from fuzz.watched import functions
from support.paths import ROOT

SLOW = 10  # seconds of computing
STUCK = 120  # seconds after which the process ends; others may have the core meanwhile
COUNTS = ("inputs", "refused", "tracebacks", "lost", "hangs")


class Trial:
    """Tries inputs, counts, and keeps each kind of failure once."""

    def __init__(self, target: Target, folder: Path) -> None:
        self.target, self.found = target, folder / "found"
        self.tally = np.memmap(folder / "tally", np.int64, "r+", shape=len(COUNTS))
        self.known: set[str] = set()
        self.data = b""
        sys.unraisablehook = self.unraised

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


def main(name: str, place: str, seconds: str) -> None:
    """Try inputs for so long; does not return."""
    target, folder = TARGETS[name], Path(place)
    seeds = folder / "seeds"
    for path in (folder / "inputs", folder / "found", seeds):
        path.mkdir(parents=True, exist_ok=True)
    corpus = ROOT / "tests" / "corpus" / name
    for data in (*target.beginnings(), *(p.read_bytes() for p in sorted(corpus.glob("*")))):
        (seeds / sha256(data).hexdigest()[:16]).write_bytes(data)
    words = ('"' + "".join(f"\\x{byte:02x}" for byte in w.encode()) + '"\n' for w in target.words)
    (folder / "words").write_text("".join(words))
    trial = Trial(target, folder)
    for path in sorted(seeds.iterdir()):  # compiles what they need, before time counts
        trial(path.read_bytes())
    for function in functions((*target.modules, *target.beside)):
        atheris.instrument_func(function)
    options = {
        "max_total_time": seconds, "max_len": target.most_bytes, "timeout": STUCK,
        "dict": folder / "words", "artifact_prefix": f"{folder / 'found'}/", "rss_limit_mb": 6000,
        "len_control": 0,
    }  # fmt: skip
    given = [f"-{key}={value}" for key, value in options.items()]
    atheris.Setup([sys.argv[0], *given, str(folder / "inputs"), str(seeds)], trial)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])

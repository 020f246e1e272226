"""`python -m fuzz SECONDS [TARGET ...]`, in the folder of the tests: all readers, or some.

Each gets the same share of the time, in a process of its own, which is begun again if it crashes.
What is learnt about inputs is kept in `.fuzz`, for the next time.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from fuzz.targets import TARGETS
from fuzz.trial import COUNTS
from fuzz.watched import lines, reached
from support.paths import ROOT

KEPT = ROOT / ".fuzz"
BROKEN = 1  # how a process ends that could not begin; after a crash it is another number
RUNS = KEPT / "runs.jsonl"  # a row for each target of each run
HEADS = (
    "target",
    "inputs",
    "refused",
    "new",
    "lines",
    "crashes",
    "hangs",
    "tracebacks",
    "lost",
    "s",
)
ROW = "{:<11}{:>10}{:>10}{:>7}{:>14}{:>9}{:>7}{:>12}{:>6}{:>7}"


def fuzz(name: str, seconds: float) -> dict:
    """Try a reader for so long."""
    folder = KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tally").write_bytes(bytes(8 * len(COUNTS)))
    known, failed = files(folder / "inputs"), files(folder / "found")
    begin, end, killed = time.perf_counter(), time.perf_counter() + seconds, 0
    while (left := int(end - time.perf_counter())) > 0:
        with (folder / "log").open("wb") as log:
            command = [sys.executable, "-m", "fuzz.guided", name, str(folder), str(left)]
            done = subprocess.run(
                command, cwd=ROOT / "tests", stdout=log, stderr=log, check=False
            ).returncode
        if done == BROKEN:
            sys.exit(f"{name}: {(folder / 'log').read_text('utf-8', 'replace')[-2000:]}")
        killed += done < 0
    row = dict(zip(COUNTS, np.fromfile(folder / "tally", np.int64).tolist(), strict=True))
    found = files(folder / "found") - failed
    ended = [path.name.partition("-")[0] for path in found]
    row["hangs"] += ended.count("timeout")
    row["crashes"] = ended.count("crash") + ended.count("oom") + killed
    row["new"] = len(files(folder / "inputs") - known)
    row["s"] = round(time.perf_counter() - begin)
    row["found"] = sorted(str(path) for path in found if path.suffix != ".txt")
    return row


def files(folder: Path) -> set[Path]:
    return set(folder.glob("*"))


def coverage(name: str) -> str:
    """How many lines are reached by what is kept, of how many."""
    command = [sys.executable, "-m", "fuzz", "lines", name]
    done = subprocess.run(command, cwd=ROOT / "tests", capture_output=True, text=True, check=False)
    return done.stdout.strip() or "?"


def covered(name: str) -> str:
    """The same, in this process."""
    target, folder = TARGETS[name], KEPT / name
    inputs = [*target.beginnings(), *(path.read_bytes() for path in files(folder / "inputs"))]
    return f"{len(reached(target, inputs)):,}/{len(lines(target)):,}"


def main(seconds: float, names: list[str]) -> bool:
    """Print a table, and the sums of all runs so far; return whether nothing was found."""
    print(ROW.format(*HEADS), flush=True)
    found = []
    for name in names:
        row = fuzz(name, seconds / len(names)) | {"target": name, "lines": coverage(name)}
        found += row.pop("found")
        with RUNS.open("a", encoding="utf-8") as runs:
            runs.write(json.dumps(row) + "\n")
        show(row)
    print("all runs so far")
    for name in names:
        show(summed(name))
    for path in found:
        print(f"found: {path}")
    return not found


def show(row: dict) -> None:
    cells = (row[head] for head in HEADS)
    print(ROW.format(*(f"{c:,}" if isinstance(c, int) else c for c in cells)), flush=True)


def summed(name: str) -> dict:
    """The row of a target for all runs; its lines are those of the last one."""
    rows = [json.loads(line) for line in RUNS.read_text("utf-8").splitlines()]
    mine = [row for row in rows if row["target"] == name]
    sums = {key: sum(row[key] for row in mine) for key in HEADS if isinstance(mine[-1][key], int)}
    return mine[-1] | sums


if __name__ == "__main__":
    if sys.argv[1] == "lines":
        print(covered(sys.argv[2]))
    else:
        sys.exit(not main(float(sys.argv[1]), sys.argv[2:] or list(TARGETS)))

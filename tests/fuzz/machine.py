"""`python -m fuzz.machine STEPS [FIRST]`, in the folder of the tests: machine = semantics.

Random systems of one to four stores, each with random derivations, by the number of the system from
FIRST on; the configurations of both, and what is permitted in them, are compared at each step.
"""

import random
import sys
import time
from collections import Counter

from support.random_systems import random_system
from support.walks import walk, walk_with_labels

DERIVATIONS = 4  # of a system, with labels and without
MOST_WORDS, MOST_STEPS = 7, 60
LABELS = 2


def compared(number: int) -> tuple[int, int]:
    """Compare derivations of a system; return how many stores it has, and the steps."""
    draw = random.Random(number)
    system, steps = random_system(draw), 0
    for _ in range(DERIVATIONS):
        steps += walk(system, draw.randrange(MOST_WORDS + 1), choices(draw, MOST_STEPS))
        words, parallel = draw.randrange(MOST_WORDS - 1), 2 + draw.randrange(2)
        steps += walk_with_labels(system, words, choices(draw, MOST_STEPS // 2), LABELS, parallel)
    return len(system.stores), steps


def choices(draw: random.Random, count: int) -> list[int]:
    return [draw.randrange(1 << 16) for _ in range(count)]


def main(steps: int, first: int = 0) -> None:
    """Compare so many steps, at least."""
    begin, done, number = time.perf_counter(), 0, first
    systems: Counter[int] = Counter()
    while done < steps:
        try:
            stores, more = compared(number)
        except Exception as error:
            error.add_note(f"system {number}: python -m fuzz.machine 1 {number}")
            raise
        systems[stores] += 1
        done += more
        number += 1
    by_stores = ", ".join(f"{systems[size]:,} of {size}" for size in sorted(systems))
    print(f"{done:,} steps of {number - first:,} systems, by stores: {by_stores};"
          f" {time.perf_counter() - begin:.0f} s; no difference")  # fmt: skip


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""How fast are the oracles, and how often are their losses right?

    PYTHONPATH=tests python bench/oracles.py [FILE.conllu] [--quick]

Prints microseconds for the costs of all transitions of a configuration, on sentences of 25 words
(of the file, or random projective trees), and then the agreement of losses with exhaustive search.
"""

import argparse
import random
import time

import numpy as np

from multiplane import conllu
from multiplane.machine.explore import explore
from multiplane.machine.kernel import apply, is_terminal
from multiplane.native import entry
from multiplane.oracles.dynamic import FORBIDDEN, DynamicOracle, costs, gold_for
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.verification.classes import all_forests
from support.exhaustive import block_of, exact_losses

FAST = ["arc-eager", "arc-hybrid", "planar[single-head,acyclic]", "2-planar[single-head,acyclic]"]
MEASURED = [*FAST, "easy-first", "covington", "arc-eager+lba+rba", "arc-standard",
            "arc-standard-stack", "swap", "attardi-2", "attardi-3", "attardi-original-2",
            "side-stack", "arc-eager+lnba", "arc-eager+rnba"]  # fmt: skip


@entry
def walk(start, code, gold, model, explore_share, seed, repeats):
    """Ask for all costs at each step of derivations; now and then make a mistake."""
    np.random.seed(seed)
    steps, out = 0, np.zeros(code.transitions, np.int32)
    for _ in range(repeats):
        c = start.copy()
        while not is_terminal(c, code):
            costs(c, code, gold, model, out)
            steps += 1
            chosen, seen, wild = -1, 0, np.random.random() < explore_share
            for t in range(len(out)):
                if out[t] < FORBIDDEN and (wild or out[t] == 0):
                    seen += 1
                    if np.random.random() * seen < 1:
                        chosen = t
            apply(c, code, chosen, 0)
    return steps


def random_tree(words: int, rng: random.Random) -> list[int]:
    """Attach each word to a neighbouring span: a projective tree."""
    heads = [0] * words

    def attach(low: int, high: int, head: int) -> None:
        if low > high:
            return
        middle = rng.randint(low, high)
        heads[middle - 1] = head
        attach(low, middle - 1, middle)
        attach(middle + 1, high, middle)

    attach(1, words, 0)
    return heads


def speed(trees: list[list[int]]) -> None:
    print(f"{'system':32} µs per configuration of 25 words, all costs")
    for name in FAST:
        oracles = [DynamicOracle(systems[name], gold_for(systems[name], tree)) for tree in trees]
        best = float("inf")
        for _ in range(4):
            steps, begin = 0, time.perf_counter()
            for seed, o in enumerate(oracles):
                steps += walk(o.machine.start, o.machine.code, o.tree, o.model, 0.1, seed, 20)
            best = min(best, (time.perf_counter() - begin) / steps)
        print(f"{name:32} {1e6 * best:.2f}")


def agreement(words: int, most: int) -> None:
    print(f"\n{'system':32} share of right losses, {words} words: no root, root first, root last")
    trees = []
    for graph in all_forests(words):
        heads = [0] * words
        for h, d in graph.arcs:
            heads[d - 1] = h
        trees.append(heads)
    rng = random.Random(0)
    for name in MEASURED:
        shares = []
        for place in ("", "first", "last"):
            system = rooted(systems[name], place) if place else systems[name]
            space = explore(system, words, with_edges=True)
            exact = exact_losses(space, trees)
            oracles = [DynamicOracle(system, gold_for(system, t)) for t in trees]
            pairs = exact.size
            chosen = range(pairs) if pairs <= most else [rng.randrange(pairs) for _ in range(most)]
            right = 0
            for pair in chosen:
                at, tree = divmod(pair, len(trees))
                right += oracles[tree].loss(block_of(space, at)) == exact[at, tree]
            shares.append(f"{100 * right / len(chosen):.2f} %")
        print(f"{name:32} {'  '.join(shares)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?")
    parser.add_argument("--quick", action="store_true", help="few trees of few words")
    given = parser.parse_args()
    generator, count = random.Random(0), 2 if given.quick else 60
    if given.file:
        found = [s for s in conllu.read(given.file) if s.words == 25]
        speed([list(s.heads) for s in found[:count]])
    else:
        speed([random_tree(25, generator) for _ in range(count)])
    for words, most in ((2, 100),) if given.quick else ((3, 100_000), (4, 40_000)):
        agreement(words, most)


if __name__ == "__main__":
    main()

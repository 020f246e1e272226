"""How fast are expected costs?

    python bench/expected.py FILE.conllu [--words 25] [--sentences 200]

Beliefs are made up: most of the probability of a word's head is on the right one and on words
nearby.  Then each sentence is parsed by always taking the transition with the least expected cost.
Prints nanoseconds of CPU time for the expected costs of all open transitions of a configuration.
Sentences are concatenated until they have enough words, so `--words 10000` shows long ones.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from multiplane import conllu
from multiplane.machine.kernel import apply, is_terminal
from multiplane.machine.layout import machine
from multiplane.machine.permission import permitted
from multiplane.machine.steps import most_steps
from multiplane.native import lean_entry
from multiplane.oracles.beliefs import LEAST_CHANCE, MOST_HEADS, Beliefs, by_head
from multiplane.oracles.expected import cost_room, expected_costs, prospects
from multiplane.systems import systems

MEASURED = ["arc-eager", "arc-hybrid", "2-planar-eager", "side-stack", "swap", "covington"]
WINDOW = 20  # words on each side that may be heads
REPEATS = 10


@lean_entry
def walk(c, code, prospects, beliefs, first, open_, room, out, repeats, most):
    """Take the cheapest transition until the end; ask for costs several times."""
    for steps in range(most):
        if is_terminal(c, code):
            return steps
        for t in range(code.transitions):
            open_[t] = permitted(c, code, t)
        for _ in range(repeats):
            expected_costs(c, code, prospects, beliefs, first, open_, room, out)
        best = -1
        for t in range(code.transitions):
            if open_[t] and (best < 0 or out[t] < out[best]):
                best = t
        apply(c, code, best, 0)
    return most


def made_up(heads: list[int], rng: np.random.Generator) -> Beliefs:
    """Return beliefs about one sentence."""
    words = len(heads)
    starts, listed, kept = [0, 0], [], []
    for d, head in enumerate(heads, 1):
        near = np.unique([0, head, *range(max(1, d - WINDOW), min(words, d + WINDOW) + 1)])
        near = near[near != d]
        scores = 2 * rng.gumbel(size=len(near)) - 0.3 * np.abs(near - d) + 9 * (near == head)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        order = np.argsort(-chances)[:MOST_HEADS]
        order = order[chances[order] >= LEAST_CHANCE]
        listed.append(near[order].astype(np.int32))
        kept.append(chances[order].astype(np.float32))
        starts.append(starts[-1] + len(order))
    starts.append(starts[-1])
    found: Beliefs = by_head(
        np.array(starts), np.concatenate(listed), np.concatenate(kept), np.array([0, words])
    )
    return found


def joined(file: str, words: int, count: int) -> list[list[int]]:
    """Concatenate trees of a file until they have so many words."""
    found: list[list[int]] = [[]]
    for sentence in conllu.read(file, on_error="skip"):
        if sentence.error or None in sentence.heads:
            continue
        offset = len(found[-1])
        found[-1] += [head and head + offset for head in sentence.heads]
        if len(found[-1]) >= words:
            if len(found) == count:
                return found
            found.append([])
    return found[:-1] or found


def measure(name: str, trees: list[list[int]], beliefs: list[Beliefs]) -> None:
    system = systems[name]
    facts = prospects(system)

    def seconds(repeats: int) -> tuple[float, int]:
        steps, total = 0, 0.0
        for tree, belief in zip(trees, beliefs, strict=True):
            ready = machine(system, len(tree))
            c, room = ready.start.copy(), cost_room(system, len(tree))
            open_ = np.zeros(ready.code.transitions, np.bool_)
            out: NDArray[np.float32] = np.zeros(len(open_), np.float32)
            begin, most = time.process_time(), most_steps(len(tree))
            steps += walk(c, ready.code, facts, belief, 0, open_, room, out, repeats, most)
            total += time.process_time() - begin
        return total, steps

    seconds(1)
    best = min((seconds(1 + REPEATS)[0] - seconds(1)[0]) / REPEATS for _ in range(3))
    steps, words = seconds(1)[1], sum(map(len, trees))
    print(f"{name:20} {1e9 * best / steps:8.0f} ns {steps / words:8.2f} steps a word", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--words", type=int, default=25)
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--system", action="append", dest="names")
    given = parser.parse_args()
    trees = joined(given.file, given.words, given.sentences)
    rng = np.random.default_rng(1)
    beliefs = [made_up(tree, rng) for tree in trees]
    words = sum(map(len, trees))
    likely = sum(len(belief.heads) for belief in beliefs) / words
    print(
        f"{len(trees)} sentences, {words / len(trees):.1f} words, {likely:.2f} likely heads a word"
    )
    for name in given.names or MEASURED:
        measure(name, trees, beliefs)


if __name__ == "__main__":
    main()

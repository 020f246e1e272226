"""The chart: time against length, and accuracy with and without trees.

python bench/chart.py speed
python bench/chart.py supervised FOLDER...      (each with train.conllu and test.conllu)
python bench/chart.py unsupervised FOLDER...
"""

import argparse
import os
import platform
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba as nb
import numpy as np

from multiplane.conllu import read
from multiplane.tabular.alphabet import Alphabet
from multiplane.tabular.chart import Chart
from multiplane.tabular.conditional import train as train_conditional
from multiplane.tabular.corpus import chosen, estimate, examples, heads_of, plain
from multiplane.tabular.em import em, start
from multiplane.tabular.history import elaborated
from multiplane.tabular.layout import hook_places, item_places
from multiplane.tabular.posterior import Posterior
from multiplane.tabular.weights import Weights

SEED = 1


@nb.njit(cache=True)
def literal(shift, la1, ra1, la2, ra2):
    """Apply the rules with no thought for order: each h runs over all nodes, no item is skipped.

    [h1, i, h2 h3, j] in a cube of five dimensions; (max, +).
    """
    n = len(shift)
    item = np.full((n + 1, n + 1, n, n, n), -np.inf)
    for i in range(n - 1, 0, -1):
        for h1 in range(i):
            item[i, i + 1, h1, h1, i] = shift[h1, i]
        for j in range(i + 2, n + 1):
            for k in range(i + 1, j):
                for h1 in range(n):
                    for h2 in range(n):
                        for h3 in range(n):
                            a = item[i, k, h1, h2, h3]
                            for h4 in range(n):
                                for h5 in range(n):
                                    b = a + item[k, j, h3, h4, h5]
                                    v = b + la1[h4, h5]
                                    item[i, j, h1, h2, h5] = max(item[i, j, h1, h2, h5], v)
                                    v = b + ra1[h4, h5]
                                    item[i, j, h1, h2, h4] = max(item[i, j, h1, h2, h4], v)
                                    v = b + la2[h2, h4, h5]
                                    item[i, j, h1, h4, h5] = max(item[i, j, h1, h4, h5], v)
                                    v = b + ra2[h2, h4, h5]
                                    item[i, j, h1, h2, h4] = max(item[i, j, h1, h2, h4], v)
    return item[1:, n, 0, 0]


def timed(work, repeats):
    seconds = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def exponent(points):
    """Fit the slope of log seconds against log words, for the longer half."""
    longer = points[len(points) // 2 :]
    logs = np.log([(n, s) for n, s in longer])
    return np.polyfit(logs[:, 0], logs[:, 1], 1)[0]


def speed(arguments):
    runs = [(a, s) for a in ("hooks", "plain") for s in ("viterbi", "real")]
    for algorithm, semiring in runs:
        Chart(Weights.random(3, SEED), algorithm=algorithm).fill(semiring)  # compile
    _ = Chart(Weights.random(3, SEED)).expectations
    print("words  " + "  ".join(f"{a} {s}".rjust(13) for a, s in runs) + "  inside-outside     MB")
    points = {run: [] for run in [*runs, "both"]}
    for n in range(5, arguments.longest + 1, 5):
        weights, repeats = Weights.random(n, SEED), 5 if n < 30 else 2
        cells = []
        for run in runs:
            chart = Chart(weights, algorithm=run[0])
            points[run].append((n, timed(lambda c=chart, s=run[1]: c.fill(s), repeats)))
            cells.append(points[run][-1][1])
        points["both"].append((n, timed(lambda w=weights: Chart(w).expectations, repeats)))
        cells.append(points["both"][-1][1])
        room = 8 * (int(item_places(n + 1)[-1, -1]) + int(hook_places(n + 1)[-1, -1])) / 1e6
        print(f"{n:5}  " + "  ".join(f"{c:13.5f}" for c in cells) + f"  {room:7.1f}")
    print("exponent " + "  ".join(f"{exponent(p):.2f}" for p in points.values()))
    if arguments.literal:
        n = arguments.literal
        weights = Weights.random(n, SEED)
        small = Weights.random(3, SEED)
        literal(small.shift, small.la1, small.ra1, small.la2, small.ra2)
        parts = (weights.shift, weights.la1, weights.ra1, weights.la2, weights.ra2)
        slow = timed(lambda: literal(*parts), 1)
        fast = timed(lambda: Chart(weights).fill("viterbi"), 5)
        print(f"{n} words, every index over all nodes: {slow:.2f} s, {slow / fast:.0f} times hooks")


def share(pairs):
    right = total = 0
    for found, gold in pairs:
        right += sum(a == b for a, b in zip(found, gold, strict=True))
        total += len(gold)
    return 100 * right / total


def neighbours(gold):
    """Yield the trees in which each word hangs from the next one, or from the one before."""
    n = len(gold)
    return (*range(2, n + 1), 0), tuple(range(n))


def baselines(golds):
    following, before = zip(*(neighbours(gold) for gold in golds), strict=True)
    print(f"  next word      {share(zip(following, golds, strict=True)):6.2f}")
    print(f"  word before    {share(zip(before, golds, strict=True)):6.2f}")


def supervised(arguments):
    for folder in arguments.folders:
        train = chosen(read(Path(folder) / "train.conllu"), None)
        test = chosen(read(Path(folder) / "test.conllu"), arguments.max_words or 20)
        golds = [heads_of(s) for s in test]
        print(f"{Path(folder).name}: {len(train)} training trees, {len(test)} test sentences of up "
              f"to {arguments.max_words or 20} words, {sum(map(len, golds))} words")  # fmt: skip
        baselines(golds)
        for degree in (1, 2):
            found = estimate(train, "upos", elaborated(degree))
            model = found.model

            def work(sentence, model=model):
                posterior = Posterior(model, model.alphabet.encode(sentence.upos), True)
                return posterior.viterbi, posterior.minimum_risk

            began = time.perf_counter()
            with ThreadPoolExecutor() as pool:
                answers = list(pool.map(work, test))
            seconds = time.perf_counter() - began
            viterbi, risk = zip(*answers, strict=True)
            print(f"  degree {degree}: {found.derived} trees; Viterbi "
                  f"{share(zip(viterbi, golds, strict=True)):6.2f}, minimum risk "
                  f"{share(zip(risk, golds, strict=True)):6.2f}  ({seconds:.1f} s)")  # fmt: skip
            sys.stdout.flush()
        short = [s for s in train if s.words <= 12]
        began = time.perf_counter()
        for epoch in train_conditional(model, examples(model, short), arguments.epochs):
            model = epoch.model
        with ThreadPoolExecutor() as pool:
            answers = list(pool.map(lambda s, m=model: work(s, m), test))
        viterbi, risk = zip(*answers, strict=True)
        seconds = time.perf_counter() - began
        print(f"  degree 2, {arguments.epochs} conditional epochs on up to 12 words; Viterbi "
              f"{share(zip(viterbi, golds, strict=True)):6.2f}, minimum risk "
              f"{share(zip(risk, golds, strict=True)):6.2f}  ({seconds:.1f} s)")  # fmt: skip
        sys.stdout.flush()


def unsupervised(arguments):
    most = arguments.max_words or 10
    for folder in arguments.folders:
        pairs = plain(read(Path(folder) / "train.conllu"), "upos", most, {"PUNCT"})
        pairs = pairs[: arguments.sentences]
        alphabet = Alphabet.of([words for words, _ in pairs], "upos")
        corpus = [alphabet.encode(words) for words, _ in pairs]
        golds = [heads for _, heads in pairs]
        print(f"{Path(folder).name}: {len(corpus)} sentences of up to {most} words without "
              f"punctuation, {sum(map(len, golds))} words")  # fmt: skip
        baselines(golds)
        for degree, how in ((1, "harmonic"), (2, "harmonic"), (2, "random")):
            for seed in range(1, arguments.starts + 1):
                model = start(elaborated(degree), alphabet, corpus, how, seed, single_root=True)
                line = [f"start {score(model, corpus, golds):.1f}"]
                for step in em(model, corpus, arguments.rounds, single_root=True):
                    if step.iteration in (1, 2, 5, 10, 20, 40):
                        uas = score(step.model, corpus, golds)
                        line.append(f"{step.iteration}: {uas:.1f} ({step.loglik:.0f})")
                print(f"  degree {degree}, {how} {seed}: {', '.join(line)}")
                sys.stdout.flush()


def score(model, corpus, golds):
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda codes: Posterior(model, codes, True).minimum_risk, corpus))
    return share(zip(found, golds, strict=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=["speed", "supervised", "unsupervised"])
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--longest", type=int, default=40)
    parser.add_argument("--literal", type=int, default=0, help="words for the literal rules")
    parser.add_argument("--max-words", type=int)
    parser.add_argument("--sentences", type=int)
    parser.add_argument("--starts", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--epochs", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python "
          f"{platform.python_version()}, numba {nb.__version__}, seed {SEED}")  # fmt: skip
    globals()[arguments.what](arguments)


if __name__ == "__main__":
    main()

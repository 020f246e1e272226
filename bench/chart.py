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
from multiplane.tabular.history import elaborated, naive
from multiplane.tabular.posterior import Posterior
from multiplane.tabular.weights import Weights

SEED = 1


@nb.njit(cache=True)
def literal(shift, la1, ra1, la2, ra2, skip):
    """Apply the rules of degree 2 as they are printed: each h runs over all nodes.

    [h1, i, h2 h3, j] in a cube of five dimensions; (max, +).  `skip` leaves out empty items.
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
                            if skip and a == -np.inf:
                                continue
                            for h4 in range(n):
                                for h5 in range(n):
                                    b = a + item[k, j, h3, h4, h5]
                                    if skip and b == -np.inf:
                                        continue
                                    v = b + la1[h4, h5]
                                    item[i, j, h1, h2, h5] = max(item[i, j, h1, h2, h5], v)
                                    v = b + ra1[h4, h5]
                                    item[i, j, h1, h2, h4] = max(item[i, j, h1, h2, h4], v)
                                    v = b + la2[h2, h4, h5]
                                    item[i, j, h1, h4, h5] = max(item[i, j, h1, h4, h5], v)
                                    v = b + ra2[h2, h4, h5]
                                    item[i, j, h1, h2, h4] = max(item[i, j, h1, h2, h4], v)
    # [¢, 0, ¢ 0, j] from [¢, 0, ¢ 0, k] and [0, k, 0 h5, j] by ra1
    spine = np.full(n + 1, -np.inf)
    spine[1] = 0.0
    for j in range(2, n + 1):
        for k in range(1, j):
            for h5 in range(n):
                spine[j] = max(spine[j], spine[k] + item[k, j, 0, 0, h5] + ra1[0, h5])
    return spine[n]


@nb.njit(cache=True)
def ordered(shift, la1, ra1, la2, ra2):
    """Apply the same rules with the indices in their order, the items packed; (max, +).

    The block of i and j is [h1, s, h3 - i], where s = 0 says that h2 = h1, else h2 = i + s - 1.
    """
    n = len(shift)
    places = np.zeros((n + 1, n + 1), np.int64)
    end = 0
    for i in range(1, n):
        for j in range(i + 1, n + 1):
            places[i, j] = end
            end += i * (j - i + 1) * (j - i)
    items = np.full(end, -np.inf)
    ra2 = ra2.transpose(1, 2, 0).copy()  # h2 last
    for i in range(n - 1, 0, -1):
        for j in range(i + 1, n + 1):
            size, at = j - i, places[i, j]
            out = items[at : at + i * (size + 1) * size].reshape((i, size + 1, size))
            if j == i + 1:
                out[:, 0, 0] = shift[:i, i]
            for k in range(i + 1, j):
                size, at = k - i, places[i, k]
                left = items[at : at + i * (size + 1) * size].reshape((i, size + 1, size))
                size, at = j - k, places[k, j]
                right = items[at : at + k * (size + 1) * size].reshape((k, size + 1, size))
                for h1 in range(i):
                    for s in range(k - i):
                        h2 = i + s - 1 if s else h1
                        for h3 in range(i + s, k):
                            a = left[h1, s, h3 - i]
                            if a == -np.inf:
                                continue
                            for t in range(j - k):
                                h4, u = (k + t - 1, k - i + t) if t else (h3, h3 - i + 1)
                                for h5 in range(k + t, j):
                                    b = right[h3, t, h5 - k]
                                    if b == -np.inf:
                                        continue
                                    c, x, y = a + b, h4 - i, h5 - i
                                    out[h1, s, y] = max(out[h1, s, y], c + la1[h4, h5])
                                    v = max(ra1[h4, h5], ra2[h4, h5, h2])
                                    out[h1, s, x] = max(out[h1, s, x], c + v)
                                    out[h1, u, y] = max(out[h1, u, y], c + la2[h2, h4, h5])
    spine = np.full(n + 1, -np.inf)
    spine[1] = 0.0
    for j in range(2, n + 1):
        for k in range(1, j):
            for h5 in range(k, j):
                a = items[places[k, j] + h5 - k] + ra1[0, h5]
                spine[j] = max(spine[j], spine[k] + a)
    return spine[n]


def tables(weights):
    """Return shift, la1, ra1, la2 and ra2 without ¢, as the two above read them."""
    return tuple(table[(slice(-1),) * table.ndim].copy() for table in weights.tables)


def timed(work, seconds=2.0):
    """Return the least CPU seconds of as many runs as there is time for, and at least two."""
    times, began = [], time.perf_counter()
    while len(times) < 2 or (time.perf_counter() - began < seconds and len(times) < 500):
        start = time.thread_time()
        work()
        times.append(time.thread_time() - start)
        if times[-1] > 10 * seconds:
            break
    return min(times)


def exponent(points):
    """Fit the slope of log seconds against log words, for the longer half."""
    longer = points[len(points) // 2 :]
    logs = np.log([(n, s) for n, s in longer])
    return np.polyfit(logs[:, 0], logs[:, 1], 1)[0]


def speed(arguments):
    degree, context = arguments.degree, arguments.context
    small = Weights.random(3, SEED, degree, context)
    for chart in (Chart(small), Chart(small, algorithm="plain")):  # compile
        _ = chart.logp, chart.best, chart.algorithm == "plain" or chart.expectations
    twin = degree == 2 and not context  # the programs above are for this alone
    titles = ["Viterbi", "best", "inside", "outside", *(["ordered plain"] if twin else [])]
    print("words  " + "  ".join(title.rjust(13) for title in titles) + "       MB")
    points = {title: [] for title in titles}
    for n in range(5, arguments.longest + 1, 5):
        weights = Weights.random(n, SEED, degree, context)
        chart, parts = Chart(weights), tables(weights)
        filled = chart.fill("real")
        work = {
            "Viterbi": lambda c=chart: c.fill("viterbi"),
            "best": lambda w=weights: Chart(w).best,
            "inside": lambda c=chart: c.fill("real"),
            "outside": lambda c=chart, f=filled: c.outside(f),
            "ordered plain": lambda t=parts: ordered(*t),
        }
        for title in titles:
            points[title].append((n, timed(work[title])))
        room = (filled.items.nbytes + filled.hooks.nbytes) / 1e6
        cells = "  ".join(f"{points[title][-1][1]:13.5f}" for title in titles)
        print(f"{n:5}  {cells}  {room:7.1f}")
        sys.stdout.flush()
    print("exponents, of the longer half: "
          + ", ".join(f"{title} {exponent(p):.2f}" for title, p in points.items()))  # fmt: skip
    if twin and arguments.literal:
        ratios(arguments.literal)


def ratios(n):
    """Compare with plain programs, all compiled, on the same weights."""
    weights = Weights.random(n, SEED)
    small, parts = tables(Weights.random(3, SEED)), tables(weights)
    ordered(*small), literal(*small, True)
    hooks = timed(lambda: Chart(weights).fill("viterbi"))
    best = Chart(weights).fill("viterbi").total - weights.stop
    print(f"{n} words, Viterbi, all compiled: hooks {1000 * hooks:.2f} ms; 50 times that is "
          f"{50 * hooks:.2f} s")  # fmt: skip
    others = {
        "the rules as printed, every index over all nodes": lambda: literal(*parts, False),
        "the same, empty items left out": lambda: literal(*parts, True),
        "the plain chart of the package, indices in order": lambda: (
            Chart(weights, algorithm="plain").fill("viterbi").total - weights.stop
        ),
        "plain for degree 2, indices in order": lambda: ordered(*parts),
    }
    for title, work in others.items():
        if not title.startswith("the rules"):  # once is enough
            assert np.isclose(work(), best), title
        slow = timed(work)
        print(f"  {title}: {slow:.4f} s, {slow / hooks:.1f} times hooks")


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
    most = arguments.max_words or 20
    for folder in arguments.folders:
        train = chosen(read(Path(folder) / "train.conllu"), None)
        test = chosen(read(Path(folder) / "test.conllu"), most)
        golds = [heads_of(s) for s in test]
        print(f"{Path(folder).name}: {len(train)} training trees, {len(test)} test sentences of up "
              f"to {most} words, {sum(map(len, golds))} words")  # fmt: skip
        baselines(golds)
        for degree in (1, 2, 3):
            found = estimate(train, "upos", elaborated(degree))
            print(f"  degree {degree}: {found.derived} trees; {accuracy(found.model, test, golds)}")
            sys.stdout.flush()
            if degree == 2:
                model = found.model
        found = estimate(train, "upos", naive(2))
        print(f"  naive history, degree 2: {accuracy(found.model, test, golds)}")
        short = [s for s in train if s.words <= 12]
        for epoch in train_conditional(model, examples(model, short), arguments.epochs):
            model = epoch.model
        print(f"  degree 2, {arguments.epochs} conditional epochs on up to 12 words; "
              f"{accuracy(model, test, golds)}")  # fmt: skip
        sys.stdout.flush()


def accuracy(model, test, golds):
    """Say how many words have their right head, and head and label."""

    def work(sentence):
        codes = model.alphabet.encode(sentence.upos)
        posterior = Posterior(model, codes, True)
        risk = posterior.minimum_risk
        return posterior.viterbi, risk, list(zip(risk, model.labelled(codes, risk), strict=True))

    began = time.perf_counter()
    with ThreadPoolExecutor() as pool:
        viterbi, risk, labelled = zip(*pool.map(work, test), strict=True)
    seconds = time.perf_counter() - began
    arcs = [list(zip(h, s.deprels, strict=True)) for h, s in zip(golds, test, strict=True)]
    return (f"Viterbi {share(zip(viterbi, golds, strict=True)):6.2f}, minimum risk "
            f"{share(zip(risk, golds, strict=True)):6.2f}, with labels "
            f"{share(zip(labelled, arcs, strict=True)):6.2f}  ({seconds:.1f} s)")  # fmt: skip


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
    parser.add_argument("--degree", type=int, default=2)
    parser.add_argument("--context", type=int, help="nodes that each transition looks at")
    parser.add_argument("--literal", type=int, default=20, help="words for the ratios; 0: none")
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

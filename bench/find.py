"""Queries against the census of the same files, in words per second.

    python bench/find.py FOLDER          a folder of treebanks, one folder each
    python bench/find.py --quick         a small file only, to see that it runs

Seconds of the processor, the best of five runs in turn, on one thread, kernels warm.  Queries are
only counted first, then all sentences are made.
"""

import argparse
import os
import platform
import sys
import tempfile
import time
from pathlib import Path

import numba

from multiplane.query.find import count, find
from multiplane.treebank.census import census

SENTENCE = (
    "1\tWhom\twho\tPRON\t_\t_\t7\tobj\t_\t_\n"
    "2\tdid\tdo\tAUX\t_\t_\t4\taux\t_\t_\n"
    "3\tyou\tyou\tPRON\t_\t_\t4\tnsubj\t_\t_\n"
    "4\tsay\tsay\tVERB\t_\t_\t0\troot\t_\t_\n"
    "5\tthat\tthat\tSCONJ\t_\t_\t7\tmark\t_\t_\n"
    "6\tshe\tshe\tPRON\t_\t_\t7\tnsubj\t_\t_\n"
    "7\tmet\tmeet\tVERB\t_\t_\t4\tccomp\t_\t_\n\n"
)
QUERIES = (
    "planes>=3",
    "not well_nested",
    "crossing(*, *)",
    "crossing(nsubj, obl)",
    "[gap_degree>=1]",
    "[plane>=2]",
    "V[upos=VERB] -nsubj-> S",
    "V -nsubj-> S, V -obj-> O, S << O",
    "V[upos=VERB] -> N[upos=NOUN], not N -det-> *",
    "in_gap(G[upos=VERB], N[upos=NOUN])",
    "A.lemma = B.lemma, A -conj-> B",
    "[lemma=a*]",
)


def best(tasks, repeats):
    """The best time of each task, when they take turns."""
    times = [[] for _ in tasks]
    for _ in range(repeats):
        for task, taken in zip(tasks, times, strict=True):
            start = time.process_time()
            task()
            taken.append(time.process_time() - start)
    return [min(taken) for taken in times]


def measure(name, paths, repeats):
    words = sum(row.words for row in census(*paths))
    print(f"{name}: {words:,} words")
    slowest = 1.0
    for query in QUERIES:
        found = count(query, *paths)
        tasks = (
            lambda: census(*paths),
            lambda q=query: count(q, *paths),
            lambda q=query: sum(len(each.matches) for each in find(q, *paths)),
        )
        reference, counting, finding = best(tasks, repeats)
        matches = sum(row.matches for row in found)
        print(
            f"{query:<48}{matches:>9,} matches   census {words / reference:>12,.0f} words/s"
            f"   count {words / counting:>12,.0f} ({reference / counting:.2f} ×)"
            f"   find {words / finding:>12,.0f}"
        )
        slowest = min(slowest, reference / counting)
    return slowest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("MULTIPLANE_TREEBANKS"))
    parser.add_argument("--quick", action="store_true", help="a small file only")
    arguments = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, numba {numba.__version__}")
    if arguments.quick or not arguments.folder:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "small.conllu"
            path.write_text(SENTENCE * 100, encoding="utf-8")
            measure("small", [path], 1)
        return
    folder = Path(arguments.folder)
    slowest = measure("English-EWT train", [folder / "English-EWT" / "train.conllu"], 5)
    files = sorted(folder.glob("*/*.conll*"))
    slowest = min(slowest, measure(f"all {len(files)} files", files, 3))
    sys.exit(0 if slowest >= 0.3 else 1)


if __name__ == "__main__":
    main()

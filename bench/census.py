"""The census against the time that the `conllu` package needs only to parse the same files.

    python bench/census.py FOLDER          a folder of treebanks, one folder each
    python bench/census.py --quick         small files only, to see that it runs

Ratios of one run, on one thread, kernels warm; then start-up, memory on a long file, and the
exact number of planes of random trees.
"""

import argparse
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import conllu
import numba

from multiplane.graph import Graph
from multiplane.treebank.census import census
from multiplane.treebank.multiplanarity import multiplanarity

SENTENCE = (
    "1\tWhom\twho\tPRON\t_\t_\t4\tobj\t_\t_\n"
    "2\tdo\tdo\tAUX\t_\t_\t4\taux\t_\t_\n"
    "3\tyou\tyou\tPRON\t_\t_\t4\tnsubj\t_\t_\n"
    "4\tknow\tknow\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
LONG = 2_000_000  # sentences
LENGTHS = (10, 20, 40, 60, 80, 100, 200, 400, 1000, 3000)  # of random trees
MULTIPLANE = [sys.executable, "-c", "from multiplane.cli import main; main()"]


def seconds(task, repeats):
    """The best of some runs, and the worst."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return min(times), max(times)


def parse(paths):
    for path in paths:
        with path.open(encoding="utf-8") as file:
            for _ in conllu.parse_incr(file):
                pass


def compare(name, paths):
    words = sum(row.words for row in census(*paths))  # warm, in the cache of the disk too
    ours, worst = seconds(lambda: census(*paths), 5)
    theirs, _ = seconds(lambda: parse(paths), 1)
    print(
        f"{name:<28}{words:>10,} words   census {ours:7.3f} s (to {worst:.3f})"
        f"   conllu {theirs:7.2f} s   1/{theirs / ours:.0f}   {words / ours:,.0f} words/s"
    )
    return theirs / ours


def run(*arguments):
    subprocess.run([*MULTIPLANE, *arguments], check=True, stdout=subprocess.DEVNULL)


def start_up(folder):
    sample = folder / "sample.conllu"
    sample.write_text(SENTENCE * 100)
    for arguments in (["--help"], ["census", sample], ["draw", sample]):
        best, worst = seconds(lambda a=arguments: run(*a), 5)
        print(f"multiplane {arguments[0]:<10} {best:.2f} s (to {worst:.2f})")


def memory(folder, sentences):
    path = folder / "long.conllu"
    with path.open("w") as file:
        for _ in range(sentences // 1000):
            file.write(SENTENCE * 1000)
    start = time.perf_counter()
    run("census", path)
    taken = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    size = path.stat().st_size / 1e6
    print(f"{sentences:,} sentences, {size:.0f} MB: {taken:.1f} s, at most {peak:.0f} MB of memory")
    return peak


def random_tree(source, words):
    order = list(range(1, words + 1))
    source.shuffle(order)
    arcs = {(order[source.randrange(k)], order[k]) for k in range(1, words)}
    return Graph(words, frozenset(arcs))


def planes(lengths):
    print("planes of random trees, 20 of each length")
    for words in lengths:
        source = random.Random(words)
        found = []
        longest = 0.0
        for _ in range(20):
            graph = random_tree(source, words)
            start = time.perf_counter()
            found.append(multiplanarity(graph))
            longest = max(longest, time.perf_counter() - start)
        exact = sum(each.exact for each in found)
        low, high = min(each.lower for each in found), max(each.upper for each in found)
        print(
            f"{words:>6} words: {exact:>2} exact, {low}-{high} planes, at most {longest:.2f} s each"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("MULTIPLANE_TREEBANKS"))
    parser.add_argument("--quick", action="store_true", help="small files only")
    arguments = parser.parse_args()
    print(
        f"{platform.machine()}, Python {platform.python_version()}, numba {numba.__version__}, "
        f"conllu {version('conllu')}, multiplane {version('multiplane')}"
    )
    ratios = []
    if arguments.folder and not arguments.quick:
        folder = Path(arguments.folder)
        ratios.append(compare("English-EWT train", [folder / "English-EWT" / "train.conllu"]))
        files = sorted(folder.glob("*/*.conll*"))
        ratios.append(compare(f"all {len(files)} files", files))
    with tempfile.TemporaryDirectory() as scratch:
        start_up(Path(scratch))
        peak = memory(Path(scratch), 1000 if arguments.quick else LONG)
    planes(LENGTHS[:2] if arguments.quick else LENGTHS)
    fine = all(ratio >= 20 for ratio in ratios) and peak < 300
    sys.exit(0 if fine or arguments.quick else 1)


if __name__ == "__main__":
    main()

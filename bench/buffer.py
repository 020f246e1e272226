"""CPU time of training and parsing with buffer transitions, and pseudo-projectively (2012, 4.2).

python bench/buffer.py FOLDER    (with train.conll* and test.conll*)

Parsers take turns, so that all of them meet the same load; each figure is the least of its turns.
Parsers are trained as in the paper, with a static oracle, and parse the training file.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import multiplane as mp
from multiplane.experiments.treebanks import files_in
from multiplane.parsing.stream import parse_file

PARSERS = {
    "NE": ("arc-eager", {}),
    "NE+LBA": ("arc-eager+lba", {}),
    "NE+RBA": ("arc-eager+rba", {}),
    "NE+LNBA": ("arc-eager+lnba", {}),
    "NE+RNBA": ("arc-eager+rnba", {}),
    "NE+PP": ("arc-eager", {"projectivize": "head"}),
}
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds that it takes, and its result."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("folder", type=Path)
    asked.add_argument("--epochs", type=int, default=3)
    asked.add_argument("--bits", type=int, default=20)
    asked.add_argument("--turns", type=int, default=4)
    given = asked.parse_args()
    files = {name: str(path) for name, path in files_in(given.folder).items()}

    def train(name: str, file: str, epochs: int) -> mp.Parser:
        system, options = PARSERS[name]
        return mp.train(
            system, file, root="first", oracle="static", bits=given.bits, epochs=epochs, **options
        )

    training: dict[str, list[float]] = {name: [] for name in PARSERS}
    parsing: dict[str, list[float]] = {name: [] for name in PARSERS}
    parsers = {}
    with tempfile.NamedTemporaryFile(suffix=".conllu") as output:
        for name in PARSERS:  # compile
            parse_file(train(name, files["test"], 1), files["test"], output.name)
        for _ in range(given.turns):
            for name in PARSERS:
                seconds, parsers[name] = timed(
                    lambda n=name: train(n, files["train"], given.epochs)
                )
                training[name].append(seconds)
        for _ in range(3 * given.turns):
            for name, parser in parsers.items():
                seconds, _ = timed(lambda p=parser: parse_file(p, files["train"], output.name))
                parsing[name].append(seconds)
    print("| parser | training, s | against NE | parsing, s | against NE |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in PARSERS:
        cells = []
        for times in (training, parsing):
            least, base = min(times[name]), min(times["NE"])
            cells.append(f"{least:.2f} | {100 * (least / base - 1):+.1f} %")
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()

"""How fast networks are trained, in half precision and in floats of 32 bits.

    python bench/training.py FILE.conllu
    python bench/training.py FILE.conllu --words 100000 --network "lstm=256 graph=192"

Trains a single network for three epochs on the first sentences of the file and prints CPU time for
each word of the last epoch, when mistakes are followed, in one run for both.  Half precision is
what training uses where the processor multiplies such numbers fast; elsewhere it is slower.
"""

import argparse
import tempfile
import time
from itertools import accumulate, takewhile
from pathlib import Path
from unittest.mock import patch

from multiplane.conllu import read
from multiplane.training.neural import learner, products
from multiplane.training.training import train

EPOCHS = 3


def some(file: Path, words: int) -> tuple[str, int]:
    """The first sentences of a file that have so many words, and how many they have."""
    sentences = list(read(file))
    ends = [*takewhile(lambda end: end <= words, accumulate(s.words for s in sentences))]
    if not ends:
        raise SystemExit(f"the first sentence has more than {words:,} words; give more --words")
    return "".join(f"{s.text.rstrip()}\n\n" for s in sentences[: len(ends)]), ends[-1]


def seconds(file: Path, system: str, network: str, *, halves: bool) -> float:
    """CPU seconds of the last epoch."""
    ends = []

    def watch(moment):
        if moment.ended:
            ends.append(time.process_time())

    with patch.object(learner, "has_halves", lambda: halves):
        train(
            system, file, watch=watch, learner="neural", network=network, epochs=EPOCHS,
            on_error="skip",
        )  # fmt: skip
    return ends[-1] - ends[-2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--system", default="side-stack")
    parser.add_argument("--network", default="")
    given = parser.parse_args()
    text, words = some(given.file, given.words)
    usual = "bfloat16" if products.has_halves() else "32 bits"
    print(f"{words:,} words, {given.system}; training uses {usual} on this processor\n")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "train.conllu"
        file.write_text(text, encoding="utf-8")
        taken = {
            halves: seconds(file, given.system, given.network, halves=halves)
            for halves in (False, True)
        }
    print("| | µs a word | words/s | ratio |\n| --- | ---: | ---: | ---: |")
    for halves, name in ((False, "32 bits"), (True, "bfloat16")):
        rate = words / taken[halves]
        print(f"| {name} | {1e6 / rate:.0f} | {rate:,.0f} | {taken[False] / taken[halves]:.2f} |")


if __name__ == "__main__":
    main()

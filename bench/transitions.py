"""How many transitions a trained parser takes for each word, and how fast, as sentences grow.

    python bench/transitions.py dev.conllu one.mp two.mp …

Sentences of 10, 100 and 1,000 words are made by joining those of the file.
"""

import sys
import time
from io import StringIO
from itertools import islice

from multiplane.conllu import read
from multiplane.features.batch import joined
from multiplane.parsing.parser import Parser, load
from multiplane.treebank.scan import scan

LENGTHS = (10, 100, 1000)
WORDS = 5000  # in all, for each length


def sentences(path: str, length: int) -> str:
    """Make sentences of this length out of the words of a file, over and over."""
    lines = [
        line.rstrip("\n").split("\t")
        for sentence in islice(read(path), 400)
        for line in sentence.text.split("\n")
        if line.partition("\t")[0].isdigit()
    ]
    made = []
    for start in range(0, WORDS, length):
        for at in range(length):
            fields = lines[(start + at) % len(lines)]
            made.append("\t".join([str(at + 1), *fields[1:6], "_", "_", "_", "_"]))
        made.append("")
    return "\n".join(made) + "\n"


def run(parser: Parser, text: str) -> tuple[int, float]:
    """Return how many transitions it takes, and the seconds."""
    design = parser.design
    batch = joined([design.batch(chunk) for chunk in scan(StringIO(text))])
    starts = design.starts(batch.starts)
    begin = time.perf_counter()
    _, times = parser.run(batch, starts, None)
    return int(times.sum()), time.perf_counter() - begin


def main() -> None:
    path, *models = sys.argv[1:]
    texts = {length: sentences(path, length) for length in LENGTHS}
    columns = [f"{length:,} words" for length in LENGTHS]
    print(f"| system | {' | '.join(columns)} |")
    print("| --- |" + " ---: |" * len(columns))
    for model in models:
        parser = load(model)
        cells = []
        run(parser, texts[LENGTHS[0]])  # compiled
        for text in texts.values():
            steps, seconds = run(parser, text)
            cells.append(f"{steps / WORDS:,.2f} · {WORDS / seconds:,.0f}")
        print(f"| {parser.design.base.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

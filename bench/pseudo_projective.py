"""How much of gold trees survives the pseudo-projective transformation and its inverse?

    python bench/pseudo_projective.py */train.conll*

Prints the tables of docs/pseudo-projective.md.  Labels always come back; so an arc that comes back
does so with its label.
"""

import sys
import time
from collections import Counter
from pathlib import Path

from multiplane.cli.tables import Table, render
from multiplane.conllu import read
from multiplane.errors import MultiplaneError
from multiplane.transforms.lifting import projectivize
from multiplane.transforms.lowering import deprojectivize
from multiplane.transforms.marks import COVERED_ROOTS, ENCODINGS
from multiplane.transforms.tree import Tree


def trees(file: str) -> list[Tree]:
    found = []
    for sentence in read(file, on_error="skip"):
        if sentence.words and not sentence.error:
            try:
                projectivize(sentence.heads, sentence.deprels)
            except MultiplaneError as error:
                print(f"{file}:{sentence.line}: {error}; left out", file=sys.stderr)
            else:
                found.append((sentence.heads, sentence.deprels))
    return found


def measured(gold: list[Tree], encoding: str, covered_roots: str = "lift") -> Counter[str]:
    counts: Counter[str] = Counter()
    labels = set()
    for heads, deprels in gold:
        changed, texts = projectivize(heads, deprels, encoding, covered_roots=covered_roots)
        labels.update(texts)
        back, again = deprojectivize(changed, texts, encoding)
        assert again == deprels
        for head, other, last in zip(heads, changed, back, strict=True):
            counts["arcs"] += 1
            counts["changed"] += head != other
            counts["lifted"] += head not in (other, 0)
            counts["recovered"] += head not in (other, 0) and head == last
            counts["wrong"] += head != last
    counts["labels"] = len(labels)
    return counts


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "–"


def main(files: list[str]) -> None:
    rows, covered = [], []
    for file in files:
        name, gold = Path(file).parent.name, trees(file)
        row = [name]
        for encoding in ENCODINGS:
            begin = time.perf_counter()
            counts = measured(gold, encoding)
            seconds = time.perf_counter() - begin
            if len(row) == 1:
                labels = len({label for _, deprels in gold for label in deprels})
                row += [f"{counts['arcs']:,}", f"{counts['lifted']:,}"]
                row += [percent(counts["lifted"], counts["arcs"]), str(labels)]
            row += [percent(counts["recovered"], counts["lifted"])]
            row += [percent(counts["arcs"] - counts["wrong"], counts["arcs"])]
            row += [f"{counts['labels']:,}"]
            print(f"{name}, {encoding}: {seconds:.1f} s there and back", file=sys.stderr)
        rows.append(tuple(row))
        ways = {way: measured(gold, "head", way) for way in COVERED_ROOTS}
        if len({counts["changed"] for counts in ways.values()}) > 1:
            cells = (
                f"{counts['lifted']:,} · {percent(counts['wrong'], counts['arcs'])} %"
                for counts in ways.values()
            )
            covered.append((name, *cells))
    titles = ["treebank", "arcs", "lifted", "%", "labels"]
    for encoding in ENCODINGS:
        titles += [f"{encoding}: lifted arcs recovered %", "all arcs right %", "labels"]
    print(render("markdown", [Table("There and back", tuple(titles), tuple(rows))], []))
    print(
        render(
            "markdown", [Table("Covered roots", ("treebank", *COVERED_ROOTS), tuple(covered))], []
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])

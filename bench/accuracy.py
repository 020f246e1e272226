"""How well trained parsers parse: systems × treebanks, scored as `multiplane evaluate` does.

    python bench/accuracy.py TREEBANKS --treebank Basque-BDT --system arc-eager --system 2-planar
    python bench/accuracy.py TREEBANKS --treebank English-EWT --system arc-eager --beam 8 \
        --seed 1 --seed 2 --seed 3 --on test
    python bench/accuracy.py TREEBANKS --table

Each run trains on train, chooses its epoch on dev, and scores dev, or test where that is asked for;
its line goes to `accuracy.jsonl`, and runs that are there already are not made again: give another
file (--results) for another --cutoff or --members.  --table prints means over seeds, with the
spread, in Markdown.
"""

import argparse
import json
import statistics
import tempfile
import time
from itertools import groupby, product
from pathlib import Path

from multiplane.evaluation import evaluate
from multiplane.parsing.stream import parse_file
from multiplane.training.training import train

KEY = ("treebank", "system", "root", "beam", "on", "seed")
SCORES = ("las", "uas", "np_precision", "np_recall")


def file_of(folder: Path, part: str) -> Path:
    """The file of a part; where a treebank has no dev, its test file is all there is."""
    found = sorted(folder.glob(f"{part}.conll*")) or sorted(folder.glob("test.conll*"))
    return found[0]


def run(folder: Path, key: dict[str, object], **options: object) -> dict[str, object]:
    """Train, parse and score once."""
    begin = time.perf_counter()
    parser = train(
        key["system"],
        str(file_of(folder, "train")),
        str(file_of(folder, "dev")),
        root=key["root"],
        beam=key["beam"],
        seed=key["seed"],
        **options,
    )
    seconds = time.perf_counter() - begin
    gold = file_of(folder, key["on"])
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "out.conllu"
        parse_file(parser, str(gold), str(out))
        scored = evaluate(str(gold), str(out))
    scores = {name: scored.scores[name] for name in SCORES}
    epoch = parser.training["best_epoch"]
    return {**key, **scores, "epoch": epoch, "seconds": round(seconds, 1)}


def table(lines: list[dict[str, object]]) -> None:
    """Print the mean of each score, and how far seeds are apart."""
    print("| treebank | system | root | beam | on | seeds | LAS | UAS | NP P | NP R |")
    print("| --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")

    def without_seed(line: dict[str, object]) -> tuple[object, ...]:
        return tuple(line[name] for name in KEY[:-1])

    for key, group in groupby(sorted(lines, key=without_seed), key=without_seed):
        members = list(group)
        cells = []
        for name in SCORES:
            values = [float(line[name] or 0) for line in members]
            spread = f" ± {(max(values) - min(values)) / 2:.2f}" if len(values) > 1 else ""
            cells.append(f"{statistics.mean(values):.2f}{spread}")
        print("|", " | ".join([*map(str, key), str(len(members)), *cells]), "|")


def main() -> None:
    """Make the runs that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("treebanks", type=Path)
    parser.add_argument("--treebank", action="append", default=[])
    parser.add_argument("--system", action="append", default=[])
    parser.add_argument("--root", default="first")
    parser.add_argument("--beam", action="append", type=int)
    parser.add_argument("--seed", action="append", type=int)
    parser.add_argument("--on", default="dev", choices=("dev", "test"))
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--cutoff", type=int)
    parser.add_argument("--members", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("accuracy.jsonl"))
    parser.add_argument("--table", action="store_true")
    chosen = parser.parse_args()
    results = chosen.results
    lines = [json.loads(line) for line in results.open()] if results.exists() else []
    done = {tuple(line[name] for name in KEY) for line in lines}
    grid = product(
        chosen.treebank, chosen.system, [chosen.root], chosen.beam or [1], [chosen.on],
        chosen.seed or [1],
    )  # fmt: skip
    for values in grid:
        if values in done:
            continue
        key = dict(zip(KEY, values, strict=True))
        folder = chosen.treebanks / key["treebank"]
        options = {name: getattr(chosen, name) for name in ("epochs", "cutoff", "members")}
        lines.append(run(folder, key, **options))
        with results.open("a") as out:
            out.write(json.dumps(lines[-1]) + "\n")
        print(json.dumps(lines[-1]), flush=True)
    if chosen.table:
        table(lines)


if __name__ == "__main__":
    main()

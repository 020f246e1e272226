"""How well trained parsers parse: systems × treebanks, scored as `multiplane evaluate` does.

    python bench/accuracy.py TREEBANKS --treebank Basque-BDT --system arc-eager --system 2-planar
    python bench/accuracy.py TREEBANKS --treebank English-EWT --system arc-eager --beam 8 \
        --seed 1 --seed 2 --seed 3 --on test
    python bench/accuracy.py TREEBANKS --treebank Gothic-PROIEL --system side-stack \
        --learner neural --network "lstm=200" --epochs 15 --beam 1 --beam 8 --keep parsed
    python bench/accuracy.py TREEBANKS --table

Each run trains on train, chooses its epoch on dev, and scores dev, or test where that is asked for;
its line goes to `accuracy.jsonl`, and runs that are there already are not made again.  A network is
trained once, greedily, for all beams and for all settings that only its searches use.  --table
prints means over seeds, with the spread, in Markdown; CPU seconds are those of training, and of
compiling if nothing was compiled before.  --keep FOLDER keeps what was parsed, so that `multiplane
evaluate GOLD A --against B` can compare two runs.
"""

import argparse
import json
import re
import statistics
import tempfile
import time
from dataclasses import replace
from itertools import groupby, product
from pathlib import Path

from multiplane.evaluation import evaluate
from multiplane.guides.neural.network import Network
from multiplane.guides.neural.recipe import Recipe
from multiplane.parsing.networks import turned
from multiplane.parsing.stream import parse_file
from multiplane.training.learners import LEARNERS, LIBLINEAR, NEURAL, PERCEPTRON
from multiplane.training.training import train

KEY = (
    "treebank", "system", "root", "learner", "network", "options", "epochs", "beam", "on", "seed",
)  # fmt: skip
EPOCHS = 12
# What lines do not say that were written before there was a choice.
BEFORE = {"learner": PERCEPTRON, "network": "", "options": "", "epochs": EPOCHS}
SCORES = ("las", "uas", "np_precision", "np_recall")
SHOWN = {"las": "LAS", "uas": "UAS", "np_precision": "NP P", "np_recall": "NP R", "np_f1": "NP F1"}
UDPIPE = "UDPipe"  # what `bench/udpipe.py` trains
# What a trained parser can change: the beam of these learners, and these settings of networks.
BEAM_LATER = (LIBLINEAR, NEURAL, UDPIPE)
SEARCHED = ("graph_weight", "repair")
BIAS = "bias"  # an option that can be changed later as well


def file_of(folder: Path, part: str) -> Path:
    """The file of a part; where a treebank has no dev, its test file is all there is."""
    found = sorted(folder.glob(f"{part}.conll*")) or sorted(folder.glob("test.conll*"))
    return found[0]


def settings(text: str) -> dict[str, str]:
    """Read "name=value name=value"."""
    return dict(word.split("=", 1) for word in text.split())


def options_of(text: str) -> dict[str, object]:
    """Read options of training: "exploration=0 oracle=static"."""
    return {
        name: json.loads(value) if re.match(r"[\d.]+$|true$|false$", value) else value
        for name, value in settings(text).items()
    }


def lesson(key: dict[str, object]) -> dict[str, object]:
    """The key of what must be trained for a run: runs of one lesson share their parser."""
    later = {"network": SEARCHED, "options": (BIAS,)}
    kept = {
        part: " ".join(word for word in key[part].split() if word.split("=")[0] not in names)
        for part, names in later.items()
    }
    beam = 1 if key["learner"] in BEAM_LATER else key["beam"]
    return {**key, **kept, "beam": beam, "on": ""}


def trained(folder: Path, key: dict[str, object]):
    """Train a parser."""
    return train(
        key["system"],
        str(file_of(folder, "train")),
        str(file_of(folder, "dev")),
        **{name: key[name] for name in ("root", "learner", "network", "epochs", "beam", "seed")},
        on_error="skip",
        **options_of(key["options"]),
    )


def searching(parser, key: dict[str, object]):
    """The parser with the beam and the settings of a run."""
    if isinstance(parser.weights, Network):
        given, named = Recipe.read(key["network"]), settings(key["network"])
        dials = {name: getattr(given, name) for name in SEARCHED if name in named}
        if BIAS in settings(key["options"]):
            dials[BIAS] = float(settings(key["options"])[BIAS])
        parser = turned(parser, **dials)
    return replace(parser, beam=key["beam"])


def score(parser, key: dict[str, object], folder: Path, keep: Path | None) -> dict[str, object]:
    """Parse a file and compare it with gold."""
    gold = file_of(folder, key["on"])
    with tempfile.TemporaryDirectory() as place:
        name = "-".join(str(value) for value in key.values() if value != "")
        out = (keep or Path(place)) / (re.sub(r"[^\w=.,\[\]-]+", "_", name) + ".conllu")
        out.parent.mkdir(parents=True, exist_ok=True)
        parse_file(parser, str(gold), str(out), on_error="skip")
        scored = evaluate(str(gold), str(out))
    return {name: scored.scores[name] for name in SCORES}


def make(keys, chosen: argparse.Namespace, teach=trained, ready=searching):
    """Make the runs that are not among the results yet; return the lines of all results."""
    lines = []
    if chosen.results.exists():
        text = chosen.results.read_text(encoding="utf-8")
        lines = [{**BEFORE, **json.loads(line)} for line in text.splitlines()]
    done = {tuple(line[name] for name in KEY) for line in lines}
    lessons: dict[tuple[object, ...], list[dict[str, object]]] = {}
    for key in keys:
        if tuple(key.values()) not in done:
            lessons.setdefault(tuple(lesson(key).values()), []).append(key)
    for group in lessons.values():
        folder = chosen.treebanks / group[0]["treebank"]
        begin, used = time.perf_counter(), time.process_time()
        parser = teach(folder, lesson(group[0]))
        taken = {
            "epoch": parser.training["best_epoch"],
            "seconds": round(time.perf_counter() - begin, 1),
            "cpu": round(time.process_time() - used, 1),
        }
        for key in group:
            scores = score(ready(parser, key), key, folder, chosen.keep)
            lines.append({**key, **scores, **taken})
            with chosen.results.open("a") as out:
                out.write(json.dumps(lines[-1]) + "\n")
            print(json.dumps(lines[-1]), flush=True)
    return lines


def f1(line: dict[str, object]) -> float:
    """The harmonic mean of precision and recall of non-projective arcs."""
    one, other = (line["np_precision"] or 0, line["np_recall"] or 0)
    return 2 * one * other / (one + other or 1)


def mean(values: list[float], digits: int = 2) -> str:
    """The mean, and how far seeds are apart."""
    spread = f" ± {(max(values) - min(values)) / 2:.{digits}f}" if len(values) > 1 else ""
    return f"{statistics.mean(values):.{digits}f}{spread}"


def table(lines: list[dict[str, object]]) -> None:
    """Print the mean of each score over seeds."""
    print("|", " | ".join([*KEY[:-1], "seeds", *SHOWN.values(), "CPU s"]), "|")
    print("|", " | ".join(["---"] * (len(KEY) - 1) + ["---:"] * (len(SHOWN) + 2)), "|")

    def without_seed(line: dict[str, object]) -> tuple[object, ...]:
        return tuple(line[name] for name in KEY[:-1])

    def place(line: dict[str, object]) -> tuple[tuple[bool, object], ...]:
        return tuple((value is not None, value) for value in without_seed(line))

    for key, group in groupby(sorted(lines, key=place), key=without_seed):
        members = [{**line, "np_f1": f1(line)} for line in group]
        cells = [mean([float(line[name] or 0) for line in members]) for name in SHOWN]
        cpu = [line["cpu"] for line in members if "cpu" in line]
        cells.append(mean(cpu, 0) if cpu else "–")
        print("|", " | ".join([*map(str, key), str(len(members)), *cells]), "|")


def arguments(description: str) -> argparse.ArgumentParser:
    """What all scripts that write such lines are given."""
    parser = argparse.ArgumentParser(description=description.split("\n", maxsplit=1)[0])
    parser.add_argument("treebanks", type=Path)
    parser.add_argument("--treebank", action="append", default=[])
    parser.add_argument("--root", default="first")
    parser.add_argument("--seed", action="append", type=int)
    parser.add_argument("--on", action="append", choices=("dev", "test"))
    parser.add_argument("--epochs", type=int, help="default: 12; for networks, by size")
    parser.add_argument("--results", type=Path, default=Path("accuracy.jsonl"))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--table", action="store_true")
    return parser


def grid(chosen: argparse.Namespace, **given: object) -> list[dict[str, object]]:
    """The keys of all runs: lists of values are combined with each other."""
    wanted = {
        **BEFORE, **vars(chosen), "beam": 1, "seed": chosen.seed or 1, "on": chosen.on or "dev",
        **given,
    }  # fmt: skip
    if not wanted["epochs"]:
        wanted["epochs"] = None if wanted["learner"] == NEURAL else EPOCHS
    values = [wanted[name] if isinstance(wanted[name], list) else [wanted[name]] for name in KEY]
    return [dict(zip(KEY, some, strict=True)) for some in product(*values)]


def main() -> None:
    """Make the runs that are asked for."""
    parser = arguments(__doc__)
    parser.add_argument("--system", action="append", default=[])
    parser.add_argument("--learner", default=PERCEPTRON, choices=LEARNERS)
    parser.add_argument("--network", action="append", help='for example "lstm=200 grams=0"')
    parser.add_argument("--options", default="", help='for example "exploration=0 oracle=static"')
    parser.add_argument("--beam", action="append", type=int)
    chosen = parser.parse_args()
    keys = grid(chosen, network=chosen.network or "", beam=chosen.beam or 1)
    lines = make(keys, chosen)
    if chosen.table:
        table(lines)


if __name__ == "__main__":
    main()

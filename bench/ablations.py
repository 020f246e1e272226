"""What each part of a neural parser adds: the same parser with parts left out or changed.

    python bench/ablations.py TREEBANKS --treebank Basque-BDT --treebank Gothic-PROIEL
    python bench/ablations.py TREEBANKS --treebank Gothic-PROIEL --only "no repair" --only greedy
    python bench/ablations.py TREEBANKS --treebank Gothic-PROIEL --table

Runs are recorded as by `bench/accuracy.py`, in the same file, and made once.  What only the search
uses is changed in the parser that the first row trains; all other rows train their own.  Prints a
table in Markdown: LAS on dev, how far it is from that of the first row, and the F1 on
non-projective arcs; with several seeds, means.
"""

import statistics
from typing import NamedTuple

from accuracy import KEY, arguments, f1, grid, make

from multiplane.training.learners import NEURAL


class Row(NamedTuple):
    """How a parser differs from the first."""

    name: str
    network: str = ""
    options: str = ""
    beam: int = 8


ROWS = (
    Row("everything, beam 8"),
    # The search: nothing is trained anew.
    Row("greedy", beam=1),
    Row("beam 32", beam=32),
    Row("no scores of arcs", "graph_weight=0"),
    Row("twice the scores of arcs", "graph_weight=1"),
    Row("no repair", "repair=0"),
    Row("neither scores of arcs nor repair", "graph_weight=0 repair=0"),
    Row("no bias", options="bias=0"),
    Row("bias 1", options="bias=1"),
    Row("bias 2", options="bias=2"),
    # The guide.
    Row("no expected costs", "costs=0"),
    Row("no expected costs, greedy", "costs=0", beam=1),
    Row("no probabilities of arcs", "graph=0"),
    Row("labels chosen with transitions", "label=0"),
    Row("no graph head at all", "graph=0 label=0"),
    Row("no exploration", options="exploration=0"),
    Row("no exploration, greedy", options="exploration=0", beam=1),
    Row("hidden layer of 64", "hidden=64"),
    Row("hidden layer of 384", "hidden=384"),
    Row("graph head of 64", "graph=64"),
    # The encoder.
    Row("no forms", "form=0"),
    Row("no lemmas", "lemma=0"),
    Row("no sequences of letters", "grams=0"),
    Row("no UPOS", "upos=0"),
    Row("no XPOS", "xpos=0"),
    Row("no morphology", "morph=0"),
    Row("no tags, no morphology", "upos=0 xpos=0 morph=0"),
    Row("LSTM of 64", "lstm=64"),
    Row("LSTM of 256", "lstm=256"),
)


def keys_of(row, chosen):
    """The keys of a row's runs."""
    network = f"{chosen.network} {row.network}".strip()
    return grid(chosen, network=network, options=row.options, beam=row.beam, learner=NEURAL)


def table(rows, chosen, lines):
    """Print a row for each change, and columns for each treebank and system."""
    found = {tuple(line[name] for name in KEY): line for line in lines}
    places = list(dict.fromkeys((k["treebank"], k["system"]) for k in keys_of(ROWS[0], chosen)))
    heads = [f"{treebank}, {system} | ± | NP F1" for treebank, system in places]
    print("| |", " | ".join(heads), "|")
    print("| --- |", " | ".join(["---: | ---: | ---:"] * len(places)), "|")
    first = {}
    for row in rows:
        cells = []
        for place in places:
            keys = [k for k in keys_of(row, chosen) if (k["treebank"], k["system"]) == place]
            runs = [found[tuple(k.values())] for k in keys if tuple(k.values()) in found]
            if not runs:
                cells.append("– | – | –")
                continue
            las = statistics.mean(line["las"] for line in runs)
            if row == ROWS[0]:
                first[place] = las
            apart = f"{las - first[place]:+.2f}" if place in first and row != ROWS[0] else ""
            cells.append(f"{las:.2f} | {apart} | {statistics.mean(map(f1, runs)):.1f}")
        print(f"| {row.name} |", " | ".join(cells), "|")


def main():
    parser = arguments(__doc__)
    parser.add_argument("--system", action="append")
    parser.add_argument("--network", default="", help="settings of all rows")
    parser.add_argument(
        "--only", action="append", choices=[row.name for row in ROWS], metavar="NAME"
    )
    chosen = parser.parse_args()
    chosen.system = chosen.system or ["side-stack"]
    rows = [row for row in ROWS if not chosen.only or row.name in (ROWS[0].name, *chosen.only)]
    wanted = [] if chosen.table else [key for row in rows for key in keys_of(row, chosen)]
    table(rows, chosen, make(wanted, chosen))


if __name__ == "__main__":
    main()

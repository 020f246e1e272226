"""Undirected parsers: LAS of the graph before reconstruction, and of the tree after it.

python bench/undirected.py FOLDER --oracle static --epochs 6    (with train.conll* and test.conll*)

The first figure counts an arc of the gold tree as right if the graph has its edge, with its label;
directions in labels are left out.  Both are without punctuation (2012, section 6).
"""

import argparse
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import multiplane as mp
from multiplane.evaluation import evaluate
from multiplane.evaluation.words import punctuation
from multiplane.experiments.treebanks import files_in
from multiplane.machine.kernel import arc_field
from multiplane.machine.layout import ARCS, DEPENDENT, HEAD, LABEL
from multiplane.native import lean
from multiplane.parsing.parser import Parser
from multiplane.parsing.stream import parse_file
from multiplane.search.rollout import read
from multiplane.treebank.scan import scan

SYSTEMS = ("undirected-planar", "undirected-2-planar", "undirected-covington")
METHODS = ("naive", "trusting", "labels")


class Edges(NamedTuple):
    """Output arrays for the edges of all sentences, one sentence after the other."""

    ends: NDArray[np.int32]  # [2, edges]
    labels: NDArray[np.int32]
    sizes: NDArray[np.int64]  # by sentence
    used: NDArray[np.int64]  # [1]: the number of edges so far


@read.on(Edges)
@lean
def read_edges(reader, c, kin, sentence, settings):  # noqa: ARG001 - as the others
    at = reader.used[0]
    for edge in range(c[ARCS]):
        reader.ends[0, at + edge] = c[arc_field(c, HEAD, edge)]
        reader.ends[1, at + edge] = c[arc_field(c, DEPENDENT, edge)]
        reader.labels[at + edge] = c[arc_field(c, LABEL, edge)]
    reader.sizes[sentence.number] = c[ARCS]
    reader.used[0] += c[ARCS]
    return True


def before(parser: Parser, file: Path) -> float:
    """Return the undirected LAS of the graphs that a parser builds."""
    right = words = 0
    directions = parser.design.directions
    for chunk in scan(str(file)):
        batch = parser.design.batch(chunk)
        room = batch.words + len(batch)  # a graph without cycles, with 0, has no more edges
        edges = Edges(
            np.zeros((2, room), np.int32),
            np.zeros(room, np.int32),
            np.zeros(len(batch), np.int64),
            np.zeros(1, np.int64),
        )
        parser.run(batch, parser.design.starts(batch.starts), edges)
        ends = np.split(np.sort(edges.ends, axis=0), np.cumsum(edges.sizes), axis=1)
        labels = np.split(directions.rest[edges.labels], np.cumsum(edges.sizes))
        for number in range(len(batch)):
            sentence = chunk.sentence(number)
            found = {
                (*pair, directions.names[label])
                for *pair, label in zip(
                    *ends[number].tolist(), labels[number].tolist(), strict=True
                )
            }
            arcs = zip(sentence.heads, sentence.deprels, punctuation(sentence)[0], strict=True)
            for word, (head, label, left_out) in enumerate(arcs, 1):
                if not left_out:
                    words += 1
                    right += (min(head, word), max(head, word), label) in found
    return 100 * right / words


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("folder", type=Path)
    asked.add_argument("--system", action="append", choices=SYSTEMS)
    asked.add_argument("--oracle", default="static")
    asked.add_argument("--epochs", type=int, default=6)
    asked.add_argument("--bits", type=int, default=20)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    files = files_in(given.folder)
    options = {"epochs": given.epochs, "oracle": given.oracle, "bits": given.bits}
    print("| system | reconstruction | before | after |\n| --- | --- | ---: | ---: |")
    for system in given.system or SYSTEMS:
        for method in METHODS:
            parser = mp.train(
                system, files["train"], root="first", seed=given.seed, reconstruction=method,
                **options,
            )  # fmt: skip
            with tempfile.NamedTemporaryFile(suffix=".conllu") as output:
                parse_file(parser, str(files["test"]), output.name)
                scores = evaluate(str(files["test"]), output.name, bootstrap=0).scores
            first, last = before(parser, files["test"]), scores["las_nopunct"]
            print(f"| {system} | {method} | {first:.2f} | {last:.2f} |", flush=True)


if __name__ == "__main__":
    main()

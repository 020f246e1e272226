"""Training of systems with families: easy-first learns a small treebank by heart."""

from collections import Counter

import numpy as np
import pytest

from multiplane.features.batch import batch
from multiplane.guides.classes import make_classes, pairs_of
from multiplane.guides.rows import aligned
from multiplane.guides.table import Linear
from multiplane.oracles.right import tree_oracle
from multiplane.oracles.treebank import gold_trees
from multiplane.search.rollout import run
from multiplane.training.members import MemberPerceptron
from multiplane.training.updates import Averages
from support import parsers

SENTENCES = [  # projective: form, head, label
    [("the", 2, "det"), ("dog", 3, "nsubj"), ("barks", 0, "root"), (".", 3, "punct")],
    [("a", 3, "det"), ("big", 3, "amod"), ("cat", 0, "root")],
    [
        *(("she", 2, "nsubj"), ("saw", 0, "root"), ("the", 4, "det"), ("star", 2, "obj")),
        *(("with", 7, "case"), ("a", 7, "det"), ("glass", 2, "obl"), (".", 2, "punct")),
    ],
    [("go", 0, "root")],
]


def treebank():
    lines = []
    for sentence in SENTENCES:
        for at, (form, head, label) in enumerate(sentence, 1):
            lines.append(f"{at}\t{form}\t{form}\tX\t_\t_\t{head}\t{label}\t_\t_")
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("explore", [0.0, 0.9])
@pytest.mark.parametrize("place", parsers.PLACES)
def test_easy_first_learns_by_heart(place, explore):
    system = parsers.placed("easy-first", place)
    lengths = tuple(map(len, SENTENCES))
    parser = parsers.Parser(system, lengths, bits=12)
    chunk = parsers.chunk_of(treebank(), lengths)
    parser.batch = batch(chunk, parser.program.attributes)
    words = [word for sentence in SENTENCES for word in sentence]
    heads = np.array([head for _, head, _ in words], np.int32)
    pairs = pairs_of(heads, [label for *_, label in words], parser.batch.starts)
    parser.classes = make_classes(system, Counter(pairs), stops=parser.stops)
    number = {label: at for at, label in enumerate(parser.classes.labels)}
    labels = np.array([number[label] for *_, label in words], np.int32)
    shapes = (1 << 12, parser.classes.width), (1 << 6, parser.classes.label_width)
    scorer = Linear(*(aligned(*shape, np.float32) for shape in shapes), 64 - parser.bits)
    totals = (aligned(*shape, np.float32) for shape in shapes)
    task = parser.task(np.zeros(shapes[0][1], np.float32), scorer.label_weights)
    task = task._replace(
        settings=task.settings._replace(root_label=number["root"], loose_label=number["punct"])
    )
    places = max(lengths) + 2
    pilot = MemberPerceptron(
        tree_oracle(system, static=False),
        Averages(*totals, np.ones(1, np.int64)),
        np.array([9], np.uint64),
        explore,
        np.zeros(places, np.int64),
        np.zeros((places, parser.most), np.int64),
        np.zeros((places, shapes[0][1]), np.float32),
        *np.zeros((2, places, parser.code.transitions + 1), np.int32),
    )
    gold = gold_trees(system, heads, labels, parser.batch.starts)
    order = np.arange(len(lengths))
    for _ in range(12):
        before = scorer.weights.copy()
        run(order, parser.starts, task, scorer, pilot, gold, None)
    assert (scorer.weights == before).all()  # nothing is left to learn
    assert pilot.averages.clock[0] > 12 * len(words)
    learnt = [aligned(*table.shape, np.int8) for table in scorer[:2]]
    for table, exact in zip(learnt, scorer[:2], strict=True):
        assert np.abs(exact).max() < 127
        table[:] = exact
    parser.weights, parser.label_weights = learnt
    settings = task.settings
    found = parser.search(task=parser.task()._replace(settings=settings))
    assert np.concatenate(found[0]).tolist() == heads.tolist()
    assert np.concatenate(found[1]).tolist() == labels.tolist()

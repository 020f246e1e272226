"""Training of systems with families: easy-first learns a small treebank by heart."""

from collections import Counter

import numpy as np
import pytest
from multiplane.search.families import parse_with_families
from multiplane.training.families import train_with_families
from multiplane.training.planes import all_crossings

from multiplane.features.batch import batch
from multiplane.guides.classes import make_classes, pairs_of
from multiplane.guides.families import families
from multiplane.guides.rows import aligned
from multiplane.oracles.dynamic import loss_model, root_last
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
    loss = loss_model(system)
    weights = tuple(
        aligned(rows, width, np.float32)
        for rows, width in ((1 << 12, parser.classes.width), (1 << 6, parser.classes.label_width))
        for _ in range(2)
    )
    family = families(system).tables
    options = parser.options
    options[4], options[5] = number["root"], number["punct"]
    clock, seed = np.ones(1, np.int64), np.array([9], np.uint64)
    planes = np.full(len(words) + 2 * len(lengths), (1 << 30) - 1, np.int32)
    for _ in range(12):
        right, steps = train_with_families(
            np.arange(len(lengths)), parser.batch.starts,
            (heads, labels, *all_crossings(heads, parser.batch.starts, root_last(system)), planes),
            (loss.reach.kinds, loss.reach.can, loss.flags), parser.blocks, parser.tables,
            parser.program.tables, parser.classes.tables, parser.batch.data, options, weights,
            parser.room(*weights[::2]), explore, clock, seed, family,
        )  # fmt: skip
    assert right == steps >= len(words)
    learnt = [aligned(*table.shape, np.int8) for table in weights[::2]]
    for table, exact in zip(learnt, weights[::2], strict=True):
        assert np.abs(exact).max() < 127
        table[:] = exact
    found = np.zeros((2, len(words)), np.int32)
    parse_with_families(
        parser.batch.starts, parser.blocks, parser.tables, parser.program.tables,
        parser.classes.tables, parser.batch.data, options, tuple(learnt),
        parser.room(*learnt), family, *found,
    )  # fmt: skip
    assert found[0].tolist() == heads.tolist()
    assert found[1].tolist() == labels.tolist()

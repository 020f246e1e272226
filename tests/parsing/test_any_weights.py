"""Whatever the weights, the system and the input, there comes out a tree."""

import io
from collections import Counter

import numpy as np
import pytest

from multiplane.conllu import reads
from multiplane.features.templates import feature_model
from multiplane.guides.classes import LEFTWARDS, RIGHTWARDS
from multiplane.guides.rows import aligned
from multiplane.parsing.design import Design
from multiplane.parsing.parser import Parser
from multiplane.parsing.rootlabels import RootLabels
from multiplane.parsing.stored import ROOTS
from multiplane.parsing.stream import parse_file
from multiplane.systems import systems
from support import naive, toy

LABELS = [f"l{k}" for k in range(40)]  # more than there are classes for
FEATURES = "X.form\nY.form\nX.upos Y.upos\nX1.form\nX.deprel permitted\nX.morph Y.morph\n"
SYSTEMS = [
    name
    for name in systems
    if not any(transition.is_family for transition in systems[name].values())
]


def random_parser(name: str, root: str, beam: int, *, one_root: bool) -> Parser:
    design = Design(
        base=systems[name],
        root=root,
        features=FEATURES,
        empty=frozenset(),
        positional=False,
        pairs=Counter({(way, l): 1 for way in (LEFTWARDS, RIGHTWARDS) for l in LABELS}),
        bits=8,
        one_root=one_root,
        root_label="l0",
        loose_label="l1",
        root_labels=RootLabels(here=("l0", "l2"), only_here=("l0",)),
    )
    random = np.random.default_rng(len(name) + 10 * beam)
    tables = []
    for shape in design.shapes:
        tables.append(aligned(*shape, np.int8))
        tables[-1][:] = random.integers(-128, 128, shape)
    return Parser(design, *tables, beam)


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("one_root", [True, False])
@pytest.mark.parametrize("name", SYSTEMS)
def test_there_comes_out_a_tree(name, beam, one_root):
    text = toy.treebank(8) + "1\tone\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    for root in ROOTS:
        if root != "none" and systems[name].has_root:
            continue
        parser = random_parser(name, root, beam, one_root=one_root)
        out = io.BytesIO()
        parse_file(parser, io.BytesIO(text.encode()), out)
        for before, after in zip(reads(text), reads(out.getvalue().decode()), strict=True):
            heads = (0, *after.heads)
            assert all(0 in naive.chain_of_heads(heads, d) for d in range(1, len(heads)))
            assert after.heads.count(0) == 1 or not one_root
            for head, label in zip(after.heads, after.deprels, strict=True):
                assert label in (LABELS[1:] if head else ("l0", "l2"))
            assert after.forms == before.forms


def test_features_are_for_the_system():
    assert len(feature_model(FEATURES, systems["arc-eager"]).templates) == 6

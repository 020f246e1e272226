"""Parsers in model files: what manifest and arrays hold."""

from typing import TYPE_CHECKING

from multiplane.calculus.invariants import analyse
from multiplane.errors import MultiplaneError
from multiplane.features.templates import MOST_TEXT
from multiplane.guides.neural.pretrained.identity import IDENTITY
from multiplane.guides.neural.recipe import RECIPE
from multiplane.guides.packing import weights
from multiplane.machine.stored import SYSTEM
from multiplane.modelfile.fields import Choice, Field, Figure, Flag, Number, Text
from multiplane.modelfile.part import Part
from multiplane.modelfile.records import Either, Many, Named, Notes, Record, Row, Such
from multiplane.systems.root import PLACES
from multiplane.transforms.marks import ENCODINGS
from multiplane.transforms.reconstruction import METHODS

if TYPE_CHECKING:
    from multiplane.parsing.design import Design

LEAST_BITS, MOST_BITS = 8, 26
MOST_PARALLEL = 64  # arcs from one word to another
MOST_CLASSES = 1 << 20  # transitions times labels
WIDEST = 1024  # of beams
ROOTS = ("none", *PLACES)

NONE = Choice((None,))
TEXT, FILE = Either((NONE, Text())), Record({"name": Text()})
SCORES = Either((NONE, Named(Figure())))
LABEL = Text(least=1, most=1000)
COUNTS = Many(Row((Choice((0, 1)), LABEL, Number(1, 2**53))), least=1, most=1 << 16)

DESIGN: dict[str, Field] = {
    "system": SYSTEM,
    "root": Choice(ROOTS),
    "features": Text(most=MOST_TEXT, column=False),
    "empty_columns": Many(Number(0, 20), most=20),
    "positional": Flag(),
    "labels": Such(  # direction, label, how often
        COUNTS, "all different", lambda rows: len({row[:2] for row in rows}) == len(rows)
    ),
    "bits": Number(LEAST_BITS, MOST_BITS),
    "one_root": Flag(),
    "root_label": LABEL,
    "loose_label": LABEL,
    "root_labels": Row((Many(LABEL, most=1 << 16), Many(LABEL, most=1 << 16))),
    "projectivize": Choice(("", *ENCODINGS)),
    "reconstruction": Choice(METHODS),
    "graphs": Flag(),
    "parallel": Number(1, MOST_PARALLEL),
    "network": RECIPE,
    "encoder": IDENTITY,
}
TRAINING = Notes(  # of parsers and pipelines
    {
        "language": TEXT,
        "treebank": TEXT,
        "licence": TEXT,
        "learner": Text(),
        "seed": Number(0, 2**64),
        "train": Many(FILE),
        "dev": Either((NONE, FILE)),
        "best_epoch": Either((NONE, Number())),
        "scores": SCORES,
        "test": Either((NONE, Record({"name": Text(), "input": Text(), "scores": SCORES}))),
        "cost": Figure(),
        "gamma": Figure(),
        "coef0": Figure(),
        "split": TEXT,
        "split_least": Number(),
    }
)
PARSER = Part(
    "parser",
    "finds trees or graphs.",
    fields={
        **DESIGN,
        "program": Text(),
        "beam": Number(1, WIDEST),
        "multiplane": Text(),
        "training": TRAINING,
    },
    items=(
        weights("label weights", "label_rows", "label_width"),
        weights("weights", "2^bits", "width", needs="table"),
    ),
    sizes={
        "table": "1, or 0 if there are `votes` or a `network` instead of `weights`",
        "width": "the number of classes, rounded up to a multiple of 64",
        "label_rows": "16,384, or 1 if every label has a class of its own",
        "label_width": "the number of labels, rounded up to a multiple of 64",
    },
    missing={  # in older files, or where it is so
        "root_labels": None,
        "projectivize": "",
        "reconstruction": "labels",
        "graphs": False,
        "parallel": 1,
        "network": None,
        "encoder": None,
    },
)


def check(design: "Design") -> None:
    """Raise an error unless the parts of a design from a file fit together as training makes them.

    Searches rely on it.
    """
    system, network = design.base, design.network
    if len(system) * len(design.pairs) > MOST_CLASSES:
        raise MultiplaneError(
            f"found {len(system)} transitions and {len(design.pairs):,} labels; expected up to"
            f" {MOST_CLASSES:,} pairs of them"
        )
    several = system.directed and not analyse(system).keeps_single_heads
    if several != design.graphs:
        raise MultiplaneError(
            f"{system}: found a system for {'graphs' if several else 'trees'} in a parser for"
            f" {'graphs' if design.graphs else 'trees'}; expected the same"
        )
    if bool(len(design.program.tables.vectors)) != bool(network):
        raise MultiplaneError("features: found vectors or a network; expected both or none")
    if network and (
        design.parallel > 1
        or (design.graphs and (network.graph or network.label))
        or (network.label and not system.directed)
    ):
        raise MultiplaneError(
            "network: found parts that its parser cannot use; expected no label for undirected"
            " systems, neither graph nor label for graphs, and one arc between words"
        )
    if not all(design.tree_labels) or (design.graphs and any("|" in n for n in design.labels)):
        raise MultiplaneError("labels: found one that no column can hold; expected others")
    for label in (design.root_label, design.loose_label):
        if label not in design.labels:
            raise MultiplaneError(f"labels: found none that is {label!r}; expected it among them")

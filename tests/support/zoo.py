"""Small model files of every kind, with random weights, and something to do with each."""

import io
import random
from collections import Counter
from pathlib import Path

import numpy as np

from multiplane import modelfile
from multiplane.cli import chart, info
from multiplane.conllu import reads
from multiplane.errors import MultiplaneError
from multiplane.guides.classes import LEFTWARDS, RIGHTWARDS
from multiplane.guides.rows import aligned
from multiplane.lemmas import learning as lemmas
from multiplane.lemmas.lemmatiser import Lemmatiser
from multiplane.lemmas.scripts import Script
from multiplane.parsing.design import Design
from multiplane.parsing.parser import Parser
from multiplane.parsing.stream import parse_file
from multiplane.pipeline.models import load
from multiplane.pipeline.pipeline import Pipeline
from multiplane.segmentation.kernel import WIDTH
from multiplane.segmentation.multiword import WHOLE, Multiwords, _key
from multiplane.segmentation.segmenter import Segmenter
from multiplane.systems import systems
from multiplane.tabular.corpus import estimate
from multiplane.tabular.history import history
from multiplane.tabular.model import Model
from multiplane.tabular.model import load as load_generative
from multiplane.tabular.sampling import sample
from multiplane.tagging import templates
from multiplane.tagging.tagger import Tagger
from multiplane.tagging.tagset import TagSet
from multiplane.text.characters import KINDS
from multiplane.text.lexicon import Lexicon
from support import networks, parsers, toy, voting

FEATURES = "X.form\nY.form\nX.upos Y.upos\nX1.form\nX.deprel permitted\nX.morph Y.morph\nσ1.lemma\n"
TEXT = "The cat can't see Mr. Fox. Dogs didn't hear 12 Birds!\n\nÄ 日本 x… don't"
SENTENCES = toy.treebank(3, crossing=True) + parsers.treebank(random.Random(3), [1, 2, 9])


def table(shape, seed: int = 1):
    found = aligned(*shape, np.int8)
    found[:] = np.random.default_rng(seed).integers(-128, 128, shape)
    return found


def parser(name: str, *, labels: int = 5, votes: bool = False, beam: int = 1, **more) -> Parser:
    pairs = Counter({(w, f"l{k}"): k + 1 for k in range(labels) for w in (LEFTWARDS, RIGHTWARDS)})
    settings = {"base": systems[name], "root": "none", "features": FEATURES, "empty": frozenset(),
                "positional": False, "pairs": pairs, "bits": 8, "one_root": True,
                "root_label": "l0", "loose_label": "l1", **more}  # fmt: skip
    design = Design(**settings)
    weights, label_weights = (table(shape) for shape in design.shapes)
    if votes:
        classes = len(design.classes.tables.transitions)
        weights = voting.random_votes(3, 1 << 8, classes)
    notes = {"learner": "perceptron", "seed": 1, "train": [{"name": "a.conllu"}], "best_epoch": 1,
             "scores": {"uas": 1.5, "las": 1.0}, "dev": {"name": "b.conllu"}}  # fmt: skip
    return Parser(design, weights, label_weights, beam, notes)


def network(name: str, **more) -> Parser:
    recipe = networks.replace(networks.SMALL, grams=0, **more)
    return networks.random_parser(systems[name], [4, 3, 6], recipe)[0]


def pipeline() -> Pipeline:
    draw = np.random.default_rng(5)
    tags = TagSet((("NOUN", "N", "Number=Sing"), ("VERB", "V", "_"), ("X", "x", "A=B|C=D")))
    words = Lexicon.of({int(key): int(key) % 7 for key in draw.integers(1, 2**63, 30)})
    scripts = (Script(0, 0, 0, "", ""), Script(1, 0, 1, "", "e"), Script(2, 1, 0, "x", ""),
               Script(0, 0, -1, "be", ""))  # fmt: skip
    seen = Lexicon.of({int(key): int(key) % 4 for key in draw.integers(1, 2**63, 30)})
    rules = (((WHOLE, 0, ""),), ((WHOLE, 3, ""), (3, 0, "")), ((WHOLE, 1, "e"), (1, 0, "")))
    whole, ending = ({_key(form): number} for form, number in (("don't", 1), ("n't", 2)))
    multiwords = Multiwords(rules, Lexicon.of(whole), Lexicon.of(ending))
    return Pipeline(
        Segmenter(draw.random((KINDS, KINDS)) < 0.5, table((1 << 6, WIDTH))),
        multiwords,
        Tagger(tags, templates.default_templates(), words, table((1 << 6, tags.width))),
        Lemmatiser(tags, scripts, 3, lemmas.default_templates(), seen, table((1 << 5, 64))),
        parser("arc-eager"),
        {"language": "Toy", "scores": {"upos": 90.0}},
    )


def generative(degree: int = 2) -> Model:
    found = list(reads(toy.treebank(6)))
    return estimate(found, "upos", history("elaborated", degree)).model


MAKERS = {
    "trees": lambda: parser("arc-eager", root="first"),
    "beam": lambda: parser("2-planar[single-head,acyclic]", beam=3),
    "rare labels": lambda: parser("swap", labels=40),
    "pseudo-projective": lambda: parser(
        "arc-standard",
        projectivize="head",
        pairs=Counter({(w, n): 2 for w in (0, 1) for n in ("l0", "l1", "l1↑l0", "l0↓")}),
    ),
    "undirected": lambda: parser(
        "undirected-planar",
        pairs=Counter({(w, n): 2 for w in (0, 1) for n in ("l0_l", "l1_r", "l0_r", "l1_l")}),
        root_label="l0_r",
        loose_label="l1_r",
    ),
    "family": lambda: parser("easy-first"),
    "graphs": lambda: parser("2-planar", graphs=True, parallel=2),
    "many transitions": lambda: parser("attardi-40"),
    "votes": lambda: parser("arc-eager", votes=True),
    "network": lambda: network("arc-eager", vectors=4),
    "network of a list": lambda: network("covington", label=0),
    "networks": lambda: network("arc-eager", members=3),
    "pipeline": pipeline,
    "generative": generative,
}


def use(path: Path) -> None:
    """Load a model and do with it what commands do; what comes out is well-formed."""
    if "generative" in modelfile.format_of(path):
        use_generative(load_generative(path))
        return
    model = load(path)
    model.save(path.with_suffix(".again"))
    parser = model if isinstance(model, Parser) else model.parser
    report = info._report(parser, str(path))
    if isinstance(model, Pipeline):
        report["pipeline"] = info._whole(model)
        well_formed(model.annotate(TEXT))
    info._lines(report)
    out = io.BytesIO()
    parse_file(model, io.BytesIO(SENTENCES.encode()), out)
    after = well_formed(out.getvalue().decode())
    assert [s.words for s in after] == [s.words for s in reads(SENTENCES)]


def use_generative(model: Model) -> None:
    for sentence in reads(SENTENCES):
        found = chart._parse(model, sentence, "minimum_risk", single_root=True)
        if found:
            well_formed(sentence.with_tree(found["heads"], found["labels"]).text)
    if "conditional" not in model.notes:
        sample(model, np.random.default_rng(1), 20)


def well_formed(text: str):
    """The sentences of a text, which must be CoNLL-U."""
    try:
        return list(reads(text))
    except MultiplaneError as error:
        raise AssertionError(f"output: {error}") from error

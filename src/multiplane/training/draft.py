"""The design of a parser, drafted from a treebank: all but its weights."""

from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from multiplane.calculus.invariants import analyse
from multiplane.calculus.system import System
from multiplane.errors import DefinitionError, MultiplaneError
from multiplane.features.templates import feature_model
from multiplane.guides.classes import RIGHTWARDS, pairs_of
from multiplane.parsing.design import Design
from multiplane.systems import systems
from multiplane.systems.buffer import with_policy
from multiplane.systems.planar import single_headed
from multiplane.training.corpus import Corpus
from multiplane.training.encoding import encoded, encoded_label
from multiplane.training.graphs import graph_pairs, read_graphs, several_roots
from multiplane.training.options import LIBSVM, Options

LOOSE = ("parataxis", "dep")  # labels for what hangs from the root for want of a better head
OWN_FEATURES = {LIBSVM: "svm.txt"}  # of learners that need others than the default
SEVERAL = 0.01  # of the trees: with more of them, several roots are taken as meant


def draft(system: str | System, corpus: Corpus, options: Options) -> tuple[Design, Corpus]:
    """Find out what a parser for these trees chooses from and looks at.

    Returns the trees that it learns from, too.
    """
    base = systems[single_headed(system)] if isinstance(system, str) else system
    if options.buffer_arcs:
        base = with_policy(base, options.buffer_arcs)
    if base.directed and options.reconstruction:
        raise DefinitionError(
            f"{base} builds arcs with a direction; reconstruction is for undirected systems"
        )
    if base.directed and not analyse(base).keeps_single_heads:
        raise DefinitionError(f"{base}: words may get several heads; train it on graphs")
    reconstruction = "" if base.directed else options.reconstruction or "labels"
    ways = options.projectivize or "", reconstruction
    several = options.multiple_roots
    if several is None:
        several = corpus.several_roots > SEVERAL
    seen = encoded(corpus, *ways, options.covered_roots or "lift")
    pairs = pairs_of(seen.heads, _names(seen), seen.starts)
    names = _names(corpus)
    roots = [name for head, name in zip(corpus.heads.tolist(), names, strict=True) if not head]
    loose = next((name for name in LOOSE if name in corpus.label_names), _first(names))
    root_label, loose_label = (encoded_label(name, *ways) for name in (_first(roots), loose))
    for label in {root_label, loose_label} - {label for _, label in pairs}:
        pairs[RIGHTWARDS, label] = 1  # wherever it occurs it has marks
    text, name = _features(options)
    design = Design(
        base=base,
        root=options.root,
        features=text,
        empty=corpus.empty,
        positional=corpus.positional,
        pairs=pairs,
        bits=options.bits,
        one_root=not several,
        root_label=root_label,
        loose_label=loose_label,
        projectivize=ways[0],
        reconstruction=ways[1] or "labels",
    )
    feature_model(design.features, design.system, name)  # whose errors name the file
    return design, seen


def draft_for_graphs(system: str | System, corpus: Corpus, options: Options) -> Design:
    """The same for graphs in which words may have several heads."""
    base = systems[system] if isinstance(system, str) else system
    if not base.directed or analyse(base).keeps_single_heads:
        raise DefinitionError(
            f"{base} gives words one head; for graphs, take a system that may give them several"
        )
    found = read_graphs(corpus)
    several = options.multiple_roots
    if several is None:
        several = several_roots(found) > SEVERAL
    names = [label for graph in found for _, label, _ in graph.arcs]
    roots = [label for graph in found for h, label, _ in graph.arcs if not h]
    text, name = _features(options)
    design = Design(
        base=base,
        root=options.root,
        features=text,
        empty=corpus.empty,
        positional=corpus.positional,
        pairs=graph_pairs(found),
        bits=options.bits,
        one_root=not several,
        root_label=_first(roots or names),
        loose_label=next((name for name in LOOSE if name in names), _first(names)),
        graphs=True,
    )
    feature_model(design.features, design.system, name)
    return design


def _names(corpus: Corpus) -> list[str]:
    """The label of each word."""
    return [corpus.label_names[label] for label in corpus.labels.tolist()]


def _first(names: Iterable[str]) -> str:
    """Return the most frequent name, the first in the alphabet among equals."""
    counts = Counter(names)
    return min(counts, key=lambda name: (-counts[name], name))


def _features(options: Options) -> tuple[str, str]:
    """Return the text of the feature model, and the name of its file."""
    if not options.features:
        name = OWN_FEATURES.get(options.learner, "default.txt")
        return files("multiplane.features").joinpath(name).read_text(encoding="utf-8"), name
    try:
        return Path(options.features).read_text(encoding="utf-8"), str(options.features)
    except (OSError, UnicodeDecodeError) as error:
        raise MultiplaneError(
            f"{options.features}: cannot be read as a feature model: {error}"
        ) from error

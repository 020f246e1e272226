"""Draft the design of a parser (everything but its weights) from a treebank."""

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
from multiplane.training.graphs import graph_pairs, most_parallel, read_graphs, several_roots
from multiplane.training.options import LIBSVM, Options

LOOSE = ("parataxis", "dep")  # labels for words attached to the root as a last resort
OWN_FEATURES = {LIBSVM: "svm.txt"}  # feature models of learners that do not use the default one
SEVERAL = 0.01  # allow several roots if more than this share of the trees has them


def draft(system: str | System, corpus: Corpus, options: Options) -> tuple[Design, Corpus]:
    """Return the design of a parser for these trees, and the trees that it learns from."""
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
        pairs[RIGHTWARDS, label] = 1  # in the training trees it occurs only with marks
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
    feature_model(design.features, design.system, name)  # errors mention the file
    return design, seen


def draft_for_graphs(system: str | System, corpus: Corpus, options: Options) -> Design:
    """Return the design of a parser for graphs, where words may have several heads."""
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
        parallel=most_parallel(found, root=options.root != "none" or base.has_root),
    )
    feature_model(design.features, design.system, name)
    return design


def _names(corpus: Corpus) -> list[str]:
    """The label of each word."""
    return [corpus.label_names[label] for label in corpus.labels.tolist()]


def _first(names: Iterable[str]) -> str:
    """Return the most frequent name; ties are broken alphabetically."""
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

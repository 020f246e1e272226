"""The design of a parser, drafted from a treebank: all but its weights."""

from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from os import PathLike
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

LOOSE = ("parataxis", "dep")  # labels for what hangs from the root for want of a better head
SEVERAL = 0.01  # of the trees: with more of them, several roots are taken as meant


def draft(
    system: str | System,
    corpus: Corpus,
    root: str,
    features: str | PathLike[str] | None,
    bits: int,
    *,
    multiple_roots: bool | None,
    projectivize: str | None,
    covered_roots: str | None,
    reconstruction: str | None,
    buffer_arcs: str | None,
) -> tuple[Design, Corpus]:
    """Find out what a parser for these trees chooses from and looks at.

    Returns the trees that it learns from, too.
    """
    base = systems[single_headed(system)] if isinstance(system, str) else system
    if buffer_arcs:
        base = with_policy(base, buffer_arcs)
    if base.directed and reconstruction:
        raise DefinitionError(
            f"{base} builds arcs with a direction; reconstruction is for undirected systems"
        )
    if covered_roots and not projectivize:
        raise DefinitionError(
            f"covered_roots {covered_roots!r}, but trees are not made projective; give projectivize"
        )
    if base.directed and not analyse(base).keeps_single_heads:
        raise DefinitionError(f"{base}: words may get several heads; train it on graphs")
    ways = projectivize or "", "" if base.directed else reconstruction or "labels"
    if multiple_roots is None:
        multiple_roots = corpus.several_roots > SEVERAL
    seen = encoded(corpus, *ways, covered_roots or "lift")
    pairs = pairs_of(seen.heads, _names(seen), seen.starts)
    names = _names(corpus)
    roots = [name for head, name in zip(corpus.heads.tolist(), names, strict=True) if not head]
    loose = next((name for name in LOOSE if name in corpus.label_names), _first(names))
    root_label, loose_label = (encoded_label(name, *ways) for name in (_first(roots), loose))
    for label in {root_label, loose_label} - {label for _, label in pairs}:
        pairs[RIGHTWARDS, label] = 1  # wherever it occurs it has marks
    design = Design(
        base=base,
        root=root,
        features=_text(features),
        empty=corpus.empty,
        positional=corpus.positional,
        pairs=pairs,
        bits=bits,
        one_root=not multiple_roots,
        root_label=root_label,
        loose_label=loose_label,
        projectivize=ways[0],
        reconstruction=ways[1] or "labels",
    )
    feature_model(design.features, design.system, str(features))  # whose errors name the file
    return design, seen


def draft_for_graphs(
    system: str | System,
    corpus: Corpus,
    root: str,
    features: str | PathLike[str] | None,
    bits: int,
    *,
    multiple_roots: bool | None,
) -> Design:
    """The same for graphs in which words may have several heads."""
    base = systems[system] if isinstance(system, str) else system
    if not base.directed or analyse(base).keeps_single_heads:
        raise DefinitionError(
            f"{base} gives words one head; for graphs, take a system that may give them several"
        )
    found = read_graphs(corpus)
    if multiple_roots is None:
        multiple_roots = several_roots(found) > SEVERAL
    names = [label for graph in found for _, label, _ in graph.arcs]
    roots = [label for graph in found for h, label, _ in graph.arcs if not h]
    design = Design(
        base=base,
        root=root,
        features=_text(features),
        empty=corpus.empty,
        positional=corpus.positional,
        pairs=graph_pairs(found),
        bits=bits,
        one_root=not multiple_roots,
        root_label=_first(roots or names),
        loose_label=next((name for name in LOOSE if name in names), _first(names)),
        graphs=True,
    )
    feature_model(design.features, design.system, str(features))
    return design


def _names(corpus: Corpus) -> list[str]:
    """The label of each word."""
    return [corpus.label_names[label] for label in corpus.labels.tolist()]


def _first(names: Iterable[str]) -> str:
    """Return the most frequent name, the first in the alphabet among equals."""
    counts = Counter(names)
    return min(counts, key=lambda name: (-counts[name], name))


def _text(features: str | PathLike[str] | None) -> str:
    if features is None:
        return files("multiplane.features").joinpath("default.txt").read_text(encoding="utf-8")
    try:
        return Path(features).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MultiplaneError(f"{features}: cannot be read as a feature model: {error}") from error

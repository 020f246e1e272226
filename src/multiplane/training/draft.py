"""Draft the design of a parser (everything but its weights) from a treebank."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from multiplane.calculus.invariants import analyse
from multiplane.calculus.system import System
from multiplane.errors import DefinitionError, MultiplaneError
from multiplane.features.atoms import VECTOR
from multiplane.features.attributes import COLUMNS
from multiplane.features.templates import feature_model
from multiplane.features.vectors import vector_features
from multiplane.guides.classes import RIGHTWARDS, pairs_of
from multiplane.guides.neural.pretrained.identity import Identity
from multiplane.guides.neural.pretrained.transformer import opened
from multiplane.guides.neural.recipe import Recipe
from multiplane.guides.neural.vocabulary import LOOKED_UP
from multiplane.parsing.design import Design
from multiplane.parsing.parser import check_beam
from multiplane.parsing.rootlabels import RootLabels
from multiplane.systems import systems
from multiplane.systems.buffer import with_policy
from multiplane.systems.planar import single_headed
from multiplane.training.corpus import Corpus
from multiplane.training.encoding import encoded, encoded_label
from multiplane.training.graphs import graph_pairs, most_parallel, read_graphs, several_roots
from multiplane.training.learners import LIBSVM, NEURAL
from multiplane.training.options import Options
from multiplane.training.recipes import recipe_for

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
    if options.reconstruction == "naive" and options.root == "none":  # 2012, section 4.1
        raise MultiplaneError(
            "reconstruction 'naive' takes directions from the root's arcs, and root 'none' has"
            " none; give root first or last, or another reconstruction"
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
    text, name = _features(options, base)
    network, encoder = _network(options, corpus, base)
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
        root_labels=RootLabels.of(zip(corpus.heads.tolist(), names, strict=True)),
        projectivize=ways[0],
        reconstruction=ways[1] or "labels",
        network=network,
        encoder=encoder,
    )
    _check(design, name, options)
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
    text, name = _features(options, base)
    network, encoder = _network(options, corpus, base)
    rooted = options.root != "none" or base.has_root
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
        parallel=1 if network else most_parallel(found, root=rooted),
        network=network,
        encoder=encoder,
    )
    _check(design, name, options)
    return design


def _check(design: Design, name: str, options: Options) -> None:
    """Raise the errors that the parser would raise, before it is learnt; `name` is a file."""
    check_beam(options.beam, design)
    if design.network:
        replace(design.network, members=options.members or 1)  # raises if there would be too many
    found = feature_model(design.features, design.system, name)
    if found.has_vectors != bool(design.network):
        expected = "at least one template like X.vector" if design.network else "none"
        raise MultiplaneError(
            f"{name}: found {'no' if design.network else 'a'} template with {VECTOR}; expected"
            f" {expected}: vectors are what neural guides look at"
        )
    try:
        Design.from_dict(design.as_dict())
    except MultiplaneError as error:
        raise MultiplaneError(f"no model can hold such a parser: {error}") from error


def _network(
    options: Options, corpus: Corpus, system: System
) -> tuple[Recipe | None, Identity | None]:
    """Return the recipe of a network, without parts for columns that are empty, and its encoder."""
    if options.learner != NEURAL:
        return None, None
    recipe = recipe_for(options, len(corpus.heads))
    changes = {name: 0 for name in LOOKED_UP if COLUMNS[name] in corpus.empty}
    if COLUMNS["feats"] in corpus.empty and not corpus.positional:
        changes["morph"] = 0
    if not system.directed:  # labels tell directions
        changes["label"] = 0
    if options.graphs:  # words may have several heads, so heads do not compete
        changes |= {"graph": 0, "label": 0}
    if not options.encoder:
        return replace(recipe, **changes), None
    encoder = Identity.of(options.encoder, options.pooling)
    found = opened(encoder)
    changes |= {"encoder_layers": found.layers, "encoder_size": found.size}
    return replace(recipe, **changes), encoder


def _names(corpus: Corpus) -> list[str]:
    """The label of each word."""
    return [corpus.label_names[label] for label in corpus.labels.tolist()]


def _first(names: Iterable[str]) -> str:
    """Return the most frequent name; ties are broken alphabetically."""
    counts = Counter(names)
    return min(counts, key=lambda name: (-counts[name], name))


def _features(options: Options, system: System) -> tuple[str, str]:
    """Return the text of the feature model, and the name of its file."""
    if not options.features and options.learner == NEURAL:
        return vector_features(system), "features"
    if not options.features:
        name = OWN_FEATURES.get(options.learner, "default.txt")
        return files("multiplane.features").joinpath(name).read_text(encoding="utf-8"), name
    try:
        return Path(options.features).read_text(encoding="utf-8"), str(options.features)
    except (OSError, UnicodeDecodeError) as error:
        raise MultiplaneError(
            f"{options.features}: cannot be read as a feature model: {error}"
        ) from error

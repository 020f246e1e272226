"""Hypothesis strategies."""

from itertools import product

from hypothesis import strategies as st

from multiplane.graph import Graph, cross


@st.composite
def graphs(draw, max_words: int) -> Graph:
    """Any graph at all, arcs from 0 included, dense or sparse."""
    n = draw(st.integers(0, max_words))
    pairs = [(h, d) for h, d in product(range(n + 1), range(1, n + 1)) if h != d]
    arcs = st.frozensets(st.sampled_from(pairs), max_size=3 * n) if pairs else st.just(frozenset())
    return Graph(n, draw(arcs))


@st.composite
def forests(draw, max_words: int) -> Graph:
    """At most one head for each word, and no cycle."""
    order = draw(st.permutations(range(1, draw(st.integers(0, max_words)) + 1)))
    return _hung(draw, order, lambda k: st.sampled_from([0, *order[:k]]))


@st.composite
def trees(draw, max_words: int) -> Graph:
    """One root, from which one path leads to each word."""
    order = draw(st.permutations(range(1, draw(st.integers(1, max_words)) + 1)))
    return _hung(draw, order, lambda k: st.sampled_from(order[:k] or [0]))


@st.composite
def trees_on_planes(draw, max_words: int, k: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The heads of a k-planar tree and the planes of its arcs, 1 to k, both by word.

    Each word is hung from one that came before it, on a plane where it crosses nothing: from its
    nearest neighbour it never does.
    """
    order = draw(st.permutations(range(1, draw(st.integers(1, max_words)) + 1)))
    arcs: dict[int, tuple[tuple[int, int], int]] = {}
    for number, d in enumerate(order[1:], 1):
        taken = list(arcs.values())
        free = [
            ((h, d), plane)
            for h, plane in product(order[:number], range(1, k + 1))
            if not any(plane == p and cross((h, d), arc) for arc, p in taken)
        ]
        arcs[d] = draw(st.sampled_from(free))
    arcs[order[0]] = (0, order[0]), 1
    found = [arcs[d] for d in sorted(order)]
    return tuple(arc[0] for arc, _ in found), tuple(plane for _, plane in found)


def _hung(draw, order, head) -> Graph:
    """Hang each word of the order, by and by, from a head that came before it."""
    heads = {d: draw(head(k)) for k, d in enumerate(order)}
    return Graph.from_heads([heads[d] for d in sorted(order)])


def _transitions():
    """Compositions of up to three primitives, each with up to two conditions."""
    from multiplane import calculus as c

    places = [c.i, c.j, c.σ[1], c.β[1]]
    pairs = [(a, b) for a in places for b in places if a != b]
    steps = st.one_of(
        st.sampled_from([c.SH, c.UN, c.RE, c.LA, c.RA]),
        st.sampled_from([c.arc(*pair) for pair in pairs]),
        st.sampled_from([c.drop(place) for place in places]),
        st.just(c.move(c.σ[1], c.β)),
    )
    literals = st.one_of(
        st.sampled_from([c.has_head(place) for place in places]),
        st.sampled_from([c.linked(*pair) for pair in pairs]),
        st.sampled_from([c.path(*pair) for pair in pairs]),
        st.sampled_from([c.has_arc(*pair) for pair in pairs]),
        st.sampled_from([c.precedes(*pair) for pair in pairs]),
    ).flatmap(lambda literal: st.sampled_from([literal, ~literal, ~literal]))

    @st.composite
    def transition(draw):
        parts = draw(st.lists(steps, min_size=1, max_size=3))
        guards = [draw(st.lists(literals, max_size=2)) for _ in parts]
        whole = None
        for part, guard in zip(parts, guards, strict=True):
            restricted = part
            for literal in guard:
                restricted = restricted | literal
            whole = restricted if whole is None else whole >> restricted
        return whole

    return transition()


@st.composite
def systems(draw):
    """A system nobody has thought of: SHIFT and up to four random transitions."""
    from multiplane.calculus import SH, System
    from multiplane.errors import DefinitionError

    found = {"SHIFT": SH}
    for number, transition in enumerate(draw(st.lists(_transitions(), max_size=4))):
        try:
            System("trial", T=transition)
        except DefinitionError:
            continue
        found[f"T{number}"] = transition
    return System("random", found)


# Anything that may stand in a column: all but tabs, line ends and halves of characters.
CELLS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\t\r\n"), min_size=1, max_size=4
)
FEATS = st.sampled_from(["_", "Case=Nom", "Number=Sing|NumType=Ord", "A=1|B=2,3"])
MISC = st.sampled_from(
    [
        "_",
        "SpaceAfter=No",
        "Gloss=x|SpaceAfter=No",
        r"SpacesAfter=\s\n",
        r"SpacesBefore=\s",
        "a|b=c|b=d",
    ]
)


@st.composite
def sentences(draw, max_words: int = 7, forms=CELLS, feats=FEATS | CELLS, misc=MISC | CELLS) -> str:
    """A sentence of CoNLL-U: any heads, multiword ranges, empty nodes and comments."""
    n = draw(st.integers(1, max_words))
    order = draw(st.none() | st.permutations(range(1, n + 1)))
    forest = order and _hung(draw, order, lambda k: st.sampled_from([0, *order[:k]]))
    lines = draw(st.lists(CELLS.map(lambda text: f"#{text}"), max_size=2))
    lines += draw(st.sampled_from([[], ["# sent_id = a-1"], ["# text = it"]]))
    labels = st.sampled_from(["_", "nsubj", "acl:relcl", "root", "ROOT"])
    covered = 0

    def add(name, head):
        cells = [draw(forms), *(draw(CELLS) for _ in "lux"), draw(feats), head, draw(labels)]
        # A number in DEPS would make it CoNLL-X.
        lines.append("\t".join([name, *cells, draw(st.sampled_from(["_", "0:root"])), draw(misc)]))

    for k in range(n + 1):
        if k:
            if k > covered and draw(st.integers(0, 3)) == 0:
                covered = draw(st.integers(k, n))
                add(f"{k}-{covered}", "_")
            if forest:
                head = (*forest.heads_of(k), 0)[0]
            else:
                head = draw(st.none() | st.integers(0, n).filter(lambda h, k=k: h != k))
            add(str(k), "_" if head is None else str(head))
        for number in range(1, draw(st.sampled_from([1, 1, 1, 2, 3]))):
            add(f"{k}.{number}", "_")
    return "\n".join([*lines, "", ""])


def texts(**options):
    """Several sentences, and comments that stand alone."""
    return st.lists(sentences(**options) | st.just("# alone\n\n"), max_size=3).map("".join)

"""Slow twins: what the definitions say, with no thought for speed."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product

from multiplane.graph import Arc, Graph


def words(graph: Graph) -> range:
    return range(1, graph.n + 1)


def arcs(graph: Graph) -> set[Arc]:
    return {(h, d) for h, d in graph.arcs if h != 0}


def all_graphs(n: int) -> Iterator[Graph]:
    """Every graph over the words 1..n: two to the power of n (n - 1)."""
    pairs = list(permutations(range(1, n + 1), 2))
    for chosen in range(2 ** len(pairs)):
        yield Graph(n, frozenset(pair for k, pair in enumerate(pairs) if chosen >> k & 1))


def reachable(edges: set[Arc]) -> set[Arc]:
    """The transitive closure: all (i, j) with a path of one step or more from i to j."""
    closure = set(edges)
    while more := {(i, l) for i, j in closure for k, l in closure if j == k} - closure:
        closure |= more
    return closure


def heads(graph: Graph, d: int) -> set[int]:
    return {h for h, e in arcs(graph) if e == d}


def roots(graph: Graph) -> set[int]:
    return {d for d in words(graph) if not heads(graph, d)}


def is_single_head(graph: Graph) -> bool:
    return all(len(heads(graph, d)) <= 1 for d in words(graph))


def has_cycle(graph: Graph) -> bool:
    return any(i == j for i, j in reachable(arcs(graph)))


def unjoined(graph: Graph) -> set[Arc]:
    """The pairs of words that no path joins, in whatever direction its arcs go."""
    joined = reachable(arcs(graph) | {(d, h) for h, d in arcs(graph)})
    return {(i, j) for i, j in permutations(words(graph), 2) if (i, j) not in joined}


def is_tree(graph: Graph) -> bool:
    """A root from which all other words are reachable by a unique directed path."""
    return any(all(paths(graph, r, d) == 1 for d in words(graph)) for r in words(graph))


def paths(graph: Graph, start: int, end: int) -> int:
    """How many paths lead from start to end in at most 2n steps: enough to go round a cycle."""
    total, here = 0, Counter([start])
    for _ in range(2 * graph.n + 1):
        total += here[end]
        there: Counter[int] = Counter()
        for h, d in arcs(graph):
            there[d] += here[h]
        here = there
    return total


def crossing_pairs(graph: Graph) -> set[frozenset[Arc]]:
    return {
        frozenset((a, b))
        for a, b in combinations(arcs(graph), 2)
        if min(a) < min(b) < max(a) < max(b) or min(b) < min(a) < max(b) < max(a)
    }


def covered_roots(graph: Graph) -> set[tuple[int, Arc]]:
    return {(r, a) for r in roots(graph) for a in arcs(graph) if min(a) < r < max(a)}


# Trees.  Here `heads[d]` is the head of word d, and `heads[0]` stands for nothing.


def all_heads(n: int) -> Iterator[tuple[int, ...]]:
    """Every tree under 0 over the words 1..n, as heads: (n + 1) to the power of n - 1."""
    for choice in product(range(n + 1), repeat=n):
        heads = (0, *choice)
        if all(0 in chain_of_heads(heads, d) for d in range(1, n + 1)):
            yield heads


def chain_of_heads(heads, d: int) -> list[int]:
    """d, its head, the head of that, and so on, as far as there are new ones."""
    chain = [d]
    while chain[-1] and heads[chain[-1]] not in chain:
        chain.append(heads[chain[-1]])
    return chain


def dominates(heads, h: int, d: int) -> bool:
    return h in chain_of_heads(heads, d)


def between(heads, d: int) -> range:
    return range(min(d, heads[d]) + 1, max(d, heads[d]))


def is_non_projective(heads, d: int) -> bool:
    return any(not dominates(heads, heads[d], k) for k in between(heads, d))


def edge_degree(heads, d: int) -> int:
    """The connected parts of what lies under the arc whose words its head does not dominate."""
    span = set(between(heads, d))
    parts = {k: {k} for k in span}
    for k in span & {e for e in span if heads[e] in span}:
        joined = parts[k] | parts[heads[k]]
        for e in joined:
            parts[e] = joined
    return len({min(parts[k]) for k in span if not dominates(heads, heads[d], k)})


def subtree(heads, h: int) -> list[int]:
    return [d for d in range(1, len(heads)) if dominates(heads, h, d)]


def gaps(heads, h: int) -> int:
    return sum(b - a > 1 for a, b in pairwise(subtree(heads, h)))


def gap_degree(heads) -> int:
    return max(gaps(heads, h) for h in range(1, len(heads)))


def is_ill_nested(heads) -> bool:
    for g, h in combinations(range(1, len(heads)), 2):
        one, other = subtree(heads, g), subtree(heads, h)
        if set(one) & set(other):
            continue
        for (a, c), (b, d) in product(combinations(one, 2), combinations(other, 2)):
            if a < b < c < d or b < a < d < c:
                return True
    return False


def attardi_transitions(heads) -> dict[int, int]:
    """The degree of the transition that builds each arc; see `multiplane.treebank.shapes`."""
    degrees: dict[int, int] = {}

    def complete(d: int) -> bool:
        return all(e in degrees for e in range(1, len(heads)) if heads[e] == d)

    def next_arc(stack: list[int]) -> tuple[int, int] | None:
        for degree in range(1, len(stack)):
            one, other = stack[-1], stack[-1 - degree]
            for h, d in ((one, other), (other, one)):
                if d and heads[d] == h and complete(d):
                    return degree, d
        return None

    stack = [0]
    for word in range(1, len(heads)):
        stack.append(word)
        while found := next_arc(stack):
            degree, d = found
            degrees[d] = degree
            stack.remove(d)
    return degrees


def fewest_planes(graph: Graph) -> int:
    """By trying all ways to put the arcs, one by one, on one plane, two, three, …"""
    crossing, all_arcs = crossing_pairs(graph), sorted(arcs(graph))

    def fit(planes: tuple[int, ...], k: int) -> bool:
        if len(planes) == len(all_arcs):
            return True
        arc = all_arcs[len(planes)]
        taken = {
            p for a, p in zip(all_arcs, planes, strict=False) if frozenset((a, arc)) in crossing
        }
        return any(fit((*planes, p), k) for p in range(k) if p not in taken)

    return next(k for k in range(1, len(all_arcs) + 2) if fit((), k))


def fewest_lost(graph: Graph, k: int) -> int:
    """How many arcs at least must be taken away so that k planes suffice?"""
    kept = sorted(arcs(graph))
    return next(
        lost
        for lost in range(len(kept) + 1)
        for chosen in combinations(kept, len(kept) - lost)
        if fewest_planes(Graph(graph.n, frozenset(chosen))) <= k
    )


def two_planar_derivation(heads, planes=None) -> list[str]:
    """The oracle of 2010, section 5.1, for the given planes (1 or 2, by word).

    Without them, the one of section 5.2: a link goes on the plane of the active stack if it can,
    that is, if some division of all links into two planes has it there and has all that was done
    so far.  `divisions` holds these.  If all planes are 1, this is the oracle of section 4.3.
    """
    graph = Graph.from_heads(heads)
    links = sorted(arcs(graph))
    divisions = [dict(zip(links, p, strict=True)) for p in product((0, 1), repeat=len(links))]
    divisions = [
        on for on in divisions
        if all(on[a] != on[b] for a, b in map(tuple, crossing_pairs(graph)))
        and (planes is None or all(on[h, d] == planes[d - 1] - 1 for h, d in links))
    ]  # fmt: skip
    stacks, p, j, built, done = ([], []), 0, 1, set(), []

    def between(x):
        return [link for link in links if set(link) == {x, j} and link not in built]

    def possible(x):
        """The divisions with a link of x and wj on plane p, and nothing left for words above x."""
        above = set(stacks[p][stacks[p].index(x) + 1 :])
        return [
            on for on in divisions
            if all(on[link] == p for link in between(x))
            and not any(on[a] == p and above & set(a) for a in links if a not in built)
        ]  # fmt: skip

    while j <= len(heads):
        active = stacks[p]
        i = active[-1] if active else None
        if i and between(i) and possible(i):  # 1, 2: an arc, if wi ↔ wj ∈ (Ep \ A)
            divisions = possible(i)
            (link,) = between(i)
            built.add(link)
            done.append("LEFT_ARC" if link == (j, i) else "RIGHT_ARC")
        elif any(between(x) and possible(x) for x in active):  # 3: REDUCE if ∃x < i: wx ↔ wj ∈ …
            word = active.pop()
            divisions = [
                on for on in divisions
                if not any(on[a] == p and word in a for a in links if a not in built)
            ]  # fmt: skip
            done.append("REDUCE")
        elif any(between(x) for x in range(1, j)):  # 4: SWITCH if there is one on the other plane
            p = 1 - p
            done.append("SWITCH")
        else:  # 5
            for stack in stacks:
                stack.append(j)
            j += 1
            done.append("SHIFT")
    return done


# Computations of Attardi's system with the root 0 in front (2011, section 2.2), one by one.


def attardi_computations(words: int, degree: int):
    """Every complete computation: (transition, stack before it, head, dependent or word), …"""

    def go(stack: tuple[int, ...], word: int, done: tuple):
        if word > words and stack == (0,):
            yield done
        if word <= words:
            yield from go((*stack, word), word + 1, (*done, ("sh", stack, -1, word)))
        for d in range(1, min(degree, len(stack) - 1) + 1):
            top, other = stack[-1], stack[-1 - d]
            if other != 0:
                left = stack[: -1 - d] + stack[len(stack) - d :]
                yield from go(left, word, (*done, (f"la{d}", stack, top, other)))
            yield from go(stack[:-1], word, (*done, (f"ra{d}", stack, other, top)))

    yield from go((0,), 1, ())


def tree_of(computation, words: int) -> tuple[int, ...]:
    """The heads of the words 1..n that a computation builds."""
    heads = {d: h for name, _, h, d in computation if name != "sh"}
    return tuple(heads[d] for d in range(1, words + 1))


# Scores.  A treebank is a list of sentences; a word is a (form, UPOS, head or None, label).


def labelled_arcs(treebank) -> set[tuple]:
    """(sentence, dependent, head, label)"""
    return {
        (s, d, head, label)
        for s, sentence in enumerate(treebank)
        for d, (_, _, head, label) in enumerate(sentence, 1)
        if head is not None
    }


def non_projective_arcs(treebank) -> set[tuple]:
    def is_one(s, d, head, _):
        heads = (0, *(word[2] for word in treebank[s]))
        return head != 0 and is_non_projective(heads, d)

    return {arc for arc in labelled_arcs(treebank) if is_one(*arc)}


def content_arcs(treebank) -> set[tuple]:
    """Arcs as CLAS sees them."""
    functional = {"aux", "case", "cc", "clf", "cop", "det", "mark", "punct"}
    arcs = {(*arc[:3], arc[3].split(":")[0]) for arc in labelled_arcs(treebank)}
    return {arc for arc in arcs if arc[3] not in functional}


def percent(right: set, of: set) -> float | None:
    return 100 * len(right & of) / len(of) if of else None


def scores(gold, system) -> dict[str, float | None]:
    """All scores of a treebank as a parser gives it back, by sets of arcs."""
    g, s = labelled_arcs(gold), labelled_arcs(system)
    gn, sn = non_projective_arcs(gold), non_projective_arcs(system)
    gc, sc = content_arcs(gold), content_arcs(system)
    g_heads, s_heads = ({arc[:3] for arc in arcs} for arcs in (g, s))
    kept = {
        (k, d)
        for k, sentence in enumerate(gold)
        for d, (form, upos, _, _) in enumerate(sentence, 1)
        if upos != "PUNCT" and (upos != "_" or any(c.isalnum() or c == "$" for c in form))
    }
    whole = range(len(gold))
    return {
        "uas": percent(s_heads, g_heads),
        "las": percent(s, g),
        "uas_nopunct": percent(s_heads, {arc for arc in g_heads if arc[:2] in kept}),
        "las_nopunct": percent(s, {arc for arc in g if arc[:2] in kept}),
        "clas": 200 * len(gc & sc) / (len(gc) + len(sc)) if gc or sc else None,
        "np_precision": percent(g, sn),
        "np_recall": percent(s, gn),
        "projective_precision": percent(g, s - sn),
        "projective_recall": percent(s, g - gn),
        "exact_uas": 100 * sum(_heads(gold[k]) == _heads(system[k]) for k in whole) / len(gold),
        "exact_las": 100 * sum(gold[k] == system[k] for k in whole) / len(gold),
    }


def _heads(sentence) -> list[int | None]:
    return [word[2] for word in sentence]


def binomial_p(b: int, c: int) -> float:
    """Of all ways that b + c coins can fall, the share at least as far from even as b to c."""
    coins = list(product((0, 1), repeat=b + c))
    return sum(abs(b + c - 2 * sum(heads)) >= abs(b - c) for heads in coins) / len(coins)


def permutation_p(first, second) -> float:
    """Of all ways to swap pairs of numbers, the share whose sums differ at least as much."""
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    signs = list(product((1, -1), repeat=len(gaps)))
    far = [abs(sum(s * g for s, g in zip(way, gaps, strict=True))) for way in signs]
    return sum(gap >= abs(sum(gaps)) for gap in far) / len(signs)

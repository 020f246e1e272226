"""The slow twin of queries: formulas as they are defined, tried with all words."""

from operator import eq, ge, gt, le, lt, ne

from multiplane.query.syntax import And, Comparison, Not, Or, Pattern, Relation, Term, Trait
from multiplane.treebank.multiplanarity import multiplanarity
from support import naive

OPS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


class Tree:
    """A sentence with its attributes, each straight from its definition."""

    def __init__(self, sentence):
        self.sentence = sentence
        self.heads = (0, *sentence.heads)
        self.words = range(1, len(self.heads))
        self.crossing = naive.crossing_pairs(sentence.graph)
        self.planes = multiplanarity(sentence.graph).planes

    def arc(self, d):
        return (self.heads[d], d)

    def cross(self, a, b):
        return frozenset((self.arc(a), self.arc(b))) in self.crossing

    def text(self, d, name):
        if name[0].isupper():
            feats = self.sentence.feats[d - 1].split("|")
            return next(
                (item[len(name) + 1 :] for item in feats if item.startswith(f"{name}=")), ""
            )
        column = {"deprel": "deprels", "form": "forms", "lemma": "lemmas"}.get(name, name)
        return getattr(self.sentence, column)[d - 1]

    def number(self, d, name):
        h = self.heads[d]
        return {
            "position": lambda: d,
            "children": lambda: self.heads[1:].count(d),
            "gap_degree": lambda: naive.gaps(self.heads, d),
            "length": lambda: abs(h - d) if h else 0,
            "plane": lambda: self.planes.get((h, d), 0),
            "crossings": lambda: sum(self.cross(d, e) for e in self.words if e != d),
            "edge_degree": lambda: naive.edge_degree(self.heads, d) if h else 0,
            "attardi_degree": lambda: naive.attardi_transitions(self.heads).get(d, 0),
            "root": lambda: h == 0,
            "left": lambda: h > d,
            "right": lambda: 0 < h < d,
            "crossed": lambda: any(self.cross(d, e) for e in self.words if e != d),
            "projective": lambda: not (h and naive.is_non_projective(self.heads, d)),
            "non_projective": lambda: h != 0 and naive.is_non_projective(self.heads, d),
        }[name]()

    def measure(self, name):
        inner = [d for d in self.words if self.heads[d]]
        return {
            "words": lambda: len(self.words),
            "roots": lambda: self.heads[1:].count(0),
            "planes": lambda: naive.fewest_planes(self.sentence.graph),
            "gap_degree": lambda: naive.gap_degree(self.heads),
            "edge_degree": lambda: max(
                (naive.edge_degree(self.heads, d) for d in inner), default=0
            ),
            "crossings": lambda: len(self.crossing),
            "non_projective": lambda: sum(naive.is_non_projective(self.heads, d) for d in inner),
            "projective": lambda: not any(naive.is_non_projective(self.heads, d) for d in inner),
            "planar": lambda: not self.crossing,
            "ill_nested": lambda: naive.is_ill_nested(self.heads),
            "well_nested": lambda: not naive.is_ill_nested(self.heads),
        }[name]()

    def related(self, kind, a, b):
        heads = self.heads
        one, other = naive.subtree(heads, a), naive.subtree(heads, b)
        match kind:
            case "head":
                return heads[b] == a
            case "dominates":
                return a != b and naive.dominates(heads, a, b)
            case "neighbour":
                return a + 1 == b
            case "before":
                return a < b
            case "crossing":
                return self.cross(a, b)
            case "covers":
                return heads[a] != 0 and b in naive.between(heads, a)
            case "in_gap":
                return min(other) < a < max(other) and a not in other
        if set(one) & set(other):
            return False
        return any(
            w < x < y < z
            for p, q in ((one, other), (other, one))
            for w in p
            for x in q
            for y in p
            for z in q
        )


def holds(value, test):
    """Does one of the values of a test fit?"""
    if test.op in ("=", "!="):
        found = any(v.fits(value) if isinstance(v, Pattern) else v == value for v in test.values)
        return found == (test.op == "=")
    return OPS[test.op](value, test.values[0])


def of_word(tree, d, formula):
    match formula:
        case None:
            return True
        case Not(part):
            return not of_word(tree, d, part)
        case And(parts):
            return all(of_word(tree, d, part) for part in parts)
        case Or(parts):
            return any(of_word(tree, d, part) for part in parts)
        case Trait(name):
            if name in ("form", "lemma", "upos", "xpos", "feats", "deprel"):
                return holds(tree.text(d, name), formula)
            if name[0].isupper():
                items = dict(i.split("=") for i in tree.text(d, "feats").split("|") if "=" in i)
                values = items.get(name, "").split(",")
                same = Trait(name, "=", formula.values)
                return any(holds(v, same) for v in values) == (formula.op == "=")
            return holds(tree.number(d, name), formula)
    raise TypeError(formula)


def solutions(tree, formula, named, bound):
    """Yield all ways to give words to names beyond those that have one."""
    match formula:
        case Trait(name):
            if holds(tree.measure(name), formula):
                yield bound
        case Or(parts):
            for part in parts:
                yield from solutions(tree, part, named, bound)
        case Not(Not(part)):
            yield from solutions(tree, part, named, bound)
        case Not(part):
            if not any(True for _ in solutions(tree, part, named, bound)):
                yield bound
        case And():
            parts = sorted(flat(formula), key=lambda p: 2 * isinstance(p, Not) + isinstance(p, Or))
            ways = [bound]
            for part in parts:
                ways = [more for way in ways for more in solutions(tree, part, named, way)]
            yield from ways
        case Term():
            yield from words(tree, formula, named, bound)
        case Relation(kind, first, second):
            for one in words(tree, first, named, bound):
                for both in words(tree, second, named, one):
                    a, b = (both[key(term, named)] for term in (first, second))
                    if tree.related(kind, a, b):
                        yield both
        case Comparison(first, name, op, second, other):
            for one in words(tree, first, named, bound):
                for both in words(tree, second, named, one):
                    a, b = both[first.name], both[second.name]
                    texts = ("form", "lemma", "upos", "xpos", "feats", "deprel")
                    is_text = name in texts or name[0].isupper()
                    value = tree.text if is_text else tree.number
                    if OPS[op](value(a, name), value(b, other)):
                        yield both


def flat(formula):
    for part in formula.parts:
        if isinstance(part, And):
            yield from flat(part)
        else:
            yield part


def key(term, named):
    return term.name if not term.mere or term.name in named else f"_{term.name}{term.at}"


def words(tree, term, named, bound):
    name = key(term, named)
    label = None if name == term.name else Trait("deprel", "=", (term.name,))
    for d in [bound[name]] if name in bound else tree.words:
        fits = of_word(tree, d, term.condition) and of_word(tree, d, label)
        if fits and (name in bound or d not in bound.values()):
            yield {**bound, name: d}


def names(formula):
    """The names that stand for words."""
    match formula:
        case Not(part):
            return names(part)
        case And(parts) | Or(parts):
            return set().union(*map(names, parts))
        case Relation(_, first, second) | Comparison(first, _, _, second):
            return {term.name for term in (first, second) if not term.mere}
        case Term(name):
            return {name}
    return set()


def matches(sentence, formula):
    """List all ways to give words to the names of a formula."""
    return list(solutions(Tree(sentence), formula, names(formula), {}))

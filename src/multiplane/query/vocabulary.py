"""The names that a query may use, and what they mean, as the documentation shows them."""

from typing import NamedTuple


class Name(NamedTuple):
    """What can be asked under a name: a text, a number, or whether it is so."""

    kind: str  # "text", "number", "flag"
    help: str


# Of a tree.
TREE = {
    "words": Name("number", "how many words it has"),
    "roots": Name("number", "how many words depend on 0"),
    "planes": Name("number", "how many planes its arcs need"),
    "gap_degree": Name("number", "the most gaps under one word"),
    "edge_degree": Name("number", "the largest edge degree of an arc"),
    "crossings": Name("number", "how many pairs of arcs cross"),
    "non_projective": Name("number", "how many arcs are non-projective"),
    "projective": Name("flag", "no arc is non-projective"),
    "planar": Name("flag", "no arcs cross"),
    "ill_nested": Name("flag", "two disjoint subtrees interleave"),
    "well_nested": Name("flag", "no two disjoint subtrees interleave"),
}

# Of a word, and of the arc that leads to it.
WORD = {
    "form": Name("text", "the word itself"),
    "lemma": Name("text", "its lemma"),
    "upos": Name("text", "its universal tag; CPOSTAG in CoNLL-X"),
    "xpos": Name("text", "its other tag; POSTAG in CoNLL-X"),
    "feats": Name("text", "all its features, as they stand"),
    "deprel": Name("text", "the label of its arc; also `label`"),
    "position": Name("number", "its number in the sentence"),
    "children": Name("number", "how many words depend on it"),
    "gap_degree": Name("number", "the gaps among the words that it dominates"),
    "length": Name("number", "the length of its arc; 0 for a root"),
    "plane": Name("number", "the plane of its arc; 0 for a root"),
    "crossings": Name("number", "how many arcs cross its arc"),
    "edge_degree": Name("number", "the edge degree of its arc"),
    "attardi_degree": Name("number", "the degree of Attardi's transition that builds its arc"),
    "root": Name("flag", "its head is 0"),
    "left": Name("flag", "its arc points left: the head is on the right"),
    "right": Name("flag", "its arc points right: the head is a word on the left"),
    "crossed": Name("flag", "an arc crosses its arc"),
    "projective": Name("flag", "its arc is projective"),
    "non_projective": Name("flag", "its arc is non-projective"),
}
# Those of the arc rather than of the word: who asks for them means the arc.
OF_ARC = (
    *("deprel", "length", "plane", "crossings", "edge_degree", "attardi_degree"),
    *("left", "right", "crossed", "projective", "non_projective"),
)
ALIASES = {"label": "deprel", "tag": "upos"}

# Between two words A and B.
RELATIONS = {
    "head": "A is the head of B",
    "dominates": "A dominates B: it is the head, the head of the head, and so on",
    "neighbour": "B is the word after A",
    "before": "A comes before B",
    "crossing": "the arcs of A and B cross",
    "covers": "B lies under the arc of A, between its ends",
    "in_gap": "A lies in a gap of B: B dominates words on both sides of A, but not A",
    "interleaved": "the words under A and under B interleave: a < b < a′ < b′",
}
CALLED = ("crossing", "covers", "in_gap", "interleaved")  # those with brackets
SYMMETRIC = ("crossing", "interleaved")


def is_feature(name: str) -> bool:
    """Is it the name of a feature in FEATS?  These begin with a capital letter."""
    return name[:1].isupper()


def kind_of(name: str) -> str:
    """Return whether an attribute of a word is a text, a number or a flag."""
    return "text" if is_feature(name) else WORD[name].kind

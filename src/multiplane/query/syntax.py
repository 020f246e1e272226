"""What a query is made of, as values.

A query is a formula.  Its smallest parts are tests of the tree, terms (there is such a word),
relations between two terms, and comparisons of two words.  A word stands for the arc to it, too.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text in which * stands for any characters."""

    text: str

    def fits(self, text: str) -> bool:
        """Is there a way to fill in the stars?  The parts between them may come early.

        >>> Pattern("n*bj*").fits("nsubj:pass"), Pattern("*a").fits("ab")
        (True, False)
        """
        first, *inner = self.text.split("*")
        if not inner:
            return text == first
        last = inner.pop()
        if not text.startswith(first) or not text.endswith(last, len(first)):
            return False
        at, end = len(first), len(text) - len(last)
        for part in inner:
            found = text.find(part, at, end)
            if found < 0:
                return False
            at = found + len(part)
        return at <= end


Value = str | int | Pattern


@dataclass(frozen=True, slots=True)
class Trait:
    """An attribute as against values, of which one must fit; without values: there is some."""

    name: str
    op: str = ">"
    values: tuple[Value, ...] = (0,)
    at: int = 0  # its place in the query


@dataclass(frozen=True, slots=True)
class Not:
    part: "Formula"
    at: int = 0


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word, by its name in the query and by what is asked of it.

    A mere name between the brackets of a relation is a label, unless it names a word elsewhere.
    """

    name: str
    condition: "Formula | None" = None  # of tests
    mere: bool = False  # nothing but a name, between brackets
    at: int = 0


@dataclass(frozen=True, slots=True)
class Relation:
    """Two words and how they stand to each other, by a name of `vocabulary.RELATIONS`."""

    kind: str
    first: Term
    second: Term


@dataclass(frozen=True, slots=True)
class Comparison:
    """An attribute of a word as against one of another."""

    first: Term
    name: str
    op: str
    second: Term
    other: str
    at: int = 0


Formula = Trait | Not | And | Or | Term | Relation | Comparison

"""What a census says of a treebank, field by field.

The rows of the command, its JSON, the tables of experiments, the server's answers and the page
of the documentation are all made from this table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # which needs compiled code; a table of texts does not
    from multiplane.treebank.census import Census

Record = Mapping[str, Any]  # a row with the keys of --json


@dataclass(frozen=True, slots=True)
class Field:
    """A number, or a table of numbers, with its name and how it is printed."""

    key: str  # in JSON
    heading: str
    value: Callable[["Census"], Any] | None = None  # if not the attribute of that name
    type: Any = int  # in JSON; a float is printed with one decimal
    share: bool = False  # printed with its share of the trees
    short: str = ""  # the heading in the command's tables, whose captions say the rest
    help: str = ""

    @property
    def column(self) -> str:
        """The heading in the command's tables."""
        return self.short or self.heading

    @property
    def title(self) -> str:
        """The heading in tables of experiments."""
        return self.heading[0].upper() + self.heading[1:]

    def of(self, census: "Census") -> Any:
        return self.value(census) if self.value else getattr(census, self.key)

    def amount(self, record: Record) -> float:
        """What treebanks are compared by: the percentage of trees, or the number itself."""
        value = record[self.key]
        return 100 * value / (record["trees"] or 1) if self.share else float(value)

    def text(self, record: Record) -> str:
        """The number as it is printed; with a share as in Table 1 of 2010 and 2013."""
        value = record[self.key]
        if self.share:
            return f"{value:,} ({self.amount(record):.2f}%)"
        return f"{value:.1f}" if self.type is float else f"{value:,}"


def _not_k_planar(k: int) -> Field:
    return Field(
        f"not_{k}_planar" if k > 1 else "not_planar",
        f"not {k}-planar" if k > 1 else "not planar",
        lambda census: census.not_k_planar(k),
        share=True,
        help="trees whose arcs *between words* cannot be drawn on 1, 2, … planes without crossings"
        " within a plane (Gómez-Rodríguez & Nivre 2010, 2013)",
    )


def _direction(key: str, heading: str) -> Field:
    return Field(
        key,
        heading,
        lambda census: census.percent(getattr(census, f"{key}_arcs")),
        float,
        help="arcs that point left (the head is on the right) or right, and those between adjacent"
        " words, in percent of the arcs between words (Table 2 of the buffer paper, 2012)",
    )


def _counts(
    key: str, heading: str, value: Callable[["Census"], Mapping[Any, int]], text: str = ""
) -> Field:
    """A table of numbers; its keys are text in JSON, and in order."""

    def written(census: "Census") -> dict[str, int]:
        counts = value(census)
        return {_key(key): counts[key] for key in sorted(counts)}

    return Field(key, heading, written, dict[str, int], help=text)


def _key(key: int | tuple[int, int]) -> str:
    """A number; bounds that differ as `3-4`."""
    lower, upper = (key, key) if isinstance(key, int) else key
    return str(lower) if lower == upper else f"{lower}-{upper}"


# In the order of the JSON.
FIELDS = {
    field.key: field
    for field in (
        Field("name", "treebank", type=str),
        Field("trees", "trees"),
        Field("words", "words"),
        Field("several_roots", "several roots", share=True),
        Field(
            "non_projective",
            "non-projective",
            share=True,
            help="trees with an arc (h, d) such that h does not dominate all words between h and"
            " d; `non_projective_arcs` counts these arcs",
        ),
        *map(_not_k_planar, range(1, 5)),
        Field("undecided", "undecided", share=True),
        Field(
            "ill_nested",
            "ill-nested",
            share=True,
            help="trees with two disjoint subtrees that interleave: a < b < a′ < b′ (Bodirsky et"
            " al. 2005)",
        ),
        Field("arcs", "arcs"),
        Field("non_projective_arcs", "non-projective arcs", short="non-projective"),
        Field("crossings", "crossings"),
        Field(
            "max_planes",
            "planes",
            help="the most planes that any tree needs; `planes` counts trees by number of planes",
        ),
        Field(
            "max_gap_degree",
            "gap degree",
            lambda census: max(census.gap_degrees, default=0),
            short="gap",
            help="the most gaps in the set of words that one word dominates (block degree minus 1);"
            " `gap_degree` counts the trees by gap degree",
        ),
        Field(
            "max_edge_degree",
            "edge degree",
            lambda census: max(census.edge_degrees, default=0),
            short="edge",
            help="the most connected parts under an arc that its head does not dominate (Nivre"
            " 2006; Kuhlmann & Nivre 2006); `edge_degree` counts the trees by edge degree",
        ),
        _direction("left", "L %"),
        _direction("right", "R %"),
        _direction("left_1", "L1 %"),
        _direction("right_1", "R1 %"),
        Field(
            "mean_length",
            "length",
            lambda census: census.length / census.arcs if census.arcs else 0.0,
            float,
            help="mean length of the arcs between words",
        ),
        _counts(
            "attardi_degree",
            "degree 2, 3, …",
            lambda census: {d: n for d, n in census.transitions.items() if d > 1},
            "arcs that need a transition of that degree in Attardi's system (below)",
        ),
        _counts(
            "attardi_degree_non_projective",
            "degree of non-projective arcs",
            lambda census: census.transitions_of_non_projective,
        ),
        Field("attardi_unbuilt", "not built", lambda census: census.transitions[0]),
        _counts("planes", "planes", lambda census: census.planes),
        _counts("gap_degree", "gap degree", lambda census: census.gap_degrees),
        _counts("edge_degree", "edge degree", lambda census: census.edge_degrees),
        Field("malformed", "malformed"),
        Field("not_trees", "not trees"),
        Field("words_left_out", "words left out"),
        Field(
            "left_out",
            "left out",
            lambda census: [
                {"file": e.file, "line": e.line, "found": e.found, "expected": e.expected}
                for e in census.left_out
            ],
            list[dict[str, Any]],
        ),
    )
}

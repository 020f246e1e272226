"""The tables of a census: of treebanks, of groups of trees, of relations, of two treebanks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from multiplane.cli.tables import Column, Record, Table, table
from multiplane.errors import in_a_line
from multiplane.treebank.fields import FIELDS

if TYPE_CHECKING:
    from multiplane.evaluation.treebanks import Contrast
    from multiplane.treebank.census import Census
    from multiplane.treebank.relations import Relation

Shown = tuple[Sequence[Table], Sequence[Record]]  # for people, and for programs


def _columns(*keys: str) -> tuple[Column, ...]:
    return tuple(Column(FIELDS[key].column, FIELDS[key].text) for key in keys)


def _degrees(title: str, least: int, most: int | None = None) -> Column:
    def show(row: Record) -> str:
        counts = row["attardi_degree"].items()
        return f"{sum(n for d, n in counts if least <= int(d) <= (most or int(d))):,}"

    return Column(title, show)


NAME = Column(FIELDS["name"].column, lambda row: in_a_line(row["title"]))
TREES = (
    NAME,
    *_columns("trees", "words", "non_projective"),
    *_columns("not_planar", "not_2_planar", "not_3_planar", "not_4_planar", "ill_nested"),
    *_columns("max_planes", "max_gap_degree", "max_edge_degree"),
    Column("left out", lambda row: f"{row['left_out_count']:,}"),
)
ARCS = (
    NAME,
    *_columns("arcs", "left", "right", "left_1", "right_1", "mean_length"),
    *_columns("crossings", "non_projective_arcs"),
    _degrees("degree 2", 2, 2),
    _degrees("degree 3", 3, 3),
    _degrees("degree 4", 4, 4),
    _degrees("degree 5 or more", 5),
)
RELATIONS = (
    Column("relation", lambda row: in_a_line(row["relation"])),
    Column("arcs", lambda row: f"{row['arcs']:,}"),
    Column("crossed", lambda row: _share(row, "crossed")),
    Column("non-projective", lambda row: _share(row, "non_projective")),
    Column("L %", lambda row: f"{row['left']:.1f}"),
    Column("length", lambda row: f"{row['mean_length']:.1f}"),
    Column("edge", lambda row: f"{row['max_edge_degree']:,}"),
)


def by_treebank(rows: Sequence["Census"], titles: Sequence[str], heading: str = "") -> Shown:
    """Return the two tables of a census; the rows may be groups of trees under a heading."""
    records = [row.as_dict() for row in rows]
    titled = [
        {**record, "title": title, "left_out_count": row.left_out_count}
        for row, record, title in zip(rows, records, titles, strict=True)
    ]
    trees, arcs = TREES, ARCS
    if heading:  # what is left out is in no group
        name = Column(heading, NAME.show)
        trees, arcs = (name, *trees[1:-1]), (name, *arcs[1:])
    return (table("Trees", trees, titled), table("Arcs between words", arcs, titled)), records


def by_relation(rows: Sequence["Relation"]) -> Shown:
    """Return the table of relations."""
    records = [row.as_dict() for row in rows]
    return (table("Arcs between words", RELATIONS, records),), records


def contrasted(rows: Sequence["Census"], contrasts: Sequence["Contrast"]) -> Shown:
    """Return the table of two treebanks; JSON and CSV have the keys of `Contrast.as_dict`."""
    one, other = (f"{row.trees:,} trees" for row in rows)
    cells = tuple(
        (
            each.heading,
            *_interval(each.first, each.first_interval),
            *_interval(each.second, each.second_interval),
            _number(each.difference, sign="+"),
            _p(each.p),
        )
        for each in contrasts
    )
    titles = ("", "first", "first interval", "second", "second interval", "difference", "p")
    caption = f"First: {rows[0].name}, {one}; second: {rows[1].name}, {other}"
    return (Table(caption, titles, cells),), [each.as_dict() for each in contrasts]


def _share(row: Record, key: str) -> str:
    return f"{row[key]:,} ({100 * row[key] / (row['arcs'] or 1):.2f}%)"


def _interval(value: float, edges: tuple[float, float]) -> tuple[str, str]:
    return _number(value), f"{_number(edges[0])} to {_number(edges[1])}"


def _number(value: float, sign: str = "") -> str:
    return "–" if value != value else f"{value:{sign}.2f}"  # noqa: PLR0124 - not a number


def _p(value: float) -> str:
    if value != value:  # noqa: PLR0124
        return "–"
    return f"{value:.4f}"

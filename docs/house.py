"""The packages of Multiplane as a drawing, from the layers in pyproject.toml and the imports."""

import ast
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import fsum
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
NAME = "multiplane"
BOX, GAP, ROW, HEIGHT = 104, 18, 74, 30  # width of a box, space beside it, from row to row, height
LANE = 16  # room for an arrow that passes a row
SWEEPS = 24
STYLE = """
  rect.page { fill: #fff }
  .box { fill: #f3f4f6; stroke: #6b7280 } .compiled { fill: #fde9c8; stroke: #b45309 }
  text { font: 13px system-ui, sans-serif; fill: #111; text-anchor: middle }
  path.arrow { fill: none; stroke: #9ca3af; stroke-width: 1.2; marker-end: url(#tip) }
"""
TIP = (
    '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7"'
    ' orient="auto"><path d="M0 0L8 4L0 8z" fill="#9ca3af"/></marker>'
)

Node = str | tuple[str, str, int]  # a package; or an arrow that passes a row on its way


@dataclass(frozen=True)
class House:
    """Which packages there are, in the order of the layers, and what each imports."""

    layers: tuple[tuple[str, ...], ...]  # packages and modules, from the top
    imports: Mapping[str, frozenset[str]]

    @classmethod
    def built(cls) -> "House":
        """Read the layers and the imports as they are."""
        data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        layers = next(c["layers"] for c in data["tool"]["importlinter"]["contracts"])
        names = tuple(tuple(_part(name) for name in layer.split(" | ")) for layer in layers)
        graph = grimp.build_graph(NAME, cache_dir=None)
        imports: dict[str, set[str]] = {name: set() for layer in names for name in layer}
        for module in graph.modules - {NAME}:
            found = graph.find_modules_directly_imported_by(module) - {NAME}
            imports[_part(module)].update(map(_part, found))  # a KeyError: it is in no layer
        return cls(names, {name: frozenset(of - {name}) for name, of in imports.items()})

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """The folders, in the order of the layers; the other modules are single files."""
        names = [name for layer in self.layers for name in layer]
        return tuple(name for name in names if (ROOT / "src" / NAME / name).is_dir())

    @cached_property
    def below(self) -> dict[str, set[str]]:
        """All packages that each needs, by itself or through others."""
        found: dict[str, set[str]] = {}
        for name in reversed([name for layer in self.layers for name in layer]):
            found[name] = set(self.imports[name]).union(*(found[n] for n in self.imports[name]))
        return found

    @cached_property
    def arrows(self) -> list[tuple[str, str]]:
        """Which package imports which; imports that a longer path implies are left out."""
        return [
            (upper, lower)
            for upper in self.packages
            for lower in self.packages
            if lower in self.below[upper]
            and not any(lower in self.below[n] for n in self.packages if n in self.below[upper])
        ]

    @cached_property
    def rows(self) -> dict[str, int]:
        """The row of each package, 0 at the bottom: above all that it needs."""
        rows: dict[str, int] = {}
        for name in reversed(self.packages):
            rows[name] = 1 + max((rows[n] for n in self.below[name] if n in rows), default=-1)
        return rows


def _part(module: str) -> str:
    """Return the package that a module is in, or its own name if it is in none."""
    return module.split(".")[1]


def purpose(name: str) -> str:
    """Return the first sentence of a module's docstring, or that of a package."""
    place = ROOT / "src" / NAME / name
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def table(house: House) -> str:
    """List packages and modules from the top, with what they are for."""
    lines = ["| layer | is for |", "| --- | --- |"]
    for layer in house.layers:
        lines += [f"| `{name}` | {purpose(name)} |" for name in layer]
    return "\n".join(lines)


def drawing(house: House) -> str:
    """Draw the packages, each above what it imports, as SVG."""
    ways = [_way(house, *arrow) for arrow in house.arrows]
    x = _placed(house, ways)
    width = round(max(x.values()) + BOX / 2 + GAP)
    top = max(house.rows.values())
    height = (top + 1) * ROW

    def y(node: Node) -> float:
        row = node[2] if isinstance(node, tuple) else house.rows[node]
        return (top - row) * ROW + ROW / 2

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">',
        "<title>The packages of Multiplane: arrows lead to what a package imports</title>",
        f"<style>{STYLE}</style>",
        TIP,
        f'<rect class="page" width="{width}" height="{height}"/>',
    ]
    for way in ways:
        at = f"M{x[way[0]]:.0f} {y(way[0]) + HEIGHT / 2:.0f}"
        for one, other in pairwise(way):
            start = y(one) + (HEIGHT / 2 if one == way[0] else 0)
            end = y(other) - (HEIGHT / 2 if other == way[-1] else 0)
            bend = (start + end) / 2
            at += f"C{x[one]:.0f} {bend:.0f} {x[other]:.0f} {bend:.0f} {x[other]:.0f} {end:.0f}"
        lines.append(f'<path class="arrow" d="{at}"/>')
    for name in house.packages:
        kind = "box compiled" if "native" in house.imports[name] else "box"
        left, upper = x[name] - BOX / 2, y(name) - HEIGHT / 2
        lines.append(
            f'<rect class="{kind}" x="{left:.0f}" y="{upper:.0f}" width="{BOX}"'
            f' height="{HEIGHT}" rx="5"/><text x="{x[name]:.0f}" y="{y(name) + 5:.0f}">{name}'
            "</text>"
        )
    return "\n".join([*lines, "</svg>", ""])


def _way(house: House, upper: str, lower: str) -> list[Node]:
    """List the places of an arrow, one in each row that it meets."""
    passed = range(house.rows[upper] - 1, house.rows[lower], -1)
    return [upper, *((upper, lower, row) for row in passed), lower]


def _placed(house: House, ways: Iterable[list[Node]]) -> dict[Node, float]:
    """Put the nodes of each row side by side, near those that they are joined with."""
    rows: list[list[Node]] = [[] for _ in range(1 + max(house.rows.values()))]
    near: dict[Node, list[Node]] = {name: [] for name in house.packages}
    for name in house.packages:
        rows[house.rows[name]].append(name)
    for way in ways:
        for node in way[1:-1]:
            rows[node[2]].append(node)
        for one, other in pairwise(way):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
    x = {node: float(at * (BOX + GAP)) for row in rows for at, node in enumerate(row)}
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else rows[::-1]:
            wish = {n: fsum(x[m] for m in near[n]) / max(len(near[n]), 1) for n in row}
            row.sort(key=lambda n: (wish[n], str(n)))
            x.update(_spread(row, wish))
    least = min(at - _half(node) for node, at in x.items())
    return {node: at - least + GAP for node, at in x.items()}


def _half(node: Node) -> float:
    return BOX / 2 if isinstance(node, str) else LANE / 2


def _spread(row: list[Node], wish: Mapping[Node, float]) -> dict[Node, float]:
    """Keep nodes apart in their order, as near to their wishes as that allows: the mean of the
    places that they get when pushed to the right and when pushed to the left.
    """
    right: dict[Node, float] = {}
    left: dict[Node, float] = {}
    edge = float("-inf")
    for node in row:
        right[node] = max(wish[node], edge + _half(node))
        edge = right[node] + _half(node) + GAP
    edge = float("inf")
    for node in reversed(row):
        left[node] = min(wish[node], edge - _half(node))
        edge = left[node] - _half(node) - GAP
    return {node: (right[node] + left[node]) / 2 for node in row}

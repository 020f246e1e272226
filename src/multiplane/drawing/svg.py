"""Pictures as self-contained SVG: no scripts, fonts or other files."""

from collections.abc import Sequence
from html import escape
from unicodedata import category, east_asian_width

from multiplane.drawing.layout import Link, Metrics, Row, Run, Word, lay_out

# By plane; colour-blind people can tell them apart (after Okabe & Ito 2008).
COLOURS = ("#3b6ea5", "#d55e00", "#00876c", "#b5509c", "#b8860b", "#56a0d3")
LEVEL, PASSING, CORNER, LINE, MARGIN = 22, 5, 7, 17, 12

STYLE = """\
text { font: 15px "Noto Sans", "DejaVu Sans", sans-serif; text-anchor: middle; fill: #222 }
.root { font-weight: bold }
.note { font-size: 11px; fill: #767676 }
.label { font-size: 12px }
path { fill: none; stroke-width: 1.3px }
path.crossed { stroke-width: 2.2px }
path.tip { stroke: none }
circle { fill: #fff; stroke: #222; stroke-width: 1.2px }"""

MARKED = """
path.marked { stroke-width: 3.6px }
.mark { font-size: 12px; font-weight: bold; fill: #9a4a00 }
.marker { fill: #ffe9a8 }"""


def pixels(text: str, size: float = 15) -> int:
    """Estimate the width of a text, rather too wide than too narrow."""
    return round(size * sum(map(_ems, text))) + 2


def _ems(char: str) -> float:
    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    if east_asian_width(char) in "WF":
        return 1
    if char in " .,;:!'|iIjl()[]-":
        return 0.35
    if char in "mwMW@%":
        return 0.92
    return 0.72 if char.isupper() else 0.6


EDGE = 34
METRICS = Metrics(pixels, gap=16, port=9, label=10, edge=EDGE)


def as_svg(words: Sequence[Word], links: Sequence[Link], width: int | None) -> str:
    """Draw rows from top to bottom, and a legend of the colours."""
    rows = lay_out(words, links, METRICS, width)
    planes = max((link.plane for link in links), default=1)
    parts: list[str] = []
    y = MARGIN
    for row in rows:
        heights = _heights(row)
        base = y + max(heights.values(), default=0) + LEVEL
        parts += _row(row, base, {level: base - height for level, height in heights.items()})
        y = base + _lines(row) * LINE + 2 * MARGIN
    wide = max((row.width for row in rows), default=0)
    if planes > 1:
        parts += _legend(planes, y)
        wide = max(wide, METRICS.edge + 90 * planes + 130)
        y += LINE + MARGIN
    marked = any(word.mark for word in words) or any(link.marked for link in links)
    style = STYLE + MARKED if marked else STYLE
    title = escape(" ".join(word.form for word in words))
    size = f'width="{wide}" height="{y}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {wide} {y}" role="img">',
            f"<title>{title}</title>",
            f"<style>\n{style}\n</style>",
            f'<rect {size} fill="#fff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _lines(row: Row) -> int:
    """Return how many lines of text the words of a row have at most."""
    return max(3, *(len(slot.word.texts) for slot in row.slots))


def _heights(row: Row) -> dict[int, int]:
    """Return the height of each level: small where lines only pass."""
    heights, height, above = {}, 0, LEVEL // 2
    labelled = {run.level for run in row.runs if not run.passes}
    for level in range(1, row.levels + 1):
        passed = level not in labelled
        height += above if passed else LEVEL
        above = PASSING if passed else LEVEL // 2  # labels need half of it
        heights[level] = height
    return heights


def _row(row: Row, base: int, tops: dict[int, int]) -> list[str]:
    """Draw lines first, from the highest to the lowest; then labels, crossings and words."""
    runs = sorted(row.runs, key=lambda run: -run.level)
    lines = [_line(run, base, tops[run.level]) for run in runs]
    marks = [
        f'<circle cx="{x}" cy="{tops[run.level]}" r="3"/>'
        for run in runs
        for x in row.crossed_at(run)
    ]
    labels = [t for run in runs if not run.passes for t in _labels(run, row, tops[run.level])]
    words = []
    for slot in row.slots:
        x = slot.left + slot.width / 2
        if slot.word.mark:
            wide = pixels(slot.word.form) + 6
            left, top = f"{x - wide / 2:g}", base + 3
            size = f'width="{wide}" height="{LINE}" rx="3"'
            words.append(f'<rect class="marker" x="{left}" y="{top}" {size}/>')
        first = "root" if slot.word.root is not None else "word"
        kinds = (first, "note", "note", "mark")
        for k, (text, kind) in enumerate(zip(slot.word.texts, kinds, strict=False)):
            words.append(_text(kind, x, base + LINE * (k + 1), text))
    return lines + labels + marks + [word for word in words if word]


def _line(run: Run, base: int, top: int) -> str:
    link = run.link
    colour = COLOURS[(link.plane - 1) % len(COLOURS)]
    kind = "marked" if link.marked else "crossed" if link.crossed else ""
    crossed = f' class="{kind}"' if kind else ""
    begin = (
        f"M{run.begin} {top}"
        if run.from_before
        else f"M{run.begin} {base}V{top + CORNER}q0 {-CORNER} {CORNER} {-CORNER}"
    )
    end = (
        f"H{run.end}" if run.goes_on else f"H{run.end - CORNER}q{CORNER} 0 {CORNER} {CORNER}V{base}"
    )
    path = f'<path{crossed} stroke="{colour}" d="{begin}{end}"/>'
    at_left = link.dependent == link.left
    if not (run.from_before if at_left else run.goes_on):
        x = run.begin if at_left else run.end
        path += f'<path class="tip" style="fill: {colour}" d="M{x - 4} {base - 7}h8l-4 8z"/>'
    return f"<g><title>{_described(link)}</title>{path}</g>"


def _described(link: Link) -> str:
    crossed = ", crossed" if link.crossed else ""
    return escape(f"{link.head} → {link.dependent}: {link.label}, plane {link.plane}{crossed}")


def _labels(run: Run, row: Row, y: int) -> list[str]:
    """Draw the label on its line, and at an open end the number of the word at the other end."""
    texts = []
    if run.from_before:
        texts.append(_on_line("note", EDGE / 2, y, str(run.link.left)))
    if run.goes_on:
        texts.append(_on_line("note", run.end - EDGE / 2, y, str(run.link.right)))
    middle = row.label_at(run, pixels(run.link.label, 12) + 8, EDGE)
    if middle is not None:
        texts.append(_on_line("label", middle, y, run.link.label))
    return texts


def _on_line(kind: str, x: float, y: int, text: str) -> str:
    """Draw a text in a gap of a line."""
    wide = pixels(text, 12)
    gap = f'<rect x="{x - wide / 2:g}" y="{y - 7}" width="{wide}" height="14" fill="#fff"/>'
    return gap + _text(kind, x, y + 4, text)


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>' if text else ""


def _legend(planes: int, y: int) -> list[str]:
    parts = []
    for plane in range(1, planes + 1):
        x = METRICS.edge + 90 * (plane - 1)
        colour = COLOURS[(plane - 1) % len(COLOURS)]
        parts.append(f'<path class="crossed" stroke="{colour}" d="M{x} {y}h24"/>')
        parts.append(_text("note", x + 54, y + 4, f"plane {plane}"))
    x = METRICS.edge + 90 * planes
    parts.append(f'<circle cx="{x + 12}" cy="{y}" r="3"/>')
    parts.append(_text("note", x + 48, y + 4, "crossing"))
    return parts

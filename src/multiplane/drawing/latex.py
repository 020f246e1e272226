r"""Pictures for LaTeX, by the package tikz-dependency, in the fonts of the document."""

from collections.abc import Sequence

from multiplane.drawing.layout import Link, Word, lay_out
from multiplane.drawing.svg import COLOURS, METRICS
from multiplane.latex import escaped

# What a document needs before it begins.
PREAMBLE = "\n".join(
    [
        r"\usepackage{tikz-dependency}",
        *(
            rf"\definecolor{{plane{k}}}{{HTML}}{{{colour[1:].upper()}}}"
            for k, colour in enumerate(COLOURS, 1)
        ),
    ]
)


def as_latex(words: Sequence[Word], links: Sequence[Link], *, numbers: bool = False) -> str:
    """Write an environment; words that stand out are bold, arcs that do are thick."""
    place = {word.number: k for k, word in enumerate(words, 1)}
    forms = (_cell(word.form) for word in words)
    shown = (
        rf"\textbf{{{form}}}" if w.mark else form for w, form in zip(words, forms, strict=True)
    )
    rows = [" \\& ".join(shown), " \\& ".join(_cell(word.tag) for word in words)]
    if numbers:
        rows.append(" \\& ".join(str(word.number) for word in words))
    (laid,) = lay_out(words, links, METRICS, None)
    level = {run.link: run.level for run in laid.runs}
    above = _height(max(level.values(), default=0) + 1)
    edges = [
        rf"\deproot[edge height={above}]{{{place[word.number]}}}{{{escaped(word.root)}}}"
        for word in words
        if word.root is not None
    ]
    for link in links:
        colour = f"plane{(link.plane - 1) % len(COLOURS) + 1}"
        style = f"draw={colour}{', ultra thick' if link.marked else ''}"
        options = f"edge height={_height(level[link])}, edge style={{{style}}}"
        ends = f"{{{place[link.head]}}}{{{place[link.dependent]}}}"
        edges.append(rf"\depedge[{options}]{ends}{{{escaped(link.label)}}}")
    return "\n".join(
        [
            r"\begin{dependency}",
            r"  \begin{deptext}[column sep=1em]",
            *(f"    {row} \\\\" for row in rows),
            r"  \end{deptext}",
            *(f"  {edge}" for edge in edges),
            r"\end{dependency}",
            "",
        ]
    )


def _height(level: int) -> str:
    """Return a height at which labels do not touch, as tikz-dependency's own may."""
    return f"{3.4 * level:.1f}ex"


def _cell(text: str) -> str:
    r"""Write a text between words, where \& begins the next one."""
    return escaped(text).replace(r"\&", r"\symbol{38}")

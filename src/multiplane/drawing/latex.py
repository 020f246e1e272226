r"""Pictures for LaTeX, by the package tikz-dependency, in the fonts of the document."""

from collections.abc import Sequence

from multiplane.drawing.layout import Link, Word
from multiplane.drawing.svg import COLOURS
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


def as_latex(words: Sequence[Word], links: Sequence[Link]) -> str:
    """Write an environment; words that stand out are bold, arcs that do are thick."""
    place = {word.number: k for k, word in enumerate(words, 1)}
    forms = (_cell(word.form) for word in words)
    shown = (
        rf"\textbf{{{form}}}" if w.mark else form for w, form in zip(words, forms, strict=True)
    )
    rows = [" \\& ".join(shown), " \\& ".join(_cell(word.tag) for word in words)]
    edges = [
        rf"\deproot{{{place[word.number]}}}{{{escaped(word.root)}}}"
        for word in words
        if word.root is not None
    ]
    for link in links:
        colour = f"plane{(link.plane - 1) % len(COLOURS) + 1}"
        style = f"draw={colour}{', ultra thick' if link.marked else ''}"
        ends = f"{{{place[link.head]}}}{{{place[link.dependent]}}}"
        edges.append(rf"\depedge[edge style={{{style}}}]{ends}{{{escaped(link.label)}}}")
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


def _cell(text: str) -> str:
    r"""Write a text between words, where \& begins the next one."""
    return escaped(text).replace(r"\&", r"\symbol{38}")

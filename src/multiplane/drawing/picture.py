"""A picture of a sentence for a terminal, a browser or a notebook."""

from dataclasses import dataclass

from multiplane.conllu import Sentence
from multiplane.drawing.layout import Link, Word
from multiplane.drawing.svg import as_svg
from multiplane.drawing.text import as_text
from multiplane.treebank.crossings import crossings
from multiplane.treebank.multiplanarity import multiplanarity


@dataclass(frozen=True, slots=True)
class Picture:
    """Words and links, ready to draw.

    Each plane has its own colour and, in a terminal, its own kind of line; crossings are marked.
    """

    words: tuple[Word, ...]
    links: tuple[Link, ...]

    def svg(self, width: int | None = 1000) -> str:
        """Return the picture as SVG, in rows of at most `width` pixels."""
        return as_svg(self.words, self.links, width)

    def text(self, width: int | None = 100, *, colour: bool = False) -> str:
        """Return the picture as text, in rows of at most `width` characters."""
        return as_text(self.words, self.links, width, colour=colour)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:  # called by notebooks
        return self.svg()


def draw(sentence: Sentence) -> Picture:
    r"""Draw a sentence, its arcs on the fewest planes.

    >>> from multiplane.conllu import reads
    >>> (sentence,) = reads("1\tgo\t_\tX\t_\t_\t2\ta\t_\t_\n2\ton\t_\tY\t_\t_\t0\tb\t_\t_\n\n")
    >>> print(draw(sentence))
      ╭─a──╮
      ▼    │
     go   on
     X     Y
     1    2 b
    <BLANKLINE>
    """
    graph = sentence.graph
    planes = multiplanarity(graph).planes
    crossed = crossings(graph)
    columns = zip(sentence.forms, sentence.upos, sentence.deprels, sentence.heads, strict=True)
    words = tuple(
        Word(d, form, "" if tag == "_" else tag, label if head == 0 else None)
        for d, (form, tag, label, head) in enumerate(columns, 1)
    )
    links = tuple(
        Link(h, d, sentence.deprels[d - 1], planes[h, d], crossed=bool(crossed[h, d]))
        for h, d in sorted(graph.arcs)
    )
    return Picture(words, links)

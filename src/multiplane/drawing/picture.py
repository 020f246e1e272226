"""A picture of a sentence for a terminal, a browser or a notebook."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType

from multiplane.conllu import Sentence
from multiplane.counted import counted
from multiplane.drawing.latex import as_latex
from multiplane.drawing.layout import Link, Word
from multiplane.drawing.size import TooLarge
from multiplane.drawing.svg import as_svg
from multiplane.drawing.text import as_text
from multiplane.graph import Graph
from multiplane.treebank.crossings import crossed_arcs
from multiplane.treebank.multiplanarity import multiplanarity

SHOWN = 500  # words


@dataclass(frozen=True, slots=True)
class Picture:
    """Words and links, ready to draw.

    Each plane has its own colour and, in a terminal, its own kind of line; crossings are marked.
    """

    words: tuple[Word, ...]
    links: tuple[Link, ...]
    place: str = field(default="", compare=False)  # of the sentence, for errors

    @property
    def shown(self) -> "Picture":
        """What `print` and notebooks show: of a very long sentence only its first words.

        After them stands how many more there are, in the place of a word.
        """
        if len(self.words) <= SHOWN:
            return self
        *words, next_ = self.words[: SHOWN + 1]
        rest = f"… and {counted(len(self.words) - SHOWN, 'more word')}"
        final = words[-1].number
        links = tuple(link for link in self.links if link.right <= final)
        return Picture((*words, Word(next_.number, rest, "", None)), links, self.place)

    @contextmanager
    def located(self) -> Iterator[None]:
        """Say in an error which sentence cannot be drawn."""
        try:
            yield
        except TooLarge as error:
            raise TooLarge(f"{self.place}: {error}" if self.place else f"{error}") from None

    def svg(self, width: int | None = 1000) -> str:
        """Return the picture as SVG, in rows of at most `width` pixels."""
        with self.located():
            return as_svg(self.words, self.links, width)

    def text(self, width: int | None = 100, *, colour: bool = False) -> str:
        """Return the picture as text, in rows of at most `width` characters."""
        with self.located():
            return as_text(self.words, self.links, width, colour=colour)

    def latex(self, *, numbers: bool = False) -> str:
        """Return the picture for LaTeX, as an environment of the package tikz-dependency.

        With `numbers`, those of the words stand below their tags.
        """
        with self.located():
            return as_latex(self.words, self.links, numbers=numbers)

    def __str__(self) -> str:
        return self._seen(Picture.text)

    def _repr_svg_(self) -> str:  # called by notebooks
        return self._seen(Picture.svg)

    def _seen(self, drawn: "Callable[[Picture], str]") -> str:
        """Draw what is shown; where that cannot be, among others that can, the reason."""
        try:
            return drawn(self.shown)
        except TooLarge as error:
            return drawn(instead(error))


def instead(error: TooLarge) -> Picture:
    """Return the reason why there is no picture, as one."""
    return Picture((Word(1, str(error), "", None),), ())


def draw(
    sentence: Sentence,
    *,
    heads: Mapping[int, int] | None = None,
    marks: Mapping[int, str] = MappingProxyType({}),
    arcs: Collection[int] = (),
) -> Picture:
    r"""Draw a sentence, its arcs on the fewest planes.

    With `heads`, only the words that have one there are drawn.  `marks` are texts below words
    that stand out; `arcs` are words whose arcs do.

    >>> from multiplane.conllu import reads
    >>> (sentence,) = reads("1\tgo\t_\tX\t_\t_\t2\ta\t_\t_\n2\ton\t_\tY\t_\t_\t0\tb\t_\t_\n\n")
    >>> print(draw(sentence, marks={2: "V"}))
      ╭─a──╮
      ▼    │
     go   on
     X     Y
     1    2 b
           V
    <BLANKLINE>
    """
    graph = sentence.graph
    if heads is not None:
        graph = Graph(sentence.words, frozenset((h, d) for d, h in heads.items() if h))
    known = dict(enumerate(sentence.heads, 1)) if heads is None else heads
    planes = multiplanarity(graph).planes
    crossed = crossed_arcs(graph.between_words.arcs)
    words = []
    for d, head in known.items():
        form, tag, label = (row[d - 1] for row in (sentence.forms, sentence.upos, sentence.deprels))
        root = label if head == 0 else None
        words.append(Word(d, form, "" if tag == "_" else tag, root, marks.get(d, "")))
    links = tuple(
        Link(h, d, sentence.deprels[d - 1], planes[h, d], (h, d) in crossed, d in arcs)
        for h, d in sorted(graph.arcs)
    )
    return Picture(tuple(words), links, f"{sentence.file}:{sentence.line}")

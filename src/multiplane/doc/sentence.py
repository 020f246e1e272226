"""A sentence of a document, as a sequence of tokens."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from multiplane import graph
from multiplane.conllu import Sentence
from multiplane.counted import counted
from multiplane.doc.row import Row, rows_of
from multiplane.doc.surface import Surface, space_before, surfaces
from multiplane.doc.token import Token
from multiplane.drawing import Picture, draw
from multiplane.drawing.layout import Link

if TYPE_CHECKING:
    from multiplane.doc.doc import Doc


@dataclass(frozen=True, repr=False)
class ParsedSentence(Sequence[Token]):
    """The words of a sentence, multiword tokens, empty nodes and comments, over its `source`.

    `sentence[0]` is the first token, which has the number 1.
    """

    source: Sentence
    doc: "Doc | None" = field(default=None, compare=False)  # the document it is in, if any
    place: int = field(default=0, compare=False)  # its place there, from 0

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(Token(self, number) for number in range(1, self.source.words + 1))

    def token(self, number: int) -> Token:
        """Return a word by its number, from 1."""
        return self.tokens[number - 1]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All lines: words, multiword ranges and empty nodes."""
        return rows_of(self.source)

    @cached_property
    def word_rows(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.is_word)

    @property
    def empty_nodes(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if "." in row.id)

    @cached_property
    def surfaces(self) -> tuple[Surface, ...]:
        """The text in pieces: words, and multiword tokens in the place of theirs."""
        if self.doc and self.doc.placed is not None:
            return self.doc.placed[self.place].surfaces
        return surfaces(self.rows)

    @property
    def multiwords(self) -> tuple[Surface, ...]:
        return tuple(surface for surface in self.surfaces if surface.is_multiword)

    @cached_property
    def surface_of(self) -> dict[int, Surface]:
        """The piece of text that each word stands in."""
        return {
            k: surface for surface in self.surfaces for k in range(surface.first, surface.last + 1)
        }

    @cached_property
    def text(self) -> str:
        """The forms with the white space between them; see `metadata` for the comment `# text`."""
        pieces = [piece for s in self.surfaces for piece in (s.form, s.space_after)]
        return "".join(pieces[:-1])

    @property
    def start(self) -> int:
        """Where its text begins in that of the document."""
        return self.doc.starts[self.place] if self.doc else 0

    @property
    def end(self) -> int:
        """Where its text ends in that of the document."""
        return self.start + len(self.text)

    @property
    def space_before(self) -> str:
        return space_before(self.surfaces[0].row.misc) if self.surfaces else ""

    @property
    def space_after(self) -> str:
        return self.surfaces[-1].space_after if self.surfaces else ""

    @property
    def metadata(self) -> dict[str, str]:
        """What the comments `# name = value` say."""
        pairs = (comment.removeprefix("#").partition("=") for comment in self.source.comments)
        return {name.strip(): value.strip() for name, _, value in pairs}

    @property
    def sent_id(self) -> str | None:
        return self.metadata.get("sent_id")

    @property
    def roots(self) -> tuple[Token, ...]:
        """The words whose head is 0."""
        return tuple(token for token in self.tokens if token.is_root)

    @cached_property
    def dependents(self) -> dict[int, tuple[int, ...]]:
        """The numbers of the words that depend on each, 0 included."""
        found: dict[int, list[int]] = {k: [] for k in range(self.source.words + 1)}
        for d, head in enumerate(self.source.heads, 1):
            if head is not None:
                found[head].append(d)
        return {head: tuple(numbers) for head, numbers in found.items()}

    @cached_property
    def picture(self) -> Picture:
        """The tree drawn on the fewest planes: `picture.svg()`, `picture.text()`."""
        return draw(self.source)

    @property
    def arcs(self) -> tuple[Link, ...]:
        """The arcs between words, each with head, dependent, label, plane and whether crossed."""
        return self.picture.links

    @cached_property
    def arc_to(self) -> dict[int, Link]:
        return {arc.dependent: arc for arc in self.arcs}

    @property
    def planes(self) -> int:
        """The fewest planes on which no arcs cross."""
        return max((arc.plane for arc in self.arcs), default=1)

    @property
    def is_projective(self) -> bool:
        return bool(graph.projective(self.source.graph))

    def to_conllu(self) -> str:
        """Return the text of the file, byte for byte."""
        return self.source.text

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Token, ...]: ...
    def __getitem__(self, index: int | slice) -> Token | tuple[Token, ...]:
        return self.tokens[index]

    def __len__(self) -> int:
        return self.source.words

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    def __contains__(self, token: Any) -> bool:
        return isinstance(token, Token) and token.sentence == self

    def __str__(self) -> str:
        return str(self.picture)

    def __repr__(self) -> str:
        return f"<ParsedSentence {shortened(self.text, 500)!r}, {counted(len(self), 'word')}>"

    def _repr_svg_(self) -> str:  # what notebooks ask for
        return self.picture._repr_svg_()


def shortened(text: str, most: int) -> str:
    """Return a text, or the beginning of a long one."""
    return text if len(text) <= most else f"{text[: most - 1]}…"

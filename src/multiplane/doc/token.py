"""A word in its sentence."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from multiplane.doc.row import Row, attributes
from multiplane.doc.surface import Surface
from multiplane.drawing.layout import Link

if TYPE_CHECKING:
    from multiplane.doc.sentence import ParsedSentence


@dataclass(frozen=True, slots=True, repr=False)
class Token:
    """A word: what its line says, and its place in the tree.

    Words have the numbers 1, 2, … as in the file; a column without a value is `_`.
    """

    sentence: "ParsedSentence"
    number: int

    @property
    def row(self) -> Row:
        """Its ten columns as the file has them."""
        return self.sentence.word_rows[self.number - 1]

    @property
    def form(self) -> str:
        return self.sentence.source.forms[self.number - 1]

    @property
    def lemma(self) -> str:
        return self.sentence.source.lemmas[self.number - 1]

    @property
    def upos(self) -> str:
        return self.sentence.source.upos[self.number - 1]

    @property
    def xpos(self) -> str:
        return self.sentence.source.xpos[self.number - 1]

    @property
    def feats(self) -> dict[str, str]:
        return attributes(self.sentence.source.feats[self.number - 1])

    @property
    def deprel(self) -> str:
        return self.sentence.source.deprels[self.number - 1]

    @property
    def deps(self) -> str:
        """The heads in the enhanced graph, as the file has them."""
        return self.sentence.source.deps[self.number - 1]

    @property
    def misc(self) -> dict[str, str]:
        return attributes(self.sentence.source.misc[self.number - 1])

    @property
    def head_number(self) -> int | None:
        """The number of the head: 0 for a root, None if the file has none."""
        return self.sentence.source.heads[self.number - 1]

    @property
    def head(self) -> "Token | None":
        """The word that it depends on; None for a root."""
        return self.sentence.token(self.head_number) if self.head_number else None

    @property
    def is_root(self) -> bool:
        return self.head_number == 0

    @property
    def children(self) -> tuple["Token", ...]:
        """The words that depend on it, from left to right."""
        return tuple(map(self.sentence.token, self.sentence.dependents[self.number]))

    @property
    def left_children(self) -> tuple["Token", ...]:
        return tuple(child for child in self.children if child.number < self.number)

    @property
    def right_children(self) -> tuple["Token", ...]:
        return tuple(child for child in self.children if child.number > self.number)

    @property
    def subtree(self) -> tuple["Token", ...]:
        """The word and all that depends on it, directly or not, from left to right."""
        found, waiting = {self.number}, [self.number]
        while waiting:
            new = set(self.sentence.dependents[waiting.pop()]) - found
            found |= new
            waiting += new
        return tuple(map(self.sentence.token, sorted(found)))

    @property
    def ancestors(self) -> tuple["Token", ...]:
        """The head, the head of the head and so on; each once, if they go in a circle."""
        found: dict[int, Token] = {}
        token = self.head
        while token is not None and token.number not in found:
            found[token.number] = token
            token = token.head
        return tuple(found.values())

    @property
    def arc(self) -> Link | None:
        """The arc that leads to it from another word, with label and plane; None for a root."""
        return self.sentence.arc_to.get(self.number)

    @property
    def arcs(self) -> tuple[Link, ...]:
        """All arcs that begin or end here."""
        return tuple(arc for arc in self.sentence.arcs if self.number in (arc.head, arc.dependent))

    @property
    def plane(self) -> int | None:
        """The plane of its arc, where the sentence is put on the fewest; None for a root."""
        return self.arc.plane if self.arc else None

    @property
    def surface(self) -> Surface:
        """The piece of text it stands in: itself, or a multiword token."""
        return self.sentence.surface_of[self.number]

    @property
    def multiword(self) -> Surface | None:
        """The multiword token it is part of, if it is."""
        return self.surface if self.surface.is_multiword else None

    @property
    def span(self) -> tuple[int, int]:
        """Where it begins and ends in the text of the document; in a multiword token, the whole."""
        return self.start, self.end

    @property
    def start(self) -> int:
        return self.sentence.start + self.surface.start

    @property
    def end(self) -> int:
        return self.sentence.start + self.surface.end

    @property
    def space_after(self) -> str:
        """The white space after it: nothing inside a multiword token."""
        return self.surface.space_after if self.surface.last == self.number else ""

    def __str__(self) -> str:
        return self.form

    def __repr__(self) -> str:
        if self.head_number is None:
            arc = "no head"
        elif self.head:
            arc = f"{self.deprel} of {self.head.number} {self.head.form}"
        else:
            arc = self.deprel
        return f"<Token {self.number} {self.form} {self.upos}, {arc}>"

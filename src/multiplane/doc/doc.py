"""A parsed text: a sequence of sentences."""

import io
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, overload

from multiplane.compressed import Place
from multiplane.conllu import Sentence, read, reads, write
from multiplane.counted import counted
from multiplane.doc.placement import Placed, placed
from multiplane.doc.sentence import ParsedSentence, shortened
from multiplane.doc.surface import surfaces
from multiplane.doc.token import Token
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    import networkx as nx
    import nltk
    import pandas as pd
    import polars as pl
    import spacy

SHOWN = 10  # sentences that are drawn; the others are counted


@dataclass(frozen=True, init=False, repr=False)
class Doc(Sequence[ParsedSentence]):
    r"""Sentences with their trees; a value that never changes.

    `blocks` is all that a file has, comments that stand alone included; the sentences of the
    document are those that have words.  It is made of sentences of either kind.  If the text that
    they come from is `given`, it is the document's text, character by character.

    >>> doc = Doc.from_conllu("1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
    ...                       "2\t!\t!\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n")
    >>> doc.text, [token.deprel for sentence in doc for token in sentence]
    ('Go!', ['root', 'punct'])
    """

    blocks: tuple[Sentence, ...]
    given: str | None = field(default=None, compare=False)

    def __init__(
        self, sentences: Iterable[Sentence | ParsedSentence] = (), given: str | None = None
    ) -> None:
        if isinstance(sentences, str | bytes):
            raise MultiplaneError(
                f"found {type(sentences).__name__}; expected sentences; call a model with a text,"
                " or Doc.from_conllu with CoNLL-U"
            )
        blocks = (s.source if isinstance(s, ParsedSentence) else s for s in sentences)
        object.__setattr__(self, "blocks", tuple(blocks))
        object.__setattr__(self, "given", given)

    @cached_property
    def sentences(self) -> tuple[ParsedSentence, ...]:
        with_words = (block for block in self.blocks if block.words or block.error)
        return tuple(ParsedSentence(block, self, k) for k, block in enumerate(with_words))

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words of all sentences."""
        return tuple(token for sentence in self.sentences for token in sentence)

    @cached_property
    def placed(self) -> tuple[Placed, ...] | None:
        """Where the sentences are in the text given; None if there is none, or with other words."""
        if self.given is None:
            return None
        return placed(self.given, (surfaces(sentence.rows) for sentence in self.sentences))

    @cached_property
    def text(self) -> str:
        """The text given; or else the forms with the white space between them, none at the end."""
        if self.given is not None and self.placed is not None:
            return self.given
        pieces = [
            piece for s in self.sentences for piece in (s.space_before, s.text, s.space_after)
        ]
        return "".join(pieces[:-1])

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where the text of each sentence begins in that of the document."""
        if self.placed is not None:
            return tuple(sentence.start for sentence in self.placed)
        found, at = [], 0
        for sentence in self.sentences:
            at += len(sentence.space_before)
            found.append(at)
            at += len(sentence.text) + len(sentence.space_after)
        return tuple(found)

    @classmethod
    def read(cls, source: Place) -> "Doc":
        """Read a file of CoNLL-U or CoNLL-X, plain or compressed."""
        return cls(read(source))

    @classmethod
    def from_conllu(cls, text: str) -> "Doc":
        return cls(reads(text))

    def to_conllu(self) -> str:
        """Return the text that it was read from, byte for byte."""
        target = io.StringIO(newline="")
        write(self.blocks, target)
        return target.getvalue()

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return dicts of all blocks, as JSON has them; see `multiplane.doc.records`."""
        from multiplane.doc.records import to_dicts

        return to_dicts(self)

    @classmethod
    def from_dicts(cls, dicts: Iterable[Any]) -> "Doc":
        from multiplane.doc.records import from_dicts

        return cls(from_dicts(dicts))

    def to_json(self, *, indent: int | None = None) -> str:
        from multiplane.doc.records import to_json

        return to_json(self, indent)

    @classmethod
    def from_json(cls, text: str) -> "Doc":
        from multiplane.doc.records import from_json

        return cls(*from_json(text))

    def to_pandas(self) -> "pd.DataFrame":
        """Return a frame with a row for each line of columns; see `multiplane.doc.frames`."""
        from multiplane.doc.frames import to_pandas

        return to_pandas(self)

    @classmethod
    def from_pandas(cls, frame: "pd.DataFrame") -> "Doc":
        from multiplane.doc.frames import from_columns

        return cls(from_columns(frame.to_dict("list")))

    def to_polars(self) -> "pl.DataFrame":
        """Return a frame with a row for each line of columns; see `multiplane.doc.frames`."""
        from multiplane.doc.frames import to_polars

        return to_polars(self)

    @classmethod
    def from_polars(cls, frame: "pl.DataFrame") -> "Doc":
        from multiplane.doc.frames import from_columns

        return cls(from_columns(frame.to_dict(as_series=False)))

    def to_spacy(self, vocab: "spacy.vocab.Vocab") -> "spacy.tokens.Doc":
        """Return one document of spaCy; see `multiplane.doc.spacy_doc`."""
        from multiplane.doc.spacy_doc import to_spacy

        return to_spacy(self, vocab)

    @classmethod
    def from_spacy(cls, doc: "spacy.tokens.Doc") -> "Doc":
        from multiplane.doc.spacy_doc import from_spacy

        return cls(from_spacy(doc))

    def to_nltk(self) -> "list[nltk.parse.DependencyGraph]":
        """Return a graph for each sentence; see `multiplane.doc.nltk_graph`."""
        from multiplane.doc.nltk_graph import to_nltk

        return [to_nltk(sentence) for sentence in self.sentences]

    @classmethod
    def from_nltk(cls, graphs: "Iterable[nltk.parse.DependencyGraph]") -> "Doc":
        from multiplane.doc.nltk_graph import from_nltk

        return cls(map(from_nltk, graphs))

    def to_networkx(self) -> "list[nx.DiGraph]":
        """Return a graph for each sentence; see `multiplane.doc.networkx_graph`."""
        from multiplane.doc.networkx_graph import to_networkx

        return [to_networkx(sentence) for sentence in self.sentences]

    @classmethod
    def from_networkx(cls, graphs: "Iterable[nx.DiGraph]") -> "Doc":
        from multiplane.doc.networkx_graph import from_networkx

        return cls(map(from_networkx, graphs))

    @overload
    def __getitem__(self, index: int) -> ParsedSentence: ...
    @overload
    def __getitem__(self, index: slice) -> "Doc": ...
    def __getitem__(self, index: int | slice) -> "ParsedSentence | Doc":
        found = self.sentences[index]
        return found if isinstance(found, ParsedSentence) else Doc(found)

    def __len__(self) -> int:
        return len(self.sentences)

    def __iter__(self) -> Iterator[ParsedSentence]:
        return iter(self.sentences)

    def __str__(self) -> str:
        more = f"… and {counted(len(self) - SHOWN, 'more sentence')}\n" if len(self) > SHOWN else ""
        return "\n".join([*map(str, self.sentences[:SHOWN]), more]).rstrip("\n")

    def __repr__(self) -> str:
        words = sum(map(len, self.sentences))
        counts = f"{counted(len(self), 'sentence')}, {counted(words, 'word')}"
        return f"<Doc {shortened(self.text, 50)!r}, {counts}>"

    def _repr_html_(self) -> str:  # what notebooks ask for
        parts = []
        for sentence in self.sentences[:SHOWN]:
            # As an image, so that the styles of a picture do not reach the page around it.
            data = b64encode(sentence.picture._repr_svg_().encode()).decode()
            source = f"data:image/svg+xml;base64,{data}"
            parts.append(f'<img src="{source}" alt="{escape(shortened(sentence.text, 500))}"/>')
        if len(self) > SHOWN:
            parts.append(f"<em>… and {counted(len(self) - SHOWN, 'more sentence')}</em>")
        return "".join(f"<div>{part}</div>" for part in parts)

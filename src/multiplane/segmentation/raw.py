"""The plain text that a treebank was made from: its tokens, and the space between them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from multiplane.conllu import Sentence

# If a treebank does not mark spaces, these have none before, or after them.
CLOSING = frozenset(".,;:!?)]}»”…%")
OPENING = frozenset("([{«“¿¡")
_LINE = re.compile(r"([0-9]+)(?:-([0-9]+))?\t([^\t]*)\t.*\t([^\t]*)")


@dataclass(frozen=True, slots=True)
class Token:
    """A token of the text, whether a space follows, and its words."""

    form: str
    spaced: bool
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Raw:
    """The tokens of a sentence, and whether it begins a paragraph."""

    tokens: tuple[Token, ...]
    begins: bool

    @property
    def text(self) -> str:
        """The text of the sentence, with the space after its last token."""
        return "".join(token.form + " " * token.spaced for token in self.tokens)


def raw(sentence: Sentence) -> Raw:
    """Return the tokens of a sentence: multiword tokens, and all words outside of them."""
    tokens, reached = [], 0
    surface: tuple[str, bool, int] | None = None
    parts: list[str] = []
    begins = any(re.match(r"#\s*new(par|doc)\b", comment) for comment in sentence.comments)
    for line in sentence.text.split("\n"):
        found = _LINE.fullmatch(line.removesuffix("\r"))
        if not found:
            continue
        form, spaced = found[3], "SpaceAfter=No" not in found[4].split("|")
        if found[2]:
            surface, reached, parts = (form, spaced, int(found[2])), int(found[2]), []
        elif surface and int(found[1]) <= reached:
            parts.append(form)
            if int(found[1]) == reached:
                tokens.append(Token(surface[0], surface[1], tuple(parts)))
                surface = None
        else:
            tokens.append(Token(form, spaced, (form,)))
    return Raw(tuple(tokens), begins)


def raw_sentences(sentences: Iterable[Sentence]) -> list[Raw]:
    """Return the tokens of a treebank; if it does not mark spaces, punctuation is attached."""
    found = [raw(sentence) for sentence in sentences if sentence.words]
    if all(token.spaced for sentence in found for token in sentence.tokens):
        return [Raw(_joined(sentence.tokens), sentence.begins) for sentence in found]
    return found


def _joined(tokens: Sequence[Token]) -> tuple[Token, ...]:
    following = [*(token.form for token in tokens[1:]), ""]
    return tuple(
        Token(
            token.form,
            not (OPENING.issuperset(token.form) or (form and CLOSING.issuperset(form))),
            token.words,
        )
        for token, form in zip(tokens, following, strict=True)
    )


def plain_text(sentences: Sequence[Raw]) -> str:
    """Return the text of a treebank: paragraphs separated by empty lines."""
    text: list[str] = []
    for sentence in sentences:
        if sentence.begins and text:
            text[-1] = text[-1].rstrip(" ")
            text.append("\n\n")
        text.append(sentence.text)
    return "".join(text).rstrip(" ") + "\n"

r"""Sentences for brat: a text with a sentence in each line, and annotations beside it.

A word is an entity of its tag, an arc a relation of its label; names there have only letters,
digits, - and _.  Lemma and features are notes.
"""

import re

from multiplane.formats.flat import FlatSentence

_ODD = re.compile("[^A-Za-z0-9_-]")
_BREAKS = str.maketrans("\t\r\n", "   ")


class Standoff:
    """What was written so far: characters of the text, words, arcs and notes."""

    def __init__(self) -> None:
        self.at = self.words = self.arcs = self.notes = 0

    def added(self, row: FlatSentence) -> tuple[str, str]:
        """Return what a sentence adds to the text and to the annotations."""
        if not row.forms:
            return "", ""
        text = row.text.translate(_BREAKS)
        lines = []
        for d in range(len(row.forms)):
            begin, end = row.starts[d], row.ends[d]
            where = f"{self.at + begin} {self.at + end}"
            mark = f"T{self.words + d + 1}"
            lines.append(f"{mark}\t{_name(row.upos[d], 'X')} {where}\t{text[begin:end]}\n")
            if note := " ".join(filter(None, (row.lemmas[d], row.feats[d]))):
                self.notes += 1
                said = note.translate(_BREAKS)
                lines.append(f"#{self.notes}\tAnnotatorNotes {mark}\t{said}\n")
        for d, (head, label) in enumerate(zip(row.heads, row.deprels, strict=True), 1):
            if head:
                self.arcs += 1
                ends = f"Arg1:T{self.words + head} Arg2:T{self.words + d}"
                lines.append(f"R{self.arcs}\t{_name(label, 'dep')} {ends}\n")
        self.words += len(row.forms)
        self.at += len(text) + 1
        return text + "\n", "".join(lines)


def _name(name: str | None, otherwise: str) -> str:
    return _ODD.sub("-", name) if name else otherwise

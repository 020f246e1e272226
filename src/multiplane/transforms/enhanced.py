"""Graphs over words from DEPS, the column of enhanced dependencies, and back.

There a word may have several heads, `4:nsubj|7:nsubj:xsubj`, and arcs may lead from and to empty
nodes, `8.1`.  Empty nodes are not words: their arcs are left out and counted.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from multiplane.conllu import Sentence
from multiplane.errors import FormatError, MultiplaneError
from multiplane.graph import Graph

LabelledArc = tuple[int, str, int]  # head, label, dependent

_WORD, _EMPTY = re.compile("\ufeff?[0-9]+"), re.compile(r"[0-9]+\.[0-9]+")
_DEPS = re.compile("^(\ufeff?[0-9]+\t(?:[^\t\n]*\t){7})[^\t\n]*", re.MULTILINE)
_HEAD = re.compile("0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class LabelledGraph:
    """Distinct arcs over the words 1..n, sorted; heads may be 0."""

    n: int
    arcs: tuple[LabelledArc, ...]
    left_out: int = 0  # arcs of empty nodes

    @property
    def graph(self) -> Graph:
        """The graph without labels and without arcs from 0."""
        return Graph(self.n, frozenset((h, d) for h, _, d in self.arcs if h))


def enhanced(sentence: Sentence) -> LabelledGraph:
    r"""Read the graph in DEPS.

    >>> from multiplane.conllu import reads
    >>> text = "1\tI\t_\t_\t_\t_\t2\t_\t2:nsubj|3:nsubj\t_\n2\twant\t_\t_\t_\t_\t0\t_\t0:root\t_\n"
    >>> (sentence,) = reads(text + "3\tin\t_\t_\t_\t_\t2\t_\t2:xcomp\t_\n\n")
    >>> enhanced(sentence).arcs
    ((2, 'nsubj', 1), (3, 'nsubj', 1), (0, 'root', 2), (2, 'xcomp', 3))
    """
    if sentence.error:
        raise sentence.error
    if sentence.format != "conllu":
        raise FormatError(sentence.file, sentence.line, "CoNLL-X", "CoNLL-U, which has DEPS")
    arcs: set[LabelledArc] = set()
    left_out = 0
    for line, name, deps in _rows(sentence):
        heads = [] if deps == "_" else [dep.partition(":") for dep in deps.split("|")]
        for head, _, label in heads:
            empty = bool(_EMPTY.fullmatch(head))
            if not label or not (empty or _HEAD.fullmatch(head)):
                found = f"{head}:{label} in DEPS" if label else f"{head!r} in DEPS"
                raise FormatError(sentence.file, line, found, "head:label, with | between them")
            if float(head) >= sentence.words + 1 or head == name:
                expected = f"0, or another node among the {sentence.words} words"
                raise FormatError(sentence.file, line, f"head {head} in DEPS", expected)
            if empty or "." in name:
                left_out += 1
            else:
                arcs.add((int(head), label, int(name)))
    ordered = sorted(arcs, key=lambda arc: (arc[2], arc[0], arc[1]))
    return LabelledGraph(sentence.words, tuple(ordered), left_out)


def _rows(sentence: Sentence) -> Iterator[tuple[int, str, str]]:
    """List line, ID and DEPS of words and empty nodes."""
    for number, line in enumerate(sentence.text.split("\n"), sentence.line):
        fields = line.removesuffix("\r").split("\t")
        if len(fields) == 10 and (_WORD.fullmatch(fields[0]) or _EMPTY.fullmatch(fields[0])):
            yield number, fields[0].removeprefix("\ufeff"), fields[8]


def with_graph(sentence: Sentence, arcs: Iterable[LabelledArc]) -> Sentence:
    """Write arcs to DEPS of the words; everything else stays the same, byte for byte."""
    deps: dict[int, set[tuple[int, str]]] = {d: set() for d in range(1, sentence.words + 1)}
    for h, label, d in arcs:
        if d not in deps or not 0 <= h <= sentence.words or h == d:
            raise MultiplaneError(
                f"{sentence.file}:{sentence.line}: arc ({h}, {d}); give a head in "
                f"0..{sentence.words} and another word as its dependent"
            )
        if not label or not set(label).isdisjoint("\t\r\n|"):
            raise MultiplaneError(
                f"{sentence.file}:{sentence.line}: label {label!r}; give a text without tabs, "
                "line ends and |"
            )
        deps[d].add((h, label))
    texts = iter("|".join(f"{h}:{label}" for h, label in sorted(deps[d])) or "_" for d in deps)
    return replace(sentence, text=_DEPS.sub(lambda match: match[1] + next(texts), sentence.text))

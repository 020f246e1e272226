"""Words of two analyses of one text, aligned: the evaluation of the CoNLL 2018 shared task.

Tokens are the same if they have the same characters, spaces aside.  So are words; those of
multiword tokens are paired within the stretch of text that such tokens cover, by the longest
common subsequence of their forms.  Zeman et al. 2018, section 4.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from multiplane.conllu import Sentence
from multiplane.errors import FormatError, MultiplaneError

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Word:
    """A word, with the characters of its token and what is said of it."""

    span: Span
    multiword: bool
    sentence: Sentence
    number: int  # in its sentence, from 1
    head: int  # among all words, from 0; -1: the root

    def column(self, at: int) -> str:
        return self.sentence.columns[at][self.number - 1]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A text with its tokens, sentences and words."""

    characters: str  # without spaces
    tokens: list[Span]
    sentences: list[Span]
    words: list[Word]
    places: list[tuple[str, int]]  # file and line of each sentence


def analysis(sentences: Iterable[Sentence]) -> Analysis:
    """Read the tokens and words of sentences."""
    parts: list[str] = []
    found = Analysis("", [], [], [], [])
    at = 0
    for sentence in sentences:
        begin, first = at, len(found.words)
        reached = surface = 0
        if None in sentence.heads:
            raise FormatError(
                sentence.file, sentence.line, "a word without HEAD", "a head for each word"
            )
        heads = [head or 0 for head in sentence.heads]
        for line in sentence.text.split("\n"):
            fields = line.split("\t")
            if len(fields) != 10 or "." in fields[0]:
                continue
            form = "".join(fields[1].split())
            if "-" in fields[0]:
                reached = int(fields[0].partition("-")[2])
                surface = at
                at += len(form)
                parts.append(form)
                found.tokens.append((surface, at))
                continue
            number = int(fields[0])
            inside = number <= reached
            if not inside:
                surface = at
                at += len(form)
                parts.append(form)
                found.tokens.append((surface, at))
            head = heads[number - 1]
            whole = first + head - 1 if head else -1
            found.words.append(Word((surface, at), inside, sentence, number, whole))
        found.sentences.append((begin, at))
        found.places.append((sentence.file, sentence.line))
    return Analysis("".join(parts), found.tokens, found.sentences, found.words, found.places)


def check_same_text(gold: Analysis, system: Analysis) -> None:
    """Raise an error where the characters of two analyses differ."""
    if gold.characters == system.characters:
        return
    both = zip(gold.characters, system.characters, strict=False)
    at = next(
        (k for k, (one, other) in enumerate(both) if one != other),
        min(len(gold.characters), len(system.characters)),
    )
    if not system.places or not gold.places:
        raise MultiplaneError("there are no sentences to evaluate")
    file, line = _place(system, at)
    other_file, other_line = _place(gold, at)
    raise FormatError(
        file,
        line,
        f"the text {system.characters[at : at + 20]!r}",
        f"{gold.characters[at : at + 20]!r}, as in {other_file}:{other_line}",
    )


def _place(side: Analysis, at: int) -> tuple[str, int]:
    number = bisect_left([end for _, end in side.sentences], at + 1)
    return side.places[min(number, len(side.places) - 1)]


def align(gold: Sequence[Word], system: Sequence[Word]) -> list[tuple[int, int]]:
    """Pair the words of two analyses of one text, by their numbers."""
    pairs: list[tuple[int, int]] = []
    g = s = 0
    while g < len(gold) and s < len(system):
        if gold[g].multiword or system[s].multiword:
            one, other = _stretch(gold, system, g, s)
            pairs += _common(gold, system, one, other)
            g, s = one.stop, other.stop
        elif gold[g].span == system[s].span:
            pairs.append((g, s))
            g, s = g + 1, s + 1
        elif gold[g].span[0] <= system[s].span[0]:
            g += 1
        else:
            s += 1
    return pairs


def _stretch(gold: Sequence[Word], system: Sequence[Word], g: int, s: int) -> tuple[range, range]:
    """Return the words, on both sides, of a stretch that begins with a multiword token and ends
    where none of either side goes on.
    """
    if gold[g].multiword:
        end = gold[g].span[1]
        # A word of the system that begins earlier, and is plain, was passed over.
        if not system[s].multiword and system[s].span[0] < gold[g].span[0]:
            s += 1
    else:
        end = system[s].span[1]
        if not gold[g].multiword and gold[g].span[0] < system[s].span[0]:
            g += 1
    g_end, s_end = g, s
    while (g_end < len(gold) and _within(gold[g_end], end)) or (
        s_end < len(system) and _within(system[s_end], end)
    ):
        if g_end < len(gold) and (
            s_end >= len(system) or gold[g_end].span[0] <= system[s_end].span[0]
        ):
            end = max(end, gold[g_end].span[1]) if gold[g_end].multiword else end
            g_end += 1
        else:
            end = max(end, system[s_end].span[1]) if system[s_end].multiword else end
            s_end += 1
    return range(g, g_end), range(s, s_end)


def _within(word: Word, end: int) -> bool:
    return word.span[0] < end if word.multiword else word.span[1] <= end


def _common(
    gold: Sequence[Word], system: Sequence[Word], one: range, other: range
) -> list[tuple[int, int]]:
    """Pair words by the longest common subsequence of their forms, without regard to case."""
    left = [gold[k].column(1).lower() for k in one]
    right = [system[k].column(1).lower() for k in other]
    longest = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for g in reversed(range(len(left))):
        for s in reversed(range(len(right))):
            longest[g][s] = (
                longest[g + 1][s + 1] + 1
                if left[g] == right[s]
                else max(longest[g + 1][s], longest[g][s + 1])
            )
    pairs = []
    g = s = 0
    while g < len(left) and s < len(right):
        if left[g] == right[s]:
            pairs.append((one[g], other[s]))
            g, s = g + 1, s + 1
        elif longest[g][s] == longest[g + 1][s]:
            g += 1
        else:
            s += 1
    return pairs

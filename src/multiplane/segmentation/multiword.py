"""Multiword tokens: which tokens are several words, and how those are spelt.

A rule has for each word the part of the token it takes, counted from the token's end, and a suffix
to add: `don't` is do and n't, Portuguese `do` is de and o.  Rules are looked up by the whole token,
and for unseen tokens by their ending.
"""

# mypy: disable-error-code="no-untyped-def"

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.features.hashing import BASIS, mix, step
from multiplane.modelfile.fields import Number, Text
from multiplane.modelfile.part import Part
from multiplane.modelfile.records import Many, Row, Such
from multiplane.native import lean_entry
from multiplane.segmentation.raw import Token
from multiplane.segmentation.segmenter import Tokens
from multiplane.text.characters import characters, lower_of, points, tables
from multiplane.text.lexicon import Lexicon, lexicon, look_up
from multiplane.text.words import Words

Piece = tuple[int, int, str]  # where it begins and ends, from the token's end; what is added
Rule = tuple[Piece, ...]
WHOLE = 1 << 20  # from the beginning of the token, however long
LONGEST = 6  # characters of an ending
SURE = 0.9  # least share of tokens with an ending that follow its rule
LEAST = 3  # tokens needed to learn the rule of an ending
PLAIN = 0  # the rule of tokens that are one word
MOST_WORDS, MOST_ADDED = 100, 1000  # words of a rule, and characters that it adds


def rule_of(token: Token) -> Rule:
    """Return the rule that makes a token's words.

    >>> rule_of(Token("don't", True, ("do", "n't")))
    ((1048576, 3, ''), (3, 0, ''))
    >>> rule_of(Token("do", True, ("de", "o")))
    ((1048576, 1, 'e'), (1, 0, ''))
    """
    surface, rest, pieces = token.form, len(token.form), []
    for number, word in enumerate(token.words):
        start = len(surface) - rest
        if rest and surface.startswith(word, start):
            taken = len(word)
        elif number == 0:  # the beginning of the token, with another ending
            taken = _common(surface, word)
        else:  # anywhere later, or not at all
            at = surface.find(word, start)
            if at < 0:
                pieces.append((0, 0, word.lower()))
                continue
            rest, taken = len(surface) - at, len(word)
        begin = WHOLE if number == 0 else rest
        rest -= taken
        pieces.append((begin, rest, word[taken:].lower()))
    return tuple(pieces)


def is_short(rule: Rule) -> bool:
    """Is a rule one that a model may hold?"""
    return len(rule) <= MOST_WORDS and sum(len(more) for *_, more in rule) <= MOST_ADDED


def _common(one: str, other: str) -> int:
    count = 0
    while count < min(len(one), len(other)) and one[count].lower() == other[count].lower():
        count += 1
    return count


def apply(rule: Rule, surface: str) -> list[str]:
    """Return the words of a token; the first is capitalised if the token is.

    >>> apply(((WHOLE, 3, ''), (3, 0, '')), "WON'T")
    ['WO', "N'T"]
    """
    size = len(surface)
    words = [surface[max(size - begin, 0) : max(size - end, 0)] + more for begin, end, more in rule]
    if surface[0].isupper():
        words[0] = words[0][:1].upper() + words[0][1:]
    return words if all(words) else [surface]


MULTIWORDS = Part(
    "multiwords",
    "splits tokens that are several words.",
    fields={
        # For each rule its words: where a word begins and ends, from the token's end; what follows.
        "rules": Many(
            Such(
                Many(Row((Number(0, WHOLE), Number(0, WHOLE), Text())), least=1, most=MOST_WORDS),
                f"up to {MOST_ADDED:,} characters together",
                is_short,
            ),
            least=1,
            most=1 << 16,
        )
    },
    items=(lexicon("whole", "rules"), lexicon("ending", "rules")),
)


@dataclass(frozen=True, eq=False, repr=False)
class Multiwords:
    """Rules, the first of which leaves a token unchanged, and those of whole tokens and endings."""

    rules: tuple[Rule, ...] = (((WHOLE, 0, ""),),)
    whole: Lexicon = field(default_factory=lambda: Lexicon.of({}))
    endings: Lexicon = field(default_factory=lambda: Lexicon.of({}))

    def words(self, tokens: Tokens) -> tuple[Words, NDArray[np.int64]]:
        """Split tokens; return the words, and how many each token has."""
        counts = np.ones(len(tokens), np.int64)
        numbers = np.zeros(len(tokens), np.int64)
        if len(self.rules) > 1:
            find_rules(tokens.spans, tables().lower, self.whole.table, self.endings.table, numbers)
        split = np.flatnonzero(numbers)
        if not len(split):
            return Words(tokens.text, tokens.begins, tokens.ends, tokens.starts), counts
        more: list[str] = []
        for token in split.tolist():
            surface = characters(tokens.text[tokens.begins[token] : tokens.ends[token]])
            forms = apply(self.rules[numbers[token]], surface)
            counts[token] = len(forms)
            more += forms
        firsts = np.concatenate(([0], np.cumsum(counts)))
        begins, ends = np.repeat(tokens.begins, counts), np.repeat(tokens.ends, counts)
        # The forms of split tokens are appended to the text.
        edges = np.cumsum([len(tokens.text), *map(len, more)])
        places = np.flatnonzero(np.repeat(numbers > 0, counts))
        begins[places], ends[places] = edges[:-1], edges[1:]
        text = np.concatenate((tokens.text, points("".join(more))))
        return Words(text, begins, ends, firsts[tokens.starts]), counts

    def as_dict(self) -> dict[str, Any]:
        """Return the parts that are not arrays, as data for a file."""
        return MULTIWORDS.content({"rules": self.rules})

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        return MULTIWORDS.packed({"whole": self.whole, "ending": self.endings})

    @classmethod
    def from_file(cls, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "Multiwords":
        """Read what `as_dict` and `as_arrays` wrote."""
        rules = MULTIWORDS.values(data)["rules"]
        found = MULTIWORDS.unpacked(arrays, rules=len(rules))
        return cls(rules, found["whole"], found["ending"])


def learn_multiwords(tokens: Iterable[Token]) -> Multiwords:
    """Learn the rules of a treebank: for each token or ending, the one that most tokens follow."""
    seen: defaultdict[str, Counter[Rule]] = defaultdict(Counter)
    plain: Rule = ((WHOLE, 0, ""),)
    for token in tokens:
        rule = plain if token.words == (token.form,) else rule_of(token)
        seen[_lowered(token.form)][rule if is_short(rule) else plain] += 1
    best = {form: min(c, key=lambda r: (-c[r], r)) for form, c in seen.items()}
    by_ending: defaultdict[str, Counter[Rule]] = defaultdict(Counter)
    for form, rule in best.items():
        for size in range(1, min(LONGEST, len(form) - 1) + 1):
            by_ending[form[-size:]][rule] += 1
    endings: dict[str, Rule] = {}
    for ending, rules in sorted(by_ending.items(), key=lambda item: (len(item[0]), item[0])):
        rule = min(rules, key=lambda r: (-rules[r], r))
        known = next(
            (endings[ending[k:]] for k in range(1, len(ending)) if ending[k:] in endings), plain
        )
        if rule != known and rules[rule] >= max(LEAST, SURE * rules.total()):
            endings[ending] = rule
    found = {rule for rule in best.values() if rule != plain} | set(endings.values())
    order = (plain, *sorted(found - {plain}))
    number = {rule: at for at, rule in enumerate(order)}

    def expected(form: str) -> Rule:
        sizes = range(min(LONGEST, len(form) - 1), 0, -1)
        return next((endings[form[-k:]] for k in sizes if form[-k:] in endings), plain)

    whole = {form: rule for form, rule in best.items() if rule != expected(form)}
    return Multiwords(
        order,
        Lexicon.of({_key(form): number[rule] for form, rule in whole.items()}),
        Lexicon.of({_key(form): number[rule] for form, rule in endings.items()}),
    )


def _lowered(form: str) -> str:
    lower = tables().lower
    return characters(np.array([lower_of(lower, point) for point in points(form)], np.uint32))


def _key(form: str) -> int:
    text = points(form)
    return int(_hashed(text, 0, len(text), tables().lower))


@lean_entry
def _hashed(text, begin, end, lower):
    h = BASIS
    for at in range(end - 1, begin - 1, -1):
        h = step(h, lower_of(lower, text[at]))
    return mix(h)


@lean_entry
def find_rules(tokens, lower, whole, endings, numbers):
    """Find the rule of each token: its own, or that of its longest known ending."""
    for token in range(len(tokens.begins)):
        begin, end = tokens.begins[token], tokens.ends[token]
        rule = look_up(whole, _hashed(tokens.text, begin, end, lower))
        size = min(LONGEST, end - begin - 1)
        while rule < 0 and size > 0:
            rule = look_up(endings, _hashed(tokens.text, end - size, end, lower))
            size -= 1
        numbers[token] = max(rule, PLAIN)

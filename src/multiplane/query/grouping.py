"""Matches by the attributes of their words: which lemmas, which labels?"""

from collections.abc import Callable, Iterator, Sequence

from multiplane.errors import UnknownName
from multiplane.nearest import did_you_mean
from multiplane.query.columns import Columns
from multiplane.query.find import Found
from multiplane.query.matching import Query
from multiplane.query.vocabulary import ALIASES, WORD, is_feature, kind_of

Values = Callable[[Found], Iterator[tuple[str, ...]]]


def grouping(query: Query, keys: Sequence[str]) -> Values:
    """Return what gives the values of attributes, such as `V.lemma`, for each match of a sentence.

    A match that has no word of a name, because it fits in another way, has the value "".
    """
    parts = [_part(query, key) for key in keys]
    known: list[Columns] = []  # of the chunk at hand

    def values(found: Found) -> Iterator[tuple[str, ...]]:
        if not known or known[0].surveyed is not found.surveyed:
            known[:] = [Columns(found.surveyed)]
        numbers = found.surveyed.chunk.numbers(found.s)
        first = int(found.surveyed.chunk.starts[found.s])
        place = {number: first + k for k, number in enumerate(numbers)}
        for match in found.matches:
            words = {name: place[number] for name, number in match.words}
            yield tuple(
                _value(known[0], words[name], attribute) if name in words else ""
                for name, attribute in parts
            )

    return values


def _part(query: Query, key: str) -> tuple[str, str]:
    name, _, attribute = key.partition(".")
    attribute = ALIASES.get(attribute, attribute)
    names = {n for branch in query.branches for n in branch.names if not n.startswith("_")}
    if name not in names:
        there = f"choose from {', '.join(sorted(names))}" if names else "name a word, as in V[]"
        if not attribute and ALIASES.get(name, name) in WORD:
            there += f", for its {name} {min(names, default='V')}.{name}"
        raise UnknownName(f"--by: the query has no word {name!r}; {there}")
    if attribute not in WORD and not is_feature(attribute):
        raise UnknownName(
            f"--by: unknown attribute {attribute!r}; {did_you_mean(attribute, WORD)}"
            f"choose from {', '.join(WORD)}, or name a feature, such as Case"
        )
    return name, attribute


def _value(columns: Columns, word: int, attribute: str) -> str:
    match kind_of(attribute):
        case "text":
            texts = columns.text(attribute)
            return texts.values[int(texts.numbers[word])]
        case "number":
            return str(columns.number(attribute)[word])
    return "yes" if columns.flag(attribute)[word] else "no"

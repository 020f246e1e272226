"""Edit scripts from forms to lemmas.

A script changes the case of the form, and replaces characters at both ends, or all of it.
"""

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.text.characters import PLANE, Points, points, tables

KEEP, LOWER, TITLE = CASINGS = (0, 1, 2)  # TITLE keeps the first character, and lowers the rest
ALL = -1  # the whole form is replaced
LOST, ADDED = 1 << 20, 1000  # the most characters that scripts take away and add, at either end


@dataclass(frozen=True, slots=True, order=True)
class Script:
    """A casing, the numbers of characters lost at the beginning and end, and their replacements."""

    casing: int
    lost_before: int
    lost_after: int  # ALL: the lemma is `before`
    before: str
    after: str

    def apply(self, form: str) -> str | None:
        """Return the lemma, or None if the form is too short.

        >>> script_of("Wolves", "wolf").apply("Shelves")
        'shelf'
        """
        if self.lost_after == ALL:
            return self.before
        stem = len(form) - self.lost_before - self.lost_after
        if stem < 1:
            return None
        kept = cased(form, self.casing)[self.lost_before : self.lost_before + stem]
        return self.before + kept + self.after


def cased(form: str, casing: int) -> str:
    """Return the form in a casing, character by character."""
    if casing == KEEP:
        return form
    lowered = "".join(map(_lower, form))
    return lowered if casing == LOWER else form[:1] + lowered[1:]


def _lower(character: str) -> str:
    at = ord(character)
    return chr(tables().lower[at]) if at < PLANE else character


@lru_cache(1 << 16)
def script_of(form: str, lemma: str) -> Script:
    """Return the simplest script from a form to its lemma."""
    casings = (LOWER,) if lemma == cased(lemma, LOWER) else (KEEP, TITLE)
    return min((_script(form, lemma, casing) for casing in casings), key=_cost)


def _script(form: str, lemma: str, casing: int) -> Script:
    start = cased(form, casing)
    match = SequenceMatcher(None, start, lemma, autojunk=False).find_longest_match()
    if not match.size:
        return Script(KEEP, 0, ALL, lemma, "")
    before, end = match.a, match.a + match.size
    return Script(casing, before, len(form) - end, lemma[: match.b], lemma[match.b + match.size :])


def _cost(script: Script) -> tuple[int, Script]:
    added = len(script.before) + len(script.after)
    return (1000 if script.lost_after == ALL else script.lost_before + script.lost_after) + added, (
        script
    )


# The columns of `ScriptTable.rows`: three fields of the script, then where in `added` its `before`
# begins, its `after` begins, and its `after` ends.
CASING, LOST_BEFORE, LOST_AFTER, BEFORE, AFTER, END = range(6)


class ScriptTable(NamedTuple):
    """Scripts as numbers, and the text that they add."""

    rows: NDArray[np.int64]
    added: Points
    classes: int  # the first so many scripts can be predicted


def compiled(scripts: tuple[Script, ...], classes: int) -> ScriptTable:
    """Return scripts as kernels take them."""
    texts = [text for script in scripts for text in (script.before, script.after)]
    ends = np.cumsum([0, *map(len, texts)])
    rows = [
        (s.casing, s.lost_before, s.lost_after, ends[2 * k], ends[2 * k + 1], ends[2 * k + 2])
        for k, s in enumerate(scripts)
    ]
    return ScriptTable(np.array(rows, np.int64).reshape(-1, 6), points("".join(texts)), classes)

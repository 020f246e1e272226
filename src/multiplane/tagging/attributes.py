"""What a tagger can see of a word, as numbers of 64 bits."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np
from numpy.typing import NDArray

from multiplane.features.hashing import BASIS, mix, step
from multiplane.native import lean_entry
from multiplane.tagging.templates import ATTRIBUTES
from multiplane.text.characters import DIGIT, UPPER, kind_of, lower_of, tables
from multiplane.text.lexicon import Lexicon, look_up
from multiplane.text.words import Words

Values = NDArray[np.uint64]
FORM, LOWER, CLASS, LOWER_CLASS, SHAPE, SIGNS, WORD, PREFIX, _, _, _, SUFFIX = range(12)
PREFIXES, SUFFIXES = 4, 5
LONG = 12  # letters: longer words are equally long
UNKNOWN = np.uint64(0xD1342543DE82EF95)  # the form of all words that the lexicon does not have


def attributes(words: Words) -> Values:
    """Return what words look like: [words, ATTRIBUTES], all but their classes."""
    values = np.zeros((len(words), len(ATTRIBUTES)), np.uint64)
    read_words(words.spans, tables(), values)
    return values


def classified(values: Values, lexicon: Lexicon) -> Values:
    """Add the classes of words that a lexicon has; return the same values."""
    kinds = np.empty((len(values), 2), np.int32)
    look_up_words(values, lexicon.table, kinds)
    add_classes(values, kinds)
    return values


@lean_entry
def read_words(words, characters, values):
    """Fill in all attributes but the classes."""
    text, starts, kinds, lower = words.text, words.starts, characters.kinds, characters.lower
    for s in range(len(starts) - 1):
        for w in range(starts[s], starts[s + 1]):
            begin, end = words.begins[w], words.ends[w]
            row = values[w]
            form, low, shape = BASIS, BASIS ^ np.uint64(1), BASIS ^ np.uint64(2)
            last = -1
            digits = hyphens = capitals = 0
            for at in range(begin, end):
                point = text[at]
                folded = lower_of(lower, point)
                form = step(form, folded if folded == 48 else point)
                low = step(low, folded)
                if at - begin < PREFIXES:
                    row[PREFIX + at - begin] = mix(low ^ np.uint64(at - begin + 3))
                kind = kind_of(kinds, point)
                digits += kind == DIGIT
                capitals += kind == UPPER
                hyphens += point == 45
                if kind != last:
                    shape = step(shape, kind + 1)
                    last = kind
            length = end - begin
            for k in range(length, PREFIXES):
                row[PREFIX + k] = mix(low ^ np.uint64(k + 30))
            tail = BASIS ^ np.uint64(7)
            for k in range(SUFFIXES):
                if k < length:
                    tail = step(tail, lower_of(lower, text[end - 1 - k]))
                row[SUFFIX + k] = mix(tail ^ np.uint64(k + 3 + 40 * (k >= length)))
            row[FORM], row[LOWER], row[SHAPE] = mix(form), mix(low), mix(shape)
            row[WORD] = row[FORM]  # which stays when a lexicon does not have it
            first = length > 0 and kind_of(kinds, text[begin]) == UPPER
            signs = first + 2 * (capitals == length) + 4 * (digits > 0) + 8 * (hyphens > 0)
            signs += 16 * (w == starts[s]) + 32 * min(length, LONG)
            row[SIGNS] = mix(np.uint64(signs))


@lean_entry
def look_up_words(values, lexicon, kinds):
    """Find the classes of forms and of their lower cases."""
    for w in range(len(values)):
        kinds[w, 0] = look_up(lexicon, values[w, FORM])
        kinds[w, 1] = look_up(lexicon, values[w, LOWER])


@lean_entry
def add_classes(values, kinds):
    """Fill in the classes of words; the forms of those that have none are all the same."""
    for w in range(len(values)):
        exact, low = kinds[w]
        values[w, LOWER_CLASS] = mix(np.uint64(low + 2))
        values[w, CLASS] = mix(np.uint64((exact if exact >= 0 else low) + 2))
        if exact < 0:
            values[w, FORM] = UNKNOWN
        if low < 0:
            values[w, LOWER] = UNKNOWN

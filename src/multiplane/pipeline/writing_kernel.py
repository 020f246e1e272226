"""The compiled half of `writing`: lines of CoNLL-U in bytes."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.lemmas.kernel import put_lemma
from multiplane.lemmas.scripts import ScriptTable
from multiplane.native import lean, lean_entry
from multiplane.text.characters import Points
from multiplane.text.utf8 import put_points
from multiplane.text.words import Spans
from multiplane.treebank.rewrite_kernel import Names, put, put_name, put_number
from multiplane.treebank.scan_kernel import HEAD, SOUND

_TAB, _END, _UNDERSCORE, _MINUS, _SPACE = b"\t\n_- "
LEMMA = 2

# The phrases of `put_sentences`, by number.
NEW_PARAGRAPH, SENTENCE_ID, TEXT, NO_SPACE = range(4)


class Annotation(NamedTuple):
    """Words with their tags and lemmas, and how these are written."""

    words: Spans
    tags: NDArray[np.int64]
    names: Names  # of tags: three columns
    scripts: ScriptTable
    chosen: NDArray[np.int64]  # the script of each word
    lower: Points


@lean
def _put_blanks(out, at, count):
    """Write so many columns that say nothing."""
    for _ in range(count):
        out[at], out[at + 1] = _TAB, _UNDERSCORE
        at += 2
    return at


@lean
def _put_end(phrases, spaced, out, at):
    """Write MISC and the end of the line."""
    out[at] = _TAB
    at += 1
    if spaced:
        out[at] = _UNDERSCORE
        at += 1
    else:
        at = put_name(out, at, phrases, NO_SPACE)
    out[at] = _END
    return at + 1


@lean
def _put_annotation(found, w, out, at):
    """Write LEMMA, UPOS, XPOS and FEATS of a word, each with a tab before it."""
    out[at] = _TAB
    at = put_lemma(found.words, w, found.scripts, found.chosen[w], found.lower, out, at + 1)
    out[at] = _TAB
    return put_name(out, at + 1, found.names, found.tags[w])


@lean_entry
def put_sentences(tokens, counts, paragraphs, numbers, found, phrases, out):
    """Write sentences whose words have tags and lemmas; return the size."""
    text, begins, ends, starts = tokens
    words = found.words
    at = w = 0
    for s in range(len(starts) - 1):
        if paragraphs[s]:
            at = put_name(out, at, phrases, NEW_PARAGRAPH)
        at = put_name(out, at, phrases, SENTENCE_ID)
        at = put_number(out, at, numbers[s])
        out[at] = _END
        at = put_name(out, at + 1, phrases, TEXT)
        last = starts[s + 1] - 1
        for t in range(starts[s], starts[s + 1]):
            at = put_points(text, begins[t], ends[t], out, at)
            if t < last and ends[t] < begins[t + 1]:
                out[at] = _SPACE
                at += 1
        out[at] = _END
        at += 1
        word = 0
        for t in range(starts[s], starts[s + 1]):
            spaced = t + 1 == len(begins) or ends[t] < begins[t + 1]
            if counts[t] > 1:
                at = put_number(out, at, word + 1)
                out[at] = _MINUS
                at = put_number(out, at + 1, word + counts[t])
                out[at] = _TAB
                at = put_points(text, begins[t], ends[t], out, at + 1)
                at = _put_blanks(out, at, 7)
                at = _put_end(phrases, spaced, out, at)
            for _ in range(counts[t]):
                word += 1
                at = put_number(out, at, word)
                out[at] = _TAB
                at = put_points(words.text, words.begins[w], words.ends[w], out, at + 1)
                at = _put_annotation(found, w, out, at)
                at = _put_blanks(out, at, 3)
                at = _put_end(phrases, spaced or counts[t] > 1, out, at)
                w += 1
        out[at] = _END
        at += 1
    return at


@lean_entry
def put_annotations(data, chunk, found, out):
    """Copy sentences with other tags and lemmas; what is not sound is copied as it is."""
    at, done = 0, chunk.texts[0]
    for s in range(len(chunk.faults)):
        if chunk.faults[s] != SOUND:
            continue
        for w in range(chunk.starts[s], chunk.starts[s + 1]):
            at = put(out, at, data, done, chunk.fields[w, LEMMA] - 1)
            at = _put_annotation(found, w - chunk.starts[0], out, at)
            done = chunk.fields[w, HEAD] - 1
    return put(out, at, data, done, chunk.texts[len(chunk.faults)])

"""The compiled half of `writing`: lines of CoNLL-U in bytes."""

# mypy: disable-error-code="no-untyped-def"

from multiplane.lemmas.kernel import put_lemma
from multiplane.native import lean, lean_entry
from multiplane.text.utf8 import put_point
from multiplane.treebank.rewrite_kernel import put, put_number
from multiplane.treebank.scan_kernel import SOUND

_TAB, _END, _UNDERSCORE, _MINUS, _SPACE = b"\t\n_- "
LEMMA, HEAD = 2, 6


@lean
def _put_points(text, begin, end, out, at):
    for k in range(begin, end):
        at = put_point(text[k], out, at)
    return at


@lean
def _put_blanks(out, at, count):
    """Write so many columns that say nothing."""
    for _ in range(count):
        out[at], out[at + 1] = _TAB, _UNDERSCORE
        at += 2
    return at


@lean
def _put_end(phrases, phrase_starts, spaced, out, at):
    """Write MISC and the end of the line."""
    out[at] = _TAB
    at += 1
    if spaced:
        out[at] = _UNDERSCORE
        at += 1
    else:
        at = put(out, at, phrases, phrase_starts[3], phrase_starts[4])
    out[at] = _END
    return at + 1


@lean
def _put_annotation(words, w, tags, names, name_starts, scripts, added, chosen, lower, out, at):
    """Write LEMMA, UPOS, XPOS and FEATS of a word, each with a tab before it."""
    text, begins, ends, _ = words
    out[at] = _TAB
    at = put_lemma(text, begins[w], ends[w], scripts[chosen[w]], added, lower, out, at + 1)
    out[at] = _TAB
    return put(out, at + 1, names, name_starts[tags[w]], name_starts[tags[w] + 1])


@lean_entry
def put_sentences(
    tokens, counts, paragraphs, number, words, tags, names, name_starts, scripts, added, chosen,
    lower, phrases, phrase_starts, out,
):  # fmt: skip
    """Write sentences whose words have tags and lemmas, numbered from `number`; return the size."""
    text, begins, ends, starts = tokens
    forms, word_begins, word_ends, _ = words
    at = w = 0
    for s in range(len(starts) - 1):
        if paragraphs[s]:
            at = put(out, at, phrases, phrase_starts[0], phrase_starts[1])
        at = put(out, at, phrases, phrase_starts[1], phrase_starts[2])
        at = put_number(out, at, number + s)
        out[at] = _END
        at = put(out, at + 1, phrases, phrase_starts[2], phrase_starts[3])
        last = starts[s + 1] - 1
        for t in range(starts[s], starts[s + 1]):
            at = _put_points(text, begins[t], ends[t], out, at)
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
                at = _put_points(text, begins[t], ends[t], out, at + 1)
                at = _put_blanks(out, at, 7)
                at = _put_end(phrases, phrase_starts, spaced, out, at)
            for _ in range(counts[t]):
                word += 1
                at = put_number(out, at, word)
                out[at] = _TAB
                at = _put_points(forms, word_begins[w], word_ends[w], out, at + 1)
                at = _put_annotation(
                    words, w, tags, names, name_starts, scripts, added, chosen, lower, out, at
                )
                at = _put_blanks(out, at, 3)
                at = _put_end(phrases, phrase_starts, spaced or counts[t] > 1, out, at)
                w += 1
        out[at] = _END
        at += 1
    return at


@lean_entry
def put_annotations(
    data, fields, starts, texts, faults, words, tags, names, name_starts, scripts, added, chosen,
    lower, out,
):  # fmt: skip
    """Copy sentences with other tags and lemmas; what is not sound is copied as it is."""
    at, done = 0, texts[0]
    for s in range(len(faults)):
        if faults[s] != SOUND:
            continue
        for w in range(starts[s], starts[s + 1]):
            at = put(out, at, data, done, fields[w, LEMMA] - 1)
            at = _put_annotation(
                words, w - starts[0], tags, names, name_starts, scripts, added, chosen, lower, out,
                at,
            )  # fmt: skip
            done = fields[w, HEAD] - 1
    return put(out, at, data, done, texts[len(faults)])

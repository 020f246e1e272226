"""The compiled half of `scan`: from bytes to offsets by the rules of `multiplane.conllu`.

Where a sentence breaks a rule, or might, no more is said than that it is malformed: the strict
reader then says what is wrong, or that nothing is.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import lean, lean_entry

# What the scanner thinks of a sentence.
SOUND, LOOP, MALFORMED = range(3)  # LOOP: sound but for a word that is its own head

# The formats, as the kernel is told them.
EITHER, CONLLU, CONLLX = range(3)

# The columns that matter here.
ID, HEAD, DEPREL, DEPS, MISC = 0, 6, 7, 8, 9
COLUMNS = 10

# What is known of the ranges and empty nodes of a sentence, in `state`.
RANGE_BEGIN, RANGE_END, EMPTY_AFTER, EMPTY_NUMBER = range(4)

_TAB, _END, _RETURN, _HASH, _MINUS, _DOT, _ZERO, _NINE, _UNDERSCORE = b"\t\n\r#-.09_"
_MARK = (0xEF, 0xBB, 0xBF)  # the byte order mark


class Offsets(NamedTuple):
    """Words and sentences as places in the bytes; see `scan.Chunk`."""

    fields: NDArray[np.int32]
    heads: NDArray[np.int32]
    starts: NDArray[np.int64]
    texts: NDArray[np.int64]
    lines: NDArray[np.int64]
    faults: NDArray[np.uint8]


@lean
def _number(data, begin, end):
    """The number without leading zeros and of at most nine digits that stands there, or -1."""
    if not 0 < end - begin <= 9 or (data[begin] == _ZERO and end - begin > 1):
        return -1
    value = 0
    for p in range(begin, end):
        if not _ZERO <= data[p] <= _NINE:
            return -1
        value = 10 * value + (data[p] - _ZERO)
    return value


@lean
def _may_be_phead(data, begin, end):
    """0 if column 9 is no bare integer, 1 if it is, 2 if digits of other scripts may make it so."""
    answer = 1
    for p in range(begin, end):
        if data[p] >= 0x80:
            answer = 2
        elif not _ZERO <= data[p] <= _NINE:
            return 0
    return answer


@lean
def _other(data, begin, end, words, state):
    """Is this the ID of a range or an empty node that may stand here?"""
    middle = begin
    while middle < end and data[middle] != _MINUS and data[middle] != _DOT:
        middle += 1
    if middle == end:
        return False
    one, two = _number(data, begin, middle), _number(data, middle + 1, end)
    if two < 1:
        return False
    if data[middle] == _MINUS:
        fits = state[RANGE_END] < one == words + 1 <= two
        state[RANGE_BEGIN], state[RANGE_END] = one, two
        return fits
    number = state[EMPTY_NUMBER] + 1 if state[EMPTY_AFTER] == words else 1
    fits = one == words and two == number and state[RANGE_BEGIN] <= words
    state[EMPTY_AFTER], state[EMPTY_NUMBER] = one, two
    return fits


@lean
def _clear(state):
    for at in range(len(state)):
        state[at] = 0


@lean
def _judge(fault, words, others, highest, phead, range_end):
    """What the end of a sentence can still spoil."""
    if range_end > words or highest > words or (others and phead):
        return MALFORMED
    return fault


@lean_entry
def scan(data, final, form, line, out, state):
    """Scan whole sentences; return their number, and the line on which the rest begins.

    The rest, from texts[sentences], must be scanned again with what follows it, unless `final`.
    """
    fields, starts, texts = out.fields, out.starts, out.texts
    size = len(data)
    p = block = sentences = 0  # block: where the sentence at hand begins
    total = words = others = highest = 0  # all words; words, other lines and highest head of this
    fault, phead = SOUND, 0
    begun = ended = False
    first = line
    _clear(state)
    texts[0] = starts[0] = 0
    while True:
        begin, tabs = p, 0
        while p < size:
            c = data[p]
            if c <= _END:
                if c == _END:
                    break
                if c == _TAB:
                    tabs += 1
                    if tabs < COLUMNS:
                        fields[total, tabs] = p + 1
            p += 1
        if p >= size and not (final and begin < size):
            break  # no line, or one whose end is still to come
        end = p
        p += 1
        line += 1  # from here on it is the number of the next line
        b = begin
        marked = (
            end - b >= 3
            and data[b] == _MARK[0]
            and data[b + 1] == _MARK[1]
            and data[b + 2] == _MARK[2]
        )
        if marked:
            b += 3
        if end - b == 0 or (end - b == 1 and data[b] == _RETURN):
            ended = begun
            if marked and line > 2:
                fault = MALFORMED
            continue
        if ended:
            fault = _judge(fault, words, others, highest, phead, state[RANGE_END])
            last = total
            if fault == MALFORMED:
                total = starts[sentences]
                for k in range(1, COLUMNS):  # this line's tabs move with it
                    fields[total, k] = fields[last, k]
            out.lines[sentences], out.faults[sentences] = first, fault
            sentences += 1
            starts[sentences], texts[sentences] = total, begin
            block, first = begin, line - 1
            words = others = highest = phead = 0
            fault, ended = SOUND, False
            _clear(state)
        begun = True
        if line > 2:
            b = begin  # a mark anywhere but at the very beginning is a character
        if fault == MALFORMED:
            continue
        if data[b] == _HASH:
            if words or others:
                fault = MALFORMED
            continue
        if data[end - 1] == _RETURN:
            end -= 1
        row = fields[total]
        row[ID], row[COLUMNS] = b, end + 1
        if tabs != COLUMNS - 1:
            fault = MALFORMED
            continue
        for k in range(COLUMNS):
            if row[k + 1] - row[k] < 2:
                fault = MALFORMED
        if fault == MALFORMED:
            continue
        if _number(data, b, row[ID + 1] - 1) != words + 1:
            others += 1
            if form == CONLLX or not _other(data, b, row[ID + 1] - 1, words, state):
                fault = MALFORMED
            continue
        words += 1
        head = _number(data, row[HEAD], row[DEPREL] - 1)
        if head < 0 and not (row[DEPREL] - row[HEAD] == 2 and data[row[HEAD]] == _UNDERSCORE):
            fault = MALFORMED
            continue
        if head == words and fault == SOUND:
            fault = LOOP
        highest = max(highest, head)
        if form == EITHER and data[row[DEPS]] != _UNDERSCORE:
            phead |= _may_be_phead(data, row[DEPS], row[MISC] - 1)
        out.heads[total] = head
        total += 1
    if final and size > block:
        fault = _judge(fault, words, others, highest, phead, state[RANGE_END])
        out.lines[sentences], out.faults[sentences] = first, fault
        sentences += 1
        starts[sentences] = starts[sentences - 1] if fault == MALFORMED else total
        texts[sentences] = size
    return sentences, first

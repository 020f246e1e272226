"""Annotating a plain text of any size: piece by piece, in order, on several cores if wanted."""

import codecs
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple, TextIO

import numpy as np
from numpy.typing import NDArray

from multiplane.arriving import at_rest, some_text
from multiplane.compressed import Damaged, Place, created_bytes, name_of, opened
from multiplane.errors import FormatError, MultiplaneError
from multiplane.parsing.limits import checked
from multiplane.parsing.stream import Follower, Report
from multiplane.pipeline.pipeline import BOM, Pipeline
from multiplane.segmentation.segmenter import Segmenter, Tokens
from multiplane.text.characters import points
from multiplane.workers import checked_workers, in_order

SIZE = 1 << 17  # characters that are read at a time
LARGEST = 1 << 20  # of a paragraph; a longer one is cut between sentences
# The longer ones first, since they begin with the shorter ones.
_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_EMPTY_LINES = re.compile(r"(?:\r?\n[^\S\n]*){2,}")


class Piece(NamedTuple):
    """Some of a text: its tokens, its bytes, and how many characters are before it."""

    tokens: Tokens
    size: int
    before: int


def annotate_file(
    pipeline: Pipeline,
    source: Place,
    target: Place,
    *,
    one_root: bool | None = None,
    workers: int = 1,
    max_words: int | None = None,
    number: int = 1,
    locate: Callable[[Tokens, int], None] = lambda _, __: None,
    follower: Follower | None = None,
) -> Report:
    """Write the sentences of a plain text in CoNLL-U; memory does not grow with the text.

    They are numbered from `number`.  Those of more than `max_words` get tags and lemmas, but no
    tree.  `locate` is told, before some sentences are written, their tokens, and how many
    characters of the text are before these.  From standard input, paragraphs are annotated as they
    arrive.
    """
    workers = checked_workers(workers)
    follower, begin, most = follower or Follower(), time.perf_counter(), checked(max_words)
    report = follower.report
    file = name_of(source)

    def work(numbered: tuple[Piece, int]) -> tuple[tuple[Piece, int, NDArray[np.int64]], bytes]:
        piece, first = numbered
        data, sizes = pipeline.annotate_tokens(
            piece.tokens, first, one_root=one_root, max_words=most
        )
        return (piece, first, sizes), data

    with opened(source) as text, created_bytes(target) as write:
        pieces = tokenised(text, pipeline.segmenter, file)
        numbered = _numbered(pieces, most, number, follower)
        idle = partial(at_rest, getattr(text, "buffer", None))
        for (piece, first, sizes), data in in_order(work, numbered, workers, idle):
            locate(piece.tokens, piece.before)
            write(data)
            report.sentences += len(sizes)
            report.words += int(sizes.sum())
            for s in np.flatnonzero(sizes > (most or np.inf)).tolist():
                found = f"{int(sizes[s]):,} words"
                problem = MultiplaneError(f"{file}: sentence {first + s:,} has {found}")
                report.leave(int(sizes[s]), problem)
    report.seconds = time.perf_counter() - begin
    return report


def _numbered(
    pieces: Iterator[Piece],
    most: int | None,
    number: int,
    follower: Follower,
) -> Iterator[tuple[Piece, int]]:
    """Number the sentences."""
    done = longest = 0
    for piece in pieces:
        sizes = np.diff(piece.tokens.starts)
        sizes[sizes > (most or np.inf)] = 0
        if (most_here := int(sizes.max(initial=0))) > longest:
            longest = most_here
            follower.expect(f"sentence {number + int(sizes.argmax()):,}", longest)
        yield piece, number
        number += len(piece.tokens.starts) - 1
        done += piece.size
        follower.advance(done)


def tokenised(text: TextIO, segmenter: Segmenter, file: str = "<stream>") -> Iterator[Piece]:
    """Split a text by pieces that end with a paragraph, or, if that is long, with a sentence."""
    waiting, inside, first, before = "", False, True, 0
    stream = getattr(text, "buffer", None)
    for more in chain(filter(None, _read(text, file)), [""]):
        if first:
            _check_encoding(more, file)
            first, waiting = False, more.removeprefix(BOM)
            before = len(more) - len(waiting)
        else:
            waiting += more
        if not more or (_ends_paragraph(waiting) and at_rest(stream)):
            cut = len(waiting)
        else:
            cut = _last_paragraph(waiting)
        if not cut and len(waiting) > LARGEST:
            cut = _last_sentence(segmenter, waiting)
        if not cut:
            continue
        piece, waiting = waiting[:cut], waiting[cut:]
        tokens = segmenter.split(points(piece))
        if len(tokens):
            if inside:  # of a paragraph whose beginning went before
                tokens = replace(tokens, paragraphs=_without_first(tokens.paragraphs))
            yield Piece(tokens, len(piece.encode("utf-8", "surrogateescape")), before)
            inside = not _ends_paragraph(piece)
        before += cut


def _read(text: TextIO, file: str) -> Iterator[str]:
    """Give a text by pieces; an error names the file, which may be one of many."""
    try:
        yield from some_text(text, SIZE)
    except Damaged as error:
        raise Damaged(f"{file}: found {error}; expected a complete file") from error
    except OSError as error:
        error.filename = file
        raise


def _ends_paragraph(text: str) -> bool:
    return _EMPTY_LINES.search(text, len(text.rstrip())) is not None


def _check_encoding(begin: str, file: str) -> None:
    """Refuse other encodings, and what is no text; a stray byte is no reason to."""
    first = begin[:4].encode("utf-8", "surrogateescape")
    for mark, name in _MARKS.items():
        if first.startswith(mark):
            expected = "plain text in UTF-8; convert it first"
            raise FormatError(file, 1, f"text in {name}", expected, whole=True)
    zero = begin.find("\0")
    if zero >= 0:
        line = begin.count("\n", 0, zero) + 1
        found = "a zero byte, as in UTF-16 or binary files"
        raise FormatError(file, line, found, "plain text in UTF-8", whole=True)


def _without_first(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    changed = flags.copy()
    changed[:1] = False
    return changed


def _last_paragraph(text: str) -> int:
    """Return where the last empty line but those at the end of the text ends."""
    end = len(text.rstrip())
    at = max(text.rfind("\n\n", 0, end), text.rfind("\n\r\n", 0, end))
    if at < 0:
        return 0
    found = _EMPTY_LINES.search(text, max(at - 1, 0))
    return found.end() if found else 0


def _last_sentence(segmenter: Segmenter, text: str) -> int:
    """Return where the last sentence begins, which may go on; or the last word, if it is alone."""
    tokens = segmenter.split(points(text))
    begin = int(tokens.begins[tokens.starts[-2]]) if len(tokens) else len(text)
    if begin > len(text) - len(text.lstrip()):
        return begin
    return max(text.rfind(" "), text.rfind("\n")) + 1 or len(text)

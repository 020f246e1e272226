"""The steps from a text to trees, each from CoNLL-U to CoNLL-U; each changes its own columns."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.parsing.limits import too_long
from multiplane.parsing.parser import Parser
from multiplane.pipeline.pipeline import Pipeline
from multiplane.segmentation.segmenter import Tokens
from multiplane.server.limits import raised_by
from multiplane.text.characters import points
from multiplane.treebank.scan import Chunk, scan
from multiplane.treebank.scan_kernel import SOUND

TOKENIZER, TAGGER, PARSER = "tokenizer", "tagger", "parser"
TAGS = slice(2, 6)  # LEMMA, UPOS, XPOS and FEATS
MISC = 9
LINE_END = ord("\n")


@dataclass(frozen=True, slots=True)
class Steps:
    """What a request asks for: which steps, and how the first is done."""

    tokenizer: bool = False
    tagger: bool = False
    parser: bool = False
    presegmented: bool = False  # each line of the text is a sentence
    ranges: bool = False  # where each token is in the text is said in MISC
    most_words: int | None = None  # of a sentence

    @property
    def names(self) -> list[str]:
        return [name for name in (TOKENIZER, TAGGER, PARSER) if getattr(self, name)]


def taken(model: Pipeline | Parser, text: str, steps: Steps) -> bytes:
    """Do the steps that are asked for, one after the other."""
    whole = text.strip("\n")
    data = f"{whole}\n\n".encode("utf-8", "replace") if whole else b""
    if steps.tokenizer:
        assert isinstance(model, Pipeline)
        data = _tokenised(model, text, steps)
    elif steps.tagger:
        assert isinstance(model, Pipeline)
        data = b"".join(map(model.annotator.rewritten, _sound(data, steps)))
    if steps.parser:
        parser = model.parser if isinstance(model, Pipeline) else model
        data = b"".join(map(parser.rewritten, _sound(data, steps)))
    elif not steps.tagger:
        for _ in _sound(data, steps):  # it is given back as it is, if it is sound
            pass
    return data


def _sound(data: bytes, steps: Steps) -> Iterator[Chunk]:
    """Cut into sentences, all of which are sound and short enough."""
    source = BytesIO(data)
    source.name = "data"
    for chunk in scan(source, format="conllu", size=len(data) + 1):
        for s in np.flatnonzero(chunk.faults != SOUND).tolist():
            raise chunk.sentence(s).error or MultiplaneError(
                f"data:{chunk.lines[s]}: found a malformed sentence; expected CoNLL-U"
            )
        for s in too_long(chunk, steps.most_words):
            words = int(chunk.starts[s + 1] - chunk.starts[s])
            raise MultiplaneError(
                f"data: a sentence of {words:,} words; the limit is {steps.most_words:,};"
                f" {raised_by('processed')}"
            )
        yield chunk


def _tokenised(model: Pipeline, text: str, steps: Steps) -> bytes:
    tokens = _by_line(model, text) if steps.presegmented else model.segmenter.split(points(text))
    if not len(tokens):
        return b""
    words, counts = model.multiwords.words(tokens)
    numbers = np.arange(1, len(tokens.starts))
    data = model.annotator.written(tokens, counts, model.annotator.annotated(words), numbers)
    if steps.tagger and not steps.ranges:
        return data
    return _other_columns(data, tokens, steps)


def _by_line(model: Pipeline, text: str) -> Tokens:
    """Find the tokens of each line, which are a sentence."""
    # Where an empty line is, a sentence ends: so each line gets one, which is then forgotten.
    found = model.segmenter.split(points(text.replace("\n", "\n\n")))
    before = np.concatenate(([0], np.cumsum(found.text == LINE_END))) // 2
    begins, ends = found.begins - before[found.begins], found.ends - before[found.ends]
    kept = found.paragraphs.nonzero()[0]
    starts = np.append(found.starts[kept], found.starts[-1]).astype(np.int64)
    firsts = before[found.begins[starts[:-1]]]  # the line of each sentence
    paragraphs = np.diff(firsts, prepend=-2) > 1
    return replace(
        found, text=points(text), begins=begins, ends=ends, starts=starts, paragraphs=paragraphs
    )


def _other_columns(data: bytes, tokens: Tokens, steps: Steps) -> bytes:
    """Take out tags that were not asked for, and put in where tokens are."""
    places = zip(tokens.begins.tolist(), tokens.ends.tolist(), strict=True)
    rows, covered = [], 0
    for line in data.decode().split("\n"):
        row = line.split("\t")
        if not line:
            covered = 0
        elif not line.startswith("#"):
            if not steps.tagger:
                row[TAGS] = ["_"] * 4
            first, _, last = row[0].partition("-")
            if steps.ranges and int(first) > covered:
                begin, end = next(places)
                said = [] if row[MISC] == "_" else [row[MISC]]
                row[MISC] = "|".join([*said, f"TokenRange={begin}:{end}"])
            if last:
                covered = int(last)
        rows.append("\t".join(row))
    return "\n".join(rows).encode()

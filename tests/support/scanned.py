"""The scanner of treebanks beside their strict reader."""

import io

from multiplane.conllu import read
from multiplane.treebank.scan import scan
from multiplane.treebank.scan_kernel import LOOP, MALFORMED


def scanned(data, **options):
    """What the scanner says, in the reader's terms: text, line, sound?, heads, columns."""
    size = options.pop("size", 64)
    for chunk in scan(io.BytesIO(data), size=size, **options):
        assert len(chunk.starts) == len(chunk.texts) == len(chunk) + 1
        for s in range(len(chunk)):
            text = bytes(chunk.data[chunk.texts[s] : chunk.texts[s + 1]])
            words = range(chunk.starts[s], chunk.starts[s + 1])
            heads = tuple(None if chunk.heads[w] < 0 else int(chunk.heads[w]) for w in words)
            fault = chunk.faults[s]
            columns = None
            if fault != MALFORMED:
                columns = [tuple(chunk.field(w, c) for w in words) for c in range(10)]
            yield text, int(chunk.lines[s]), fault, heads, columns, chunk.sentence(s)


def agrees(data, **options):
    """The scanner cuts, numbers and judges as the strict reader does."""
    form = options.get("format")
    strict = list(read(io.BytesIO(data), format=form, on_error="skip"))
    loose = list(scanned(data, **options))
    assert [s.text.encode("utf-8", "surrogateescape") for s in strict] == [t[0] for t in loose]
    for sentence, (_, number, fault, heads, columns, again) in zip(strict, loose, strict=True):
        assert sentence.line == number
        assert (again, again.line) == (sentence, sentence.line)
        assert (again.error is None) == (sentence.error is None)
        if sentence.error:
            assert fault in (LOOP, MALFORMED)
            assert (again.error.line, again.error.found) == (
                sentence.error.line,
                sentence.error.found,
            )
            if fault == LOOP:
                assert "the word itself" in sentence.error.found
        else:
            assert fault == 0
            assert heads == sentence.heads
            assert tuple(columns[1:]) == sentence.columns[1:]  # the reader's first ID keeps a mark

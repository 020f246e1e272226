"""Rows of texts, as they are written."""

import io
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.formats.sink import Sink, _rows
from multiplane.pipeline.stream import annotate_file

ODD = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
TEXTS = st.text(ODD | st.sampled_from('\n\r\t "\u2028\x85\x1b.a'))


def rows_of(pipeline, text):
    found = []
    target = Sink(_rows(found.extend))
    annotate_file(pipeline, io.StringIO(text, newline=""), target, locate=target.locate)
    return found


@settings(deadline=None)
@given(text=TEXTS)
def test_words_are_found_in_any_text(toy_pipeline, text):
    end = 0
    for row in rows_of(toy_pipeline, text):
        json.dumps(row.as_dict()).encode()
        assert text[row.start : row.start + len(row.text)] == row.text
        assert row.start >= end
        end = row.start + len(row.text)
        whole = {}  # the form of the multiword token that a word is in
        for token in row.multiwords:
            first, last = map(int, token["id"].split("-"))
            whole |= dict.fromkeys(range(first, last + 1), token["form"])
        for d, form in enumerate(row.forms, 1):
            assert row.text[row.starts[d - 1] : row.ends[d - 1]] == whole.get(d, form)

"""The plain text of a treebank."""

from multiplane.conllu import reads
from multiplane.segmentation.raw import plain_text, raw_sentences

TEXT = """\
# newdoc id = a
# text = I can't.
1	I	_	_	_	_	2	_	_	_
2-3	can't	_	_	_	_	_	_	_	SpaceAfter=No
2	ca	_	_	_	_	0	_	_	_
3	n't	_	_	_	_	2	_	_	_
4	.	_	_	_	_	2	_	_	CorrectForm=_|SpaceAfter=No

# newpar
1	He	_	_	_	_	2	_	_	_
1.1	empty	_	_	_	_	_	_	_	_
2	can	_	_	_	_	0	_	_	_

1	Good	_	_	_	_	0	_	_	SpaceAfter=No
2	!	_	_	_	_	1	_	_	_

"""


def test_tokens_spaces_and_paragraphs():
    one, other, last = raw_sentences(reads(TEXT))
    assert [(t.form, t.spaced, t.words) for t in one.tokens] == [
        ("I", True, ("I",)),
        ("can't", False, ("ca", "n't")),
        (".", False, (".",)),
    ]
    assert (one.begins, other.begins, last.begins) == (True, True, False)
    assert [t.form for t in other.tokens] == ["He", "can"]
    assert plain_text([one, other, last]) == "I can't.\n\nHe can Good!\n"


def test_punctuation_is_joined_where_a_treebank_says_nothing_of_spaces():
    text = "".join(
        f"{k}\t{form}" + "\t_" * 8 + "\n"
        for k, form in enumerate(["(", "a", ")", ",", "b", "."], 1)
    )
    (sentence,) = raw_sentences(reads(text))
    assert sentence.text == "(a), b. "

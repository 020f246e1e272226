"""One word, two words."""

import doctest

from multiplane import counted
from multiplane.doc import Doc
from support.commands import run

ONE = "1\tGo\t_\tX\t_\t_\t0\troot\t_\t_\n\n"


def test_examples():
    assert doctest.testmod(counted) == (0, 1)


def test_one_of_each(tmp_path):
    file = tmp_path / "one.conllu"
    file.write_text(ONE)
    assert repr(Doc.from_conllu(ONE)[0]) == "<ParsedSentence 'Go', 1 word>"
    assert "1 word in 1 sentence\n" in run("evaluate", str(file), str(file))[1]
    assert "1 word in 1 sentence\n" in run("evaluate", str(file), str(file), "--align")[1]
    verified = run("verify", "arc-eager", "--class", "projective-forests", "--max-words", "1")[1]
    assert "for sentences of up to 1 word." in verified

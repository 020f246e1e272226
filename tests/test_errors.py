"""Messages are one line each, whatever names they quote."""

import doctest
import pickle

import pytest

from multiplane import errors
from multiplane.errors import FormatError, MultiplaneError
from multiplane.systems.terms import NotationError
from support.commands import run


def test_examples():
    assert doctest.testmod(errors).failed == 0


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MultiplaneError("a\nb\tc\x1b[31m\0é"), r"a\nb\tc\x1b[31m\x00é"),
        (FormatError("a\nb", 3, "x", "y"), r"a\nb:3: found x; expected y"),
        (NotationError(1, 2, "\u2028"), r"line 1, column 2: \u2028"),
    ],
)
def test_a_message_is_a_line(error, said):
    assert str(error) == said
    assert str(pickle.loads(pickle.dumps(error))) == said


def test_names_in_experiments(tmp_path):
    (tmp_path / "a.toml").write_text('title = "T"\ntreebanks = ["a\\nb"]\nkind = "census"\n')
    with pytest.raises(MultiplaneError, match=r"found none of the treebanks a\\nb") as caught:
        run("experiment", str(tmp_path / "a.toml"))
    assert str(caught.value).isprintable()

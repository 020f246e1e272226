"""The census on shards gives the numbers of the census on one machine."""

import pytest

from multiplane.errors import FormatError, MultiplaneError
from multiplane.shards.counting import census
from multiplane.shards.crew import here
from multiplane.treebank.census import census as alone
from support import toy

NO_TREE = "1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t1\tx\t_\t_\n\n"
MALFORMED = "1\ta\n\n"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("treebanks") / "one"
    folder.mkdir()
    parts = [toy.treebank(30, seed=seed, crossing=True) for seed in range(3)]
    (folder / "a.conllu").write_text(NO_TREE.join(parts))
    (folder / "b.conllu").write_text(parts[0])
    other = folder.parent / "c.conllu"
    other.write_text(parts[0] + MALFORMED + parts[1] + NO_TREE + parts[2])
    return [str(folder), str(other)]


@pytest.mark.parametrize("without", [(), ("PUNCT",)])
@pytest.mark.parametrize("size", [1, 700, 10**9])
def test_the_counts_add_up_wherever_files_are_cut(files, size, without):
    options = {"on_error": "skip", "without": without}
    one, many = alone(*files, **options), census(files, here, size=size, **options)
    assert [row.as_dict() for row in many] == [row.as_dict() for row in one]
    lines = [[str(error) for error in row.left_out] for row in one]
    assert [[str(error) for error in row.left_out] for row in many] == lines
    assert len(lines[0]) == len(lines[1]) == 2


@pytest.mark.parametrize("size", [1, 10**9])
def test_the_first_error_is_the_same(files, size):
    with pytest.raises(FormatError) as one:
        alone(*files)
    with pytest.raises(FormatError) as many:
        census(files, here, size=size)
    assert str(many.value) == str(one.value)


def test_standard_input_is_not_shared():
    with pytest.raises(MultiplaneError, match="standard input"):
        census(["-"], here)

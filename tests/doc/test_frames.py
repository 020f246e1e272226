"""Frames carry the columns and `# sent_id`."""

import pytest
from hypothesis import given

from multiplane.doc import Doc
from multiplane.errors import MultiplaneError
from support.sentences import FULL
from support.strategies import texts

pandas = pytest.importorskip("pandas", reason="pip install '.[frames]'")
polars = pytest.importorskip("polars", reason="pip install '.[frames]'")


def carried(doc: Doc) -> str:
    """What is left of a document: by the definition."""
    blocks = []
    for sentence in doc:
        names = [f"# sent_id = {sentence.sent_id}"] if sentence.sent_id else []
        blocks.append("\n".join([*names, *("\t".join(row) for row in sentence.rows), "", ""]))
    return "".join(blocks)


@given(texts())
def test_there_and_back(text):
    doc = Doc.from_conllu(text)
    for again in (Doc.from_pandas(doc.to_pandas()), Doc.from_polars(doc.to_polars())):
        assert again.to_conllu() == carried(doc)


def test_columns_have_types():
    doc = Doc.from_conllu(FULL)
    frame = doc.to_pandas()
    assert list(frame.columns)[:4] == ["sentence", "sent_id", "id", "form"]
    assert frame["head"].dtype == "Int64"
    assert frame[frame["id"] == "1-2"]["form"].tolist() == ["Vámonos"]
    assert frame["head"].isna().sum() == 6
    other = doc.to_polars()
    assert other.schema["head"] == other.schema["sentence"] == polars.Int64
    assert other["form"].to_list() == frame["form"].tolist()
    assert Doc().to_pandas().empty
    assert Doc().to_polars().is_empty()


def test_a_frame_by_hand():
    frame = pandas.DataFrame({"form": ["Go", "on", "!"], "head": [0, 1, float("nan")]})
    (sentence,) = Doc.from_pandas(frame)
    assert [token.head_number for token in sentence] == [0, 1, None]
    frame = polars.DataFrame({"sentence": [7, 7, 9], "form": ["a", "b", "c"], "extra": [1, 2, 3]})
    assert [len(sentence) for sentence in Doc.from_polars(frame)] == [2, 1]


def test_a_frame_without_words():
    with pytest.raises(MultiplaneError, match="form is required"):
        Doc.from_pandas(pandas.DataFrame({"word": ["a"]}))


def test_a_missing_library_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(MultiplaneError, match="install it with: pip install pandas"):
        Doc().to_pandas()

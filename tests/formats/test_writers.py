"""Rows in files of every format."""

import csv
import io
import json
import re

import pytest
from hypothesis import given

from multiplane.conllu import reads
from multiplane.doc import Doc
from multiplane.errors import MultiplaneError
from multiplane.formats.flat import FlatSentence
from multiplane.formats.names import FORMATS
from multiplane.formats.sink import sink
from multiplane.formats.table import head, lines
from multiplane.formats.writers import writer
from support.sentences import FULL, NASTY, rows
from support.strategies import sentences, texts

CROSSING = rows(3, 4, 0, 3) + "\n"
OTHERS = [form for form in FORMATS if form != "conllu"]


def flat(text):
    return [FlatSentence.of(sentence) for sentence in reads(text)]


def written(form, path, text):
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="Parquet needs pyarrow, the extra parquet")
    with writer(form, str(path)) as write:
        write(flat(text))
    return path


def table_of(text):
    """A table as pandas and other readers of quoted values take it."""
    found = list(csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True))
    return [dict(zip(found[0], cells, strict=True)) for cells in found[1:]]


@given(sentences())
def test_tables_are_read_as_they_were_written(text):
    (row,) = flat(text)
    cells = table_of(head() + "".join(lines(row, 0)))
    columns = {name: [line[name] for line in cells] for name in cells[0]}
    from multiplane.doc.frames import from_columns

    (again,) = from_columns(columns)
    (sentence,) = reads(text)
    assert again.columns == sentence.columns
    assert [line["id"] for line in cells] == [row.id for row in Doc([sentence])[0].rows]


def test_tables(tmp_path):
    path = written("tsv", tmp_path / "a.tsv", CROSSING + "# alone\n\n" + CROSSING)
    table = table_of(path.read_text("utf-8"))
    assert [line["sentence"] for line in table] == [*"00001111"]
    assert [line["plane"] for line in table[:4]] == ["1", "2", "", "1"]
    assert [(line["start"], line["end"]) for line in table[:2]] == [("0", "1"), ("2", "3")]


def test_tables_quote_what_would_end_a_cell():
    text = '# sent_id = a\tb\n1\t"a\rb"\t_\t_\t_\t_\t0\troot\t_\t_\n\n'
    (row,) = flat(text)
    (line,) = table_of(head() + "".join(lines(row, 0)))
    assert (line["sent_id"], line["form"], line["lemma"]) == ("a\tb", '"a\rb"', "")


def test_a_table_is_a_frame_of_pandas(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = written("tsv", tmp_path / "a.tsv", FULL + CROSSING)
    frame = pandas.read_csv(path, sep="\t", dtype=str, keep_default_na=False)
    again = Doc.from_pandas(frame)
    assert [s.source.columns for s in again] == [s.columns for s in reads(FULL + CROSSING)]


@given(texts())
def test_parquet_there_and_back(text):
    arrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow, the extra parquet")
    from multiplane.formats.parquet import read_parquet
    from multiplane.formats.parquet import written as into

    target = io.BytesIO()
    with into(target) as take:
        for row in flat(text):
            take(row)
    found = list(read_parquet(arrow.BufferReader(target.getvalue())))
    assert found == flat(text)
    assert Doc(row.sentence() for row in found).to_conllu() == text


def test_parquet_is_written_by_groups(tmp_path, monkeypatch):
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow, the extra parquet")
    import pyarrow.parquet

    monkeypatch.setattr("multiplane.formats.parquet.GROUP", 2)
    path = written("parquet", tmp_path / "a.parquet", 5 * CROSSING)
    file = pyarrow.parquet.ParquetFile(path)
    assert file.metadata.num_row_groups == 3
    assert file.read().column("planes").to_pylist() == 5 * [[1, 2, None, 1]]


def test_no_parquet_is_an_error(tmp_path):
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow, the extra parquet")
    from multiplane.formats.parquet import read_parquet

    path = tmp_path / "a.parquet"
    path.write_text("nothing")
    with pytest.raises(MultiplaneError, match=r"a\.parquet: found no Parquet file"):
        list(read_parquet(path))


def standoff(text, annotations):
    """What brat reads: entities, relations and notes, with what it checks."""
    found = {"T": [], "R": [], "#": []}
    for line in annotations.split("\n")[:-1]:
        name, what, *rest = line.split("\t")
        found[name[0]].append(name)
        if name[0] == "T":
            kind, begin, end = what.split(" ")
            assert re.fullmatch("[A-Za-z0-9_-]+", kind)
            assert rest == [text[int(begin) : int(end)]]
        elif name[0] == "R":
            assert re.fullmatch(r"[A-Za-z0-9_-]+ Arg1:T\d+ Arg2:T\d+", what)
        else:
            assert what.startswith("AnnotatorNotes T")
    for names in found.values():
        assert len(set(names)) == len(names)
    return {kind: len(names) for kind, names in found.items()}


@given(texts())
def test_brat_finds_all_words(text):
    from multiplane.formats.brat import Standoff

    made = Standoff()
    both = [made.added(row) for row in flat(text)]
    plain, annotations = ("".join(part) for part in zip(*both, strict=True)) if both else ("", "")
    found = standoff(plain, annotations)
    sentences = list(reads(text))
    assert found["T"] == sum(s.words for s in sentences)
    assert found["R"] == sum(bool(head) for s in sentences for head in s.heads)
    assert plain.count("\n") == sum(s.words > 0 for s in sentences)


def test_brat_is_two_files(tmp_path):
    written("brat", tmp_path / "a.ann", FULL + CROSSING)
    text = (tmp_path / "a.txt").read_text("utf-8")
    assert standoff(text, (tmp_path / "a.ann").read_text("utf-8")) == {"T": 9, "R": 7, "#": 9}


def test_displacy_draws_it(tmp_path):
    displacy = pytest.importorskip("spacy.displacy")
    path = written("displacy", tmp_path / "a.json", FULL + CROSSING)
    data = json.loads(path.read_text("utf-8"))
    assert data[1]["arcs"][0] == {"start": 0, "end": 2, "label": "dep", "dir": "left"}
    assert data[1]["arcs"][2] == {"start": 2, "end": 3, "label": "dep", "dir": "right"}
    svg = displacy.render(data, style="dep", manual=True, page=False, jupyter=False)
    assert svg.count("displacy-arrowhead") == 7


@pytest.mark.parametrize("form", OTHERS)
@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_every_format_takes_every_file(tmp_path, form, text):
    path = written(form, tmp_path / "a.ann", text)
    assert path.exists()
    if form in ("json", "displacy"):
        items = json.loads(path.read_text("utf-8"))
        assert len(items) == len(flat(text))
    elif form == "jsonl":
        rows_ = [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]
        assert len(rows_) == len(flat(text))


@pytest.mark.parametrize("form", OTHERS)
def test_a_file_appears_whole_or_not_at_all(tmp_path, form):
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="Parquet needs pyarrow, the extra parquet")
    path = tmp_path / "a.ann"
    path.write_text("old")
    broken = [*flat(FULL), None]
    with pytest.raises(AttributeError), writer(form, str(path)) as write:
        write(broken)
    assert [file.name for file in tmp_path.iterdir()] == ["a.ann"]
    assert path.read_text() == "old"


def test_compressed_rows(tmp_path):
    from multiplane.formats.lines import read_jsonl

    path = written("jsonl", tmp_path / "a.jsonl.gz", FULL)
    assert path.read_bytes().startswith(b"\x1f\x8b")
    (row,) = read_jsonl(path)
    assert row.sentence().text == FULL


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        (CROSSING, CROSSING, 2 * CROSSING),
        (CROSSING[:-1], CROSSING, 2 * CROSSING),
        (CROSSING[:-2], "\ufeff" + CROSSING, 2 * CROSSING),
        ("\ufeff" + CROSSING[:-1], CROSSING, "\ufeff" + 2 * CROSSING),
        ("", CROSSING, CROSSING),
    ],
)
def test_treebanks_are_joined(tmp_path, one, other, joined):
    path = tmp_path / "a.conllu"
    with sink("conllu", str(path)) as target:
        for text in (one, other):
            target.begin("same.conllu", new=False)
            target.write(text.encode())
    assert path.read_bytes().decode() == joined

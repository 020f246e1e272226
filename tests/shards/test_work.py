"""One shard: an output, then its receipt."""

import gc
import json
from dataclasses import replace

import pytest

from multiplane.conllu import reads
from multiplane.errors import MultiplaneError
from multiplane.shards.plan import Hopeless, Options, Plan
from multiplane.shards.shard import cut
from multiplane.shards.source import find
from multiplane.shards.work import Parsing


def shard_of(path, size=10**9):
    (file,), _ = find([str(path)])
    return cut(file, size)


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("The cat sees Ann. Dogs hear!\n\nBirds.")
    return path


def test_text_gives_what_annotate_gives(plan, text, tmp_path, english):
    (shard,) = shard_of(text)
    done = Parsing(plan, str(tmp_path / "out")).begin()(shard)
    written = (tmp_path / "out" / "a.conllu").read_text()
    assert written == english.annotate(text.read_text())
    assert (done.receipt.sentences, done.receipt.words, done.before) == (3, 10, False)
    assert json.loads(done.receipt.line) == json.loads(
        (tmp_path / "out" / ".multiplane" / "a.conllu.json").read_text()
    )


def test_what_was_done_is_not_done_again(plan, text, tmp_path, monkeypatch):
    (shard,) = shard_of(text)
    out = tmp_path / "out"
    first = Parsing(plan, str(out)).begin()(shard)
    monkeypatch.setattr(Plan, "load", lambda _: pytest.fail("nothing needs the model"))
    assert Parsing(plan, str(out)).begin()(shard) == replace(first, before=True)


@pytest.mark.parametrize("change", ["content", "options", "model", "output", "receipt", "lost"])
def test_any_change_is_work(change, plan, text, tmp_path, english):
    (shard,) = shard_of(text)
    out = tmp_path / "out"
    Parsing(plan, str(out)).begin()(shard)
    receipt = out / ".multiplane" / "a.conllu.json"
    match change:
        case "content":
            text.write_text(text.read_text().replace("cat", "dog"))
        case "options":
            plan = replace(plan, options=Options(max_words=2))
        case "model":
            path = tmp_path / "other.mp"
            replace(english, training={"language": "x"}).save(path)
            plan = Plan.of(str(path), Options())
        case "output":
            (out / "a.conllu").write_text("cut sho")
        case "receipt":
            receipt.write_text(receipt.read_text()[:-10])
        case "lost":
            receipt.unlink()
    done = Parsing(plan, str(out)).begin()(shard)
    assert not done.before
    assert (out / "a.conllu").stat().st_size == done.receipt.bytes
    assert receipt.read_text() == done.receipt.line


def test_a_receipt_never_outlives_what_it_is_about(plan, text, tmp_path):
    out = tmp_path / "out"
    work = Parsing(plan, str(out)).begin()
    (shard,) = shard_of(text)
    work(shard)
    text.write_bytes(b"A zero \0 byte.")
    with pytest.raises(MultiplaneError, match="zero byte"):
        work(*shard_of(text))
    assert not (out / ".multiplane" / "a.conllu.json").exists()


@pytest.mark.parametrize("form", ["conllu", "jsonl", "tsv"])
def test_documents_have_their_names(form, plan, tmp_path):
    path = tmp_path / "d.jsonl"
    rows = [{"id": "x", "text": "The cat. Dogs hear."}, {"text": " "}, {"text": "Birds"}]
    path.write_text("\n".join(map(json.dumps, rows)))
    (shard,) = shard_of(path)
    done = Parsing(replace(plan, to=form), str(tmp_path / "out")).begin()(shard)
    assert (done.receipt.sentences, done.receipt.words) == (3, 7)
    written = (tmp_path / "out" / f"d.{form}").read_text()
    if form == "conllu":
        first = [s.comments[0] for s in reads(written)]
        assert first[0] == "# newdoc id = x"
        assert first[2] == "# newdoc id = d.jsonl#3"
        assert not first[1].startswith("# newdoc")
    if form == "jsonl":
        found = [json.loads(line) for line in written.splitlines()]
        assert [row["file"] for row in found] == ["x", "x", "d.jsonl#3"]
        assert [row["start"] for row in found] == [0, 9, 0]


def test_each_document_is_parsed_as_if_it_were_alone(plan, tmp_path, english):
    texts = ["The cat sees", "Ann. Dogs hear", "birds"] * 50
    path = tmp_path / "d.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    Parsing(plan, str(tmp_path / "out")).begin()(*shard_of(path))
    found = reads((tmp_path / "out" / "d.conllu").read_text())
    alone = [s for text in texts for s in reads(english.annotate(text))]
    assert [(s.forms, s.upos, s.heads) for s in found] == [
        (s.forms, s.upos, s.heads) for s in alone
    ]


def test_parquet_in_and_out(plan, tmp_path):
    arrow = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    from pyarrow import parquet

    path = tmp_path / "d.parquet"
    texts = [f"The cat sees {name}." for name in ("Ann", "dogs", "birds")] * 10
    parquet.write_table(arrow.table({"id": range(30), "text": texts}), path, row_group_size=10)
    work = Parsing(replace(plan, to="parquet"), str(tmp_path / "out")).begin()
    for shard in shard_of(path, 1):
        work(shard)
    made = sorted((tmp_path / "out").glob("*.parquet"))
    assert [one.name for one in made] == [f"d.000{n}.parquet" for n in (1, 2, 3)]
    rows = [row for one in made for row in parquet.read_table(one).to_pylist()]
    assert [row["text"] for row in rows] == texts
    assert [row["file"] for row in rows] == [str(n) for n in range(30)]


@pytest.mark.parametrize(
    ("line", "said"),
    [("{", "found Expecting"), ("[]", "found list"), ('{"text": 1}', "found int; expected a text")],
)
def test_a_bad_row_stops_the_shard_or_is_counted(line, said, plan, tmp_path):
    path = tmp_path / "d.jsonl"
    path.write_text('{"text": "Birds"}\n' + line)
    (shard,) = shard_of(path)
    with pytest.raises(MultiplaneError, match=rf"d\.jsonl:2: {said}"):
        Parsing(plan, str(tmp_path / "out")).begin()(shard)
    gc.collect()  # what was still open would be heard of now
    assert not (tmp_path / "out" / "d.conllu").exists()
    skipping = replace(plan, options=Options(on_error="skip"))
    receipt = Parsing(skipping, str(tmp_path / "out")).begin()(shard).receipt
    assert (receipt.sentences, receipt.unparsed) == (1, 1)
    assert receipt.problems[0].startswith("d.jsonl:2: ")


def test_a_model_that_changed_ends_the_run(plan, text, tmp_path):
    with pytest.raises(Hopeless, match="another model"):
        Parsing(replace(plan, model="0" * 64), str(tmp_path / "out")).begin()(*shard_of(text))
    with pytest.raises(Hopeless):
        Parsing(replace(plan, path=str(text)), str(tmp_path / "out")).begin()(*shard_of(text))


def test_object_stores_hold_the_same(plan, text, tmp_path):
    fsspec = pytest.importorskip("fsspec", reason="pip install fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe("/in/a.txt", text.read_bytes())
    try:
        (file,), _ = find(["memory://in"])
        local = Parsing(plan, str(tmp_path / "out")).begin()
        remote = Parsing(plan, "memory://out").begin()
        for here, there in zip(shard_of(text, 20), cut(file, 20), strict=True):
            assert remote(there).receipt == local(here).receipt
            assert remote(there).before
        assert memory.cat("/out/a.0002.conllu") == (tmp_path / "out/a.0002.conllu").read_bytes()
    finally:
        for folder in ("/in", "/out"):
            memory.rm(folder, recursive=True)

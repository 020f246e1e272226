"""Files are found in folders, by patterns and by name."""

import pytest

from multiplane.errors import MultiplaneError
from multiplane.shards.source import find


@pytest.fixture
def folder(tmp_path):
    for name in ("b/z.txt", "b/a.conllu.gz", "a.jsonl", "c.parquet", "notes.md", ".hidden.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.txt").write_text("x")
    return tmp_path


def names(*inputs, **options):
    files, others = find([str(each) for each in inputs], **options)
    return [(file.name, file.kind) for file in files], others


def test_a_folder_is_all_its_files_of_known_kinds_in_order(folder):
    found, others = names(folder)
    assert found == [
        ("a.jsonl", "jsonl"), ("b/a.conllu.gz", "conllu"), ("b/z.txt", "text"),
        ("c.parquet", "parquet"),
    ]  # fmt: skip
    assert others == 1


def test_patterns_name_files_from_the_first_folder_that_varies(folder):
    assert names(f"{folder}/*/*.txt")[0] == [("b/z.txt", "text")]
    assert names(f"{folder}/**/*.txt")[0] == [("b/z.txt", "text")]
    assert names(f"{folder}/b/*")[0] == [("a.conllu.gz", "conllu"), ("z.txt", "text")]


def test_a_file_that_is_named_is_taken_whatever_its_suffix(folder):
    assert names(folder / "notes.md")[0] == [("notes.md", "text")]
    assert names(folder / "notes.md", kind="conllu")[0] == [("notes.md", "conllu")]
    assert names(f"file://{folder}/b/z.txt")[0] == [("z.txt", "text")]


def test_what_is_in_the_output_is_taken_only_by_its_name(folder):
    output = str(folder / "b")
    assert names(folder / "b" / "z.txt", without=output)[0] == [("z.txt", "text")]
    assert names(f"{folder}/**", without=output)[0] == [
        ("a.jsonl", "jsonl"), ("c.parquet", "parquet")
    ]  # fmt: skip
    with pytest.raises(MultiplaneError, match=f"nothing to parse outside of {output}"):
        names(f"{folder}/b/*.txt", without=output)


def test_only_some_kinds(folder):
    assert names(folder, kinds=("text",))[0] == [("b/z.txt", "text")]


def test_the_output_is_no_input(folder):
    assert names(folder, without=str(folder / "b"))[0] == [
        ("a.jsonl", "jsonl"), ("c.parquet", "parquet")
    ]  # fmt: skip


def test_reports_of_an_earlier_run_are_no_input(folder):
    (folder / ".multiplane").mkdir()
    (folder / "manifest.jsonl").write_text("{}\n")
    assert "manifest.jsonl" not in dict(names(folder)[0])


@pytest.mark.parametrize(
    ("given", "said"),
    [("no/such", "No such file"), ("*.xml", "nothing to parse"), ("no://where/x", "no")],
)
def test_what_is_not_there_is_told(given, said):
    with pytest.raises(MultiplaneError, match=said):
        find([given])


def test_object_stores():
    fsspec = pytest.importorskip("fsspec", reason="pip install fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe({"/corpus/a/x.txt": b"One.", "/corpus/b.jsonl": b"{}", "/corpus/.c/d.txt": b""})
    memory.pipe({"/corpus/o/x.conllu": b"", "/corpus/o/manifest.jsonl": b"{}"})
    memory.pipe({"/corpus/o/.multiplane/x.conllu.json": b"{}", "/one/notes.md": b""})
    try:
        found, _ = find(["memory://corpus"])
        assert [f.name for f in found] == ["a/x.txt", "b.jsonl", "o/x.conllu"]
        found, _ = find(["memory://corpus"], without="memory://corpus/o/")
        assert [(f.name, f.path, f.size) for f in found] == [
            ("a/x.txt", "memory:///corpus/a/x.txt", 4), ("b.jsonl", "memory:///corpus/b.jsonl", 2)
        ]  # fmt: skip
        assert [f.name for f in find(["memory://corpus/*/*.txt"])[0]] == ["a/x.txt"]
        with pytest.raises(MultiplaneError, match="memory://corpus/none: No such file"):
            find(["memory://corpus/none"])
        with pytest.raises(MultiplaneError, match="memory://one: found nothing to parse"):
            find(["memory://one"])
    finally:
        memory.rm("/one", recursive=True)
        memory.rm("/corpus", recursive=True)

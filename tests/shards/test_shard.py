"""Large files are cut where something ends; nothing is lost or said twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.conllu import reads
from multiplane.shards.shard import Unreadable, cut, digest, reading
from multiplane.shards.source import File
from support import toy


def parts(path, kind, size):
    shards = cut(File(path.name, str(path), kind, path.stat().st_size), size)
    found = []
    for shard in shards:
        with reading(shard) as data:
            found.append(data.read())
    return shards, found


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("size", [1, 100, 1000, 10**9])
def test_a_treebank_is_cut_between_sentences(tmp_path, end, size):
    path = tmp_path / "a.conllu"
    text = toy.treebank(40).replace("\n", end)
    path.write_bytes(text.encode())
    shards, found = parts(path, "conllu", size)
    assert b"".join(found) == text.encode()
    assert [s.text for data in found for s in reads(data.decode())] == [s.text for s in reads(text)]
    assert all(shard.size < size + 1000 for shard in shards)
    assert [(s.part, s.parts) for s in shards] == [(n + 1, len(shards)) for n in range(len(shards))]
    assert (len(shards) == 1) == (size == 10**9)


@given(st.text("ab \n\r", max_size=300), st.integers(1, 60), st.sampled_from(["text", "jsonl"]))
def test_all_of_a_text_is_in_one_shard(tmp_path_factory, text, size, kind):
    path = tmp_path_factory.mktemp("text") / "a.txt"
    path.write_bytes(text.encode())
    shards, found = parts(path, kind, size)
    assert b"".join(found) == text.encode()
    for data in found[:-1]:
        assert data.endswith((b"\n\n", b"\n\r\n") if kind == "text" else b"\n")
    for data in found[1:]:
        assert data
        if kind == "text":
            assert not data.startswith((b"\n", b"\r\n"))
    if kind == "jsonl":
        most = max(map(len, text.encode().split(b"\n")), default=0)
        assert all(shard.size <= size + most + 1 for shard in shards)


def test_an_end_far_from_where_it_is_wanted_is_found(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"a" * 200_000 + b"\n\n" + b"b" * 200_000 + b"\n" * 70_000 + b"c")
    _, found = parts(path, "text", 10)
    assert [len(data) for data in found] == [200_002, 270_000, 1]


def test_compressed_files_stay_whole(tmp_path):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(b"One.\n\nTwo.\n\n" * 100)
    assert len(parts(path, "text", 10)[0]) == 1


def test_the_digest_is_of_the_content_alone(tmp_path):
    one, other = tmp_path / "a.txt", tmp_path / "b.txt"
    one.write_bytes(b"One.\n\nTwo.\n\nThree.")
    other.write_bytes(b"Two.\n\nTwo.\n\nThree.")
    digests = []
    for path in (one, other):
        for shard in parts(path, "text", 5)[0]:
            with reading(shard) as data:
                digests.append(digest(shard, data))
                assert data.read()  # from its beginning
    assert digests[1:3] == digests[4:]
    assert digests[0] != digests[3] == digests[4]


def test_parquet_is_cut_by_groups_of_rows(tmp_path):
    arrow = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    table = arrow.table({"id": range(100), "text": [f"Text {n}." for n in range(100)]})
    parquet.write_table(table, path, row_group_size=10)
    file = File("a.parquet", str(path), "parquet", path.stat().st_size)
    shards = cut(file, 1)
    assert [(s.begin, s.end) for s in shards] == [(n, n + 1) for n in range(10)]
    assert len(cut(file, 10**9)) == 1
    digests = set()
    for shard in shards:
        with reading(shard) as data:
            digests.add(digest(shard, data))
    assert len(digests) == 10
    parquet.write_table(table, path, row_group_size=5)
    with reading(shards[-1]) as data, pytest.raises(Unreadable, match="has changed since"):
        digest(shards[-1], data)

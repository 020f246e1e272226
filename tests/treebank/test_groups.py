"""Trees and arcs counted in groups."""

import io
from collections import Counter

import pytest

from multiplane.conllu import read
from multiplane.treebank import groups as module
from multiplane.treebank.census import census, total
from multiplane.treebank.groups import ByComment, ByGenre, Groups, by_length
from multiplane.treebank.relations import Relations
from support import naive
from support.paths import NOT_TREES, STRUCTURES

WORD = "1\tx\tx\tX\t_\t_\t0\troot\t_\t_\n\n"


def test_groups_are_all_trees_and_nothing_else():
    for naming in (by_length, ByGenre(), ByComment("note")):
        groups = Groups(naming)
        rows = census(STRUCTURES, NOT_TREES, watch=[groups.take])
        both = total(groups.rows)
        for key in ("trees", "words", "crossings", "planes", "gap_degrees", "transitions"):
            assert getattr(both, key) == getattr(total(rows), key)
        assert both.left_out_count == 0


def test_lengths_are_in_order():
    groups = Groups(by_length)
    text = "".join(
        "".join(f"{d}\tx\tx\tX\t_\t_\t{d - 1}\tx\t_\t_\n" for d in range(1, words + 1)) + "\n"
        for words in (60, 10, 11, 1, 51, 50)
    )
    census(io.StringIO(text), watch=[groups.take])
    assert {row.name: row.trees for row in groups.rows} == {
        "1–10 words": 2,
        "11–20 words": 1,
        "41–50 words": 1,
        "51 words or more": 2,
    }
    assert groups.rows[0].name == "1–10 words"


@pytest.mark.parametrize(
    ("comments", "name"),
    [
        ("# genre = news\n# sent_id = a-1\n", "news"),
        ("# newdoc id = x\n#genre=news \r\n", "news"),
        ("# newdoc\n# meta::genre = essay\n# sent_id = GUM_essay-1\n", "essay"),
        ("# sent_id = weblog-blogspot.com-1\n", "weblog"),
        ("# sent_id = CF1-3\n", "CF"),
        ("# sent_id = 00013\n", "(none)"),
        ("# text = genre = x\n", "(none)"),
        ("", "(none)"),
    ],
)
def test_genres_as_treebanks_give_them(comments, name):
    assert counts_of_genre(comments + WORD) == {name: 1}


def counts_of_genre(text):
    groups = Groups(ByGenre())
    census(io.StringIO(text), watch=[groups.take])
    return {row.name: row.trees for row in groups.rows}


def test_what_a_document_says_holds_for_all_of_it():
    said = "# newdoc id = a\n# meta::genre = essay\n"
    text = said + WORD + "# sent_id = 2\n" + WORD + "# newdoc id = b\n# sent_id = q-1\n" + WORD
    assert counts_of_genre(text) == {"essay": 2, "q": 1}


def test_a_document_ends_with_its_file(tmp_path):
    for name, text in (("a", f"# newdoc\n# genre = essay\n{WORD}"), ("b", WORD)):
        (tmp_path / f"{name}.conllu").write_text(text)
    groups = Groups(ByComment("genre"))
    census(tmp_path, watch=[groups.take])
    assert {row.name: row.trees for row in groups.rows} == {"essay": 1, "(none)": 1}


def test_there_are_not_too_many_groups(monkeypatch):
    monkeypatch.setattr(module, "MOST", 3)
    groups = Groups(ByComment("id"))
    text = "".join(f"# id = {k}\n{WORD}" for k in (1, 2, 3, 3, 4, 5, 3))
    census(io.StringIO(text), watch=[groups.take])
    assert [(row.name, row.trees) for row in groups.rows] == [
        ("3", 3),
        ("1", 1),
        ("2", 1),
        ("(others)", 2),
    ]


def relations_by_definition(sentences):
    rows = {}
    for sentence in sentences:
        heads = (0, *sentence.heads)
        crossed = {arc for pair in naive.crossing_pairs(sentence.graph) for arc in pair}
        for d, (h, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
            if h:
                row = rows.setdefault(label, Counter())
                row["arcs"] += 1
                row["left"] += h > d
                row["length"] += abs(h - d)
                row["crossed"] += (h, d) in crossed
                row["non_projective"] += naive.is_non_projective(heads, d)
                degree = naive.edge_degree(heads, d)
                row["max_edge_degree"] = max(row["max_edge_degree"], degree)
    return rows


def check_relations(source, sentences):
    relations = Relations()
    census(source, watch=[relations.take])
    expected = relations_by_definition(sentences)
    assert {row.name for row in relations.rows} == set(expected)
    for row in relations.rows:
        assert {key: getattr(row, key) for key in expected[row.name]} == expected[row.name]
    order = [row.non_projective for row in relations.rows]
    assert order == sorted(order, reverse=True)


def test_relations_by_the_definitions():
    check_relations(STRUCTURES, list(read(STRUCTURES)))


def test_relations_of_a_treebank_by_the_definitions(treebanks):
    short = [s for s in read(treebanks / "Turkish-IMST" / "dev.conllu") if s.words <= 25][:300]
    check_relations(io.StringIO("".join(s.text for s in short)), short)

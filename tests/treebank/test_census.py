"""The census of a treebank."""

import gc
import io
import random
import sys
import tracemalloc
from collections import Counter

import pytest

from multiplane.conllu import read
from multiplane.errors import FormatError, UnknownName
from multiplane.graph import Graph
from multiplane.training.corpus import read_corpus
from multiplane.treebank import census as module
from multiplane.treebank.census import Census, census, total
from multiplane.treebank.multiplanarity import multiplanarity
from support import naive
from support.paths import NOT_TREES, STRUCTURES


def test_the_sample():
    (row,) = census(STRUCTURES)
    known = row.as_dict()
    expected = {
        "trees": 6,
        "words": 39,
        "non_projective": 4,
        "not_planar": 3,
        "not_2_planar": 1,
        "not_3_planar": 0,
        "not_4_planar": 0,
        "ill_nested": 1,
        "non_projective_arcs": 7,
        "max_gap_degree": 1,
        "max_planes": 3,
        "several_roots": 1,
    }
    assert {key: known[key] for key in expected} == expected
    assert known["left"] + known["right"] == pytest.approx(100)
    assert (row.malformed, row.not_trees, row.undecided) == (0, 0, 0)


def by_definition(sentences):
    """The same row by the slow twins."""
    row = Counter()
    transitions = Counter()
    for sentence in sentences:
        heads = (0, *sentence.heads)
        graph = Graph.from_heads(sentence.heads)
        words = range(1, len(heads))
        non_projective = sum(naive.is_non_projective(heads, d) for d in words if heads[d])
        planes = naive.fewest_planes(graph) if naive.crossing_pairs(graph) else 1
        row["trees"] += 1
        row["words"] += len(words)
        row["non_projective"] += non_projective > 0
        row["non_projective_arcs"] += non_projective
        row["ill_nested"] += naive.is_ill_nested(heads)
        row["max_gap_degree"] = max(row["max_gap_degree"], naive.gap_degree(heads))
        row["max_planes"] = max(row["max_planes"], planes)
        for k in range(1, 5):
            row["not_planar" if k == 1 else f"not_{k}_planar"] += planes > k
        transitions.update(d for d in naive.attardi_transitions(heads).values() if d > 1)
    return {**row, "attardi_degree": {str(d): transitions[d] for d in sorted(transitions)}}


@pytest.mark.parametrize("name", ["UTB2-Swedish/dev.conll", "Turkish-IMST/dev.conllu"])
def test_two_treebanks_by_the_definitions(treebanks, name):
    short = [sentence for sentence in read(treebanks / name) if sentence.words <= 20]
    (row,) = census(io.StringIO("".join(sentence.text for sentence in short)))
    found = row.as_dict()
    expected = by_definition(short)
    assert len(short) > 200
    assert {key: found[key] for key in expected} == expected


def test_danish_is_as_in_the_papers(treebanks):
    """Table 1 of 2010 and 2013."""
    found = total(census(*sorted((treebanks / "conllx-danish").glob("*.conll")))).as_dict()
    assert found["trees"] == 5512
    assert found["non_projective"] == 853
    assert [found[f"not_{k}planar"] for k in ("", "2_", "3_", "4_")] == [827, 1, 1, 0]
    assert found["ill_nested"] == 6


def test_danish_degrees_are_close_to_the_table_of_2011(treebanks):
    """876, 136 and 53 there, by a parser that found none above 4, for the same sentences."""
    (row,) = census(treebanks / "conllx-danish" / "train.conll")
    degrees = row.as_dict()["attardi_degree"]
    assert (degrees["2"], degrees["3"], degrees["4"]) == (877, 139, 45)


def test_the_dutch_sentence_that_is_no_tree(treebanks):
    path = treebanks / "Dutch-LassySmall" / "train.conllu"
    (row,) = census(path)
    assert (row.trees, row.not_trees, row.malformed) == (6640, 1, 0)
    assert "55846: found HEAD 14, the word itself" in str(row.left_out[0])
    with pytest.raises(FormatError, match="55846"):
        census(path, on_error="stop")


def test_what_is_no_tree_is_counted_and_named():
    (row,) = census(NOT_TREES)
    assert (row.trees, row.words, row.not_trees, row.malformed) == (1, 3, 3, 0)
    assert [error.line for error in row.left_out] == [11, 18, 23]
    assert "cycle 1 → 2 → 3 → 1" in str(row.left_out[0])
    assert "no head for word 1" in str(row.left_out[2])


def test_what_is_malformed_stops_unless_told_otherwise():
    text = STRUCTURES.read_text() + "1\ttoo few columns\n\n" + NOT_TREES.read_text()
    with pytest.raises(FormatError, match="found 2 columns"):
        census(io.StringIO(text))
    with pytest.raises(FormatError, match="found 2 columns"):
        census(io.StringIO(text), on_error="stop")
    (row,) = census(io.StringIO(text), on_error="skip")
    assert (row.trees, row.malformed, row.not_trees) == (7, 1, 3)
    with pytest.raises(UnknownName, match="stop, skip"):
        census(NOT_TREES, on_error="ignore")


def test_many_left_out_are_counted_and_some_named(monkeypatch):
    monkeypatch.setattr(module, "MOST_LISTED", 4)
    both = total(census(*[NOT_TREES] * 5))
    assert both.not_trees == 15
    assert len(both.left_out) == 4


def test_rows_add_up():
    one, other = census(STRUCTURES, NOT_TREES)
    both = total([one, other])
    assert both.name == "total"
    assert both.trees == one.trees + other.trees == 7
    assert both.planes == one.planes + other.planes
    assert total([]) == Census("total")


def test_an_empty_treebank():
    (row,) = census(io.BytesIO(b""))
    assert row.as_dict()["trees"] == row.as_dict()["left"] == 0


def test_a_tree_beyond_the_budget_is_counted_as_undecided(monkeypatch):
    from multiplane.treebank import survey

    monkeypatch.setattr(survey, "multiplanarity", lambda graph: multiplanarity(graph, budget=0))
    source = random.Random(1)
    rows = [census(io.StringIO(conllu(random_tree(source, 30))))[0] for _ in range(20)]
    undecided = [row for row in rows if row.undecided]
    assert 0 < len(undecided) < len(rows)
    for row in undecided:
        (bounds,) = row.as_dict()["planes"]
        lower, upper = map(int, bounds.split("-"))
        assert lower < upper == row.max_planes
        assert row.not_k_planar(lower - 1) == 1
        assert row.not_k_planar(lower) == 0


def random_tree(source, words):
    order = list(range(1, words + 1))
    source.shuffle(order)
    heads = {order[0]: 0} | {order[k]: order[source.randrange(k)] for k in range(1, words)}
    return [heads[d] for d in range(1, words + 1)]


def conllu(heads):
    lines = (f"{d}\tx\tx\tX\t_\t_\t{h}\tdep\t_\t_\n" for d, h in enumerate(heads, 1))
    return "".join(lines) + "\n"


def test_memory_does_not_grow_with_the_file():
    class Endless(io.RawIOBase):
        """So many copies of the sample, made as they are asked for."""

        def __init__(self, copies):
            self.left, self.text = copies, STRUCTURES.read_bytes()
            self.rest = b""

        def readable(self):
            return True

        def readinto(self, buffer):
            while len(self.rest) < len(buffer) and self.left:
                self.rest += self.text * min(100, self.left)
                self.left -= min(100, self.left)
            size = min(len(buffer), len(self.rest))
            buffer[:size], self.rest = self.rest[:size], self.rest[size:]
            return size

    peaks = []
    for copies in (1000, 10_000):
        tracemalloc.start()
        (row,) = census(Endless(copies))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert row.trees == 6 * copies
    assert peaks[1] < 1.5 * peaks[0]


@pytest.mark.parametrize("use", [census, lambda source: read_corpus([source])])
def test_a_damaged_treebank_is_let_go_at_once(use, monkeypatch):
    """Else a traceback that nobody can catch comes when Python tidies up."""
    said = []
    monkeypatch.setattr(sys, "unraisablehook", said.append)
    for _ in range(20):
        with pytest.raises(FormatError):
            use(io.BytesIO(b"1\tno columns\n"))
    gc.collect()
    assert not said

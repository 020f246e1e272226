import doctest
import io
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.conllu import read, reads
from multiplane.drawing import draw, picture
from multiplane.drawing.layout import Link, Word, lay_out
from multiplane.drawing.svg import METRICS as PIXELS
from multiplane.drawing.text import METRICS as CELLS
from multiplane.drawing.text import as_text, cells
from support import naive
from support.paths import NOT_TREES, STRUCTURES
from support.strategies import graphs

CROSS_SERIAL = """\
                       ┏━━━━━━━━━━━━━━━━━━━━━nsubj━━━━━━━━━━━━━━━━━━━━━━┓
                       ┃              ┏━━━━━━━━━━━━━━obj━━━━━━━━━━━━━━┓ ┃
                ╔══════┼═════════nsubj┼══════════════════╗            ┃ ┃
   ╭────────────┼─mark─┼──────────────┼─────╮            ║            ┃ ┃
   │      ╭─────┼──────┼nsubj─────────┼───╮ │            ║            ┃ ┃
   │      │     ║      ┃     ╭─det──╮ ┃   │ │ ╭─xcomp──╮ ║ ╭─xcomp──╮ ┃ ┃
   ▼      ▼     ▼      ▼     ▼      │ ▼   │ │ │        ▼ ║ │        ▼ ┃ ┃
  dat    ik    Jan   Marie  de     kat    zag         leren        voeren
 SCONJ  PRON  PROPN  PROPN  DET    NOUN   VERB         VERB         VERB
   1     2      3      4     5      6    7 root         8            9
"""


def sentences():
    return list(read(STRUCTURES))


def test_a_terminal_obeys_no_word():
    line = "1\ta\x1b[31mb\x07\t_\t_\t_\t_\t0\troot\x9b\t_\t_\n\n"
    (sentence,) = reads(line)
    drawn = draw(sentence).text()
    assert "a␛[31mb␇" in drawn
    assert not {"\x1b", "\x07", "\x9b"} & {*drawn}


def test_the_picture_in_the_terminal():
    assert draw(sentences()[3]).text() == CROSS_SERIAL
    assert str(draw(sentences()[3])) == CROSS_SERIAL


def of(graph):
    """Words and links of a graph, without a sentence."""
    words = tuple(Word(d, f"w{d}", "X", None) for d in naive.words(graph))
    crossed = {arc for pair in naive.crossing_pairs(graph) for arc in pair}
    links = tuple(
        Link(h, d, f"{h}>{d}", 1 + (h + d) % 4, (h, d) in crossed) for h, d in naive.arcs(graph)
    )
    return words, links


@given(graphs(max_words=12), st.sampled_from([None, 30, 60]), st.sampled_from([CELLS, PIXELS]))
def test_lines_meet_exactly_where_arcs_cross(graph, width, metrics):
    words, links = of(graph)
    if width and metrics is PIXELS:
        width *= 8
    rows = lay_out(words, links, metrics, width)
    assert [slot.word for row in rows for slot in row.slots] == list(words)
    marks = sum(len(row.crossed_at(r)) for row in rows for r in row.runs)
    assert marks == len(naive.crossing_pairs(graph))


@given(graphs(max_words=12), st.sampled_from([None, 30, 60]))
def test_nothing_overlaps(graph, width):
    words, links = of(graph)
    for row in lay_out(words, links, CELLS, width):
        for one, other in zip(row.slots, row.slots[1:], strict=False):
            assert one.left + one.width + CELLS.gap <= other.left
        for k, one in enumerate(row.runs):
            for other in row.runs[:k]:
                if one.level == other.level:
                    assert one.end <= other.begin or other.end <= one.begin
        ends = [run.begin for run in row.runs if not run.from_before]
        ends += [run.end for run in row.runs if not run.goes_on]
        assert len(set(ends)) == len(ends)
        if width and len(row.slots) > 1:
            assert row.width <= width


@given(graphs(max_words=12), st.sampled_from([None, 30, 60]))
def test_every_label_can_be_read(graph, width):
    words, links = of(graph)
    text = as_text(words, links, width, colour=False)
    for link in links:
        assert link.label in text
    assert text.count("▼") == len(links)
    if not width and len(naive.crossing_pairs(graph)) == 1:
        assert text.count("┼") == 1


@pytest.mark.parametrize("width", [None, 400, 1000])
def test_the_svg_is_whole(width):
    for sentence in sentences():
        image = ET.fromstring(draw(sentence).svg(width))
        texts = [node.text for node in image.iter("{http://www.w3.org/2000/svg}text")]
        assert set(sentence.forms) <= set(texts)
        labels = {r for r, h in zip(sentence.deprels, sentence.heads, strict=True) if h}
        assert labels <= set(texts)
        circles = list(image.iter("{http://www.w3.org/2000/svg}circle"))
        crossings = len(naive.crossing_pairs(sentence.graph))
        assert len(circles) == crossings + (crossings > 0)  # one explains the others
        assert image.get("viewBox") == f"0 0 {image.get('width')} {image.get('height')}"


def test_odd_characters():
    text = "1\t<&>\"'\t_\tX\t_\t_\t2\t<x>\t_\t_\n2\t漢字\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    (sentence,) = reads(text)
    image = ET.fromstring(draw(sentence).svg())
    assert "<&>\"'" in [node.text for node in image.iter("{http://www.w3.org/2000/svg}text")]
    lines = draw(sentence).text().splitlines()
    assert "漢字" in lines[2]
    assert cells("漢字") == 4
    assert cells("e\u0301") == 1
    (sentence,) = reads("1\te\u0301a\t_\tX\t_\t_\t_\t_\t_\t_\n\n")
    assert "e\u0301a" in draw(sentence).text()


def test_colours_are_by_plane():
    text = draw(sentences()[4]).text(colour=True)
    assert "\x1b[0;31m┏━" in text
    assert "\x1b[0;34m╭─" in text
    plain = re.sub("\x1b\\[[0-9;]*m", "", text)
    without = draw(sentences()[4]).text()
    assert [line.rstrip() for line in plain.splitlines()] == without.splitlines()


def test_graphs_that_are_no_trees_are_drawn_too():
    for sentence in read(NOT_TREES, on_error="skip"):
        if not sentence.error:
            assert sentence.forms[0] in draw(sentence).text()


def test_a_long_sentence_takes_several_rows():
    text = draw(sentences()[2]).text(50)
    assert max(len(line) for line in text.splitlines()) <= 50
    assert text.count("\n\n") == 1
    assert "━10" in text


def test_the_example():
    assert doctest.testmod(picture).failed == 0


def test_a_notebook_gets_the_svg():
    assert draw(next(reads(io.StringIO(STRUCTURES.read_text()).read())))._repr_svg_()[:4] == "<svg"


def test_marks_stand_out():
    sentence = sentences()[3]
    drawn = draw(sentence, marks={6: "S", 2: "▲"}, arcs={6})
    lines = drawn.text().splitlines()
    assert "\n".join(lines[:-1]) + "\n" == CROSS_SERIAL
    assert lines[-1].split() == ["▲", "S"]
    assert lines[-1].index("S") in range(lines[-4].index("kat"), lines[-4].index("kat") + 3)
    assert "\x1b[0;7m" in drawn.text(colour=True)
    assert "\x1b[0;1;31m" in drawn.text(colour=True)
    svg = drawn.svg()
    assert svg.count('class="marked"') == 1
    assert svg.count('class="marker"') == 2
    assert ">S</text>" in svg
    ET.fromstring(svg)
    assert "marker" not in draw(sentence).svg()


def test_words_that_are_left_out_are_not_drawn():
    drawn = draw(sentences()[0], heads={2: 3, 3: 4, 4: 0})
    assert [word.number for word in drawn.words] == [2, 3, 4]
    assert [(link.head, link.dependent) for link in drawn.links] == [(3, 2), (4, 3)]


def test_latex_counts_the_words_that_are_drawn():
    text = draw(sentences()[0], heads={2: 3, 3: 4, 4: 0}).latex()
    assert r"old \& boat \& leaks \\" in text
    assert r"]{2}{1}{amod}" in text
    assert r"\deproot[edge height=6.8ex]{3}{root}" in text
    odd = draw(next(reads("1\t50%_&\t_\t_\t_\t_\t0\ta_b\t_\t_\n\n"))).latex()
    assert r"50\%\_\symbol{38} \\" in odd  # \& would begin another word

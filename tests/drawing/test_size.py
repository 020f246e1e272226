"""Large pictures: how many steps and how much memory they take, and what is refused."""

import re
import sys
import tracemalloc
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from multiplane.conllu import reads
from multiplane.drawing import draw, size
from multiplane.drawing.size import TooLarge
from multiplane.treebank import multiplanarity


def sentence(heads):
    rows = (f"{d}\tw{d}\t_\tX\t_\t_\t{head}\tdep\t_\t_\n" for d, head in enumerate(heads, 1))
    return next(reads("".join(rows) + "\n"))


def near(n):
    """A sentence whose arcs are short, as those of a text are: heads are a few words away."""
    return sentence(d - 1 - d % 3 if d > 3 else 0 for d in range(1, n + 1))


def crossing(n):
    """A sentence whose arcs all cross each other."""
    return sentence([0] * (n // 2) + [*range(1, n - n // 2 + 1)])


def star(n):
    return sentence(min(d - 1, 1) for d in range(1, n + 1))


@pytest.mark.parametrize("form", ["text", "svg", "one row", "latex"])
def test_a_long_sentence_takes_steps_in_proportion_to_its_length(form):
    def steps(n):
        drawn = draw(near(n))
        work = {"text": drawn.text, "svg": drawn.svg, "latex": drawn.latex}
        return calls(work.get(form, lambda: drawn.svg(None)))

    assert steps(1600) < 2.5 * steps(800)


@pytest.mark.parametrize("made", [near, crossing])
def test_what_print_shows_of_it_does_too_and_to_find_its_planes(monkeypatch, made):
    monkeypatch.setattr(multiplanarity, "MOST_CROSSINGS", 20_000)  # of which it has more

    def steps(n):
        given = made(n)
        assert len(given.graph.arcs) >= n // 2
        return calls(lambda: str(draw(given)))

    counts = [steps(n) for n in (1000, 2000, 4000)]
    assert all(more < 2.3 * fewer for fewer, more in pairwise(counts))


def calls(work):
    """How many lines are run."""
    count = 0

    def see(frame, event, arg):
        nonlocal count
        count += event == "line"
        return see

    before = sys.gettrace()
    sys.settrace(see)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_what_is_shown_of_a_very_long_sentence_is_its_beginning():
    drawn = draw(near(100_000))
    text = str(drawn)
    assert "w500" in text
    assert "w501" not in text
    assert "… and 99,500 more words" in text
    assert "… and 99,500 more words" in drawn._repr_svg_()
    assert "w501" in draw(near(501)).text()
    assert "… and 1 more word\n" in re.sub(" +\n", "\n", str(draw(near(501))))
    assert str(draw(near(500))) == draw(near(500)).text()


@pytest.mark.parametrize("width", [None, 100])
def test_what_nobody_could_see_is_refused(width):
    drawn = draw(star(20_000))
    with pytest.raises(TooLarge, match=r"<text>:1: found 20,000 words .* in Python, draw.*heads="):
        drawn.text(width)
    assert "… and 19,500 more words" in str(drawn)


def test_what_can_be_drawn_in_another_way_says_so(monkeypatch):
    drawn = draw(star(400))
    monkeypatch.setattr(size, "MOST_PAIRS", 400 * 400 // 2)
    for form in (drawn.text, drawn.svg):
        with pytest.raises(TooLarge, match=r"400 words .* in one row: multiplane draw --width 0"):
            form()
        assert form(width=None)
    monkeypatch.setattr(size, "MOST_PAIRS", 400 * 400 // 3)
    for width in (1000, None):
        with pytest.raises(TooLarge, match="some of its words"):
            drawn.svg(width)
    with pytest.raises(TooLarge, match="some of its words"):
        drawn.latex()


def test_a_text_of_too_many_cells_is_refused_and_may_be_an_svg():
    drawn = draw(star(4000))
    for width in (100, None):
        with pytest.raises(TooLarge, match=r"4,000 words .* in one row as SVG: .* --style svg"):
            drawn.text(width)


def test_a_text_takes_little_more_memory_than_it_has_characters():
    drawn = draw(star(250))
    tracemalloc.start()
    try:
        text = drawn.text(None)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10 * len(text) + (1 << 20)


def test_of_several_sentences_one_that_is_too_large_is_shown_by_a_reason(monkeypatch):
    drawn = draw(star(100))
    monkeypatch.setattr(size, "MOST_PAIRS", 1000)
    assert "<text>:1: found 100 words with too many arcs" in str(drawn)
    image = ET.fromstring(drawn._repr_svg_())
    assert "found 100 words with too many arcs" in "".join(image.itertext())

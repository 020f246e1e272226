"""Systems written as text: what is written reads back equal, and nothing is ever run."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from multiplane.calculus import (
    LA,
    RA,
    RE,
    SH,
    UN,
    System,
    arc,
    drop,
    empty,
    has_head,
    i,
    linked,
    m,
    move,
    single,
    β,
    σ,
)
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.systems import systems
from multiplane.systems.reader import MOST_TEXT, read_system
from multiplane.systems.root import rooted
from multiplane.systems.terms import NotationError
from multiplane.systems.writer import write_system
from support.paths import ROOT
from support.strategies import systems as random_systems

MORE = ("attardi-9", "9-planar", "4-planar[single-head,directed-acyclic]+lba+rba+lnba+rnba")


@pytest.mark.parametrize("name", [*systems, *MORE])
def test_round_trip_of_the_catalogue(name):
    system = systems[name]
    assert read_system(write_system(system)) == system
    assert read_system(write_system(system)).source == system.source


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("name", systems)
def test_round_trip_with_a_root(name, place):
    system = rooted(systems[name], place)
    assert read_system(write_system(system)) == system


@given(random_systems())
@settings(max_examples=60)
def test_round_trip_of_any_system(system):
    assert read_system(write_system(system)) == system


def test_round_trip_of_final_conditions():
    system = System("ends", SHIFT=SH, LEFT_ARC=LA >> RE, final=empty(β) & single(σ))
    assert "final = empty(β) & single(σ)" in write_system(system)
    assert read_system(write_system(system)) == system


def test_lines_as_users_write_them():
    text = """
# a comment
name = "mine"
start = {σ: [], β: [ROOT, *WORDS]}
free = ~has_head(i) & ~linked(i, j)
SHIFT  = SH
REDUCE = RE | has_head(i)
LEFT   = LA >> RE | free
FAR    = arc(σ[0], σ[1]) >> drop(σ[1])
EASY   = (SH**m >> LA
          >> RE >> UN**(m-1))   # over two lines
"""
    system = read_system(text)
    assert system == System(
        "mine",
        start={σ: [], β: [0, "words"]},
        SHIFT=SH,
        REDUCE=RE | has_head(i),
        LEFT=LA >> RE | ~has_head(i) & ~linked(i, β[0]),
        FAR=arc(σ[0], σ[1]) >> drop(σ[1]),
        EASY=SH**m >> LA >> RE >> UN ** (m - 1),
    )


def test_python_definitions_can_be_pasted():
    text = (ROOT / "examples" / "your_own_system.py").read_text("utf-8")
    eager = System(
        "first-try",
        SHIFT=SH,
        REDUCE=RE | has_head(i),
        LEFT_ARC=LA >> RE | ~has_head(i),
        RIGHT_ARC=RA | ~has_head(β[0]),
    )
    assert read_system(text, "FIRST_TRY") == eager
    apart = ~linked(i, β[0])
    assert read_system(text) == eager.restricted("lazy", LEFT_ARC=apart, RIGHT_ARC=apart)


@pytest.mark.parametrize("file", ["projective", "dag", "swap", "covington"])
def test_the_catalogue_itself_can_be_pasted(file):
    text = (ROOT / "src" / "multiplane" / "systems" / f"{file}.py").read_text("utf-8")
    last = read_system(text)
    assert last == systems[last.name]


def test_but_changes_and_leaves_out():
    text = 'A = System("a", SHIFT=SH, REDUCE=RE)\nB = A.but("b", REDUCE=None, UNSHIFT=UN)\n'
    assert read_system(text) == System("b", SHIFT=SH, UNSHIFT=UN)


def test_keyboards_without_greek():
    plain = "SHIFT = move(beta, sigma)\nSWAP = move(sigma[1], beta)"
    assert read_system(plain) == System("mine", SHIFT=SH, SWAP=move(σ[1], β))


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "no transitions"),
        ("SHIFT = SH\nLEFT-ARC = LA", 2, 1, "expected LEFT_ARC"),
        ("SHIFT = SH\nσσ = LA >> (σ[0] | has_head(i))", 2, 13, "found a place | a condition"),
        ("A = arc(σ[0], σ)", 1, 15, "found a store; expected a place"),
        ("A = LA >> RE | not has_head(i)", 1, 16, "invalid syntax"),
        ("A = LA >> (RE | (not has_head(i)))", 1, 18, "write ~ for not"),
        ("A = RE | (has_head(i) or has_head(j))", 1, 11, "there is no or"),
        ("A = LA > RE", 1, 5, "write >>"),
        ("A = SHIFT", 1, 5, "unknown name SHIFT"),
        ("A = has_head", 1, 5, "has_head takes a place"),
        ("A = RE | has_head(i, j)", 1, 10, "has_head takes a place"),
        ("A = open('/etc/passwd')", 1, 5, "unknown name open"),
        ("A = SH.steps", 1, 5, "a dot means nothing"),
        ("A = [SH for x in y]", 1, 5, "not part of the notation"),
        ("A = SH**99", 1, 9, "up to 20"),
        ("A = ((SH**20)**20)**20", 1, 6, "400 steps"),
        ("A = SH**(m + 15 + 15)", 1, 10, "up to 20"),
        ("A = σ[15] >> SH", 1, 5, "found a place >> a transition"),
        ("A = drop(σ[15])", 1, 5, "more than 12 words"),
        ("A = LA >> (RE | ~has_head(i))", 1, 5, "undefined everywhere"),
        ("A = SH\nB = move(λ1, λ2)", 2, 5, "which is not in start"),
        ("A = SH\nstart = {σ: WORDS, β: WORDS}", 2, 9, "WORDS once"),
        ("A = SH\nstart = {σ: [5], β: WORDS}", 2, 14, "ROOT, with WORDS"),
        ("A = SH\nA = RE", 2, 1, "defined twice"),
        ("m = SH", 1, 1, "its own meaning"),
        ("prefer = B\nA = SH", 2, 5, "no such transition"),
        ("import os", 1, 1, "expected a line"),
        ("A = SH\nfor x in y: pass", 2, 1, "expected a line"),
        ("A = SH if True else RE", 1, 5, "not part of the notation"),
        ("A = True", 1, 5, "a guard is a condition"),
        ("A = SH + RE", 1, 5, "expected an index + a number"),
        ("A = SH * 3", 1, 5, "this operator"),
        ("A = " + "(" * 500, 1, None, "nested"),
        ("A = " + "~" * 9000 + "i", 1, 1, "nested"),
        ("A = SH\0", 1, 1, ""),
        ("A = SH" + " " * MOST_TEXT, 1, 1, "characters"),
        ('A = X.but("b", A=SH)', 1, 5, "no system X above"),
    ],
)
def test_errors_say_where_and_what(text, line, column, says):
    with pytest.raises(NotationError, match="line") as caught:
        read_system(text)
    error = caught.value
    assert error.line == line
    assert column in (None, error.column), error
    assert says in error.problem, error


WORDS = [
    "SH", "LA", "RE", "UN", ">>", "|", "&", "~", "**", "(", ")", "[", "]", "{", "}", ",", ":", "=",
    "σ", "β", "σ2", "i", "j", "m", "1", "20", "0", "arc", "drop", "has_head", "linked", "stack",
    "start", "final", "prefer", "name", "\n", '"x"', "System", "A", "B_C", "WORDS", "ROOT", "*",
    ".but", ".restricted", "lambda", "import", "not", "-", "+", "None", "True", "'", "\\", "\r",
]  # fmt: skip


@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)))
@settings(max_examples=300)
@example("A = System('x')")
@example("A = System('x', **y)")
@example("start = {**σ}\nA = SH")
def test_any_text_is_a_system_or_a_clear_error(text):
    try:
        found = read_system(text)
    except NotationError as error:
        found = error
    if isinstance(found, NotationError):
        assert 1 <= found.line <= text.count("\n") + 1
        assert found.column >= 1
    else:
        assert read_system(write_system(found)) == found


def test_nothing_is_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for call in ("__import__('os').mkdir('made')", "exec('import os')", "open('made', 'w')"):
        for text in (f"A = {call}", f"A = SH | {call}", f"start = {{σ: {call}}}\nA = SH", call):
            with pytest.raises(NotationError):
                read_system(text)
    assert list(tmp_path.iterdir()) == []


def test_a_text_file_is_a_system_wherever_a_name_is(tmp_path):
    file = tmp_path / "lazy.txt"
    file.write_text("SHIFT = SH\nLEFT_ARC = LA >> RE\n", "utf-8")
    assert systems[str(file)] == System("lazy", SHIFT=SH, LEFT_ARC=LA >> RE)
    file.write_text('A = System("a", SHIFT=SH)\nB = System("b", SHIFT=SH)\n', "utf-8")
    assert systems[f"{file}:A"].name == "a"
    assert systems[str(file)].name == "b"
    with pytest.raises(UnknownName, match="choose from A, B"):
        systems[f"{file}:C"]
    file.write_text("SHIFT = SH\nX = nothing\n", "utf-8")
    with pytest.raises(MultiplaneError, match=r"lazy\.txt:2:5: unknown name nothing"):
        systems[str(file)]
    file.write_bytes(b"\xff")
    with pytest.raises(MultiplaneError, match="UTF-8"):
        systems[str(file)]
    with pytest.raises(UnknownName, match="no such file"):
        systems[str(tmp_path / "none.txt")]


def test_listed_looks_at_no_file(tmp_path):
    file = tmp_path / "lazy.txt"
    file.write_text("SHIFT = SH\n", "utf-8")
    with pytest.raises(UnknownName):
        systems.listed(str(file))
    assert systems.listed("arc-eager") == systems["arc-eager"]

"""Tables on screens of any width."""

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from multiplane.cli.screen import laid_out
from multiplane.cli.tables import Table, chosen, render
from multiplane.errors import UnknownName
from support.commands import run
from support.paths import FIGURES, ROOT, STRUCTURES
from support.screens import shown

WIDTHS = (60, 80, 120)
DATA = ROOT / "tests" / "data"
SCORED = (DATA / "eval_gold.conllu", DATA / "eval_system.conllu", "--bootstrap", 0)
COMMANDS = {
    "census": ("census", STRUCTURES, FIGURES, "--total"),
    "coverage": ("coverage", STRUCTURES),
    "systems": ("systems",),
    "one system": ("systems", "2-planar[single-head,acyclic]"),
    "trace": ("trace", "2-planar[single-head,acyclic]", STRUCTURES, "--sentence", 3),
    "enhanced": ("enhanced", STRUCTURES),
    "evaluate": ("evaluate", *SCORED, "--against", DATA / "eval_baseline.conllu", "--detail"),
    "evaluate --align": ("evaluate", *SCORED, "--align"),
    "verify": ("verify", "arc-eager", "--class", "projective-forests", "--max-words", 3),
    "models": ("models",),
    "info": ("info", "en"),
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_cut_and_lines_fit(command, width):
    arguments = COMMANDS[command]
    screen, whole = shown(width, *arguments), run(*map(str, arguments))[1]
    assert screen.count("…") == whole.count("…")
    words = set(screen.split())
    missing = {word for word in whole.split() if any(map(str.isdigit, word))} - words
    assert not {word for word in missing if not word.endswith("]")}  # a title may end a line at [
    long = [line for line in screen.splitlines() if cell_len(line) > width]
    assert not [line for line in long if len(line.split()) > 1]  # the signature is one word


def test_experiments_print_markdown_in_pipes_and_tables_on_screens(tmp_path):
    arguments = ("experiment", ROOT / "examples" / "toy.toml", "--no-runs", "--results", tmp_path)
    assert "| --- | ---: |" in run(*map(str, arguments))[1]
    screen = shown(60, *arguments)
    assert "|" not in screen
    assert "2Pl" in screen


def test_rows_become_blocks_where_columns_do_not_fit():
    table = Table(
        "Trees",
        ("treebank", "trees", "non-projective", "note"),
        (("a", "1,234", "5 (0.41%)", "a note of some length"), ("b", "5", "0 (0.00%)", "")),
        "lrrp",
    )
    text = ["".join(part for part, _ in line).rstrip() for line in laid_out(table, 30)]
    assert text == [
        " a",
        "   trees               1,234",
        "   non-projective  5 (0.41%)",
        "   note  a note of some length",
        "",
        " b",
        "   trees                   5",
        "   non-projective  0 (0.00%)",
    ]


def test_titles_take_several_lines_and_marks_have_letters():
    table = Table("", ("", "linear transitions", "planes"), (("swap", "✗", "–"),), "lcc")

    def text(width):
        return ["".join(part for part, _ in line).rstrip() for line in laid_out(table, width)]

    assert text(40) == ["       linear transitions  planes", " swap          ✗             –"]
    assert text(30) == ["         linear", "       transitions  planes", " swap       ✗         –"]
    assert text(20) == [
        "       A  B",
        " swap  ✗  –",
        "",
        " A linear transitions",
        " B planes",
    ]


@given(
    st.lists(st.lists(st.text("0123456789,.% ab", max_size=12), min_size=3, max_size=3)),
    st.text("lrcp", min_size=3, max_size=3),
    st.integers(1, 80),
)
def test_every_word_of_every_table_is_on_the_screen(rows, shape, width):
    table = Table("", ("one", "two or three", "four"), tuple(map(tuple, rows)), shape)
    screen = " ".join("".join(text for text, _ in line) for line in laid_out(table, width)).split()
    for row in rows:
        for cell in row:
            for word in cell.split():
                screen.remove(word)


def test_columns_are_chosen_by_title():
    tables = [
        Table("A", ("name", "left out", "planar[single-head,acyclic]"), (("x", "1", "2"),)),
        Table("B", ("name", "L %"), (("x", "3"),)),
    ]
    (first,) = chosen(tables, "planar[single-head,acyclic],Left-Out")
    assert first.titles == ("name", "planar[single-head,acyclic]", "left out")
    assert first.rows == (("x", "2", "1"),)
    assert [table.caption for table in chosen(tables, "left_out, l %")] == ["A", "B"]
    with pytest.raises(UnknownName, match=r"'left uot'; did you mean left out\? choose from name"):
        chosen(tables, "left-uot")
    with pytest.raises(click.UsageError, match="json has all columns"):
        render("json", tables, columns="name")


def test_commands_show_the_columns_asked_for(tmp_path):
    asked = {
        ("census", STRUCTURES): "trees,planes",
        ("coverage", STRUCTURES): "trees,swap",
        ("systems",): "planes,projective",
        ("trace", "arc-eager", STRUCTURES): "σ,new arc",
        ("enhanced", STRUCTURES): "graphs,cyclic",
        ("evaluate", *SCORED): "%,of",
    }
    for arguments, columns in asked.items():
        code, text = run(*map(str, arguments), "--columns", columns)
        titles = columns.replace(",", " ").split()
        assert code == 0
        assert any(line.split()[1:] == titles for line in text.splitlines()), text
    with pytest.raises(UnknownName, match="unknown column 'tree'; did you mean trees"):
        run("census", str(tmp_path / "none.conllu"), "--columns", "tree")  # before any work

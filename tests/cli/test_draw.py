"""`multiplane draw`."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from multiplane.cli.draw import command
from multiplane.conllu import read
from multiplane.drawing import draw
from multiplane.errors import MultiplaneError
from support.paths import NOT_TREES, STRUCTURES


def run(*arguments, **options):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], **options)


def test_a_pdf_of_letters_that_no_font_has(tmp_path):
    pytest.importorskip("matplotlib")
    source = "1\t\U000f0000\tx\tX\t_\t_\t0\troot\t_\t_\n\n"
    error = run("-", "-o", tmp_path / "x.pdf", input=source).exception
    assert str(error).startswith("Glyph 983040 ")
    assert "DejaVu Sans; write .svg or .html" in str(error)


def test_the_command(tmp_path):
    picture = draw(list(read(STRUCTURES))[3])
    assert run(STRUCTURES, "--sentence", "cross-serial").stdout == picture.text()
    assert run(STRUCTURES, "--sentence", 4).stdout == picture.text()
    target = tmp_path / "picture.svg"
    assert run(STRUCTURES, "--sentence", 4, "-o", target).exit_code == 0
    assert target.read_text() == picture.svg()
    assert run(STRUCTURES, "--style", "svg").stdout.startswith("<svg")
    assert run("-", input=STRUCTURES.read_bytes()).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([STRUCTURES, "--sentence", "7"], "there is no sentence 7"),
        ([STRUCTURES, "--sentence", "0"], "there is no sentence 0; give a number, from 1 on"),
        ([STRUCTURES, "--sentence", "9" * 5000], "there is no sentence 999"),
        ([STRUCTURES, "--sentence", "none"], "there is no sentence none"),
        (["nowhere.conllu"], "nowhere.conllu: No such file"),
        ([NOT_TREES, "--sentence", "3"], "the word itself"),
    ],
)
def test_the_command_and_bad_input(arguments, message):
    answer = run(*arguments)
    assert isinstance(answer.exception, MultiplaneError)
    assert message in str(answer.exception)


def test_the_command_needs_no_numba():
    code = (
        "import sys; sys.argv = ['multiplane', 'draw', sys.argv[1]]\n"
        "from multiplane.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, STRUCTURES], capture_output=True, text=True, check=True
    )
    assert "boat" in done.stdout


def test_figures_for_papers(tmp_path):
    target = tmp_path / "figure.tex"
    assert run(STRUCTURES, "-o", target).exit_code == 0
    assert target.read_text() == draw(next(read(STRUCTURES))).latex()
    pytest.importorskip("matplotlib")
    target = tmp_path / "figure.pdf"
    assert run(STRUCTURES, "--sentence", 4, "-o", target).exit_code == 0
    assert target.read_bytes().startswith(b"%PDF")

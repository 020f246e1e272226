"""What is written for LaTeX compiles, fits on the page, and shows every word as it is.

Skipped where there is no pdflatex with tikz-dependency and booktabs.
"""

import shutil
import subprocess

import pytest

from multiplane.calculus.notation import render_system
from multiplane.drawing.latex import PREAMBLE
from multiplane.systems import systems
from support.commands import run
from support.paths import DATA, STRUCTURES

ODD = ("50%", "R&D", "{x}_#$", "~^\\", "[b]*", "--", "<|>", "łódź", "ęą", "[", "*", "það", "–€")


def _has_packages():
    found = shutil.which("kpsewhich")
    needed = ("tikz-dependency.sty", "booktabs.sty", "lmodern.sty")
    return found and all(
        subprocess.run([found, name], capture_output=True, check=False).returncode == 0
        for name in needed
    )


pytestmark = pytest.mark.skipif(
    not (shutil.which("pdflatex") and _has_packages()), reason="no LaTeX with tikz-dependency"
)


def compiled(folder, text):
    """The log of a document, which compiles."""
    (folder / "a.tex").write_text(text, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    log = (folder / "a.log").read_text("utf-8", "replace")
    assert done.returncode == 0, [line for line in log.splitlines() if line.startswith("!")]
    return log


def document(*parts, packages=""):
    body = "\n\n".join(parts)
    return (
        rf"\documentclass{{article}}\usepackage{{booktabs}}{packages}"
        rf"\begin{{document}}{body}\end{{document}}"
    )


def lesson(folder, *arguments):
    path = folder / "lesson.tex"
    assert run("trace", *map(str, arguments), "-o", str(path))[0] == 0
    return path.read_text("utf-8")


@pytest.mark.parametrize(
    ("system", "sentence"),
    [("arc-eager", "1"), ("2-planar[single-head,acyclic]", "cross-serial"), ("covington", "3")],
)
def test_lessons(tmp_path, system, sentence):
    log = compiled(tmp_path, lesson(tmp_path, system, STRUCTURES, "--sentence", sentence))
    assert "Overfull" not in log
    assert "Output written on a.pdf (1 page" in log


def conllu(path, words, label="dep"):
    rows = [
        f"{k}\t{word}\t_\tX\t_\t_\t{k - 1}\t{label if k > 1 else 'root'}\t_\t_"
        for k, word in enumerate(words, 1)
    ]
    path.write_text("\n".join(rows) + "\n\n", "utf-8")
    return path


def test_special_characters(tmp_path):
    odd = conllu(tmp_path / "odd.conllu", ODD, label="a_b|<c>")
    text = lesson(tmp_path, "arc-eager", odd)
    assert "Overfull" not in compiled(tmp_path, text)
    if shutil.which("pdftotext"):
        shown = subprocess.run(
            ["pdftotext", "a.pdf", "-"], cwd=tmp_path, capture_output=True, check=True
        )
        words = shown.stdout.decode()
        assert [word for word in (*ODD, "(a_b|<c>)") if word not in words] == []


def test_long_derivations_take_several_pages(tmp_path):
    long = conllu(tmp_path / "long.conllu", [f"w{k}" for k in range(60)])
    log = compiled(tmp_path, lesson(tmp_path, "2-planar", long))
    assert "Overfull" not in log
    assert "Output written on a.pdf (3 pages" in log


def test_tables(tmp_path):
    gold, system, other = (
        str(DATA / f"eval_{name}.conllu") for name in ("gold", "system", "baseline")
    )
    census = ("census", str(STRUCTURES), gold, "--style", "latex")
    commands = [
        census,
        (*census, "--by", "relation"),
        (*census, "--compare", "--trials", "10"),
        ("coverage", str(STRUCTURES), "--style", "latex"),
        ("evaluate", gold, system, "--against", other, "--detail", "--style", "latex"),
    ]
    written = [run(*command)[1] for command in commands]
    assert all(r"\toprule" in text for text in written)
    compiled(tmp_path, document(*written))


def test_pictures(tmp_path):
    odd = conllu(tmp_path / "odd.conllu", ODD)
    code, found = run("find", "A -dep-> B", str(odd), "--style", "latex")
    assert (code, found.count(r"\begin{dependency}")) == (0, 1)
    drawn = run("draw", str(STRUCTURES), "--style", "latex")[1]
    packages = rf"\usepackage[T1]{{fontenc}}{PREAMBLE}"
    compiled(tmp_path, document(found, drawn, packages=packages))


def test_systems(tmp_path):
    arrays = [rf"\[{render_system(system, 'latex')}\]" for system in systems.values()]
    compiled(tmp_path, document(*arrays, packages=r"\usepackage{amsmath, amssymb}"))

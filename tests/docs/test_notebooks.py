"""The notebooks of the tutorials run, and show what the pages show."""

import re
import shutil
import sys
from pathlib import Path

import nbformat
import notebooks
import pytest

from support.paths import ROOT

nbclient = pytest.importorskip("nbclient", reason="pip install nbclient ipykernel")
pytest.importorskip("ipykernel", reason="pip install nbclient ipykernel")


@pytest.fixture
def clone(tmp_path):
    """What the notebooks read of a fresh clone."""
    for folder in ("examples", "tests/data", "docs/tutorials"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def printed(cell):
    """What a cell printed and, last, its value as text."""
    parts = []
    for output in cell.outputs:
        if output.output_type == "stream" and output.name == "stdout":
            parts.append(output.text)
        elif output.output_type == "execute_result":
            parts.append(output.data["text/plain"])
    return "".join(parts)


def squeezed(text):
    """Without spaces: IPython breaks long values into lines."""
    return re.sub(r"\s+", "", text)


def run(clone, name):
    file = clone / "docs" / "tutorials" / name
    book = nbformat.read(file, as_version=4)
    nbformat.validate(book)
    client = nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(file.parent)}}
    )
    client.execute()
    return [cell for cell in book.cells if cell.cell_type == "code"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning:jupyter_client", "ignore:Proactor")
@pytest.mark.parametrize("page", notebooks.TUTORIALS, ids=lambda page: page.stem)
def test_a_notebook_shows_what_its_page_shows(clone, page, monkeypatch):
    # The command of this environment, of this source.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    expected = [c for c in notebooks.cells(page.read_text("utf-8")) if c.shown is not None]
    _, *ran = run(clone, f"{page.stem}.ipynb")
    assert [cell.source for cell in ran] == [cell.source for cell in expected]
    for cell, wanted in zip(ran, expected, strict=True):
        if wanted.shown:
            pattern = re.escape(squeezed(wanted.shown)).replace(r"\.\.\.", ".*?")
            assert re.fullmatch(pattern, squeezed(printed(cell)), re.DOTALL), cell.source
    own = [kind for cell in ran for output in cell.outputs for kind in output.get("data", ())]
    assert {"text/html", "image/svg+xml"} & set(own)  # something shows itself


def test_pages_are_taken_apart_without_loss():
    page = (
        "# A\n\nb\n\n```console\n$ multiplane x\n1\n$ multiplane y\n```\n\n<!-- notebook\nz\n-->\n"
    )
    page += "\n## C\n\n```python\n>>> a = 1\n>>> a\n1\n>>> for b in ():\n...     b\n\n```\n"
    assert [tuple(cell) for cell in notebooks.cells(page)] == [
        ("# A\n\nb", None),
        (f"{notebooks.SHELL}\nmultiplane x", "1\n"),
        (f"{notebooks.SHELL}\nmultiplane y", ""),
        ("z", ""),
        ("## C", None),
        ("a = 1\na", "1\n"),
        ("for b in ():\n    b", ""),
    ]

"""The documentation is a site without broken links, complete in itself."""

import re
import subprocess
import sys
import tomllib

import pytest

pytest.importorskip("mkdocs", reason="pip install '.[site]'")
from multiplane.version import __version__
from support.paths import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build it so that any warning is an error: a link to nowhere, a page that is not listed."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    made = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return folder


def test_every_page_is_there(site):
    for page in (ROOT / "docs").rglob("*.md"):
        place = page.relative_to(ROOT / "docs").with_suffix("")
        html = site / ("" if place.name == "index" else place) / "index.html"
        title = page.read_text("utf-8").splitlines()[0].removeprefix("# ")
        assert f">{title}<" in html.read_text("utf-8")
    assert not (site / "make.py").exists()


def test_nothing_is_fetched_from_elsewhere(site):
    for page in site.rglob("*.html"):
        loaded = re.findall(r"<(?:link|script|img)\b[^>]*(?:src|href)=\"([^\"]+)", page.read_text())
        assert loaded
        assert not [address for address in loaded if re.match("(?:https?:)?//", address)]


def test_installation_works_without_an_index():
    """Multiplane is on none, so `pip install 'multiplane[...]'` would find nothing, or another."""
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    assert not [
        path.name
        for path in texts
        if re.search(r"pip install \S*multiplane\[", path.read_text("utf-8"))
    ]
    said = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = set(said["project"]["optional-dependencies"]) - {"dev"}
    page = (ROOT / "docs" / "installation.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == extras
    assert f"multiplane-{__version__}-py3-none-any.whl" in page

"""The documentation is a site without broken links, complete in itself."""

import re
import subprocess
import sys

import pytest

pytest.importorskip("mkdocs", reason="pip install 'multiplane[site]'")
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

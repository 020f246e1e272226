"""The documentation is a site without broken links, complete in itself."""

import functools
import itertools
import re
import subprocess
import sys
import threading
import tomllib
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("mkdocs", reason="pip install '.[site]'")
from multiplane.version import __version__
from support.axe import violations
from support.paths import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build it so that any warning is an error: a link to nowhere, a page that is not listed."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
    made = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(site):
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(chromium, address, request):
    """A page of the site, in the colours and the width asked for."""
    path, scheme, width = request.param
    viewport = {"width": width, "height": 900}
    context = chromium.new_context(color_scheme=scheme, viewport=viewport)
    opened = context.new_page()
    opened.goto(address + path)
    yield opened
    context.close()


LOOKS = [
    (path, scheme, width)
    for path in ("", "tutorials/treebank/", "systems/", "commands/")
    for scheme, width in (("light", 1400), ("dark", 360))
]


@pytest.mark.parametrize("page", LOOKS, indirect=True, ids=str)
def test_pages_fit_the_screen_and_axe_finds_no_violation(page):
    across = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert across[0] <= across[1]
    assert violations(page) == []


@pytest.mark.parametrize("page", [("systems/", "dark", 360)], indirect=True, ids=str)
def test_it_looks_like_the_playground(page, site):
    base = (ROOT / "src/multiplane/server/front/base.css").read_text("utf-8")
    assert (site / "design" / "base.css").read_text("utf-8") == base
    dark = re.search(r"dark\) {.*?--paper: #(\w{6})", base, re.DOTALL)[1]
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert re.findall(r"\d+", colour) == [str(part) for part in bytes.fromhex(dark)]
    link = page.get_by_role("navigation", name="Parts of the site").get_by_text("Playground")
    assert link.evaluate("link => link.href").endswith("/play/")
    assert page.locator(".mark path.plane-2").count() == 1
    table = page.locator("main .scroll").first  # wider than the screen, and scrolled by keys
    assert table.evaluate("box => [box.scrollWidth > box.clientWidth, box.tabIndex]") == [True, 0]


@pytest.mark.parametrize("page", [("search.html?q=planes", "light", 360)], indirect=True, ids=str)
def test_search_finds_pages(page):
    found = page.locator("#mkdocs-search-results article a")
    found.first.wait_for()
    assert any("census" in link for link in found.evaluate_all("all => all.map(a => a.href)"))


# Among what is found, configurations as long as a line, without a space.
@pytest.mark.parametrize("page", [("search.html?q=arc", "light", 360)], indirect=True, ids=str)
def test_what_is_found_fits_a_phone_and_axe_finds_no_violation(page):
    page.locator("#mkdocs-search-results article a").first.wait_for()
    across = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert across[0] <= across[1]
    assert violations(page) == []


def test_every_page_is_there(site):
    for page in (ROOT / "docs").rglob("*.md"):
        place = page.relative_to(ROOT / "docs").with_suffix("")
        html = site / ("" if place.name == "index" else place) / "index.html"
        title = page.read_text("utf-8").splitlines()[0].removeprefix("# ")
        assert f">{title}<" in html.read_text("utf-8")
    assert not (site / "make.py").exists()


def test_no_heading_leaves_out_a_level(site):
    for page in site.rglob("index.html"):
        _, _, text = page.read_text("utf-8").partition("<main")
        levels = [int(level) for level in re.findall(r"<h([1-6])\b", text)]
        assert levels[0] == 1, page
        assert all(b <= a + 1 for a, b in itertools.pairwise(levels)), page


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

"""axe-core finds nothing to object to on any page, in light and dark, wide and narrow.

Its file comes with the package axe-playwright-python; MULTIPLANE_AXE names another one.
"""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import expect

LOOKS = [("light", 1400), ("dark", 360)]
# What each page has when it is ready, and what is done there before it is looked at.
PAGES = {
    "/": ".primary:enabled",
    "/#system=arc-eager&step=4": ".move",
    "/#step=30": ".store.active .chip",
    "/#system=arc-eager&step=2&quiz=1": ".option",
    "/#system=arc-eager&beside=arc-standard&step=4&beside-step=5": ".counts td",
    "/#system=arc-eager&beside=swap&step=4&beside-step=5&quiz=1": ".option",
    "/systems": "tbody tr",
    "/systems/planar#play=acyclic&step=3": ".played .tree",
    "/own": ".summary li",
    "/census": ".drop",
    "/find": ".match",
    "/interface": ".interface li",
}
RUN = """() => axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)))"""


@pytest.fixture(scope="module")
def axe():
    """The text of axe-core."""
    package = find_spec("axe_playwright_python")
    packed = Path(package.origin).parent / "axe.min.js" if package and package.origin else Path()
    file = Path(os.environ.get("MULTIPLANE_AXE", packed))
    if not file.is_file():
        pytest.skip("no axe-core; install axe-playwright-python, or set MULTIPLANE_AXE to axe.js")
    return file.read_text("utf-8")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_violation(open_page, axe, path, scheme, width):
    page = open_page(path, scheme=scheme, width=width)
    expect(page.locator(PAGES[path]).first).to_be_visible()
    page.evaluate(axe)
    assert page.evaluate(RUN) == []

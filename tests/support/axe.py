"""What axe-core objects to on a page.

Its file comes with the package axe-playwright-python; MULTIPLANE_AXE names another one.
"""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

# The rule is on by default since version 4.14 only: who speaks to the page says what is seen.
RUN = """() => axe.run(document, {
    rules: { "label-content-name-mismatch": { enabled: true } },
}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)))"""


def violations(page):
    """Ask axe-core about a page as it is."""
    package = find_spec("axe_playwright_python")
    packed = Path(package.origin).parent / "axe.min.js" if package and package.origin else Path()
    file = Path(os.environ.get("MULTIPLANE_AXE", packed))
    if not file.is_file():
        pytest.skip("no axe-core; install axe-playwright-python, or set MULTIPLANE_AXE to axe.js")
    page.evaluate(file.read_text("utf-8"))
    return page.evaluate(RUN)

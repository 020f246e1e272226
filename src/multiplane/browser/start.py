"""The first thing that a browser imports: it stands in for NumPy, and takes what is known."""

import json
import sys

from multiplane.browser import arrays

if sys.platform == "emscripten":  # nowhere else is NumPy to be replaced
    arrays.install()

from multiplane.browser.answers import answer
from multiplane.oracles import plain_reach

__all__ = ["answer", "take"]


def take(known: str) -> None:
    """Take what the oracles know of the systems of the catalogue, as `multiplane.browser.site`
    has written it.
    """
    plain_reach.KNOWN.update(json.loads(known))

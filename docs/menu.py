"""The menu of the site has the playground, which `make site` puts beside the pages."""

from typing import Any

from mkdocs.structure.nav import Link, Navigation


def on_nav(nav: Navigation, **_: Any) -> Navigation:
    """Add the playground as the last item."""
    nav.items.append(Link("Playground", "play/"))
    return nav

"""Systems and derivations as notebooks show them: small tables of HTML."""

from html import escape
from typing import TYPE_CHECKING

from multiplane.calculus.notation import render, render_system
from multiplane.html_table import html_table

if TYPE_CHECKING:
    from multiplane.calculus.derivation import Derivation
    from multiplane.calculus.system import System


def system_html(system: "System") -> str:
    """Return the rules of a system, under its name."""
    source = f" ({escape(system.source)})" if system.source else ""
    return f"<p><b>{escape(system.name)}</b>{source}</p>\n{render_system(system, 'html')}"


def derivation_html(derivation: "Derivation") -> str:
    """Return the steps of a derivation: each transition with what it leads to."""
    stores = [render(store.name, "html") for store in derivation.system.stores]
    sequence = derivation.configurations
    names = ("", *(name.replace("_", "-") for name in derivation.transitions))
    rows = []
    for at, (name, here) in enumerate(zip(names, sequence, strict=True)):
        new = sorted(here.arcs - sequence[at - 1].arcs) if at else []
        arcs = ", ".join(f"({head}, {dependent})" for head, dependent in new)
        contents = [str(list(store)) for store in here.stores]
        rows.append((render(name, "html") if name else "start", *contents, arcs))
    return html_table(("", *stores, "new arcs"), rows)

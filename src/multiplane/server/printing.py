"""Systems in print: rules and decompositions in three styles, verdicts with reasons."""

from typing import Any

from multiplane.calculus.judgement import judgement
from multiplane.calculus.notation import LEGEND, STYLES, render, render_system
from multiplane.calculus.system import System
from multiplane.calculus.verdicts import VERDICTS
from multiplane.server.choices import Choice, chosen
from multiplane.systems import systems
from multiplane.systems.description import judged
from multiplane.systems.writer import write_system


def in_styles(text: str) -> dict[str, str]:
    """Return a text of the papers' notation as text, LaTeX and HTML."""
    return {style: render(text, style) for style in STYLES}


def system_page(choice: Choice) -> dict[str, Any]:
    """Return all that a page about a system shows."""
    return page_of(chosen(choice))


def page_of(system: System) -> dict[str, Any]:
    """Return the same for a system as a value."""
    known = judgement(system)
    return {
        "name": system.name,
        "source": system.source,
        "definition": write_system(system),
        "stores": stores(system),
        "directed": system.directed,
        "start": in_styles(str(known.printed.start)),
        "end": in_styles(str(known.printed.end)),
        "legend": LEGEND,
        "transitions": [
            {
                "name": row.name,
                "rule": in_styles(str(row.rule)),
                "composition": in_styles(row.composition),
                "elementary": list(row.elementary),
            }
            for row in known.printed.transitions
        ],
        "verdicts": [
            {"property": name, "title": name.replace("_", " "), **judged(verdict)}
            for name, verdict in known.all_verdicts.items()
        ],
        "whole": {style: render_system(system, style) for style in STYLES},
    }


def stores(system: System) -> list[dict[str, Any]]:
    """Return the stores in the system's order, with the side on which they are open."""
    return [{"name": s.name, "open_on_left": s.open_on_left} for s in system.stores]


def system_list() -> dict[str, Any]:
    """Return a row for each system of the catalogue: its name and its verdicts in short."""
    rows = []
    for name, system in systems.items():
        known = judgement(system)
        holds = {key: verdict.holds for key, verdict in known.verdicts.items()}
        rows.append(
            {
                "name": name,
                "source": system.source,
                "planes": known.planes.witness,
                "verdicts": {"divisible": known.divisible.holds, **holds},
            }
        )
    return {"properties": ["divisible", *VERDICTS], "systems": rows}

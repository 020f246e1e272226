"""Write the generated pages of the documentation: `make docs`."""

from pathlib import Path

from multiplane.calculus.notation import LEGEND, printed
from multiplane.calculus.verdicts import VERDICTS, divisible, planes, verdicts
from multiplane.systems import systems

HERE = Path(__file__).parent
MARKS = {True: "✓", False: "✗", None: "?"}
HEAD = f"""# All systems

This page is generated from the definitions by `make docs`; `multiplane systems NAME` shows the same
in the terminal. Conditions stand in brackets behind a rule: {LEGEND}.
"""
UNDECIDED = """
✓ is proved from the definition, ✗ is refuted by a derivation, ? is undecided or does not apply
(undirected arcs have no heads).
"""


def systems_page() -> str:
    """Return the page of all systems: a table of verdicts, then each system in full."""
    properties = ["divisible", "planes", *VERDICTS]
    lines = [HEAD, "| system | " + " | ".join(p.replace("_", " ") for p in properties) + " |"]
    lines.append("| --- |" + " :-: |" * len(properties))
    for name, system in systems.items():
        answers = [divisible(system), *verdicts(system).values()]
        marks = [MARKS[answer.holds] for answer in answers]
        marks.insert(1, str(planes(system).witness or "–"))
        lines.append(f"| [{name}](#{_anchor(name)}) | " + " | ".join(marks) + " |")
    lines.append(UNDECIDED)
    for name in systems:
        lines += _section(name)
    return "\n".join(lines) + "\n"


def _anchor(name: str) -> str:
    return "".join(c for c in name if c.isalnum() or c == "-")


def _section(name: str) -> list[str]:
    system = systems[name]
    rows = printed(system)
    width = max(len(row.name) for row in rows)
    lines = [f"## {name}", "", f"Source: {system.source}.", "", "```text"]
    lines += [f"{row.name:{width}}  {row.rule}" for row in rows]
    lines += ["", *(f"{row.name:{width}}  = {row.composition}" for row in rows), "```", ""]
    judged = {"divisible": divisible(system), "planes": planes(system)} | verdicts(system)
    for prop, verdict in judged.items():
        lines.append(f"- {MARKS[verdict.holds]} **{prop.replace('_', ' ')}**: {verdict.because}")
    return [*lines, ""]


PAGES = {"systems.md": systems_page}


if __name__ == "__main__":
    for file, page in PAGES.items():
        (HERE / file).write_text(page(), encoding="utf-8")

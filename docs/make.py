"""Write the generated pages of the documentation: `make docs`."""

import re
from pathlib import Path

from multiplane.calculus.notation import LEGEND, printed
from multiplane.calculus.verdicts import VERDICTS, divisible, planes, verdicts
from multiplane.features.atoms import RELATIONS
from multiplane.features.program import compile_features
from multiplane.features.templates import default_features, roles
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


def features_page() -> str:
    """Return the page of features, its lists written anew."""
    page = (HERE / "features.md").read_text("utf-8")
    lists = {
        "roles": _role_table(),
        "relations": " ".join(f"`{relation}`" for relation in RELATIONS) + ".",
        "counts": _count_table(),
    }
    for name, text in lists.items():
        marks = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        page = re.sub(
            marks, lambda m, text=text: f"{m[1]}\n{text}\n\n{m[2]}", page, flags=re.DOTALL
        )
    return page


def _role_table() -> str:
    """Show where systems keep the words of each role; systems that agree share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    columns = ("X", "X1", "Y", "Y1", "Q", "Z", "B")
    for name, system in systems.items():
        found = {role: f"`{store}[{depth}]`" for role, (store, depth) in roles(system).items()}
        rows.setdefault(tuple(found.get(role, "–") for role in columns), []).append(name)
    lines = [f"| systems | {' | '.join(columns)} |", "| --- |" + " --- |" * len(columns)]
    lines += [f"| {', '.join(names)} | {' | '.join(places)} |" for places, names in rows.items()]
    return "\n".join(lines)


def _count_table() -> str:
    """Count the templates of the default, and what they are made of."""
    rows: dict[tuple[int, ...], list[str]] = {}
    for name, system in systems.items():
        program = compile_features(default_features(system), system)
        counts = (program.size, len(program.atoms), len(program.addresses))
        rows.setdefault(counts, []).append(name)
    lines = ["| systems | templates | atoms | addresses |", "| --- | --: | --: | --: |"]
    lines += [f"| {', '.join(n)} | {' | '.join(map(str, c))} |" for c, n in rows.items()]
    return "\n".join(lines)


PAGES = {"systems.md": systems_page, "features.md": features_page}


if __name__ == "__main__":
    for file, page in PAGES.items():
        (HERE / file).write_text(page(), encoding="utf-8")

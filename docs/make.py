"""Write the generated pages of the documentation: `make docs`."""

import re
from inspect import cleandoc
from pathlib import Path

import click
import house
import model_files
import notebooks

from multiplane.calculus.judgement import MARKS, judgement
from multiplane.calculus.notation import LEGEND
from multiplane.calculus.verdicts import VERDICTS
from multiplane.cli import COMMANDS, group
from multiplane.features.atoms import RELATIONS, UNDIRECTED
from multiplane.features.program import compile_features
from multiplane.features.templates import default_features, roles
from multiplane.query import vocabulary
from multiplane.systems import systems
from multiplane.training.options import OPTIONS
from multiplane.treebank.fields import FIELDS

HERE = Path(__file__).parent
HEAD = f"""# All systems

This page is generated from the definitions by `make docs`; `multiplane systems NAME` shows the same
in the terminal. Conditions follow a rule in brackets: {LEGEND}.
"""
UNDECIDED = """
✓: proved from the definition. ✗: refuted by a derivation. ?: undecided, or not applicable
(undirected arcs have no heads).
"""


def systems_page() -> str:
    """Return the page of all systems: a table of verdicts, then each system in full."""
    properties = ["divisible", "planes", *VERDICTS]
    lines = [HEAD, "| system | " + " | ".join(p.replace("_", " ") for p in properties) + " |"]
    lines.append("| --- |" + " :-: |" * len(properties))
    for name, system in systems.items():
        marks = judgement(system).marks.values()
        lines.append(f"| [{name}](#{_anchor(name)}) | " + " | ".join(marks) + " |")
    lines.append(UNDECIDED)
    for name in systems:
        lines += _section(name)
    return "\n".join(lines) + "\n"


def _anchor(name: str) -> str:
    return "".join(c for c in name if c.isalnum() or c == "-")


def _section(name: str) -> list[str]:
    system = systems[name]
    known = judgement(system)
    lines = [f"## {name}", "", f"Source: {system.source}.", "", "```text"]
    lines += [*known.printed.rules, "", *known.printed.compositions, "```", ""]
    for prop, verdict in known.all_verdicts.items():
        lines.append(f"- {MARKS[verdict.holds]} **{prop.replace('_', ' ')}**: {verdict.because}")
    return [*lines, ""]


def features_page() -> str:
    """Return the page of features, its lists written anew."""
    return _filled(
        "features.md",
        {
            "roles": _role_table(),
            "relations": f"{_listed(RELATIONS)}; only for undirected systems:"
            f" {_listed(UNDIRECTED)}.",
            "counts": _count_table(),
        },
    )


def _filled(file: str, lists: dict[str, str]) -> str:
    """Return a page with lists written anew between the comments that name them."""
    page = (HERE / file).read_text("utf-8")
    for name, text in lists.items():
        marks = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        page = re.sub(
            marks, lambda m, text=text: f"{m[1]}\n{text}\n\n{m[2]}", page, flags=re.DOTALL
        )
    return page


def parsing_page() -> str:
    """Return the page of parsing, its table of options written anew."""
    return _filled("parsing.md", {"options": _option_table()})


def _option_table() -> str:
    """Show the options of training as Python and experiments name them."""
    lines = ["| option | takes | default | does |", "| --- | --- | --- | --- |"]
    for option in OPTIONS.values():
        default = "" if option.default is None else f"`{option.default}`"
        said = " ".join(option.helped().split())
        lines.append(f"| `{option.name}` | {option.kind.takes} | {default} | {said} |")
    return "\n".join(lines)


def _listed(names: tuple[str, ...]) -> str:
    return " ".join(f"`{name}`" for name in names)


def _role_table() -> str:
    """Show where systems keep the words of each role; systems that agree share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    columns = ("X", "X1", "P", "Y", "Y1", "Q", "Z", "B")
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
        tables = program.tables
        counts = (program.size, len(tables.atoms), len(tables.addresses))
        rows.setdefault(counts, []).append(name)
    lines = ["| systems | templates | atoms | addresses |", "| --- | --: | --: | --: |"]
    lines += [f"| {', '.join(n)} | {' | '.join(map(str, c))} |" for c, n in rows.items()]
    return "\n".join(lines)


COUNTED = (  # fields of a census that are explained together
    ("non_projective",),
    ("not_planar", "not_2_planar", "…"),
    ("max_planes",),
    ("ill_nested",),
    ("max_gap_degree",),
    ("max_edge_degree",),
    ("left", "right", "left_1", "right_1"),
    ("mean_length",),
    ("attardi_degree",),
)


def census_page() -> str:
    """Return the page of the census, its table of what is counted written anew."""
    return _filled("census.md", {"fields": _field_table()})


def _field_table() -> str:
    lines = ["| column | `--json` | meaning |", "| --- | --- | --- |"]
    for keys in COUNTED:
        columns = ", ".join(FIELDS[key].column if key in FIELDS else key for key in keys)
        quoted = ", ".join(f"`{key}`" if key in FIELDS else key for key in keys)
        lines.append(f"| {columns} | {quoted} | {FIELDS[keys[0]].help} |")
    return "\n".join(lines)


def find_page() -> str:
    """Return the page of queries, its lists of names written anew."""
    return _filled(
        "find.md",
        {
            "tree": _name_table(vocabulary.TREE),
            "word": _name_table(vocabulary.WORD),
            "relations": "\n".join(
                ["| relation | holds if |", "| --- | --- |"]
                + [
                    f"| `{name}(A, B)` | {vocabulary.RELATIONS[name]} |"
                    for name in vocabulary.CALLED
                ]
            ),
        },
    )


def _name_table(names: dict[str, vocabulary.Name]) -> str:
    takes = {"text": "`=` `!=`", "number": "`=` `!=` `<` `<=` `>` `>=`", "flag": "stands alone"}
    lines = ["| name | compared by | meaning |", "| --- | --- | --- |"]
    lines += [f"| `{key}` | {takes[name.kind]} | {name.help} |" for key, name in names.items()]
    return "\n".join(lines)


COMMANDS_HEAD = """# All commands

This page is generated from the commands by `make docs`; `multiplane COMMAND --help` shows the same
in the terminal. Files are CoNLL-U or CoNLL-X, plain or compressed (`.gz`, `.xz`, `.zst`); `-` is
standard input. The exit code is 0 on success, 1 if the answer is no, and 2 for bad input, with one
line on standard error that says what is wrong.
"""


def commands_page() -> str:
    """Return the page of all commands, with their options."""
    lines = [COMMANDS_HEAD]
    for name in COMMANDS:
        context = click.Context(group)
        command = group.get_command(context, name)
        lines += _command(name, command)
        inner = command.commands if isinstance(command, click.Group) else {}
        for each, subcommand in inner.items():
            lines += _command(f"{name} {each}", subcommand, level=3)
    return "\n".join(lines).rstrip("\n") + "\n"


def _command(name: str, command: click.Command, level: int = 2) -> list[str]:
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    usage = " ".join(["multiplane", name, "[OPTIONS]", *map(_argument, arguments)])
    usage += " [COMMAND …]" * isinstance(command, click.Group)
    lines = [f"{'#' * level} {name}", "", "```text", usage, "```", ""]
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        as_it_stands = paragraph.startswith("\b\n")  # which click does not wrap
        lines += ["```sh", paragraph[2:], "```", ""] if as_it_stands else [paragraph, ""]
    options = [param for param in command.params if isinstance(param, click.Option)]
    if options:
        lines += ["| option | value | description |", "| --- | --- | --- |"]
    for option in options:
        names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
        shown = option.show_default and option.default not in (None, False, "")
        default = f" Default: {option.default}." if shown else ""
        needed = " Required." * option.required
        said = " ".join((option.help or "").split()) + default + needed
        cells = (cell.replace("|", r"\|") for cell in (names, _takes(option), said))
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _argument(argument: click.Argument) -> str:
    """Return a name as click writes it: optional in brackets, several with dots."""
    name = argument.metavar or (argument.name or "").upper() + "…" * (argument.nargs == -1)
    return name if argument.required else f"[{name}]"


def _takes(option: click.Option) -> str:
    if option.is_flag:
        return ""
    if isinstance(option.type, click.Choice):
        return ", ".join(f"`{choice}`" for choice in option.type.choices)
    return option.metavar or {"text": "TEXT", "float": "NUMBER"}.get(option.type.name, "N")


def architecture_page() -> str:
    """Return the page of the architecture, its table of packages written anew."""
    return _filled("architecture.md", {"layers": house.table(house.House.built())})


def house_drawing() -> str:
    """Return the drawing on that page."""
    return house.drawing(house.House.built())


PAGES = {
    "systems.md": systems_page,
    "commands.md": commands_page,
    "features.md": features_page,
    "parsing.md": parsing_page,
    "census.md": census_page,
    "find.md": find_page,
    "model-files.md": model_files.page,
    "architecture.md": architecture_page,
    "house.svg": house_drawing,
    **notebooks.PAGES,
}


if __name__ == "__main__":
    for file, page in PAGES.items():
        (HERE / file).write_text(page(), encoding="utf-8")

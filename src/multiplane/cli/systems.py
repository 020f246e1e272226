"""`multiplane systems [NAME]`: the catalogue, or one system with its rules and verdicts."""

import json
from collections.abc import Sequence

import click

from multiplane.calculus.judgement import MARKS, judgement
from multiplane.calculus.notation import LEGEND, STYLES, render_system
from multiplane.calculus.system import System
from multiplane.calculus.verdicts import VERDICTS
from multiplane.cli.choice import Choice
from multiplane.cli.console import console
from multiplane.cli.tables import COLUMNS, Table, render
from multiplane.systems import EXAMPLES, systems
from multiplane.systems.description import describe

COLOURS = {"✓": "green", "✗": "red", "?": "yellow"}


@click.command("systems", short_help="List transition systems, or show one with its proofs.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--style", type=Choice(list(STYLES)), default="text", help="Output format.")
@COLUMNS
def command(name: str | None, *, as_json: bool, style: str, columns: str | None) -> None:
    """List all transition systems, or show one: rules, parts, and properties with proofs.

    NAME is a name from the list, optionally with modifiers, or path/to/file.py:NAME or
    path/to/file.txt for a system of your own.

    \b
    multiplane systems
    multiplane systems --columns planes,projective,acyclic
    multiplane systems 'planar[single-head,acyclic]'
    multiplane systems 3-planar --style latex
    multiplane systems arc-eager+lba --json
    multiplane systems examples/your_own_system.py:LAZY
    """
    if columns is not None and (name or as_json):
        raise click.UsageError("--columns is for the list of systems, as a table")
    if name is None:
        _list(columns, as_json=as_json)
    elif as_json:
        print(json.dumps(describe(systems[name]), ensure_ascii=False, indent=2))
    elif style != "text":
        print(render_system(systems[name], style))
    else:
        _show(systems[name])


def _list(columns: str | None, *, as_json: bool) -> None:
    if as_json:
        print(
            json.dumps(
                [describe(system) for system in systems.values()], ensure_ascii=False, indent=2
            )
        )
        return
    titles = ("system", "divisible", "planes", *(name.replace("_", " ") for name in VERDICTS))
    rows = tuple((name, *judgement(system).marks.values()) for name, system in systems.items())
    shape = "l" + "c" * (len(titles) - 1)
    print(
        render("terminal", [Table("", titles, rows, shape, _colours(rows))], columns=columns),
        end="",
    )
    out = console()
    out.print(
        f"\nAlso {', '.join(EXAMPLES)} with any number for the letter, constraints in brackets,"
        " and +lba, +rba, +lnba, +rnba.\nTo see one in full: multiplane systems NAME"
    )


def _show(system: System) -> None:
    from rich.text import Text

    out, known = console(), judgement(system)
    out.print(Text(str(known.printed)))
    out.print(Text(f"  {LEGEND}", style="dim"))
    if system.source:
        out.print(Text(f"  Source: {system.source}", style="dim"))
    out.print()
    rows = tuple(
        (MARKS[verdict.holds], name.replace("_", " "), verdict.because)
        for name, verdict in known.all_verdicts.items()
    )
    print(render("terminal", [Table("", ("", "", ""), rows, "llp", _colours(rows))]), end="")


def _colours(rows: Sequence[Sequence[str]]) -> dict[tuple[int, int], str]:
    return {
        (r, k): COLOURS[cell]
        for r, row in enumerate(rows)
        for k, cell in enumerate(row)
        if cell in COLOURS
    }

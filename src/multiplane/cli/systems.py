"""`multiplane systems [NAME]`: the catalogue, or one system with its rules and verdicts."""

import json

import click

from multiplane.calculus.judgement import MARKS, judgement
from multiplane.calculus.notation import LEGEND, STYLES, render_system
from multiplane.calculus.system import System
from multiplane.calculus.verdicts import VERDICTS
from multiplane.cli.console import console
from multiplane.systems import EXAMPLES, systems
from multiplane.systems.description import describe

COLOURS = {"✓": "green", "✗": "red", "?": "yellow"}


@click.command("systems")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--style", type=click.Choice(list(STYLES)), default="text", help="Output format.")
def command(name: str | None, *, as_json: bool, style: str) -> None:
    """List all transition systems, or show one: rules, parts, and properties with proofs.

    NAME is a name from the list, optionally with modifiers, or path/to/file.py:NAME or
    path/to/file.txt for a system of your own.

    \b
    multiplane systems
    multiplane systems 'planar[single-head,acyclic]'
    multiplane systems 3-planar --style latex
    multiplane systems arc-eager+lba --json
    multiplane systems examples/your_own_system.py:LAZY
    """
    if name is None:
        _list(as_json=as_json)
    elif as_json:
        print(json.dumps(describe(systems[name]), ensure_ascii=False, indent=2))
    elif style != "text":
        print(render_system(systems[name], style))
    else:
        _show(systems[name])


def _list(*, as_json: bool) -> None:
    if as_json:
        print(
            json.dumps(
                [describe(system) for system in systems.values()], ensure_ascii=False, indent=2
            )
        )
        return
    from rich.table import Table
    from rich.text import Text

    table = Table("system", "divisible", "planes", box=None, header_style="bold")
    for name in VERDICTS:
        table.add_column(name.replace("_", "\n"), justify="center")
    table.columns[0].no_wrap = True
    out = console()
    for name, system in systems.items():
        marks = judgement(system).marks.values()
        table.add_row(name, *(Text(mark, COLOURS.get(mark, "")) for mark in marks))
    out.print(table)
    out.print(
        f"\nAlso {', '.join(EXAMPLES)} with any number for the letter, constraints in brackets,"
        " and +lba, +rba, +lnba, +rnba.\nTo see one in full: multiplane systems NAME"
    )


def _show(system: System) -> None:
    from rich.table import Table
    from rich.text import Text

    out, known = console(), judgement(system)
    out.print(Text(str(known.printed)))
    out.print(Text(f"  {LEGEND}", style="dim"))
    if system.source:
        out.print(Text(f"  Source: {system.source}", style="dim"))
    out.print()
    table = Table(box=None, show_header=False, padding=(0, 1))
    for name, verdict in known.all_verdicts.items():
        mark = MARKS[verdict.holds]
        table.add_row(Text(mark, COLOURS[mark]), name.replace("_", " "), Text(verdict.because))
    out.print(table)

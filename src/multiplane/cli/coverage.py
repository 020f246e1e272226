"""`multiplane coverage FILE…`: what share of trees and arcs each system derives."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from multiplane.cli.console import console
from multiplane.systems import systems

if TYPE_CHECKING:
    from multiplane.oracles.coverage import Coverage

DEFAULT = (
    "arc-eager",
    "planar[single-head,acyclic]",
    "2-planar[single-head,acyclic]",
    "3-planar[single-head,acyclic]",
    "attardi-2",
    "attardi-3",
    "arc-eager+lnba",
    "arc-eager+rnba",
    "swap",
    "covington",
)


@click.command("coverage")
@click.argument("files", nargs=-1, required=True)
@click.option("--system", "names", multiple=True, help="A system; may be given several times.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    files: tuple[str, ...], names: tuple[str, ...], *, markdown: bool, as_json: bool
) -> None:
    """Say what share of the trees and of the arcs of treebanks each system can derive.

    Files in one folder count together.  Sentences that cannot be read, or are no trees, are
    left out and counted.

    \b
    multiplane coverage train.conllu dev.conllu
    multiplane coverage */train.conllu --system arc-eager --system 2-planar[single-head,acyclic]
    """
    from multiplane.conllu import read
    from multiplane.oracles.coverage import coverage

    chosen = [systems[name] for name in names or DEFAULT]
    folders: dict[str, list[str]] = {}
    for file in files:
        folders.setdefault(Path(file).parent.name or file, []).append(file)
    found: dict[str, list[Coverage]] = {}
    for folder, members in folders.items():
        sentences = (s for file in members for s in read(file, on_error="skip"))
        found[folder] = coverage((s for s in sentences if s.words or s.error), chosen)
    if as_json:
        rows = [
            {
                "name": folder, "system": row.system, "trees": row.trees, "derived": row.derived,
                "words": row.words, "right": row.right, "left_out": row.left_out,
            }
            for folder, group in found.items()
            for row in group
        ]  # fmt: skip
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    header = ["treebank", "trees", "left out", *(system.name for system in chosen)]
    table = [
        [folder, f"{rows[0].trees:,}", str(rows[0].left_out),
         *(f"{100 * row.tree_share:.2f} / {100 * row.word_share:.2f}" for row in rows)]
        for folder, rows in found.items()
    ]  # fmt: skip
    _print(header, table, markdown=markdown)


def _print(header: list[str], table: list[list[str]], *, markdown: bool) -> None:
    if markdown:
        for row in (header, ["---"] + ["--:"] * (len(header) - 1), *table):
            print("| " + " | ".join(row) + " |")
        return
    from rich.table import Table

    shown = Table(*header, box=None, header_style="bold")
    for column in shown.columns[1:]:
        column.justify = "right"
    for row in table:
        shown.add_row(*row)
    out = console()
    out.print(shown)
    out.print("percent of trees derived / percent of words with their right head")

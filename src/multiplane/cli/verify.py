"""`multiplane verify NAME --class C --max-words N`: sound and complete, by exhaustion?"""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.console import console
from multiplane.cli.progress import progress
from multiplane.cli.tables import Table, render
from multiplane.systems import systems

if TYPE_CHECKING:
    from multiplane.verification import Verification

COUNTS = ("graphs", "derived", "outside")


@click.command("verify", short_help="Check if a system is sound and complete for a class.")
@click.argument("name")
@click.option(
    "--class",
    "class_name",
    required=True,
    metavar="CLASS",
    help="graphs, forests or trees, with prefixes such as planar-, 2-planar- or acyclic-.",
)
@click.option(
    "--max-words",
    type=click.IntRange(1, 7),
    default=4,
    show_default=True,
    metavar="N",
    help="Length of the longest sentences to try.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str, class_name: str, max_words: int, *, as_json: bool) -> None:
    """Check exhaustively whether a system is sound and complete for a class of graphs.

    Visits every graph of the class and every configuration of the system, for sentences up to
    a maximum length.  Exits with 0 if the system is both; otherwise shows a smallest
    counterexample and exits with 1.

    \b
    multiplane verify arc-eager --class projective-forests --max-words 6
    multiplane verify planar --class planar-graphs
    multiplane verify '2-planar[single-head,acyclic]' --class 2-planar-forests \\
        --max-words 5
    multiplane verify attardi-2 --class trees --json
    """
    from multiplane.verification import graph_class, verify

    system = systems[name]
    graph_class(class_name)  # a wrong name is said before any work
    with progress(f"{name}, words up to {max_words}", max_words) as advance:
        answer = verify(system, class_name, max_words, advance)
    if as_json:
        print(json.dumps(_report(answer), ensure_ascii=False, indent=2))
    else:
        _print(answer)
    sys.exit(0 if answer.correct else 1)


def _report(answer: "Verification") -> dict[str, Any]:
    counterexample = answer.unsound or answer.incomplete
    return {
        "system": answer.system.name,
        "class": answer.graph_class.name,
        "max_words": len(answer.lengths),
        "sound": answer.sound,
        "complete": answer.complete,
        **{key: sum(getattr(n, key) for n in answer.lengths) for key in COUNTS},
        "counterexample": counterexample
        and {
            "words": counterexample.graph.n,
            "arcs": sorted(map(list, counterexample.graph.arcs)),
            "transitions": counterexample.derivation and str(counterexample.derivation).split(),
        },
        "lengths": [asdict(length) for length in answer.lengths],
    }


def _print(answer: "Verification") -> None:
    from multiplane.verification.exhaustion import TITLES

    print(render("terminal", [Table("", TITLES, tuple(answer.table), "rrrr")]), end="")
    out = console()
    for line in answer.said:
        out.print(line)

"""`multiplane trace NAME FILE`: the oracle's derivation of a sentence, step by step."""

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import FORMAT
from multiplane.cli.console import console
from multiplane.cli.sentences import SENTENCE, chosen
from multiplane.cli.suffixes import format_of
from multiplane.cli.tables import COLUMNS, Table, check_columns, render
from multiplane.compressed import created
from multiplane.counted import counted
from multiplane.errors import MultiplaneError
from multiplane.harmless import harmless
from multiplane.systems import systems

if TYPE_CHECKING:
    from multiplane.calculus.system import System
    from multiplane.conllu import Sentence
    from multiplane.oracles.trace import Trace

SUFFIXES = {".html": "html", ".htm": "html", ".tex": "latex"}
MOST = 1000  # derivations listed by --all


@click.command("trace")
@click.argument("name")
@click.argument("file", default="-")
@SENTENCE
@FORMAT
@click.option(
    "--all", "every", is_flag=True, help="List every derivation of the tree (for short sentences)."
)
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    help="Write to FILE: a page for a browser that needs nothing else (.html), or LaTeX (.tex).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@COLUMNS
def command(
    name: str,
    file: str,
    which: str,
    form: str | None,
    *,
    every: bool,
    output: str | None,
    as_json: bool,
    columns: str | None,
) -> None:
    """Show how a system derives the tree of a sentence, transition by transition.

    FILE is CoNLL-U or CoNLL-X; without it, standard input is read.  If the system cannot derive
    the tree, it is derived as far as possible and the lost arcs are listed.

    \b
    multiplane trace arc-eager sentences.conllu
    multiplane trace '2-planar[single-head,acyclic]' sentences.conllu --sentence 3
    multiplane trace swap sentences.conllu --sentence weblog-0001
    multiplane trace arc-standard sentences.conllu --all
    multiplane trace swap sentences.conllu --json
    multiplane trace arc-eager sentences.conllu --output lesson.html
    multiplane trace arc-eager sentences.conllu --output lesson.tex
    """
    system = systems[name]
    if columns is not None and (every or as_json):
        raise click.UsageError("--columns is for the table of a derivation")
    if output is not None and (every or as_json or columns is not None):
        raise click.UsageError("--output is for one derivation, without --all, --json or --columns")
    style = format_of(output, SUFFIXES, "leave out --output for a table") if output else None
    if output is not None and style is None:
        raise MultiplaneError(f"{output}: give a file whose name ends in .html or .tex")
    check_columns(columns, _titles(system))
    sentence = _sentence(file, which, form)
    if every:
        _list(name, sentence, as_json=as_json)
        return
    from multiplane.oracles.trace import trace

    if output is not None and style == "html":
        from multiplane.server.lessons import lesson

        _write(lesson(system, sentence)["html"], output)
        return
    found = trace(system, sentence.graph)
    if output is not None:
        from multiplane.drawing.steps import as_latex

        _write(as_latex(found, sentence), output)
    elif as_json:
        print(json.dumps(_report(found, sentence), ensure_ascii=False, indent=2))
    else:
        _print(found, sentence, columns)


def _write(text: str, output: str) -> None:
    try:
        with created(output) as target:
            target.write(text)
    except OSError as error:
        raise MultiplaneError(f"{error.filename or output}: {error.strerror}") from error


def _sentence(file: str, which: str, form: str | None) -> "Sentence":
    found = chosen(file, which, form)
    if None in found.heads:
        word = found.heads.index(None) + 1
        raise MultiplaneError(f"{file}: sentence {which}: word {word} has no head")
    return found


def _list(name: str, sentence: "Sentence", *, as_json: bool) -> None:
    from multiplane.oracles.generic import GenericOracle

    oracle = GenericOracle(systems[name], sentence.graph)
    listed = list(islice(oracle.all(), MOST))
    total = len(listed) if len(listed) < MOST else oracle.count()
    if as_json:
        chains = [str(derivation).split() for derivation in listed]
        print(json.dumps({"derivations": total, "transitions": chains}, indent=2))
        return
    for derivation in listed:
        print(derivation)
    left_out = f"; the first {MOST:,} are shown" if total > len(listed) else ""
    print(f"{counted(total, 'derivation')}{left_out}")


def _report(found: "Trace", sentence: "Sentence") -> dict[str, Any]:
    system = found.derivation.system
    labels = dict(enumerate(sentence.deprels, 1))
    return {
        "words": list(sentence.forms),
        "transitions": [step.transition for step in found.steps[1:]],
        "configurations": [
            {
                **{
                    s.name: list(c)
                    for s, c in zip(system.stores, step.configuration.stores, strict=True)
                },
                "arcs": sorted(map(list, step.configuration.arcs)),
            }
            for step in found.steps
        ],
        "arcs": [[h, labels.get(d, "_"), d] for h, d in sorted(found.derivation.last.arcs)],
        "lost": list(found.lost),
    }


def _titles(system: "System") -> tuple[str, ...]:
    return ("transition", *(store.name for store in system.stores), "new arc", "rule")


def _print(found: "Trace", sentence: "Sentence", columns: str | None) -> None:
    from multiplane.calculus.notation import printed
    from multiplane.oracles.trace import listing

    system = found.derivation.system
    rules = {row.defined_as: str(row.rule) for row in printed(system).transitions}
    out = console()
    forms = enumerate(map(harmless, sentence.forms), 1)
    out.print("  ".join(f"{number} {form}" for number, form in forms))
    out.print()
    rows = []
    for step in found.steps:
        arcs = ", ".join(_arc(h, d, sentence) for h, d in step.new)
        rule = rules[system.defined_as(step.transition)] if step.transition else ""
        stores = [listing(contents) for contents in step.configuration.stores]
        rows.append((step.transition or "start", *stores, arcs, rule))
    titles = _titles(system)
    last = len(titles) - 1
    styles = {(r, k): s for r in range(len(rows)) for k, s in ((last - 1, "bold"), (last, "dim"))}
    table = Table("", titles, tuple(rows), "l" * (len(titles) - 2) + "pp", styles)
    print(render("terminal", [table], columns=columns), end="")
    for word in found.lost:
        head = sentence.heads[word - 1]
        out.print(f"lost: {_arc(head or 0, word, sentence)}")


def _arc(head: int, dependent: int, sentence: "Sentence") -> str:
    name = sentence.forms[head - 1] if head else "root"
    return f"{name} → {sentence.forms[dependent - 1]} ({sentence.deprels[dependent - 1]})"

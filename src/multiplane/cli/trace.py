"""`multiplane trace NAME FILE`: the oracle's derivation of a sentence, step by step."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import FORMAT
from multiplane.cli.console import console
from multiplane.cli.sentences import SENTENCE, chosen
from multiplane.cli.streams import unwritten
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
    from multiplane.oracles.trace import Step, Trace

SUFFIXES = {".html": "html", ".htm": "html", ".tex": "latex"}
MOST = 1000  # derivations listed by --all


@click.command("trace", short_help="Show step by step how a system derives a sentence.")
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
    help="Write to FILE: a self-contained HTML page (.html), or LaTeX (.tex).",
)
@click.option(
    "--beside", "other", metavar="NAME", help="Show a second system beside the first, with counts."
)
@click.option("--quiz", is_flag=True, help="Start the page (.html) in quiz mode.")
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
    other: str | None,
    quiz: bool,
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
    multiplane trace arc-eager sentences.conllu --beside arc-standard
    multiplane trace arc-eager sentences.conllu --output lesson.html
    multiplane trace arc-eager sentences.conllu --beside swap --output lesson.html
    multiplane trace arc-eager sentences.conllu --quiz --output quiz.html
    multiplane trace arc-eager sentences.conllu --output lesson.tex
    """
    both = [systems[each] for each in (name, other) if each is not None]
    system = both[0]
    if columns is not None and (every or as_json):
        raise click.UsageError("--columns is for the table of a derivation")
    if output is not None and (every or as_json or columns is not None):
        raise click.UsageError("--output is for one derivation, without --all, --json or --columns")
    style = format_of(output, SUFFIXES, "leave out --output for a table") if output else None
    if output is not None and style is None:
        raise MultiplaneError(f"{output}: give a file whose name ends in .html or .tex")
    if quiz and style != "html":
        raise click.UsageError("--quiz is for a page: add --output with a name that ends in .html")
    if other is not None and (every or columns is not None):
        raise click.UsageError("--beside is for two derivations: not with --all or --columns")
    check_columns(columns, _titles(system))
    sentence = _sentence(file, which, form)
    if every:
        _list(name, sentence, as_json=as_json)
        return
    from multiplane.oracles.trace import trace

    if output is not None and style == "html":
        from multiplane.server.lessons import Lesson, page

        _write(page(sentence, *map(Lesson, both), quiz=quiz), output)
        return
    try:
        found, *second = [trace(each, sentence.graph) for each in both]
    except MultiplaneError as error:
        raise MultiplaneError(f"{file}: sentence {which}: {error}") from error
    if output is not None:
        from multiplane.drawing.steps import as_latex

        _write(as_latex(sentence, found, *second), output)
    elif as_json:
        reports = [{"system": t.derivation.system.name, **_report(t, sentence)} for t in second]
        report = _report(found, sentence) | ({"beside": reports[0]} if reports else {})
        print(json.dumps(report, ensure_ascii=False, indent=2))
    elif second:
        _print_beside((found, *second), sentence)
    else:
        _print(found, sentence, columns)


def _write(text: str, output: str) -> None:
    try:
        with created(output) as target:
            target.write(text)
    except OSError as error:
        raise unwritten(error, output) from error


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
    _print_words(sentence)
    rows = []
    for step in found.steps:
        arcs = _arcs(step, sentence)
        rule = rules[system.defined_as(step.transition)] if step.transition else ""
        stores = [listing(contents) for contents in step.configuration.stores]
        rows.append((step.transition or "start", *stores, arcs, rule))
    titles = _titles(system)
    last = len(titles) - 1
    styles = {(r, k): s for r in range(len(rows)) for k, s in ((last - 1, "bold"), (last, "dim"))}
    table = Table("", titles, tuple(rows), "l" * (len(titles) - 2) + "pp", styles)
    print(render("terminal", [table], columns=columns), end="")
    for word in found.lost:
        console().print(f"lost: {_lost(word, sentence)}")


def _print_beside(found: Sequence["Trace"], sentence: "Sentence") -> None:
    """Print two derivations step by step, side by side, and what each of them takes."""
    _print_words(sentence)
    names = [trace.derivation.system.name for trace in found]
    done = [
        [(step.transition or "start", _arcs(step, sentence)) for step in trace.steps]
        for trace in found
    ]
    rows = [
        (str(at), *first, *second)
        for at, (first, second) in enumerate(zip_longest(*done, fillvalue=("", "")))
    ]
    titles = ("step", names[0], "new arc", names[1], "new arc")
    styles = {(r, k): "bold" for r in range(len(rows)) for k in (2, 4)}
    table = Table("", titles, tuple(rows), "rlplp", styles)
    print(render("terminal", [table]))
    counts = [_counts(trace) for trace in found]
    keys = dict.fromkeys(key for each in counts for key in each)
    counted_rows = [(key, *(str(each.get(key, "–")) for each in counts)) for key in keys]
    print(render("terminal", [Table("", ("", *names), tuple(counted_rows))]), end="")
    for name, trace in zip(names, found, strict=True):
        for word in trace.lost:
            console().print(f"lost by {name}: {_lost(word, sentence)}")


def _counts(found: "Trace") -> dict[str, int]:
    """Count what a derivation takes: first in all, then by the names of its transitions."""
    system, done = found.derivation.system, [step.transition for step in found.steps[1:]]
    named = {name.replace("_", "-"): 0 for name, each in system.transitions if not each.is_family}
    in_all = {
        "transitions": len(done),
        "arcs": len(found.derivation.last.arcs),
        "heads lost": len(found.lost),
    }
    return in_all | named | Counter(done)


def _print_words(sentence: "Sentence") -> None:
    forms = enumerate(map(harmless, sentence.forms), 1)
    console().print("  ".join(f"{number} {form}" for number, form in forms))
    console().print()


def _arcs(step: "Step", sentence: "Sentence") -> str:
    return ", ".join(_arc(h, d, sentence) for h, d in step.new)


def _lost(word: int, sentence: "Sentence") -> str:
    return _arc(sentence.heads[word - 1] or 0, word, sentence)


def _arc(head: int, dependent: int, sentence: "Sentence") -> str:
    name = sentence.forms[head - 1] if head else "root"
    return f"{name} → {sentence.forms[dependent - 1]} ({sentence.deprels[dependent - 1]})"

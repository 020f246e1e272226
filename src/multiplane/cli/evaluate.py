"""`multiplane evaluate GOLD SYSTEM`: how right is a parser, and is it better than another?"""

import json
from typing import TYPE_CHECKING

import click

from multiplane.cli.choice import FORMAT
from multiplane.cli.suffixes import format_of
from multiplane.cli.tables import COLUMNS, SUFFIXES, Table, render, style_option
from multiplane.compressed import created
from multiplane.counted import counted
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.evaluation import Evaluation
    from multiplane.evaluation.transitions import TransitionScore
    from multiplane.evaluation.views import Row

STYLES = ("terminal", "markdown", "latex")
WRITTEN = {suffix: style for suffix, style in SUFFIXES.items() if style in (*STYLES, "json")}


@click.command("evaluate", short_help="Score the output of a parser, or compare two.")
@click.argument("gold")
@click.argument("system")
@click.option("--against", metavar="OTHER", help="Output of another parser to compare with.")
@click.option(
    "--align",
    is_flag=True,
    help="Align the words first, and score as in CoNLL 2018; for parsers of plain text.",
)
@click.option("--ignore-subtypes", is_flag=True, help="Compare labels only up to the first colon.")
@click.option(
    "--detail",
    is_flag=True,
    help="Also show scores by label, length and direction, and confused labels.",
)
@click.option(
    "--top",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    metavar="N",
    help="Number of confused labels that --detail shows.",
)
@click.option(
    "--transitions",
    "model",
    metavar="MODEL",
    help="Also show how often the arcs built by each transition of this greedy parser are correct.",
)
@click.option(
    "--trials",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Number of trials of the randomised comparison.",
)
@click.option(
    "--bootstrap",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of bootstrap samples; 0: no intervals.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="Random seed."
)
@FORMAT
@style_option(STYLES)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, including all details.")
@COLUMNS
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
def command(
    gold: str,
    system: str,
    *,
    against: str | None,
    align: bool,
    ignore_subtypes: bool,
    detail: bool,
    top: int,
    model: str | None,
    trials: int,
    bootstrap: int,
    seed: int,
    form: str | None,
    style: str | None,
    as_json: bool,
    columns: str | None,
    output: str,
) -> None:
    """Score the output of a parser; with --against, test whether it beats another.

    The files are CoNLL-U or CoNLL-X, plain or compressed, and contain the same words; one of them
    may be - for standard input.  Labels are compared in full.  The last line of the output says
    how the numbers were computed.

    \b
    multiplane evaluate gold.conllu system.conllu
    multiplane evaluate gold.conllu system.conllu --detail
    multiplane evaluate gold.conllu system.conllu --against baseline.conllu
    multiplane evaluate gold.conllu system.conllu --transitions parser.mp
    multiplane parse --model m test.conllu |
        multiplane evaluate test.conllu - --json
    multiplane parse --model en test.txt |
        multiplane evaluate test.conllu - --align
    """
    from multiplane.evaluation import evaluate

    named = None if style or as_json else format_of(output, WRITTEN, "choose one with --style")
    as_json = as_json or named == "json"
    style = style or named or "terminal"

    def shown(tables: list[Table]) -> str:
        return render(style, tables, to_screen=output == "-", columns=columns)

    if as_json and columns is not None:
        raise click.UsageError("--columns is for tables to read; json has all columns")
    if model and gold == "-":
        raise MultiplaneError("standard input can be read only once; GOLD must be a file")
    if align:
        if against or detail or ignore_subtypes:
            raise click.UsageError(
                "--align cannot be combined with --against, --detail or --ignore-subtypes"
            )
        table = _aligned(gold, system, form, as_json=as_json)
        text = table if isinstance(table, str) else shown([table])
        _write(output, text)
        return
    found = evaluate(
        gold,
        system,
        against=against,
        ignore_subtypes=ignore_subtypes,
        trials=trials,
        bootstrap=bootstrap,
        seed=seed,
        format=form,
    )
    steps = _steps(model, gold, form) if model else []
    if as_json:
        more = {"transitions": [row.as_dict() for row in steps]} if model else {}
        text = json.dumps(found.as_dict() | more, ensure_ascii=False, indent=2) + "\n"
    else:
        tables = [_scores(found), *_details(found, top)] if detail else [_scores(found)]
        tables += [_transitions(steps)] if model else []
        comment = "% " if style == "latex" else ""
        below = (f"{comment}{line}\n" for line in (*_warnings(found), found.signature))
        text = f"{shown(tables)}\n{''.join(below)}"
    _write(output, text)


def _write(output: str, text: str) -> None:
    with created(output) as file:
        file.write(text)


def _aligned(gold: str, system: str, form: str | None, *, as_json: bool) -> str | Table:
    """Score a system that found its own words."""
    from multiplane.evaluation.raw_text import evaluate_text

    found = evaluate_text(gold, system, format=form)
    if as_json:
        report = {name: score.as_dict() for name, score in found.items()}
        return json.dumps(report, ensure_ascii=False, indent=2) + "\n"
    titles = ("score", "F1", "precision", "recall", "right", "gold", "system")
    rows = tuple(
        (
            name,
            *map(_percent, (score.f1, score.precision, score.recall)),
            *(f"{count:,}" for count in (score.right, score.gold, score.system)),
        )
        for name, score in found.items()
    )
    caption = _size(found["Words"].gold, found["Sentences"].gold)
    return Table(caption, titles, rows)


def _scores(found: "Evaluation") -> Table:
    from multiplane.evaluation import METRICS

    totals, comparison = found.totals, found.comparison
    titles = ["score", "%", "right", "of"]
    if found.intervals:
        titles.append("95 % interval")
    if comparison:
        titles += ["other %", "difference", "p (McNemar)", "p (randomised)"]
    rows = []
    for metric in METRICS:
        cells = [metric.title, _percent(found.scores[metric.name])]
        cells += [f"{totals[metric.right]:,}", " + ".join(f"{totals[of]:,}" for of in metric.of)]
        if found.intervals:
            pair = found.intervals[metric.name]
            cells.append(f"{pair[0]:.2f} – {pair[1]:.2f}" if pair else "–")
        if comparison:
            difference, test = comparison.differences[metric.name], comparison.mcnemar
            cells += [
                _percent(comparison.second.scores[metric.name]),
                "–" if difference is None else f"{difference:+.2f}",
                _p(test[metric.name].p if metric.name in test else None),
                _p(comparison.randomized[metric.name]),
            ]
        rows.append(tuple(cells))
    caption = _size(totals["tokens"], totals["sentences"])
    return Table(caption, tuple(titles), tuple(rows))


def _size(words: int, sentences: int) -> str:
    return f"{counted(words, 'word')} in {counted(sentences, 'sentence')}"


def _steps(model: str, gold: str, form: str | None) -> "list[TransitionScore]":
    from multiplane.experiments.precision.precision import precision
    from multiplane.parsing.parser import load

    return precision(load(model), gold, format=form)


def _transitions(steps: "list[TransitionScore]") -> Table:
    titles = ("transition", "precision", "unlabelled", "times", "arcs", "heads right", "right")
    rows = tuple(
        (
            row.transition.replace("_", "-"),
            *map(_percent, (row.precision, row.unlabelled_precision)),
            *(f"{count:,}" for count in (row.times, row.arcs, row.right_heads, row.right)),
        )
        for row in steps
    )
    return Table("Arcs by transition", titles, rows)


def _details(found: "Evaluation", top: int) -> list[Table]:
    confusions = tuple(
        (row.gold, row.system, f"{row.words:,}", f"{row.right_heads:,}")
        for row in found.confusions[:top]
    )
    return [
        _view("Arcs by label", "label", found.labels),
        _view("Arcs by length", "length", found.lengths),
        _view("Arcs by direction", "direction", found.directions),
        Table(
            "Labels confused",
            ("gold", "system", "words", "of these, heads right"),
            confusions,
            "llrr",
        ),
    ]


def _view(caption: str, kind: str, rows: "list[Row]") -> Table:
    titles = (kind, "precision", "recall", "F1", "gold", "system", "right")
    cells = (
        (
            row.name,
            *map(_percent, (row.precision, row.recall, row.f1)),
            *(f"{count:,}" for count in (row.gold, row.system, row.right)),
        )
        for row in rows
    )
    return Table(caption, titles, tuple(cells))


def _warnings(found: "Evaluation") -> list[str]:
    """What a reader of the scores should know of the system's output, if there is something."""
    said = {
        "multiple_roots": "sentences with several roots",
        "headless": "words without a head",
        "not_trees": "sentences that are not trees",
    }
    return [f"{text}: {found.totals[name]:,}" for name, text in said.items() if found.totals[name]]


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.4f}" if value >= 0.0001 else "< 0.0001"

"""`multiplane chart --model M [FILE]`: exact parsing with a generative model."""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.progress import progress

if TYPE_CHECKING:
    from multiplane.conllu import Sentence
    from multiplane.tabular.model import Model

METHODS = {"viterbi": "viterbi", "risk": "minimum_risk"}


@click.command("chart")
@click.argument("file", default="-")
@click.option("--model", "source", required=True, metavar="MODEL", help="The model.")
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="risk",
    show_default=True,
    help="The tree of the best derivation, or the one with the most arcs expected to be right.",
)
@click.option("--multiple-roots", is_flag=True, help="Let several words hang from the root.")
@click.option(
    "--max-words",
    type=click.IntRange(1),
    default=40,
    show_default=True,
    help="Pass longer sentences through as they are.",
)
@click.option("--format", "form", type=click.Choice(["conllu", "conllx"]))
@click.option("--output", default="-", help="Where the trees go.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: trees with probabilities.")
def command(
    file: str,
    source: str,
    method: str,
    max_words: int,
    form: str | None,
    output: str,
    *,
    multiple_roots: bool,
    as_json: bool,
) -> None:
    """Parse with a generative model, by exact inference over all derivations.

    \b
    multiplane chart --model latin.safetensors test.conllu --output parsed.conllu
    multiplane chart --model latin.safetensors test.conllu --method viterbi --json
    """
    from multiplane.conllu import read, write
    from multiplane.tabular.model import load

    model = load(source)
    sentences = list(read(file, format=form))

    def work(sentence: "Sentence") -> dict[str, Any] | None:
        if not 0 < sentence.words <= max_words:
            return None
        return _parse(model, sentence, METHODS[method], single_root=not multiple_roots)

    def parsed() -> Iterator[tuple["Sentence", dict[str, Any] | None]]:
        with progress("sentences", len(sentences)) as advance, ThreadPoolExecutor() as pool:
            for number, (sentence, report) in enumerate(
                zip(sentences, pool.map(work, sentences), strict=True), 1
            ):
                advance(number)
                yield sentence, report

    answers = list(parsed())
    if as_json:
        print(json.dumps([report for _, report in answers if report], ensure_ascii=False, indent=2))
    else:
        write((_hung(sentence, report) for sentence, report in answers), output)
    long = sum(sentence.words > max_words for sentence in sentences)
    if long:
        print(f"{long:,} sentences of more than {max_words} words are unparsed", file=sys.stderr)
    none = sum(s.words > 0 and report is None for s, report in answers) - long
    if none:
        print(f"{none:,} sentences of probability 0 are unparsed", file=sys.stderr)


def _parse(
    model: "Model", sentence: "Sentence", method: str, *, single_root: bool
) -> dict[str, Any] | None:
    from multiplane.tabular.alphabet import column_of
    from multiplane.tabular.forest import transitions
    from multiplane.tabular.posterior import Posterior

    codes = model.alphabet.encode(column_of(sentence, model.alphabet.column))
    posterior = Posterior(model, codes, single_root)
    if posterior.logp == float("-inf"):
        return None
    heads = getattr(posterior, method)
    logp, derivation = posterior.best
    return {
        "words": list(sentence.forms),
        "heads": list(heads),
        "posterior": [round(float(posterior.arcs[h, d]), 6) for d, h in enumerate(heads, 1)],
        "log_probability": posterior.logp,
        "best_derivation": {
            "log_probability": logp,
            "transitions": list(transitions(derivation)),
        },
    }


def _hung(sentence: "Sentence", report: dict[str, Any] | None) -> "Sentence":
    if report is None:
        return sentence
    heads = report["heads"]
    return sentence.with_tree(heads, ["dep" if head else "root" for head in heads])

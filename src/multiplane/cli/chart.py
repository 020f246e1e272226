"""`multiplane chart --model M [FILE]`: exact parsing with a generative model."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import FORMAT, Choice
from multiplane.cli.console import say
from multiplane.cli.damage import ON_ERROR, Damage
from multiplane.cli.progress import progress
from multiplane.counted import counted
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.conllu import Sentence
    from multiplane.tabular.model import Model

Outcome = (
    dict[str, Any] | MultiplaneError | None
)  # a tree, or an error, or none: it is of probability 0

METHODS = {"viterbi": "viterbi", "risk": "minimum_risk"}


@click.command("chart", short_help="Parse by exact inference over all derivations.")
@click.argument("file", default="-")
@click.option("--model", "source", required=True, metavar="MODEL", help="Model to parse with.")
@click.option(
    "--method",
    type=Choice(list(METHODS)),
    default="risk",
    show_default=True,
    help="viterbi: tree of the best derivation; risk: tree with the most expected correct arcs.",
)
@click.option("--multiple-roots", is_flag=True, help="Allow several words to attach to the root.")
@click.option(
    "--max-words",
    type=click.IntRange(1),
    default=40,
    show_default=True,
    metavar="N",
    help="Leave longer sentences unparsed.",
)
@FORMAT
@ON_ERROR
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with probabilities.")
def command(
    file: str,
    source: str,
    method: str,
    max_words: int,
    form: str | None,
    on_error: str,
    output: str,
    *,
    multiple_roots: bool,
    as_json: bool,
) -> None:
    """Parse with a generative model, by exact inference over all derivations.

    Each arc gets the most probable label given the symbols of its head and its dependent.
    With --on-error skip, sentences that cannot be used are written unchanged and counted.

    \b
    multiplane chart --model latin.safetensors test.conllu -o parsed.conllu
    multiplane chart --model latin.safetensors test.conllu --method viterbi --json
    """
    from multiplane.conllu import read, write
    from multiplane.tabular.model import load

    model = load(source)
    damage = Damage(on_error, "left unchanged")
    sentences = list(read(file, format=form, on_error=on_error))

    def work(sentence: "Sentence") -> Outcome:
        if sentence.error or not 0 < sentence.words <= max_words:
            return sentence.error
        try:
            return _parse(model, sentence, METHODS[method], single_root=not multiple_roots)
        except MultiplaneError as error:  # there may be no room for its chart
            return error

    outcomes: list[Outcome] = []
    with progress("sentences", len(sentences)) as advance, ThreadPoolExecutor() as pool:
        for sentence, outcome in zip(sentences, pool.map(work, sentences), strict=True):
            outcomes.append(outcome)
            advance(len(outcomes))
            if isinstance(outcome, MultiplaneError):
                try:
                    damage.take(sentence, outcome)
                except MultiplaneError:
                    pool.shutdown(cancel_futures=True)
                    raise
    pairs = list(zip(sentences, outcomes, strict=True))
    if as_json:
        listed = [
            {"sentence": number, **outcome}
            for number, outcome in enumerate(outcomes, 1)
            if isinstance(outcome, dict)
        ]
        print(json.dumps(listed, ensure_ascii=False, indent=2))
    else:
        write((_hung(sentence, outcome) for sentence, outcome in pairs), output)
    damage.report()
    long = sum(sentence.words > max_words for sentence in sentences)
    if long:
        limit = counted(max_words, "word")
        say(f"{counted(long, 'sentence')} of more than {limit} left unparsed")
    none = sum(outcome is None and 0 < s.words <= max_words for s, outcome in pairs)
    if none:
        say(f"{counted(none, 'sentence')} of probability 0 left unparsed")


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
        "labels": list(model.labelled(codes, heads)),
        "posterior": [round(float(posterior.arcs[h, d]), 6) for d, h in enumerate(heads, 1)],
        "log_probability": posterior.logp,
        "best_derivation": {
            "log_probability": logp,
            "transitions": list(transitions(derivation)),
        },
    }


def _hung(sentence: "Sentence", outcome: Outcome) -> "Sentence":
    if not isinstance(outcome, dict):
        return sentence
    return sentence.with_tree(outcome["heads"], outcome["labels"])

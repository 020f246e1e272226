"""`multiplane induce FILE... --model OUT`: a generative model without trees, by EM."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import FORMAT, Choice
from multiplane.cli.console import console
from multiplane.cli.damage import ON_ERROR, Damage
from multiplane.cli.generative import learns_generative
from multiplane.cli.progress import progress

if TYPE_CHECKING:
    from multiplane.tabular.alphabet import Codes
    from multiplane.tabular.model import Model


@click.command("induce", short_help="Learn a model from sentences without trees, by EM.")
@learns_generative
@click.option(
    "--max-words",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    metavar="N",
    help="Leave out longer sentences.",
)
@click.option(
    "--iterations",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    metavar="N",
    help="Maximum number of rounds of EM.",
)
@click.option(
    "--tolerance",
    type=click.FloatRange(0),
    default=1e-5,
    show_default=True,
    metavar="X",
    help="Stop when the log-likelihood rises by less than this share of itself.",
)
@click.option(
    "--start", "how", type=Choice(["harmonic", "random"]), default="harmonic",
    show_default=True,
    help="Initial model: one that prefers short arcs (Klein and Manning 2004), or a random one.",
)  # fmt: skip
@click.option(
    "--restarts",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of starts, with successive seeds.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="N",
    help="Random seed of the first start.",
)
@click.option(
    "--anneal",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    metavar="X",
    help="Start with probabilities raised to this power.",
)
@click.option("--multiple-roots", is_flag=True, help="Allow several words to attach to the root.")
@click.option("--without", multiple=True, metavar="UPOS", help="Leave out words with this tag.")
@click.option("--checkpoint", metavar="FILE", help="Save each round to FILE, and resume from it.")
@click.option("--score", is_flag=True, help="Score each round against the trees of the files.")
@FORMAT
@ON_ERROR
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    files: tuple[str, ...],
    target: str,
    column: str,
    symbols: int,
    degree: int,
    kind: str,
    max_words: int,
    iterations: int,
    tolerance: float,
    how: str,
    restarts: int,
    seed: int,
    anneal: float,
    without: tuple[str, ...],
    checkpoint: str | None,
    form: str | None,
    on_error: str,
    *,
    multiple_roots: bool,
    score: bool,
    as_json: bool,
) -> None:
    """Learn a model from sentences without trees, by EM; of several starts, keep the likeliest.

    \b
    multiplane induce train.conllu --model latin.safetensors --restarts 4
    multiplane induce train.conllu --model latin.safetensors \\
        --without PUNCT --score
    multiplane induce train.conllu --model latin.safetensors \\
        --checkpoint latin.part
    """
    from multiplane.tabular.alphabet import Alphabet
    from multiplane.tabular.corpus import heads_of, plain
    from multiplane.tabular.history import history
    from multiplane.tabular.induction import Induction

    damage = Damage(on_error)
    sentences = damage.sound(files, form, heads_of if score else lambda _: None)
    pairs = plain(sentences, column, max_words, set(without), trees=score)
    alphabet = Alphabet.of([words for words, _ in pairs], column, symbols)
    corpus, gold = [alphabet.encode(words) for words, _ in pairs], [heads for _, heads in pairs]
    induction = Induction(
        corpus, alphabet, history(kind, degree), how, seed, iterations, tolerance, anneal,
        not multiple_roots, Path(checkpoint) if checkpoint else None,
        _scorer(corpus, gold, single_root=not multiple_roots) if score else lambda _: {},
    )  # fmt: skip
    with progress("rounds of EM", restarts * iterations) as advance:
        model = induction.run(restarts, advance)
    model.save(target)
    damage.report()
    report = {
        "model": target,
        "sentences": len(corpus),
        "skipped": len(damage.met),
        "words": sum(len(codes) - 2 for codes in corpus),
        "seed": model.notes["seed"],
        "log_likelihood": model.notes["log_likelihood"],
        "starts": induction.starts,
    }
    if as_json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return
    out = console()
    for one in induction.starts:
        rounds = one["rounds"]
        uas = f", UAS {100 * rounds[-1]['uas']:.2f}" if score else ""
        out.print(
            f"seed {one['seed']}: {len(rounds)} rounds, "
            f"log-likelihood {rounds[-1]['log_likelihood']:.2f}{uas}"
        )
    out.print(f"kept seed {report['seed']}: {target}")


def _scorer(
    corpus: list["Codes"], gold: list[list[int]], *, single_root: bool
) -> Callable[["Model"], dict[str, Any]]:
    """Return what notes the share of words with their right head, by minimum risk."""
    from concurrent.futures import ThreadPoolExecutor

    from multiplane.tabular.posterior import Posterior

    def score(model: "Model") -> dict[str, Any]:
        def right(codes: "Codes", heads: list[int]) -> int:
            found = Posterior(model, codes, single_root).minimum_risk
            return sum(a == b for a, b in zip(found, heads, strict=True))

        with ThreadPoolExecutor() as pool:
            total = sum(pool.map(right, corpus, gold))
        return {"uas": total / sum(map(len, gold))}

    return score

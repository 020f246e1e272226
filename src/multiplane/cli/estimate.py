"""`multiplane estimate FILE... --model OUT`: a generative model from trees."""

import json

import click

from multiplane.cli.choice import FORMAT
from multiplane.cli.console import console
from multiplane.cli.damage import ON_ERROR, Damage
from multiplane.cli.generative import learns_generative
from multiplane.cli.progress import progress
from multiplane.counted import counted


@click.command("estimate", short_help="Estimate the model from the trees of a treebank.")
@learns_generative
@click.option(
    "--smoothing",
    type=click.FloatRange(0),
    default=1.0,
    show_default=True,
    metavar="X",
    help="Weight of the shorter history, in observations; 0: maximum likelihood.",
)
@click.option(
    "--conditional",
    type=click.IntRange(0),
    default=0,
    metavar="EPOCHS",
    help="Afterwards train the weights for this many epochs, to maximise the probability of trees"
    " given sentences.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Random seed of --conditional.",
)
@click.option(
    "--max-words", type=click.IntRange(1), metavar="N", help="Leave out longer sentences."
)
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
    smoothing: float,
    conditional: int,
    seed: int,
    max_words: int | None,
    form: str | None,
    on_error: str,
    *,
    as_json: bool,
) -> None:
    """Estimate the generative model of Cohen et al. (2011) from the trees of a treebank.

    Each tree is counted by its derivation in Attardi's system; trees that need a higher degree
    are left out.  Labels are counted separately, given the symbols of head and dependent.

    \b
    multiplane estimate train.conllu --model latin.safetensors
    multiplane estimate train.conllu --column xpos --symbols 40 \\
        --model latin.safetensors
    multiplane estimate train.conllu --conditional 3 --max-words 12 \\
        --model latin.safetensors
    multiplane estimate train.conllu --degree 1 --json \\
        --model projective.safetensors
    """
    from multiplane.tabular.conditional import train
    from multiplane.tabular.corpus import chosen, estimate, examples, heads_of
    from multiplane.tabular.history import history

    damage = Damage(on_error)
    sentences = chosen(damage.sound(files, form, heads_of), max_words)
    with progress("derivations", len(sentences)) as advance:
        found = estimate(
            sentences, column, history(kind, degree), most=symbols, smoothing=smoothing,
            advance=advance,
        )  # fmt: skip
    model, epochs = found.model, []
    if conditional:
        with progress("epochs", conditional) as advance:
            for epoch in train(model, examples(model, sentences), conditional, seed=seed):
                advance(epoch.number + 1)
                epochs.append(epoch.loglik)
                model = epoch.model
    model.save(target)
    damage.report()
    report = {
        "model": target,
        "column": column,
        "history": kind,
        "degree": degree,
        "symbols": len(found.model.alphabet.symbols),
        "parameters": found.model.parameters,
        "sentences": len(sentences),
        "derived": found.derived,
        "left_out": found.left_out,
        "skipped": len(damage.met),
        "words": found.words,
        "labels": len(found.model.labels.names) if found.model.labels else 0,
        "conditional_log_likelihood": epochs,
    }
    if as_json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return
    out = console()
    out.print(
        f"{counted(found.derived, 'tree')} of {counted(found.words, 'word')}; left out, since they"
        f" need a degree above {degree}: {found.left_out:,}."
    )
    out.print(f"{report['symbols']} symbols, {found.model.parameters:,} parameters: {target}")

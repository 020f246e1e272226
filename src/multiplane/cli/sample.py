"""`multiplane sample --model M`: sentences with their trees, drawn from a generative model."""

import json

import click


@click.command("sample", short_help="Draw random sentences with their trees.")
@click.option("--model", "source", required=True, metavar="MODEL", help="Model to sample from.")
@click.option(
    "--sentences",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    metavar="N",
    help="Number of sentences to draw.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="Random seed."
)
@click.option(
    "--max-words",
    type=click.IntRange(1),
    default=40,
    show_default=True,
    metavar="N",
    help="Draw again if a sentence is longer.",
)
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    source: str, sentences: int, seed: int, max_words: int, output: str, *, as_json: bool
) -> None:
    """Draw random sentences with their trees; the model's column holds the symbols.

    \b
    multiplane sample --model latin.safetensors --sentences 3
    """
    import numpy as np

    from multiplane.conllu import reads, write
    from multiplane.tabular.alphabet import ALSO, COLUMNS
    from multiplane.tabular.model import load
    from multiplane.tabular.sampling import sample

    model = load(source)
    rng = np.random.default_rng(seed)
    drawn = [sample(model, rng, max_words) for _ in range(sentences)]
    column = model.alphabet.column
    if as_json:
        listed = [{column: list(words), "heads": list(heads)} for words, heads in drawn]
        print(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    # forms is column 1, …, feats 5; heads and deprels come between
    at = {**dict(zip(COLUMNS[:5], range(1, 6), strict=True)), "deprels": 7, "deps": 8, "misc": 9}
    place = at[ALSO.get(column, column)]
    text = []
    for words, heads in drawn:
        labels = model.labelled(model.alphabet.encode(words), heads)
        for number, (word, head) in enumerate(zip(words, heads, strict=True), 1):
            fields = [str(number), *"_____", str(head), labels[number - 1], "_", "_"]
            fields[place] = word
            text.append("\t".join(fields) + "\n")
        text.append("\n")
    write(reads("".join(text)), output)

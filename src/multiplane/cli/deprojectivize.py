"""`multiplane deprojectivize FILE`: what `projectivize` did is undone, as its labels say."""

import click

from multiplane.cli.choice import FORMAT
from multiplane.cli.projectivize import ENCODING
from multiplane.cli.rewriting import ON_ERROR, OUTPUT, rewrite
from multiplane.conllu import Sentence


@click.command("deprojectivize", short_help="Undo `projectivize`.")
@click.argument("file", default="-")
@ENCODING
@FORMAT
@ON_ERROR
@OUTPUT
def command(file: str, *, encoding: str, form: str | None, on_error: str, output: str) -> None:
    """Undo `projectivize`: reattach lifted words and remove the marks from labels.

    Use it on the output of `projectivize`, or of a parser trained on such trees.  The encoding
    must be the same.

    \b
    multiplane deprojectivize parsed.conllu -o non-projective.conllu
    """
    from multiplane.transforms.lowering import deprojectivize

    def change(sentence: Sentence) -> Sentence:
        heads, labels = sentence.heads, sentence.deprels
        tree = deprojectivize(heads, labels, encoding)
        return sentence if tree == (heads, labels) else sentence.with_tree(*tree)

    rewrite(file, change, form, on_error, output)

"""`multiplane projectivize FILE`: trees made projective, their labels saying how."""

import click

from multiplane.cli.choice import FORMAT, Choice
from multiplane.cli.rewriting import ON_ERROR, OUTPUT, rewrite
from multiplane.conllu import Sentence
from multiplane.transforms.marks import COVERED_ROOTS, ENCODINGS

ENCODING = click.option(
    "--encoding",
    type=Choice(list(ENCODINGS)),
    default="head",
    show_default=True,
    help="What labels record: the label of the syntactic head, the path to it, or both.",
)


@click.command("projectivize", short_help="Make trees projective by lifting arcs.")
@click.argument("file", default="-")
@ENCODING
@click.option(
    "--covered-roots",
    type=Choice(COVERED_ROOTS),
    default="lift",
    show_default=True,
    help="Roots under an arc: lift the arc, ignore the root, or attach it to an end of the arc.",
)
@FORMAT
@ON_ERROR
@OUTPUT
def command(
    file: str, *, encoding: str, covered_roots: str, form: str | None, on_error: str, output: str
) -> None:
    """Make trees projective by lifting arcs; labels record how to undo it.

    This is the pseudo-projective transformation of Nivre and Nilsson (2005).  It changes only HEAD
    and DEPREL, and only in non-projective trees.

    \b
    multiplane projectivize train.conllu -o projective.conllu
    multiplane projectivize train.conllu --encoding head+path |
        multiplane census -
    multiplane projectivize train.conllu | multiplane deprojectivize
    """
    from multiplane.transforms.lifting import projectivize

    def change(sentence: Sentence) -> Sentence:
        heads, labels = sentence.heads, sentence.deprels
        tree = projectivize(heads, labels, encoding, covered_roots=covered_roots)
        return sentence if tree == (heads, labels) else sentence.with_tree(*tree)

    rewrite(file, change, form, on_error, output)

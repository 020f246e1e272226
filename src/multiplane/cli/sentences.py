"""A sentence of a file, chosen by its number or its `sent_id`."""

import click

from multiplane.conllu import Sentence, read
from multiplane.errors import MultiplaneError

SENTENCE = click.option(
    "--sentence",
    "which",
    default="1",
    show_default=True,
    metavar="K",
    help="Sentence: its number in the file, or its sent_id.",
)


def chosen(file: str, which: str, form: str | None) -> Sentence:
    """Return the sentence; malformed ones before it are counted, but no obstacle."""
    sentences = (s for s in read(file, format=form, on_error="skip") if s.words or s.error)
    if which.isdecimal():
        number = which.lstrip("0")  # compared as text: it may have any length
        found = next((s for k, s in enumerate(sentences, 1) if str(k) == number), None)
    else:
        found = next((s for s in sentences if f"# sent_id = {which}" in s.comments), None)
    if found is None:
        raise MultiplaneError(
            f"{file}: there is no sentence {which}; give a number, from 1 on, or a sent_id"
        )
    if found.error:
        raise found.error
    return found

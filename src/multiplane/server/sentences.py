"""Sentences of requests: CoNLL-U, or words with heads, made into one kind of value."""

from itertools import islice
from typing import Any

from multiplane.conllu import Sentence, reads
from multiplane.errors import FormatError, MultiplaneError
from multiplane.graph import Graph, acyclic
from multiplane.server.limits import LIMITS

# {"conllu": …, "sentence": 1} or {"forms": …, "heads": …, …}; or a sentence that is there
Given = dict[str, Any] | Sentence
# What requests and pages call a column, where nothing is an empty text and not _.
MARKS = {"lemmas": "lemmas", "tags": "upos", "xpos": "xpos", "features": "feats",
         "labels": "deprels", "misc": "misc"}  # fmt: skip


def sentences(conllu: str) -> list[Sentence]:
    """Return the sentences of a pasted text."""
    found = list(islice((s for s in reads(conllu) if s.words), LIMITS.sentences + 1))
    if not found:
        raise FormatError("<text>", 1, "no words", "CoNLL-U: ten columns separated by tabs")
    if len(found) > LIMITS.sentences:
        raise MultiplaneError(f"more than {LIMITS.sentences} sentences; use fewer")
    return found


def sentence(given: Given) -> Sentence:
    """Return the sentence that a request is about."""
    if isinstance(given, Sentence):
        return given
    if given.get("conllu") is not None:
        found, number = sentences(given["conllu"]), given["sentence"]
        if number > len(found):
            raise MultiplaneError(f"no sentence {number}; the text has {len(found)}")
        return _short(found[number - 1])
    forms = given["forms"]
    for column in ("heads", *MARKS):
        if given.get(column) and len(given[column]) != len(forms):
            raise MultiplaneError(
                f"{len(given[column])} {column} for {len(forms)} forms; give one for each form"
            )
    lemmas, tags, xpos, features, labels, misc = (
        [value or "_" for value in given.get(column) or [""] * len(forms)] for column in MARKS
    )
    heads = ["_" if head is None else head for head in given.get("heads") or [0] * len(forms)]
    rows = zip(forms, lemmas, tags, xpos, features, heads, labels, misc, strict=True)
    lines = [
        f"{d}\t{form}\t{lemma}\t{tag}\t{xpos}\t{features}\t{head}\t{label}\t_\t{misc}"
        for d, (form, lemma, tag, xpos, features, head, label, misc) in enumerate(rows, 1)
    ]
    (made,) = reads("\n".join([*lines, "", ""]), format="conllu")
    return _short(made)


def _short(found: Sentence) -> Sentence:
    if found.words > LIMITS.words:
        raise MultiplaneError(f"a sentence of {found.words} words; the limit is {LIMITS.words}")
    return found


def gold(found: Sentence) -> Graph:
    """Return the graph of a sentence to derive: short enough, a head for each word, no cycle."""
    if found.words > LIMITS.derived:
        raise MultiplaneError(
            f"a sentence of {found.words} words; the limit for derivations is {LIMITS.derived}"
        )
    if None in found.heads:
        raise MultiplaneError(f"word {found.heads.index(None) + 1} has no head; use 0 for a root")
    verdict = acyclic(found.graph)
    if not verdict:
        raise MultiplaneError(f"not a tree: {verdict.because}")
    return found.graph


def written(found: Sentence) -> dict[str, Any]:
    """Return a sentence as the pages keep it."""
    return {
        "forms": list(found.forms),
        "heads": list(found.heads),
    } | {
        name: ["" if value == "_" else value for value in getattr(found, column)]
        for name, column in MARKS.items()
    }

"""Transformations of training trees that parsers undo in their output."""

from dataclasses import replace

from multiplane.training.corpus import Corpus
from multiplane.transforms.directions import direct, tells_direction
from multiplane.transforms.marks import Marked
from multiplane.transforms.pseudo_projective import lift
from multiplane.transforms.reconstruction import RIGHT


def encoded(corpus: Corpus, projectivize: str, reconstruction: str, covered_roots: str) -> Corpus:
    """Transform trees; the parser's `Design` undoes this in its output.

    An empty string leaves a transformation out.
    """
    if projectivize:
        given = corpus.heads, corpus.labels, corpus.label_names, corpus.starts
        heads, labels, names = lift(*given, projectivize, covered_roots)
        corpus = replace(corpus, heads=heads, labels=labels, label_names=names)
    if reconstruction and tells_direction(reconstruction):
        given = corpus.heads, corpus.labels, corpus.label_names, corpus.starts
        labels, names = direct(*given)
        corpus = replace(corpus, labels=labels, label_names=names)
    return corpus


def encoded_label(name: str, projectivize: str, reconstruction: str) -> str:
    """Return the label that `encoded` gives to an unchanged arc from 0."""
    name = str(Marked(name)) if projectivize else name
    return name + RIGHT if reconstruction and tells_direction(reconstruction) else name

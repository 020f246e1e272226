"""Training trees as a parser is to see them, where that is not as they are."""

from dataclasses import replace

from multiplane.training.corpus import Corpus
from multiplane.transforms.directions import direct, tells_direction
from multiplane.transforms.marks import Marked
from multiplane.transforms.pseudo_projective import lift
from multiplane.transforms.reconstruction import RIGHT


def encoded(corpus: Corpus, projectivize: str, reconstruction: str, covered_roots: str) -> Corpus:
    """Transform trees; what a parser makes of them is transformed back by its `Design`.

    An empty text says that nothing is done.
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
    """Return what the label of an arc from 0 becomes that nothing happens to."""
    name = str(Marked(name)) if projectivize else name
    return name + RIGHT if reconstruction and tells_direction(reconstruction) else name

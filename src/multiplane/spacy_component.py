"""Multiplane as a component of spaCy: `nlp.add_pipe("multiplane", config={"model": "en.mp"})`.

spaCy finds it by its entry point, so nothing needs to be imported.
"""

from dataclasses import dataclass

from spacy.language import Language
from spacy.tokens import Doc as SpacyDoc

import multiplane as mp
from multiplane.doc.analyser import TreeGiver
from multiplane.doc.spacy_doc import annotate, placed_sentences
from multiplane.errors import MultiplaneError


@dataclass(frozen=True)
class Component:
    """A model that writes heads and labels on documents of spaCy, and tags if it finds them.

    It sees spaCy's tokens and sentences, and the tags that components before it have set; where
    there are no sentences, the whole text is one.
    """

    model: TreeGiver

    def __call__(self, doc: SpacyDoc) -> SpacyDoc:
        """Parse a document, which is changed and returned, as spaCy expects."""
        given = list(placed_sentences(doc))
        parsed = list(self.model.parse(sentence for sentence, _ in given))
        annotate(doc, parsed, [places for _, places in given])
        return doc


@Language.factory(
    "multiplane",
    assigns=["token.head", "token.dep", "token.is_sent_start", "doc.sents"],
)
def component(nlp: Language, name: str, model: str) -> Component:
    """Make the component, from a file or the name of a model."""
    del nlp, name
    loaded = mp.load(model)
    if not isinstance(loaded, TreeGiver):
        raise MultiplaneError(f"{model} cannot parse the tokens of spaCy: it has no parse method")
    return Component(loaded)

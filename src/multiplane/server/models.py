"""What is asked of the trained model, if there is one: run in the worker that has it."""

from collections.abc import Sequence
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.server import workplace
from multiplane.server.choices import Choice, chosen
from multiplane.server.parsing import Model
from multiplane.server.sentences import Given, sentence, sentences, written

ABSENT = "no model is loaded; give the sentence as CoNLL-U or with heads"


class NoModel(MultiplaneError):  # noqa: N818 - it says what happened
    """A model was asked for, and there is none."""


def _model() -> Model:
    if workplace.model is None:
        raise NoModel(ABSENT)
    return workplace.model


def about() -> tuple[str, str]:
    """Return the name of the model, and that of its system."""
    model = _model()
    return model.name, model.system


def parse(text: str) -> dict[str, Any]:
    """Parse plain text."""
    conllu = _model().parse(text)
    found = sentences(conllu) if conllu.strip() else []  # a text without words has none
    return {"conllu": conllu, "sentences": [written(sentence) for sentence in found]}


def scores(choice: Choice, given: Given, transitions: Sequence[str]) -> dict[str, Any]:
    """Score what is permitted after these transitions."""
    model = _model()
    plain = [name.replace("-", "_") for name in transitions]
    found = model.scores(chosen(choice), plain, sentence(given))
    return {"scores": {name.replace("_", "-"): score for name, score in found.items()}}

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
    if not workplace.models:
        raise NoModel(ABSENT)
    return workplace.models[0]


def about() -> list[tuple[str, str]]:
    """Return the name of each model, and that of its system; the default is the first."""
    return [(model.name, model.system) for model in workplace.models]


def parse(text: str) -> dict[str, Any]:
    """Parse plain text."""
    model = _model()
    conllu = model.parse(text)
    found = sentences(conllu) if conllu.strip() else []  # a text without words has none
    shown = [written(sentence) for sentence in found]
    return {"model": model.name, "conllu": conllu, "sentences": shown}


def scores(choice: Choice, given: Given, transitions: Sequence[str]) -> dict[str, Any]:
    """Score what is permitted after these transitions."""
    model = _model()
    plain = [name.replace("-", "_") for name in transitions]
    found = model.scores(chosen(choice), plain, sentence(given))
    return {"scores": {name.replace("_", "-"): score for name, score in found.items()}}

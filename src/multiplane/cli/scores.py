"""The scores of a model, as they are shown."""

from collections.abc import Mapping

NAMES = {
    "tokens": "Tokens",
    "sentences": "Sentences",
    "upos": "UPOS",
    "uas": "UAS",
    "las": "LAS",
    "unlabelled_f1": "unlabelled F1",
    "f1": "F1",
}
INPUTS = {"text": "plain text", "words": "words given"}  # what a pipeline was tested on


def shown(scores: Mapping[str, float], joined: str) -> str:
    """Write the scores that there are, the one that counts last."""
    return joined.join(f"{name} {scores[key]:.2f}" for key, name in NAMES.items() if key in scores)

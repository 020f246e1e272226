"""The scores of a parser on its development file, as they are shown."""

from collections.abc import Mapping

NAMES = {"uas": "UAS", "las": "LAS", "unlabelled_f1": "unlabelled F1", "f1": "F1"}


def shown(scores: Mapping[str, float], joined: str) -> str:
    """Write the scores that there are, the one that counts last."""
    return joined.join(f"{name} {scores[key]:.2f}" for key, name in NAMES.items() if key in scores)

"""A trained lemmatiser."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.packing import Table
from multiplane.guides.rows import LANES
from multiplane.guides.stored import stored, taken
from multiplane.lemmas.kernel import choose_scripts
from multiplane.lemmas.scripts import Script, ScriptTable, compiled
from multiplane.tagging.attributes import Values
from multiplane.tagging.kernel import View
from multiplane.tagging.tagset import TagSet
from multiplane.tagging.templates import Templates
from multiplane.text.lexicon import Lexicon
from multiplane.text.words import Words


@dataclass(frozen=True, eq=False)
class Lemmatiser:
    """Scripts, of which the first `classes` can be chosen; the script of each form and tag that
    was seen; and weights.
    """

    tags: TagSet
    scripts: tuple[Script, ...]
    classes: int
    templates: Templates
    seen: Lexicon
    weights: Table

    @cached_property
    def table(self) -> ScriptTable:
        """The scripts as numbers."""
        return compiled(self.scripts, self.classes)

    @cached_property
    def shift(self) -> np.uint64:
        return np.uint64(65 - len(self.weights).bit_length())

    def choose(self, words: Words, values: Values, tags: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the script of each word, by number."""
        chosen = np.zeros(len(words), np.int64)
        scores = np.zeros(self.weights.shape[1], np.int32)
        view = View(values, self.templates.table, self.tags.table.known, self.shift)
        choose_scripts(
            view, words.ends - words.begins, tags, self.seen.table, self.table, self.weights,
            scores, chosen,
        )  # fmt: skip
        return chosen

    def lemmas(self, words: Words, values: Values, tags: NDArray[np.int64]) -> list[str]:
        """Return the lemma of each word."""
        chosen = self.choose(words, values, tags).tolist()
        return [
            self.scripts[script].apply(words.form(word)) or words.form(word)
            for word, script in enumerate(chosen)
        ]

    def as_dict(self) -> dict[str, Any]:
        """Write down for a file what is not an array."""
        return {
            "scripts": [
                [s.casing, s.lost_before, s.lost_after, s.before, s.after] for s in self.scripts
            ],
            "classes": self.classes,
            "templates": self.templates.text,
            "rows": len(self.weights),
        }

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        found = {f"seen {name}": array for name, array in self.seen.as_arrays().items()}
        return found | stored(self.weights)

    @classmethod
    def from_file(
        cls, tags: TagSet, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> "Lemmatiser":
        """Read what `as_dict` and `as_arrays` wrote."""
        classes = int(data["classes"])
        weights = taken(arrays, int(data["rows"]), width(classes))
        return cls(
            tags,
            tuple(
                Script(int(c), int(b), int(a), str(p), str(s)) for c, b, a, p, s in data["scripts"]
            ),
            classes,
            Templates.read(data["templates"], last=0),
            Lexicon(arrays["seen keys"], arrays["seen values"]),
            weights,
        )


def width(classes: int) -> int:
    """Return how wide a row of weights is."""
    return -(-classes // LANES) * LANES

"""A trained lemmatiser."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.guides.lanes import LANES
from multiplane.guides.packing import Table, weights
from multiplane.guides.rows import ROWS
from multiplane.lemmas.kernel import choose_scripts
from multiplane.lemmas.scripts import ADDED, ALL, CASINGS, LOST, Script, ScriptTable, compiled
from multiplane.modelfile.fields import Choice, Number, Text
from multiplane.modelfile.part import Part
from multiplane.modelfile.records import Many, Row, Such
from multiplane.tagging.attributes import Values
from multiplane.tagging.kernel import View
from multiplane.tagging.tagset import TagSet
from multiplane.tagging.templates import TEXT, Templates
from multiplane.text.lexicon import Lexicon, lexicon
from multiplane.text.words import Words

# Casing, characters lost before and after, and what is there instead; a lemma is never empty.
SCRIPT = Such(
    Row((Choice(CASINGS), Number(0, LOST), Number(ALL, LOST), Text(0, ADDED), Text(0, ADDED))),
    f"a text where the third is {ALL}",
    lambda row: row[2] != ALL or row[3] + row[4] != "",
)
LEMMATISER = Part(
    "lemmatiser",
    "finds the lemmas of words.",
    fields={
        "scripts": Such(
            Many(SCRIPT, least=1, most=1 << 16),
            "the first fits every form: nothing lost before, nothing or all after",
            lambda scripts: scripts[0][1] == 0 and scripts[0][2] <= 0,
        ),
        "classes": Number(1, 1 << 16),
        "templates": TEXT,
        "rows": ROWS,
    },
    items=(lexicon("seen", "scripts"), weights("weights")),
    sizes={"width": "`classes`, rounded up to a multiple of 64; there are as many scripts or more"},
)


@dataclass(frozen=True, eq=False, repr=False)
class Lemmatiser:
    """Scripts, the first `classes` of which can be predicted; those of seen forms; and weights."""

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
        """Return the parts that are not arrays, as data for a file."""
        return LEMMATISER.content(
            {
                "scripts": [
                    [s.casing, s.lost_before, s.lost_after, s.before, s.after] for s in self.scripts
                ],
                "classes": self.classes,
                "templates": self.templates.text,
                "rows": len(self.weights),
            }
        )

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        return LEMMATISER.packed({"seen": self.seen, "weights": self.weights})

    @classmethod
    def from_file(
        cls, tags: TagSet, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> "Lemmatiser":
        """Read what `as_dict` and `as_arrays` wrote."""
        said = LEMMATISER.values(data)
        scripts, classes = tuple(Script(*row) for row in said["scripts"]), said["classes"]
        if classes > len(scripts):
            raise MultiplaneError(f"classes: found {classes:,}; expected up to {len(scripts):,}")
        found = LEMMATISER.unpacked(
            arrays, rows=said["rows"], width=width(classes), scripts=len(scripts)
        )
        templates = Templates.read(said["templates"], last=0)
        return cls(tags, scripts, classes, templates, found["seen"], found["weights"])


def width(classes: int) -> int:
    """Return the width of a row of weights."""
    return -(-classes // LANES) * LANES

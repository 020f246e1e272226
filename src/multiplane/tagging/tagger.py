"""A trained tagger."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.packing import Table, weights
from multiplane.guides.rows import ROWS
from multiplane.modelfile.fields import Flag, Text
from multiplane.modelfile.part import Part
from multiplane.modelfile.records import Many, Row, Such
from multiplane.tagging.attributes import Values, attributes, classified
from multiplane.tagging.kernel import View, tag_words
from multiplane.tagging.tagset import Tag, TagSet
from multiplane.tagging.templates import TEXT, Templates
from multiplane.text.lexicon import Lexicon, lexicon
from multiplane.text.words import Words

TAGGER = Part(
    "tagger",
    "names UPOS, XPOS and FEATS of words.",
    fields={
        "tags": Such(
            Many(Row((Text(1), Text(1), Text(1))), least=1, most=1 << 16),
            "all different",
            lambda tags: len(set(tags)) == len(tags),
        ),
        "positional": Flag(),
        "templates": TEXT,
        "rows": ROWS,
    },
    items=(lexicon("lexicon"), weights("weights")),
    sizes={"width": "the number of different parts of tags, rounded up to a multiple of 64"},
)


@dataclass(frozen=True, eq=False, repr=False)
class Tagger:
    """A tag set, templates, a lexicon, and weights."""

    tags: TagSet
    templates: Templates
    lexicon: Lexicon
    weights: Table

    @cached_property
    def shift(self) -> np.uint64:
        return np.uint64(65 - len(self.weights).bit_length())

    def values(self, words: Words) -> Values:
        """Return the attributes of words."""
        return classified(attributes(words), self.lexicon)

    def tag(self, words: Words) -> NDArray[np.int64]:
        """Return the tag of each word, as an index of `tags.tags`."""
        return self.tag_values(self.values(words), words.starts)

    def tag_values(self, values: Values, starts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the tags of words with these attributes."""
        found = np.zeros(len(values), np.int64)
        scores = np.zeros(self.weights.shape[1], np.int32)
        table = self.tags.table
        view = View(values, self.templates.table, table.known, self.shift)
        tag_words(view, starts, table, self.weights, scores, found)
        return found

    def tagged(self, words: Words) -> list[Tag]:
        """Return UPOS, XPOS and FEATS of each word."""
        return [self.tags.tags[tag] for tag in self.tag(words).tolist()]

    def as_dict(self) -> dict[str, Any]:
        """Return the parts that are not arrays, as data for a file."""
        return TAGGER.content(
            {
                "tags": self.tags.tags,
                "positional": self.tags.positional,
                "templates": self.templates.text,
                "rows": len(self.weights),
            }
        )

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        return TAGGER.packed({"lexicon": self.lexicon, "weights": self.weights})

    @classmethod
    def from_file(cls, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "Tagger":
        """Read what `as_dict` and `as_arrays` wrote."""
        said = TAGGER.values(data)
        tags = TagSet(said["tags"], said["positional"])
        found = TAGGER.unpacked(arrays, rows=said["rows"], width=tags.width)
        return cls(tags, Templates.read(said["templates"]), found["lexicon"], found["weights"])

"""A trained tagger."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.guides.packing import Table
from multiplane.guides.stored import stored, taken
from multiplane.tagging.attributes import Values, attributes, classified
from multiplane.tagging.kernel import View, tag_words
from multiplane.tagging.tagset import Tag, TagSet
from multiplane.tagging.templates import Templates
from multiplane.text.lexicon import Lexicon
from multiplane.text.words import Words


@dataclass(frozen=True, eq=False)
class Tagger:
    """A set of tags, what to look at, the words of the treebank, and weights."""

    tags: TagSet
    templates: Templates
    lexicon: Lexicon
    weights: Table

    @cached_property
    def shift(self) -> np.uint64:
        return np.uint64(65 - len(self.weights).bit_length())

    def values(self, words: Words) -> Values:
        """Return what the tagger sees of words."""
        return classified(attributes(words), self.lexicon)

    def tag(self, words: Words) -> NDArray[np.int64]:
        """Return the tag of each word, as an index of `tags.tags`."""
        return self.tag_values(self.values(words), words.starts)

    def tag_values(self, values: Values, starts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the tags of words as `values` has them."""
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
        """Write down for a file what is not an array."""
        return {
            "tags": [list(tag) for tag in self.tags.tags],
            "positional": self.tags.positional,
            "templates": self.templates.text,
            "rows": len(self.weights),
        }

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        found = {f"lexicon {name}": array for name, array in self.lexicon.as_arrays().items()}
        return found | stored(self.weights)

    @classmethod
    def from_file(cls, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "Tagger":
        """Read what `as_dict` and `as_arrays` wrote."""
        tags = TagSet(tuple((u, x, f) for u, x, f in data["tags"]), bool(data["positional"]))
        weights = taken(arrays, int(data["rows"]), tags.width)
        lexicon = Lexicon(arrays["lexicon keys"], arrays["lexicon values"])
        return cls(tags, Templates.read(data["templates"]), lexicon, weights)

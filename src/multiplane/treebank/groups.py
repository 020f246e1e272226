"""The trees of treebanks in groups, each counted by itself: by length, by genre, by any comment."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from multiplane.treebank.census import Census, counted
from multiplane.treebank.survey import Surveyed

Naming = Callable[[Surveyed], Sequence[str]]  # a name for each sentence of a chunk

WIDTH, BINS = 10, 5  # words in a group, and how many groups there are before the last
MOST = 200  # groups; what comes later is in OTHERS
NONE, OTHERS = "(none)", "(others)"
_LETTERS = re.compile(r"[^\W\d_]+")


class Groups:
    """Watches a census and counts each group by itself."""

    def __init__(self, naming: Naming) -> None:
        self._naming = naming
        self._rows: dict[str, Census] = {}

    def take(self, surveyed: Surveyed) -> None:
        """Count the trees of a chunk."""
        names = np.array(self._naming(surveyed), dtype=object)
        for name in dict.fromkeys(names[surveyed.is_tree].tolist()):
            known = name in self._rows or len(self._rows) < MOST
            key = name if known else OTHERS
            more = counted(surveyed, key, names == name)
            self._rows[key] = self._rows.get(key, Census(key)) + more

    @property
    def rows(self) -> list[Census]:
        """Lengths in their order; others with the largest group first."""
        if self._naming is by_length:
            return sorted(self._rows.values(), key=lambda row: _LENGTHS.index(row.name))
        last = (NONE, OTHERS)
        return sorted(self._rows.values(), key=lambda row: (row.name in last, -row.trees))


_LENGTHS = [f"{WIDTH * k + 1}–{WIDTH * (k + 1)} words" for k in range(BINS)]
_LENGTHS.append(f"{WIDTH * BINS + 1} words or more")


def by_length(surveyed: Surveyed) -> Sequence[str]:
    """Name sentences by how many words they have, those left out not counted."""
    lengths = np.diff(surveyed.chunk.starts)
    return [_LENGTHS[min(k, BINS)] for k in ((lengths - 1) // WIDTH).clip(0).tolist()]


class ByComment:
    """Names sentences by a comment: `# genre = news`.

    What a document's first sentence says holds for the whole document, and no further.
    """

    def __init__(self, key: str) -> None:
        self._pattern = re.compile(rf"^#\s*{re.escape(key)}\s*=\s*(.*?)\s*$", re.MULTILINE)
        self._file = ""
        self._document = ""

    def __call__(self, surveyed: Surveyed) -> Sequence[str]:
        return [self.named(surveyed.chunk.file, comments) for comments in _comments(surveyed)]

    def named(self, file: str, comments: str) -> str:
        """Name a sentence by its comments; they come in the order of the files."""
        found = self._pattern.search(comments)
        value = found[1] if found else ""
        if file != self._file or _NEW.search(comments):
            self._file, self._document = file, value
        return value or self._document or NONE


class ByGenre:
    """Names sentences by the comment `genre`, or as treebanks of UD say it in other ways.

    `meta::genre`, as in GUM; else the letters with which `sent_id` begins, as in EWT.
    """

    def __init__(self) -> None:
        self._ways = (ByComment("genre"), ByComment("meta::genre"))

    def __call__(self, surveyed: Surveyed) -> Sequence[str]:
        file = surveyed.chunk.file
        return [self._named(file, comments) for comments in _comments(surveyed)]

    def _named(self, file: str, comments: str) -> str:
        names = [way.named(file, comments) for way in self._ways]  # all must see all sentences
        for name in names:
            if name != NONE:
                return name
        found = _SENT_ID.search(comments)
        letters = _LETTERS.match(found[1]) if found else None
        return letters[0] if letters else NONE


_NEW = re.compile(r"^#\s*newdoc\b", re.MULTILINE)
_SENT_ID = re.compile(r"^#\s*sent_id\s*=\s*(\S+)", re.MULTILINE)


def _comments(surveyed: Surveyed) -> list[str]:
    """Return what stands before the first word of each sentence that is still there."""
    chunk = surveyed.chunk
    data, texts, starts = chunk.data.tobytes(), chunk.texts.tolist(), chunk.starts.tolist()
    found = []
    for s in range(len(chunk)):
        words = starts[s] < starts[s + 1]
        end = int(chunk.fields[starts[s], 0]) if words else texts[s + 1]
        found.append(data[texts[s] : end].decode("utf-8", "replace"))
    return found

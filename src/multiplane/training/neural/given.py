"""What a network is given beside a treebank: word vectors."""

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from multiplane.guides.neural.headwords import NONE, Headwords
from multiplane.training.corpus import Corpus
from multiplane.training.neural.sources import Source, VectorTable
from multiplane.training.neural.vectorfile import WordVectors, read_vectors
from multiplane.training.options import Options


@dataclass(frozen=True, eq=False)
class Given:
    """Word vectors, if there are any, and the file that they are from."""

    vectors: WordVectors | None = None
    file: str = ""

    @classmethod
    def read(cls, options: Options, corpora: Iterable[Corpus]) -> "Given":
        """Read the vectors of all words of some treebanks, and of the first in the file."""
        if not options.vectors:
            return cls()
        wanted = {form for corpus in corpora for form in corpus.forms}
        return cls(
            read_vectors(options.vectors, wanted, options.vector_words), _name(options.vectors)
        )

    def prepared(self) -> tuple[Headwords, list[Source]]:
        """Return the words that have vectors, and what the network reads."""
        if self.vectors is None:
            return NONE, []
        source, headwords = VectorTable.of(self.vectors)
        return headwords, [source]

    def recorded(self) -> dict[str, Any]:
        """Return what a model's manifest says."""
        if self.vectors is None:
            return {}
        words, size = self.vectors.table.shape
        said = {"name": self.file, "sha256": self.vectors.checksum, "words": words, "size": size}
        return {"vectors": said}


def _name(path: str | PathLike[str]) -> str:
    """Return a file's name without its folder, so that models do not depend on the folder."""
    return Path(path).name

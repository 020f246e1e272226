"""What a network is given beside a treebank: word vectors, a pretrained encoder, right tags."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from multiplane.features.batch import Batch
from multiplane.guides.neural.headwords import NONE, Headwords
from multiplane.guides.neural.pretrained.identity import Identity
from multiplane.tagging.tagset import Tag
from multiplane.training.corpus import Corpus
from multiplane.training.neural.sources import Source, VectorTable
from multiplane.training.neural.states import KeptStates
from multiplane.training.neural.tuned import TunedStates
from multiplane.training.neural.vectorfile import WordVectors, read_vectors
from multiplane.training.options import Options
from multiplane.training.tuning import Tuning


@dataclass(frozen=True, eq=False)
class Given:
    """Word vectors and the file that they are from, an encoder, right tags: if there are any."""

    vectors: WordVectors | None = None
    file: str = ""
    encoder: Identity | None = None
    tuning: Tuning | None = None  # of the encoder
    tags: Sequence[Tag] = ()  # of all words, where those of the treebank are predicted

    @classmethod
    def read(
        cls,
        options: Options,
        encoder: Identity | None,
        corpora: Iterable[Corpus],
        tuning: Tuning | None = None,
        tags: Sequence[Tag] = (),
    ) -> "Given":
        """Read the vectors of all words of some treebanks, and of the first in the file."""
        if not options.vectors:
            return cls(encoder=encoder, tuning=tuning, tags=tags)
        wanted = {form for corpus in corpora for form in corpus.forms}
        vectors = read_vectors(options.vectors, wanted, options.vector_words)
        return cls(vectors, Path(options.vectors).name, encoder, tuning, tags)

    def prepared(self, batch: Batch) -> tuple[Headwords, list[Source]]:
        """Return the words that have vectors, and what a network reads, in its order."""
        headwords, sources = NONE, list[Source]()
        if self.vectors is not None:
            source, headwords = VectorTable.of(self.vectors)
            sources.append(source)
        if self.encoder is not None:
            kind = TunedStates if self.tuning else KeptStates
            sources.append(kind.of(self.encoder, batch))
        return headwords, sources

    def recorded(self) -> dict[str, Any]:
        """Return what a model's manifest says."""
        said: dict[str, Any] = {}
        if self.vectors is not None:
            words, size = self.vectors.table.shape
            about = {"name": self.file, "sha256": self.vectors.checksum}
            said["vectors"] = {**about, "words": words, "size": size}
        if self.tuning and self.encoder:
            said["tuned_from"] = {"name": self.encoder.name, "sha256": self.encoder.checksum}
        if self.tags:
            said["right_tags"] = True
        return said

"""A pipeline: plain text in, trees out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane import modelfile
from multiplane.conllu import Sentence, reads
from multiplane.errors import MultiplaneError, not_text
from multiplane.lemmas.lemmatiser import Lemmatiser
from multiplane.modelfile.fields import Text
from multiplane.modelfile.part import Part
from multiplane.modelfile.records import Record
from multiplane.parsing.limits import bytes_of, parts
from multiplane.parsing.parser import Parser
from multiplane.parsing.stored import TRAINING
from multiplane.pipeline.annotator import Annotator
from multiplane.pipeline.writing_kernel import LEMMA
from multiplane.segmentation.kernel import FEATURES
from multiplane.segmentation.multiword import Multiwords
from multiplane.segmentation.segmenter import Segmenter, Tokens
from multiplane.tagging.attributes import attributes
from multiplane.tagging.tagger import Tagger
from multiplane.text.characters import points
from multiplane.text.words import Words
from multiplane.treebank.scan import Chunk, scan
from multiplane.version import __version__

if TYPE_CHECKING:
    from multiplane.doc import Doc

FORMAT = "multiplane pipeline 1"
BOM = "\ufeff"
BETWEEN = "\n\n"  # texts that are analysed together
SAMPLE = ("Größe", "e-mail", "1999", "日本")  # words of several kinds
TOGETHER = 512  # sentences that are made ready at a time


class Analysis(NamedTuple):
    """What a pipeline finds of words: tags and labels by number, and heads, in columns."""

    tags: NDArray[np.int64]
    lemmas: list[str]
    heads: NDArray[np.int32]  # in the sentence, from 1; 0 for a root
    labels: NDArray[np.int32]


@dataclass(frozen=True, eq=False, repr=False)
class Pipeline:
    """A segmenter, a tagger, a lemmatiser and a parser; `training` says how it came about.

    `mp.load("en")("They saw it.")` gives a document, its `annotate` CoNLL-U.
    """

    segmenter: Segmenter
    multiwords: Multiwords
    tagger: Tagger
    lemmatiser: Lemmatiser
    parser: Parser
    training: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def annotator(self) -> Annotator:
        return Annotator(self.tagger, self.lemmatiser)

    def __repr__(self) -> str:
        said = [self.training.get(key) for key in ("language", "treebank")]
        about = ", ".join(str(fact) for fact in said if fact) or "from plain text to trees"
        return f"<Pipeline {about}: {len(self.tagger.tags.tags)} tags, {self.parser!r}>"

    def __call__(self, text: "str | Doc") -> "Doc":
        """Analyse a plain text, or a document anew."""
        from multiplane.doc import Analyser  # which only few need: it is not small

        return Analyser(self)(text)

    def pipe(
        self,
        texts: "Iterable[Any]",
        *,
        batch_size: int = 512,
        workers: int = 1,
        as_tuples: bool = False,
    ) -> "Iterator[Any]":
        """Analyse many texts, in order; see `Analyser.pipe`."""
        from multiplane.doc import Analyser

        return Analyser(self).pipe(
            texts, batch_size=batch_size, workers=workers, as_tuples=as_tuples
        )

    def annotate(self, text: str, *, one_root: bool | None = None) -> str:
        """Return the sentences of a plain text in CoNLL-U, with all columns but DEPS."""
        if not isinstance(text, str):
            raise not_text(text)
        tokens = self.segmenter.split(points(text.removeprefix(BOM)))
        return self.annotate_tokens(tokens, one_root=one_root)[0].decode()

    def annotate_all(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """Return the sentences of each text, as `annotate` would write them, all found at once."""
        # An empty line between two texts keeps all that is found in one from the other.
        plain = [text.removeprefix(BOM) for text in texts]
        tokens = self.segmenter.split(points(BETWEEN.join(plain)))
        begins = np.cumsum([0, *(len(text) + len(BETWEEN) for text in plain)])
        firsts = np.searchsorted(tokens.begins[tokens.starts[:-1]], begins)
        counts = np.diff(firsts)
        numbers = 1 + np.arange(firsts[-1]) - np.repeat(firsts[:-1], counts)
        data, sizes = self.annotate_tokens(tokens, numbers)
        found = zip(data.decode().split("\n\n"), sizes.tolist(), strict=False)  # the last is empty
        return [_sentences(islice(found, count)) for count in counts.tolist()]

    def annotate_tokens(
        self,
        tokens: Tokens,
        numbers: NDArray[np.int64] | int = 1,
        *,
        one_root: bool | None = None,
        max_words: int | None = None,
    ) -> tuple[bytes, NDArray[np.int64]]:
        """Return sentences whose tokens are known, with these numbers, or numbered from this one;
        and how many words each has.  Those with more than `max_words` have no tree.
        """
        if not len(tokens):
            return b"", np.zeros(0, np.int64)
        found, sizes = [], []
        for chunk in _chunks(self._draft(tokens, numbers)):
            sizes.append(np.diff(chunk.starts))
            for part, parsed in parts(chunk, max_words):
                found.append(
                    self.parser.rewritten(part, one_root=one_root) if parsed else bytes_of(part)
                )
        return b"".join(found), np.concatenate(sizes)

    def draft(self, text: str) -> bytes:
        """Return the sentences of a plain text in CoNLL-U, without trees."""
        return self._draft(self.segmenter.split(points(text)), 1)

    def _draft(self, tokens: Tokens, numbers: NDArray[np.int64] | int) -> bytes:
        words, counts = self.multiwords.words(tokens)
        if isinstance(numbers, int):
            numbers = np.arange(numbers, numbers + len(tokens.starts) - 1)
        return self.annotator.written(tokens, counts, self.annotator.annotated(words), numbers)

    def analysed(self, words: Words) -> Analysis:
        """Tag and parse sentences of words which are given; they have no tabs and line breaks."""
        numbers = np.arange(1, len(words.starts))
        tokens = Tokens(*words.spans, np.zeros(len(numbers), np.bool_))
        annotation = self.annotator.annotated(words)
        draft = self.annotator.written(tokens, np.ones_like(words.begins), annotation, numbers)
        lemmas: list[str] = []
        heads, labels = [], []
        for chunk in _chunks(draft):
            lemmas += chunk.column(LEMMA)
            found = self.parser.trees(chunk)
            heads.append(found[0])
            labels.append(found[1])
        return Analysis(annotation.tags, lemmas, np.concatenate(heads), np.concatenate(labels))

    def rewritten(self, chunk: Chunk, *, one_root: bool | None = None) -> bytes:
        """Tag and parse sentences whose words are given; return their bytes with all put in."""
        chunks = _chunks(self.annotator.rewritten(chunk))
        return b"".join(self.parser.rewritten(part, one_root=one_root) for part in chunks)

    def parse(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """Tag and parse sentences; one that is damaged, or has no words, stays what it is."""
        waiting = iter(sentences)
        while some := list(islice(waiting, TOGETHER)):
            usable = [s for s in some if s.words and not s.error]
            text = "".join(s.text.lstrip(f"{BOM}\r\n").rstrip("\r\n") + "\n\n" for s in usable)
            whole = b"".join(map(self.rewritten, scan(BytesIO(text.encode()))))
            found = reads(whole.decode())
            yield from (next(found) if s.words and not s.error else s for s in some)

    def save(self, path: str | PathLike[str]) -> None:
        """Write one file; the same pipeline gives the same bytes."""
        content = {
            "multiplane": __version__,
            "numbers": _fingerprint(),
            "training": self.training,
        }
        arrays: dict[str, NDArray[Any]] = {}
        for name in PARTS:
            part = getattr(self, name)
            content[name] = part.as_dict()
            arrays |= {f"{name} {key}": array for key, array in part.as_arrays().items()}
        modelfile.save(path, FORMAT, PIPELINE.content(content), arrays)


def _sentences(blocks: Iterable[tuple[str, int]]) -> list[Sentence]:
    """Return sentences of a text of their own, given their lines and the number of their words."""
    found, line = [], 1
    for block, words in blocks:
        found.append(Sentence(f"{block}\n\n", words, line=line))
        line += block.count("\n") + 2
    return found


def _chunks(draft: bytes) -> Iterator[Chunk]:
    """Scan sentences without trees, all at once."""
    return scan(BytesIO(draft), format="conllu", size=len(draft) + 1)


PARTS = ("segmenter", "multiwords", "tagger", "lemmatiser", "parser")
WHOLE = Record({})  # a part, which checks its own content
PIPELINE = Part(
    "pipeline",
    "is a segmenter, multiwords, a tagger, a lemmatiser and a parser, each with its own part of"
    " the manifest, and its name before those of its arrays.",
    fields={
        "multiplane": Text(),
        "numbers": Text(),
        "training": TRAINING,
        **dict.fromkeys(PARTS, WHOLE),
    },
)


def load(path: str | PathLike[str]) -> Pipeline:
    """Read a pipeline; nothing in the file is ever run."""
    content, arrays = modelfile.load(path, FORMAT, "train --pipeline")
    with modelfile.reading(path):
        said = PIPELINE.values(content)
        _check_version(said)

        def part(name: str, kind: Any, *given: Any) -> Any:
            with modelfile.reading(name):
                return kind.from_file(*given, content[name], arrays.under(f"{name} "))

        with ThreadPoolExecutor(1) as beside:  # the parser's weights take as long as all else
            parser = beside.submit(part, "parser", Parser)
            tagger = part("tagger", Tagger)
            segmenter, multiwords = part("segmenter", Segmenter), part("multiwords", Multiwords)
            lemmatiser = part("lemmatiser", Lemmatiser, tagger.tags)
            found = segmenter, multiwords, tagger, lemmatiser, parser.result()
        return Pipeline(*found, said["training"])


def _check_version(content: Mapping[str, Any]) -> None:
    if content["numbers"] != _fingerprint():
        raise MultiplaneError(
            f"made by version {content['multiplane']}, which encodes words"
            " differently; train it again"
        )


def _fingerprint() -> str:
    """Name the numbers that words have: weights are worth nothing with others."""
    values = attributes(Words.of_forms([SAMPLE]))
    return sha256(values.tobytes() + bytes([FEATURES])).hexdigest()[:16]

"""The work on one shard: its output, then a receipt, each whole or not at all.

A receipt has a key, made of all that determines the output: the content of the input, the model,
the options.  A shard is done if its receipt is there, with the key of this run, and the output has
the size that it says.  Neither holds anything that differs between runs.
"""

import hashlib
import io
import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from multiplane.errors import MultiplaneError
from multiplane.formats.names import EXTENSIONS
from multiplane.shards.kinds import is_compressed
from multiplane.shards.manifest import HIDDEN, line
from multiplane.shards.plan import Plan
from multiplane.shards.shard import Shard, digest, reading
from multiplane.shards.storage import Folder

if TYPE_CHECKING:
    from multiplane.parsing.parser import Parser
    from multiplane.parsing.stream import Report
    from multiplane.pipeline.pipeline import Pipeline


@dataclass(frozen=True, slots=True)
class Receipt:
    """What came of a shard."""

    input: str
    part: int
    parts: int
    kind: str
    output: str
    model: str
    key: str
    sentences: int
    words: int
    unparsed: int  # sentences
    problems: tuple[str, ...]  # of the first few of these
    bytes: int
    sha256: str

    @classmethod
    def read(cls, folder: Folder, output: str) -> "Receipt | None":
        """Return the receipt of an output, if it has one that can be read."""
        text = folder.read(receipt_of(output))
        try:
            said = json.loads(text or "null")
            return cls(**{**said, "problems": tuple(said["problems"])})
        except (ValueError, TypeError, KeyError):
            return None

    @property
    def line(self) -> str:
        return line({field.name: getattr(self, field.name) for field in fields(self)})


@dataclass(frozen=True, slots=True)
class Done:
    """A shard that is done, and whether it was done before."""

    receipt: Receipt
    before: bool


def place_of(shard: Shard, to: str) -> str:
    """Return the name of an output below its folder."""
    name = PurePosixPath(shard.name)
    if is_compressed(shard.name):
        name = name.with_suffix("")
    part = f".{shard.part:04}" if shard.parts > 1 else ""
    return f"{name.with_suffix('')}{part}{EXTENSIONS[to]}"


def receipt_of(output: str) -> str:
    """Return the name of an output's receipt."""
    return f"{HIDDEN}/{output}.json"


def done_before(folder: Folder, output: str, key: str) -> Receipt | None:
    """Return the receipt of an output, if both are there and nothing has changed."""
    receipt = Receipt.read(folder, output)
    same = receipt and receipt.key == key and folder.size(output) == receipt.bytes
    return receipt if same else None


@dataclass(frozen=True)
class Parsing:
    """The task of a run: shards in, receipts out.  Each worker has one, and loads the model once.

    Nothing is loaded as long as all shards were done before.
    """

    plan: Plan
    output: str

    def begin(self) -> Callable[[Shard], Done]:
        """Return what a worker does with each shard."""
        return _Worker(self.plan, Folder(self.output))


@dataclass(frozen=True)
class Looking:
    """The task of a dry run: shards in, out those that were done before, or None."""

    plan: Plan
    output: str

    def begin(self) -> Callable[[Shard], Done | None]:
        folder = Folder(self.output)

        def look(shard: Shard) -> Done | None:
            with reading(shard) as data:
                key = self.plan.key(digest(shard, data), shard.kind)
            receipt = done_before(folder, place_of(shard, self.plan.to), key)
            return Done(receipt, before=True) if receipt else None

        return look


class _Worker:
    def __init__(self, plan: Plan, folder: Folder) -> None:
        self.plan, self.folder = plan, folder

    def load(self) -> None:
        """Load the model now rather than with the first shard."""
        assert self.model

    @cached_property
    def model(self) -> "Parser | Pipeline":
        return self.plan.load()

    def __call__(self, shard: Shard) -> Done:
        with reading(shard) as data:
            content = digest(shard, data)
            key = self.plan.key(content, shard.kind)
            output = place_of(shard, self.plan.to)
            if receipt := done_before(self.folder, output, key):
                return Done(receipt, before=True)
            model = self.model
            self.folder.remove(receipt_of(output))  # before what it is about is replaced
            with self.folder.written(output) as file:
                counting = _Counting(file)
                report = parse(model, self.plan, shard, data, counting)
        receipt = Receipt(
            shard.name,
            shard.part,
            shard.parts,
            shard.kind,
            output,
            self.plan.model,
            key,
            report.sentences,
            report.words,
            report.skipped,
            tuple(map(str, report.problems)),
            counting.bytes,
            counting.total.hexdigest(),
        )
        with self.folder.written(receipt_of(output)) as file:
            file.write(receipt.line.encode("utf-8", "surrogateescape"))
        return Done(receipt, before=False)


def parse(
    model: "Parser | Pipeline", plan: Plan, shard: Shard, data: IO[bytes], target: Any
) -> "Report":
    """Parse what a shard holds."""
    from multiplane.formats.sink import sink
    from multiplane.parsing.parser import Parser
    from multiplane.parsing.stream import parse_file
    from multiplane.pipeline.stream import annotate_file
    from multiplane.shards.documents import annotate_documents, documents

    options = plan.options
    common: dict[str, Any] = {"one_root": options.one_root, "max_words": options.max_words}
    with sink(plan.to, target) as into:
        into.begin(shard.label, new=False)
        written: Any = into
        if shard.kind == "conllu":
            forms: dict[str, Any] = {"format": options.format, "on_error": options.on_error}
            return parse_file(model, data, written, **forms, **common)
        if isinstance(model, Parser):
            raise MultiplaneError(
                f"{shard.label}: found {shard.kind}; this model is a parser without a tagger and"
                " needs tagged CoNLL-U; for plain text, use a pipeline such as --model en"
            )
        if shard.kind == "text":
            return annotate_file(model, data, written, locate=into.locate, **common)
        with closing(documents(shard, data, options)) as rows:  # before the file is
            return annotate_documents(model, rows, into, options, places=plan.to != "conllu")


class _Counting(io.RawIOBase):
    """Bytes on their way to a file: how many, and their checksum."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self.file, self.bytes, self.total = file, 0, hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.file.write(data)
        self.bytes += len(data)
        self.total.update(data)
        return len(data)

"""Datasets of Ray: documents in, a row for each sentence out.

import multiplane as mp
import ray

parsed = mp.ray.parse(ray.data.read_parquet("s3://corpus/"), "en", column="text")
parsed.write_parquet("s3://parsed/")
"""

import tempfile
from collections.abc import Iterator
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.formats.flat import FlatSentence
from multiplane.formats.parquet import schema
from multiplane.formats.sink import collected
from multiplane.shards.cluster import Model, library
from multiplane.shards.documents import annotate_documents
from multiplane.shards.plan import Options, Plan

WORDS = 20_000  # that are annotated at once, about


def parse(
    dataset: Any,
    model: str = "en",
    *,
    column: str = "text",
    id: str | None = "id",  # noqa: A002 - the name of the column that has it
    max_words: int | None = None,
    one_root: bool | None = None,
    concurrency: int | tuple[int, int] | None = None,
    **resources: Any,
) -> Any:
    """Parse the texts in a column of a Ray Dataset; give a Dataset with a row for each sentence.

    `file` is the document's `id`; the other columns are those of `multiplane parse --to parquet`.
    The model is loaded once by each actor, from its file or, where there is none, from Ray's object
    store.  An actor takes documents as they stream in, and gives sentences after every twenty
    thousand words or so, however many documents that is.  `concurrency` is the number of actors, by
    default as many as the cluster has cores; `resources` (num_cpus, memory …) are those of each.
    """
    ray = library()
    options = Options(one_root=one_root, max_words=max_words, text=column, id=id or "")
    plan = Plan.of(model, options, "parquet")
    if not plan.takes_text:
        raise MultiplaneError(f"{model}: found a parser without a tagger; expected a pipeline")
    schema()  # or it says what to install
    cores = int(ray.cluster_resources().get("CPU", 1)) if ray.is_initialized() else 1
    return dataset.map_batches(
        _Parser,
        fn_constructor_args=(plan, Model.put(plan.path)),
        batch_size=None,
        batch_format="pyarrow",
        concurrency=concurrency or max(cores - 1, 1),  # one is left for reading and writing
        **resources,
    )


class _Parser:
    """An actor with the model."""

    def __init__(self, plan: Plan, model: Model) -> None:
        self.plan = plan
        with tempfile.TemporaryDirectory() as folder:
            self.pipeline: Any = plan.at(model.path(plan.path, folder)).load()

    def __call__(self, table: Any) -> Iterator[Any]:
        import pyarrow as pa

        options = self.plan.options
        if options.text not in table.column_names:
            there = ", ".join(table.column_names)
            raise MultiplaneError(f"found the columns {there}; expected {options.text!r}")
        for rows in _pieces(table, options):
            found: list[FlatSentence] = []
            target = collected(found.extend)
            annotate_documents(self.pipeline, rows, target, options, places=True)
            yield pa.Table.from_pylist([row.as_dict() for row in found], schema=schema())


def _pieces(table: Any, options: Options) -> Iterator[list[tuple[str, str]]]:
    """Give the documents of a table by about so many words."""
    texts = table.column(options.text).to_pylist()
    named = options.id in table.column_names
    names = table.column(options.id).to_pylist() if named else range(len(texts))
    piece: list[tuple[str, str]] = []
    words = 0
    for name, text in zip(names, texts, strict=True):
        piece.append((str(name), text or ""))
        words += (text or "").count(" ") + 1
        if words >= WORDS:
            yield piece
            piece, words = [], 0
    yield piece


__all__ = ["parse"]

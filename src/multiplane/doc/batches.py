"""Texts in batches, as they come."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from multiplane.doc.doc import Doc
from multiplane.errors import MultiplaneError

TOGETHER = 512  # texts in a batch
LONG = 1 << 17  # characters after which a batch is full, however few its texts


@dataclass
class Batch:
    """Texts, what was given with each, and the error that came in the place of the next one."""

    texts: list[str | Doc] = field(default_factory=list)
    more: list[Any] = field(default_factory=list)
    error: Exception | None = None
    characters: int = 0

    def add(self, text: str | Doc, more: Any) -> None:
        self.texts.append(text)
        self.more.append(more)
        blocks = (text,) if isinstance(text, str) else (block.text for block in text.blocks)
        self.characters += sum(map(len, blocks))


def batches(
    items: Iterable[Any], size: int, prepare: Callable[[Any], str | Doc], *, as_tuples: bool
) -> Iterator[Batch]:
    """Prepare items and put them into batches of up to `size`, in order.

    An error does not lose what came before it: it is the last thing of the last batch.
    """
    batch = Batch()
    for number, item in enumerate(_caught(items)):
        if isinstance(item, _Caught):
            batch.error = item.error
            break
        try:
            text, more = _pair(item) if as_tuples else (item, None)
            batch.add(prepare(text), more)
        except MultiplaneError as error:
            batch.error = MultiplaneError(f"texts[{number}]: {error}")
            batch.error.__cause__ = error
            break
        if len(batch.texts) >= size or batch.characters >= LONG:
            yield batch
            batch = Batch()
    if batch.texts or batch.error:
        yield batch


@dataclass(frozen=True)
class _Caught:
    error: Exception


def _caught(items: Iterable[Any]) -> Iterator[Any]:
    """Return items, and last the error that they end with, if they do."""
    try:
        for item in items:  # noqa: UP028 - which would close them, too
            yield item
    except Exception as error:  # noqa: BLE001 - it is raised when its turn comes
        yield _Caught(error)


def _pair(item: Any) -> tuple[Any, Any]:
    if not isinstance(item, tuple) or len(item) != 2:
        raise MultiplaneError(
            f"found {item!r:.60}; with as_tuples, expected pairs (text, anything)"
        )
    return item

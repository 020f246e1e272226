"""A part of a model file: what its manifest and its arrays hold.

Writing, reading, checking and the page of the documentation all come from this description.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from multiplane.modelfile.arrays import Array
from multiplane.modelfile.fields import Field
from multiplane.modelfile.group import Group
from multiplane.modelfile.records import Record
from multiplane.modelfile.room import Room


class Arrays(dict[str, NDArray[Any]]):
    """The arrays of a file by name, and the room that all of them share when they are unpacked."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], room: Room | None = None) -> None:
        super().__init__(arrays)
        self.room = room or getattr(arrays, "room", None) or Room()

    def under(self, start: str) -> "Arrays":
        """Return those whose names begin in this way, without the beginning."""
        found = {n.removeprefix(start): a for n, a in self.items() if n.startswith(start)}
        return Arrays(found, self.room)


@dataclass(frozen=True, slots=True)
class Part:
    """Values of the manifest, and arrays, in the order of the file.

    `sizes` says what names in shapes mean that are neither values of the manifest nor lengths.
    """

    name: str
    says: str
    fields: Mapping[str, Field] = field(default_factory=dict)
    items: tuple[Array | Group, ...] = ()
    sizes: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, Any] = field(default_factory=dict)  # fields that older files lack

    def content(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return values for the manifest, in order; what could not be read again is an error."""
        self.values(values)
        return {name: values[name] for name in self.fields if name in values}

    def values(self, content: Any) -> dict[str, Any]:
        """Take the values of the manifest."""
        return Record(self.fields, self.missing).take(content, "")

    def unpacked(self, stored: Mapping[str, NDArray[Any]], **sizes: int) -> dict[str, Any]:
        """Take arrays and what they make, given the sizes that are known."""
        room = Arrays(stored).room
        items = [item for item in self.items if not item.needs or sizes[item.needs]]
        found: dict[str, Any] = {}
        for item in items:
            found[item.name] = item.take(stored, sizes, room)
        for item in items:
            item.check(found[item.name], found, sizes)
        return found

    def packed(self, values: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
        """Return values as the arrays of a file."""
        items = (item for item in self.items if item.name in values)
        return {n: a for item in items for n, a in item.put(values[item.name]).items()}

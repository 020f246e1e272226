"""The sentences of rare classes, written as CoNLL-U with the plane of each arc in MISC."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from multiplane.compressed import created
from multiplane.conllu import Sentence
from multiplane.treebank import shape_kernel as kernel
from multiplane.treebank.survey import Surveyed

# What a sentence must be to be in a class; each is a file.
CLASSES: dict[str, Callable[[Surveyed], Any]] = {
    "not-2-planar": lambda surveyed: surveyed.bounds[0] > 2,
    "not-3-planar": lambda surveyed: surveyed.bounds[0] > 3,
    "not-4-planar": lambda surveyed: surveyed.bounds[0] > 4,
    "undecided": lambda surveyed: surveyed.bounds[0] < surveyed.bounds[1],
    "ill-nested": lambda surveyed: surveyed.trees[:, kernel.ILL_NESTED] > 0,
    "gap-degree-over-1": lambda surveyed: surveyed.trees[:, kernel.GAP_DEGREE] > 1,
}


class Witnesses:
    """A folder with a file for each class, which may be empty, and one for what was left out.

    The files appear when the work is done, or not at all.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.counts = dict.fromkeys((*CLASSES, "left-out"), 0)
        self._files: dict[str, TextIO] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            for name in self.counts:
                path = self.folder / f"{name}.conllu"
                self._files[name] = stack.enter_context(created(path))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def take(self, surveyed: Surveyed) -> None:
        """Write the sentences of a chunk that belong to a class."""
        for name, belongs in CLASSES.items():
            for s in (belongs(surveyed) & surveyed.is_tree).nonzero()[0].tolist():
                text = with_planes(surveyed.chunk.sentence(s), surveyed.planes_by_number(s))
                self._write(name, surveyed, s, "", text)
        for s, error in surveyed.left_out.items():
            note = f"# left_out = found {error.found}; expected {error.expected}\n"
            self._write("left-out", surveyed, s, note, surveyed.chunk.sentence(s).text)

    def _write(self, name: str, surveyed: Surveyed, s: int, note: str, text: str) -> None:
        place = f"# found_at = {surveyed.chunk.file}:{surveyed.chunk.lines[s]}\n"
        body = text.removeprefix("\ufeff").strip("\r\n")
        self._files[name].write(f"{place}{note}{body}\n\n")
        self.counts[name] += 1


def with_planes(sentence: Sentence, planes: dict[int, int]) -> str:
    """Give the text of a sentence, as CoNLL-U, with `Plane=` in MISC where a word has one."""
    lines = sentence.text.removeprefix("\ufeff").split("\n")
    return "\n".join(_line(line, planes, sentence.format) for line in lines)


def _line(line: str, planes: dict[int, int], form: str) -> str:
    fields = line.removesuffix("\r").split("\t")
    if not fields[0].isdecimal():
        return line
    if form == "conllx":  # PHEAD and PDEPREL are no columns of CoNLL-U
        names = zip(("PHEAD", "PDEPREL"), fields[8:10], strict=True)
        known = [f"{name}={value}" for name, value in names if value != "_"]
        fields[8] = "_"
    else:
        known = [item for item in fields[9].split("|") if item != "_"]
    notes = [item for item in known if not item.startswith("Plane=")]
    if plane := planes.get(int(fields[0])):
        notes.append(f"Plane={plane}")
    fields[9] = "|".join(notes) or "_"
    return "\t".join(fields) + "\r" * line.endswith("\r")

"""The generative model: an alphabet, a history function, and the probabilities θ."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from multiplane import modelfile
from multiplane.errors import MultiplaneError
from multiplane.modelfile.records import Record
from multiplane.tabular.alphabet import Alphabet, Codes, grid
from multiplane.tabular.forest import SHIFT, Done
from multiplane.tabular.history import END, History, history
from multiplane.tabular.labels import Labels
from multiplane.tabular.layout import check_room
from multiplane.tabular.lazy import lazy
from multiplane.tabular.stored import FIELDS, described
from multiplane.tabular.weights import Floats, Weights

FORMAT = "multiplane generative model 1"
LARGEST = 50_000_000  # parameters in one table


def check_size(kind: History, alphabet: Alphabet) -> None:
    """Raise an error if an alphabet is too large for the tables of a history."""
    for choice in kind.choices:
        size = int(np.prod([float(length) for length in choice.shape(len(alphabet))]))
        if size > LARGEST:
            raise MultiplaneError(
                f"{len(alphabet)} symbols make a table of {size:,} parameters, more than "
                f"{LARGEST:,}; give fewer symbols or a smaller degree"
            )


@dataclass(frozen=True)
class Model:
    """Probabilities for each choice, [b_k, …, b₁, outcome]: equations 2 to 4 hold by construction.

    `notes`, on the origin of the model, are stored in its file.
    """

    alphabet: Alphabet
    history: History
    tables: tuple[Floats, ...]
    notes: dict[str, Any]
    labels: Labels | None = None  # None if none were seen

    @classmethod
    def normalised(
        cls, alphabet: Alphabet, kind: History, counts: tuple[Floats, ...], notes: dict[str, Any]
    ) -> "Model":
        """Normalise counts to probabilities; rows of zeros become uniform."""
        check_size(kind, alphabet)
        tables = []
        for choice, table in zip(kind.choices, counts, strict=True):
            legal = kind.legal(choice, len(alphabet))
            kept = np.where(legal, table, 0.0)
            total = kept.sum(-1, keepdims=True)
            even = legal / np.maximum(legal.sum(-1, keepdims=True), 1)
            tables.append(np.where(total > 0, kept / np.where(total > 0, total, 1), even))
        return cls(alphabet, kind, tuple(tables), notes)

    @property
    def parameters(self) -> int:
        """The number of probabilities that are not 0 by definition."""
        size = len(self.alphabet)
        return sum(int(self.history.legal(choice, size).sum()) for choice in self.history.choices)

    @lazy
    def logs(self) -> tuple[Floats, ...]:
        with np.errstate(divide="ignore"):
            return tuple(np.log(table) for table in self.tables)

    def logp(self, codes: Codes, done: Done) -> float:
        """Return the log-probability of a transition; the root's shift has that of the end."""
        name = SHIFT if done.dependent else "end"
        name = done.name if done.name != SHIFT else name
        total = 0.0
        for c, outcome in self.history.paths[name]:
            total += float(self.logs[c][self.place(c, outcome, codes, done)])
        return total

    def place(self, c: int, outcome: str, codes: Codes, done: Done) -> tuple[int, ...]:
        """Return the index of a transition's outcome in the table of a choice."""
        choice, symbols = self.history.choices[c], len(self.alphabet)
        stack = done.stack if done.name != SHIFT or done.dependent else (-1, -1, -1, 0)
        stack = (-1,) * choice.context + stack
        seen = tuple(int(codes[node]) for node in stack[-choice.context :])
        word = int(codes[done.dependent]) if outcome == SHIFT else 0
        return (*seen, choice.column(outcome, symbols, word))

    @lazy
    def transitions(self) -> tuple[Floats, ...]:
        """The log-probabilities of the shift and of each reduction, [b_k, …, b₁] (and the word)."""
        found = []
        for name in self.history.names:
            total = np.zeros(())
            for c, outcome in self.history.paths[name]:
                choice, logs = self.history.choices[c], self.logs[c]
                columns = choice.columns(outcome, len(self.alphabet))
                total = total + logs[..., columns]  # b₁, or the word, is the last axis of each
            found.append(total)
        return tuple(found)

    def weights(self, codes: Codes) -> Weights:
        """Return the log-probabilities by position, for the chart."""
        kind = self.history
        check_room(kind.degree, kind.width, kind.contexts, len(codes) - 2)
        shift, *rules = (table[grid(codes, table.ndim)] for table in self.transitions)
        return Weights(shift, tuple(rules), self.logp(codes, END))

    def labelled(self, codes: Codes, heads: Sequence[int]) -> tuple[str, ...]:
        """Return the most probable label of each arc of a tree."""
        return (self.labels or Labels.none(len(self.alphabet))).of(codes, heads)

    def save(self, path: str | Path) -> None:
        """Write the model to one file: arrays, and a manifest in JSON."""
        part = described(self.history, len(self.alphabet), sums="conditional" not in self.notes)
        manifest: dict[str, Any] = {
            "column": self.alphabet.column,
            "symbols": self.alphabet.symbols,
            "history": self.history.name,
            "degree": self.history.degree,
            "notes": self.notes,
        }
        arrays: dict[str, Any] = {f"choice {c}": table for c, table in enumerate(self.tables)}
        if self.labels:
            manifest["labels"] = self.labels.names
            arrays["labels"] = self.labels.best
        modelfile.save(path, FORMAT, part.content(manifest), part.packed(arrays))


def load(path: str | Path) -> Model:
    """Read a model from a file, without running code from it."""
    manifest, arrays = modelfile.load(path, FORMAT, "estimate")
    with modelfile.reading(path):
        said = Record(FIELDS, {"labels": None}).take(manifest, "")
        alphabet = Alphabet(said["column"], said["symbols"])
        kind, notes = history(said["history"], said["degree"]), said["notes"]
        check_size(kind, alphabet)
        part = described(kind, len(alphabet), sums="conditional" not in notes)
        names = said["labels"] or ()
        found = part.unpacked(arrays, symbols=len(alphabet), names=len(names))
        labels = Labels(names, found.pop("labels")) if names else None
        return Model(alphabet, kind, tuple(found.values()), notes, labels)

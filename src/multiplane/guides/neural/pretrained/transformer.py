"""A transformer in a local folder, and its layers for words.

Nothing in the folder is run: weights are read from safetensors files only, code in the folder is
ignored, and nothing is fetched from anywhere.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.doc.library import library
from multiplane.errors import MultiplaneError
from multiplane.guides.neural.pretrained.identity import FIRST, Identity
from multiplane.guides.neural.pretrained.pieces import EXTRA, Pieces
from multiplane.guides.neural.pretrained.windows import Window, windows
from multiplane.guides.neural.recipe import MOST

if TYPE_CHECKING:
    from torch import Tensor

TOGETHER = 4096  # pieces that are run at once, padding included
LONGEST = 512  # pieces of a window
SPARE = 2  # some encoders count positions from 2 on
LEAST = 8  # pieces that a window must have room for
UNREAD = "pooler."  # before the names of weights that nothing here reads
REASONS = (OSError, ValueError, ImportError, LookupError, RuntimeError, TypeError, AttributeError)

_loading = Lock()


class Run(NamedTuple):
    """A window of some sentence."""

    words: list[list[int]]  # their pieces
    at: int  # the number of the first word, through all sentences
    window: Window


@dataclass(frozen=True, eq=False)
class Transformer:
    """An encoder that is ready to read."""

    model: Any
    pieces: Pieces
    layers: int
    size: int
    room: int  # pieces of a window
    first: bool  # is a word its first piece, or the mean of all?

    def states(
        self, sentences: Sequence[Sequence[str]]
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
        """Read sentences; give numbers of words, and what each layer says of them.

        Arrays are [words, layers, size].  Words without any piece are left out.
        """
        import torch

        for runs in self._together(sentences):
            with torch.inference_mode():
                words, found = self._read(runs)
            yield words, found.numpy()

    def tensors(self, sentences: Sequence[Sequence[str]]) -> "tuple[NDArray[np.int64], Tensor]":
        """Do the same for all at once, with gradients."""
        import torch

        read = [self._read(runs) for runs in self._together(sentences)]
        return np.concatenate([words for words, _ in read]), torch.cat([found for _, found in read])

    def _together(self, sentences: Sequence[Sequence[str]]) -> Iterator[list[Run]]:
        """Cut sentences into windows; give some at a time, of similar lengths."""
        runs = sorted(self._runs(sentences), key=lambda run: -sum(map(len, run.words)))
        while runs:
            many = max(TOGETHER // len(self.pieces.framed(runs[0].words)), 1)
            yield runs[:many]
            runs = runs[many:]

    def _runs(self, sentences: Sequence[Sequence[str]]) -> Iterator[Run]:
        at = 0
        for words in self.pieces.cut(sentences, self.room // 2):
            for window in windows([*map(len, words)], self.room):
                yield Run(words[window.begin : window.end], at + window.begin, window)
            at += len(words)

    def _read(self, runs: Sequence[Run]) -> "tuple[NDArray[np.int64], Tensor]":
        """Read windows, the longest first."""
        import torch

        longest = len(self.pieces.framed(runs[0].words))
        ids, mask = np.zeros((2, len(runs), longest), np.int64)
        numbers: list[int] = []  # of words
        owners: list[int] = []  # of pieces: which of these words
        places: list[int] = []  # of pieces
        for row, run in enumerate(runs):
            framed = self.pieces.framed(run.words)
            ids[row, : len(framed)], mask[row, : len(framed)] = framed, 1
            at = row * longest + len(self.pieces.before)
            taken = range(run.window.first - run.window.begin, run.window.last - run.window.begin)
            for n, word in enumerate(run.words):
                if word and n in taken:
                    read = 1 if self.first else len(word)
                    owners += [len(numbers)] * read
                    places += range(at, at + read)
                    numbers.append(run.at + n)
                at += len(word)
        where = self.model.device
        given = (torch.as_tensor(array, device=where) for array in (ids, mask))
        said = dict(zip(("input_ids", "attention_mask"), given, strict=True))
        hidden = self.model(**said, output_hidden_states=True).hidden_states
        owner, place = (
            torch.tensor(some, dtype=torch.int64, device=where) for some in (owners, places)
        )
        sizes = owner.bincount(minlength=len(numbers))[:, None]
        none = torch.zeros(len(numbers), self.size, device=where)
        rows = (states.reshape(-1, self.size)[place] for states in hidden)
        found = torch.stack([none.index_add(0, owner, some) / sizes for some in rows], dim=1)
        if not found.isfinite().all():
            raise MultiplaneError("the encoder gives numbers that are not finite; take another one")
        return np.array(numbers, np.int64), found


def opened(identity: Identity) -> Transformer:
    """Return an encoder that is what a model was trained with."""
    with _loading:
        return _opened(identity)


def loaded(identity: Identity) -> Transformer:
    """Return an encoder that nobody else has, so that its weights may change."""
    library("torch", EXTRA)
    library("transformers", EXTRA)
    from safetensors import SafetensorError

    identity.check()
    try:
        model = _model(identity.folder)
        layers, size, positions = _sizes(model.config)
    except (*REASONS, SafetensorError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise MultiplaneError(
            f"{identity.folder}: cannot be read as an encoder: {reason}"
        ) from error
    pieces = Pieces.of(identity.folder)
    if not (1 < layers <= MOST and 1 <= size <= MOST) or model.config.is_encoder_decoder:
        raise MultiplaneError(
            f"{identity.folder}: found {layers} layers of {size} numbers; expected an encoder with"
            f" up to {MOST:,} of both, and no decoder"
        )
    room = positions - SPARE - len(pieces.before) - len(pieces.after)
    if room < LEAST:
        raise MultiplaneError(
            f"{identity.folder}: found room for {room} pieces of words; expected {LEAST} or more"
        )
    return Transformer(model, pieces, layers, size, room, identity.pooling == FIRST)


_opened = lru_cache(maxsize=2)(loaded)


def _sizes(config: Any) -> tuple[int, int, int]:
    """Return the numbers of layers, of numbers in each, and of positions that can be read.

    Models of other kinds, such as those of pictures and texts, do not have them all.
    """
    positions = getattr(config, "max_position_embeddings", None)  # None: any number
    layers, size = int(config.num_hidden_layers) + 1, int(config.hidden_size)
    return layers, size, LONGEST if positions is None else min(int(positions), LONGEST)


def _model(folder: str) -> Any:
    """Read the weights of an encoder; all of them must be there."""
    from transformers import AutoModel

    with quiet():
        model, said = AutoModel.from_pretrained(
            folder,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            attn_implementation="eager",  # never one that a configuration names
            output_loading_info=True,
        )
    missing = sorted(name for name in said["missing_keys"] if not name.startswith(UNREAD))
    if missing:
        raise ValueError(f"{len(missing)} arrays are missing, such as {missing[0]}")
    return model.float().eval()


@contextmanager
def quiet() -> Iterator[None]:
    """Let transformers print neither progress nor warnings."""
    from transformers.utils import logging

    shown, level = logging.is_progress_bar_enabled(), logging.get_verbosity()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if shown:
            logging.enable_progress_bar()

"""A pretrained encoder that is trained along with a network."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from torch import Tensor

from multiplane.errors import MultiplaneError
from multiplane.features.batch import Batch
from multiplane.guides.neural.pretrained.context import sentences_of
from multiplane.guides.neural.pretrained.identity import TOKENIZER, Identity
from multiplane.guides.neural.pretrained.transformer import UNREAD, Transformer, loaded, quiet
from multiplane.guides.neural.vocabulary import Numbered
from multiplane.guides.neural.weights import Weights
from multiplane.training.neural.sources import Shapes
from multiplane.training.neural.states import NO_WORD, mixed, words_of

SHARE = 1 / 50  # of the rate of learning: what was learnt from far more text is not to be forgotten
OWN = "tuned/"  # before the names of its weights
# Files of tokenizers that training does not change; other programs than ours read more than one.
BESIDE = (TOKENIZER, "tokenizer_config.json", "special_tokens_map.json", "vocab.txt")


@dataclass(frozen=True, eq=False)
class TunedStates:
    """An encoder whose weights change, a mix of its layers, and a matrix.

    It is run without dropout: what it says is dropped out later, with random numbers of ours.
    """

    identity: Identity  # before it was changed
    transformer: Transformer
    batch: Batch
    words: NDArray[np.int64]  # by node
    sentences: NDArray[np.int64]  # by word

    @classmethod
    def of(cls, identity: Identity, batch: Batch) -> "TunedStates":
        """Read an encoder, for the sentences of a treebank."""
        transformer = loaded(identity)
        transformer.model.to(torch.zeros(()).device)
        sentences = np.repeat(np.arange(len(batch)), np.diff(batch.starts))
        return cls(identity, transformer, batch, words_of(batch), sentences)

    @property
    def own(self) -> dict[str, Tensor]:
        """The encoder's weights, by name."""
        every = self.transformer.model.named_parameters()
        return {f"{OWN}{name}": array for name, array in every if not name.startswith(UNREAD)}

    def trained(self, shapes: Shapes) -> Shapes:
        return shapes

    def read(self, nodes: NDArray[np.int64], words: Numbered, weights: dict[str, Tensor]) -> Tensor:
        del words
        inner = np.flatnonzero(self.words[nodes] != NO_WORD)
        asked = self.words[nodes[inner]]
        inner = inner[np.argsort(asked)]  # as the words of all sentences, one after the other
        sentences, _ = sentences_of(self.batch, np.unique(self.sentences[asked]))
        found, states = self.transformer.tensors(sentences)
        part = mixed(states, weights)
        none = torch.zeros(len(nodes), part.shape[1])
        return none.index_copy(0, torch.as_tensor(inner[found]), part)

    def finished(self, weights: Weights) -> Weights:
        return {name: array for name, array in weights.items() if not name.startswith(OWN)}

    def saved(self, folder: Path) -> Identity:
        """Save the encoder as it is now, in the way of transformers, to a new folder."""
        every = self.transformer.model.state_dict().items()
        # What is not read is left out: it was not trained, and is random where a folder lacks it.
        kept = {name: array.cpu() for name, array in every if not name.startswith(UNREAD)}
        try:
            folder.mkdir(parents=True)
            with quiet():
                self.transformer.model.save_pretrained(folder, state_dict=kept)
            for file in (Path(self.identity.folder) / name for name in BESIDE):
                if file.is_file():
                    shutil.copyfile(file, folder / file.name)
        except (OSError, SafetensorError) as error:
            raise MultiplaneError(f"{folder}: the encoder cannot be saved: {error}") from error
        return Identity.of(folder, self.identity.pooling)

"""What a neural guide is made of: the sizes of its parts, and which of them are used."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.guides.lanes import LANES
from multiplane.modelfile.fields import Number, Real
from multiplane.modelfile.records import Record

MOST = 4096  # of any size: a damaged file must not ask for all memory
MOST_LAYERS = 4
# By options, and by the encoder.
CHOSEN_ELSEWHERE = ("bias", "encoder_layers", "encoder_size", "members")
OPTIONS = ("bias", "members")  # of training, by the same names
SWITCHES = ("costs", "repair")
SIDE_BY_SIDE = ("lstm", "seen", "hidden", "graph", "label")  # numbers of all members together


@dataclass(frozen=True, slots=True)
class Recipe:
    """Sizes, in numbers; 0 leaves a part out.  Then what searches use, 0 if they do not."""

    # What the LSTM reads for a word; grams are sequences of two to five letters.
    form: int = 96
    lemma: int = 64
    upos: int = 32
    xpos: int = 32
    morph: int = 32
    grams: int = 64
    lstm: int = 128  # in each direction
    layers: int = 1  # of LSTMs; each adds to what the one below it says
    seen: int = 128  # of what the guide sees of a word's vector
    hidden: int = 192  # of the layer between that and classes
    feature_bits: int = 10  # 2^10 rows for features that are not vectors
    graph: int = 128  # of the graph head, which says how likely each arc is
    label: int = 64  # of what names the labels of arcs; without it, transitions have labels
    costs: int = 1  # does the guide see the expected costs of transitions?
    graph_weight: float = 0.5  # of an arc's likeliness in the scores of a search
    repair: int = 1  # do words without a head get their likeliest one?
    bias: float = 0.0  # added to the scores of transitions that leave the first stack
    # What the LSTM reads of given word vectors, and of an encoder with so many layers of this size.
    vectors: int = 0
    encoder: int = 0
    encoder_layers: int = 0
    encoder_size: int = 0
    members: int = 1  # networks of these sizes, whose scores are averaged

    def __post_init__(self) -> None:
        for each in fields(self):
            if each.name == "members":  # how many there may be follows from the sizes
                continue
            value, least = getattr(self, each.name), -MOST if each.name == "bias" else 0
            most = 1 if each.name in SWITCHES else MOST
            if not least <= value <= most:
                raise MultiplaneError(f"{each.name}: found {value}; expected {least} to {most}")
        if not self.word:
            raise MultiplaneError("found 0 numbers for each word; expected a part that is not 0")
        for name in ("lstm", "seen", "hidden"):
            if not getattr(self, name):
                raise MultiplaneError(f"{name}: found 0; expected 1 or more")
        if self.hidden % LANES:
            raise MultiplaneError(f"hidden: found {self.hidden}; expected a multiple of {LANES}")
        if not 1 <= self.layers <= MOST_LAYERS:
            raise MultiplaneError(f"layers: found {self.layers}; expected 1 to {MOST_LAYERS}")
        if not 1 <= self.feature_bits <= 20:
            raise MultiplaneError(f"feature_bits: found {self.feature_bits}; expected 1 to 20")
        self._check_members()

    def _check_members(self) -> None:
        """Raise an error if there are too many networks, as their numbers stand side by side."""
        largest = max(SIDE_BY_SIDE, key=lambda name: getattr(self, name))
        size = getattr(self, largest)
        most = MOST // size
        if not 1 <= self.members <= most:
            raise MultiplaneError(
                f"members: found {self.members}; expected 1 to {most}, as up to {MOST:,} numbers"
                f" stand side by side, and each network has {largest}={size}"
            )
        if self.members > 1 and self.encoder:
            raise MultiplaneError(
                f"members: found {self.members} and a pretrained encoder; expected one of them"
            )

    @property
    def word(self) -> int:
        """The size of what the LSTM reads for each word."""
        own = self.form + self.lemma + self.upos + self.xpos + self.morph + self.grams
        return own + self.vectors + self.encoder

    @property
    def vector(self) -> int:
        """The size of a word's vector."""
        return 2 * self.lstm

    @classmethod
    def read(cls, text: str) -> "Recipe":
        """Read what differs from the usual recipe: "lstm=200 grams=0"."""
        known = {each.name: each.type for each in fields(cls) if each.name not in CHOSEN_ELSEWHERE}
        found = {}
        for word in text.split():
            name, _, value = word.partition("=")
            if name in OPTIONS:
                raise MultiplaneError(f"network: found {word!r}; give it as an option, {name}")
            if name not in known:
                names = ", ".join(known)
                raise MultiplaneError(
                    f"network: found {word!r}; expected NAME=NUMBER with a name of {names}"
                )
            try:
                found[name] = float(value) if known[name] is float else int(value)
            except ValueError:
                number = "number" if known[name] is float else "whole number"
                raise MultiplaneError(
                    f"network: found {word!r}; expected a {number} after {name}="
                ) from None
        return cls(**found)  # type: ignore[arg-type]

    def as_dict(self) -> dict[str, float]:
        """Return the recipe as data for a file; that of a single network mentions no members."""
        found: dict[str, float] = asdict(self)
        return {name: size for name, size in found.items() if size != MISSING.get(name)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Recipe":
        """Read what `as_dict` wrote."""
        return cls(**RECIPE.take(data, "network"))


MISSING = {"members": 1}  # what is missing in a file, and what it means
RECIPE = Record(
    {
        each.name: Real(-MOST, MOST) if each.type is float else Number(0, MOST)
        for each in fields(Recipe)
    },
    MISSING,
)

"""What a request may say, with its limits; the description of the interface is made from it."""

from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from multiplane.server.limits import LIMITS
from multiplane.systems.reader import MOST_TEXT

Printable = r"^[^\x00-\x1f\x7f]+$"
Form = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=Printable)]
# Space is spelt out: what \s means differs between Python, Rust and those who read the description.
Unspaced = r"^[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$"
Mark = Annotated[str, StringConstraints(max_length=60, pattern=Unspaced)]
# Of a column that is shown and given back, but not computed with: whatever a pasted text may have.
Value = Annotated[str, StringConstraints(max_length=LIMITS.text, pattern=r"^[^\t\n\r]*$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=Printable)]


def _number(found: Any) -> Any:
    """Take 3.0 for 3, as the description does, but neither true nor "3"."""
    if isinstance(found, bool | str):
        raise ValueError("expected a number")  # noqa: TRY004 - what pydantic makes an answer of
    return found


Number = BeforeValidator(_number)
Head = Annotated[int, Field(ge=0, le=LIMITS.words), Number]
Which = Annotated[int, Field(ge=1, le=LIMITS.sentences), Number]
Width = Annotated[int, Field(ge=0, le=10_000), Number]
WordCount = Annotated[int, Field(ge=0, le=LIMITS.derived), Number]
Conllu = Annotated[str, StringConstraints(max_length=LIMITS.text)]
TransitionName = Annotated[
    str, StringConstraints(max_length=60, pattern=r"^[A-Z][A-Z0-9_-]*(\([0-9]{1,3}\))?$")
]


def _one_of(*names: str) -> dict[str, Any]:
    """Describe that exactly one of these is given."""
    return {
        "oneOf": [
            {
                "required": [given],
                "properties": {
                    name: {"not": {"type": "null"}} if name == given else {"type": "null"}
                    for name in names
                },
            }
            for given in names
        ]
    }


class Question(BaseModel):
    """A part of a request; what it does not know is an error."""

    model_config = ConfigDict(extra="forbid")


class SystemChoice(Question):
    """A system of the catalogue by its name, or one of your own as text: one of the two."""

    model_config = ConfigDict(
        json_schema_extra=_one_of("name", "text") | {"examples": [{"name": "arc-eager"}]}
    )
    name: Name | None = Field(None, examples=["2-planar[single-head,acyclic]"])
    text: Annotated[str, StringConstraints(max_length=MOST_TEXT)] | None = Field(
        None, examples=["SHIFT = SH\nLEFT_ARC = LA >> RE\nRIGHT_ARC = RA >> SH\n"]
    )

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.name is None) == (self.text is None):
            raise ValueError("give either name or text")
        return self


class GivenSentence(Question):
    """A sentence of a CoNLL-U text, or words with heads (0: a root; null: not known)."""

    model_config = ConfigDict(
        json_schema_extra=_one_of("conllu", "forms")
        | {"examples": [{"forms": ["the", "old", "boat", "leaks"], "heads": [3, 3, 4, 0]}]}
    )
    conllu: Conllu | None = None
    sentence: Which = 1
    forms: list[Form] | None = Field(None, min_length=1, max_length=LIMITS.words)
    tags: list[Mark] | None = Field(None, max_length=LIMITS.words)
    heads: list[Head | None] | None = Field(None, max_length=LIMITS.words)
    labels: list[Mark] | None = Field(None, max_length=LIMITS.words)
    lemmas: list[Value] | None = Field(None, max_length=LIMITS.words)
    xpos: list[Value] | None = Field(None, max_length=LIMITS.words)
    features: list[Value] | None = Field(None, max_length=LIMITS.words)
    misc: list[Value] | None = Field(None, max_length=LIMITS.words)

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.conllu is None) == (self.forms is None):
            raise ValueError("give either conllu or forms")
        return self


class TextToRead(Question):
    conllu: Conllu = Field(examples=["1\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n"])


class TextToParse(Question):
    text: Annotated[str, StringConstraints(min_length=1, max_length=20_000)] = Field(
        examples=["They saw her duck."]
    )


class ToDraw(Question):
    sentence: GivenSentence
    width: Width = Field(1000, description="Width of a row in pixels")


class ToDerive(Question):
    system: SystemChoice
    sentence: GivenSentence


class ToStep(Question):
    """Transitions done by hand, on a sentence or on so many words."""

    system: SystemChoice
    sentence: GivenSentence | None = None
    words: WordCount = 0
    transitions: list[TransitionName] = Field(
        default_factory=list, max_length=LIMITS.transitions, examples=[["SHIFT", "LEFT-ARC"]]
    )


class Beside(Question):
    """A second derivation of the same sentence: by the oracle, or by these transitions."""

    system: SystemChoice
    transitions: list[TransitionName] | None = Field(None, max_length=LIMITS.transitions)


class ToTypeset(ToDerive):
    """A derivation by the oracle, or by these transitions; another beside it, if given."""

    transitions: list[TransitionName] | None = Field(None, max_length=LIMITS.transitions)
    beside: Beside | None = None


class ToSave(ToTypeset):
    quiz: bool = Field(False, description="Does the page begin with questions?")


class ToVerify(Question):
    system: SystemChoice
    graph_class: Name = Field(examples=["projective-forests"])
    words: int = Field(3, ge=1, le=LIMITS.verified)


class ToScore(ToDerive):
    transitions: list[TransitionName] = Field(default_factory=list, max_length=LIMITS.transitions)

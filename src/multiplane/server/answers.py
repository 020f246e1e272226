"""What the interface answers; its description is made from it."""

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, create_model

from multiplane.treebank.fields import FIELDS


class Refusal(BaseModel):
    """Why a request was refused."""

    kind: str = Field(examples=["notation"])
    message: str
    line: int | None = None
    column: int | None = None


class About(BaseModel):
    version: str
    models: list[str] = Field(description="Names of the loaded models, the default first")
    model: str | None = Field(description="Name of the default model, if any")
    model_system: str | None = Field(description="System whose transitions the model scores")
    limits: dict[str, int | float]
    options: dict[str, str] = Field(description="Options of `multiplane serve` that set limits")


class Models(BaseModel):
    models: dict[str, list[str]] = Field(description="What each can do: tokenizer, tagger, parser")
    default_model: str | None


class Processed(BaseModel):
    model: str
    acknowledgements: list[str] = Field(description="Treebank and licence of the model")
    result: str


class Health(BaseModel):
    alive: bool
    ready: bool = Field(description="Models are loaded, and all is compiled")
    models: list[str]
    problem: str | None = Field(None, description="Why it is not as it should be")


class Printed(BaseModel):
    """The same in three styles."""

    text: str
    latex: str
    html: str


class StoreOf(BaseModel):
    name: str
    open_on_left: bool


class TransitionOf(BaseModel):
    name: str
    rule: Printed
    composition: Printed
    elementary: list[str]


class Counterexample(BaseModel):
    """A derivation that refutes a property."""

    words: int
    transitions: list[str]
    arcs: list[list[int]]


class VerdictOf(BaseModel):
    property: str
    title: str
    holds: bool | None = Field(description="null: undecided")
    because: str
    counterexample: Counterexample | None = None


class SystemPage(BaseModel):
    name: str
    source: str
    definition: str = Field(description="In the notation of the calculus")
    stores: list[StoreOf]
    directed: bool
    start: Printed
    end: Printed
    legend: str
    transitions: list[TransitionOf]
    verdicts: list[VerdictOf]
    whole: Printed


class SystemRow(BaseModel):
    name: str
    source: str
    planes: int | None
    verdicts: dict[str, bool | None]


class SystemList(BaseModel):
    properties: list[str]
    systems: list[SystemRow]


class PlainSentence(BaseModel):
    forms: list[str]
    tags: list[str]
    heads: list[int | None]
    labels: list[str]
    lemmas: list[str]
    xpos: list[str]
    features: list[str] = Field(description="As in the text, such as Case=Acc|Number=Sing")
    misc: list[str]


class Sentences(BaseModel):
    sentences: list[PlainSentence]


class Parsed(Sentences):
    conllu: str


class DrawnArc(BaseModel):
    head: int
    dependent: int
    plane: int
    crossed: bool


class Drawing(PlainSentence):
    arcs: list[DrawnArc]
    planes: int
    crossings: int
    projective: bool
    because: str = Field(description="Why fewer planes are not enough")
    conllu: str
    svg: str


class NewArc(BaseModel):
    head: int
    dependent: int
    plane: int


class Binding(BaseModel):
    letter: str
    word: int | None


class Permitted(BaseModel):
    name: str
    cost: int | None = Field(None, description="Number of heads it loses; null if not certain")


class Forbidden(BaseModel):
    name: str
    because: str


class StepOf(BaseModel):
    """A configuration, and how it came about."""

    transition: str = Field(description="Empty for the initial configuration")
    bindings: list[Binding] = Field(description="Words that the letters of the rule stand for")
    arcs: list[NewArc] = Field(description="Arcs added by this step")
    stores: list[list[int]]
    planes: list[int] = Field(description="Planes of the stores; 0 for a store without a plane")
    permitted: list[Permitted]
    forbidden: list[Forbidden]
    terminal: bool


class DerivationOf(BaseModel):
    system: str
    words: int
    directed: bool
    stores: list[StoreOf]
    transitions: list[str] = Field(description="All of the system's; of a family, those permitted")
    steps: list[StepOf]
    rules: dict[str, Printed]
    lost: list[int] = Field(description="Words that do not get their correct head")
    by: str = Field(description="oracle or hand")


class LengthOf(BaseModel):
    """Counts for the sentences of one length."""

    words: int
    graphs: int = Field(description="In the class")
    derived: int = Field(description="Of these, derived by the system")
    outside: int = Field(description="Derived by the system, but not in the class")


class VerificationOf(BaseModel):
    system: str
    graph_class: str
    sound: bool
    complete: bool
    lengths: list[LengthOf]
    unsound: Counterexample | None = Field(description="Derived, but not in the class")
    incomplete: Counterexample | None = Field(description="In the class, but not derived")


class Lesson(BaseModel):
    html: str = Field(description="A page that stands alone")


class Document(BaseModel):
    latex: str = Field(description="A document of LaTeX: booktabs and tikz-dependency")


class Scores(BaseModel):
    scores: dict[str, float]


if TYPE_CHECKING:
    CensusFields = BaseModel
else:
    CensusFields = create_model(
        "CensusFields",
        **{key: (field.type, ...) for key, field in FIELDS.items() if key != "left_out"},
    )


class TreebankCensus(CensusFields):
    """The census of a treebank: counts of trees and arcs, and shares of arcs in percent."""

    left_out_count: int
    left_out: list[str]
    plot: str | None = Field(description="SVG")

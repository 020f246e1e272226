"""A trained model for the playground: what it parses, and how it scores what may be done."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from numpy import ndarray

from multiplane.calculus.system import System
from multiplane.conllu import Sentence
from multiplane.errors import MultiplaneError, NotPermitted
from multiplane.features.batch import Batch
from multiplane.features.templates import feature_model
from multiplane.guides.neural.network import Network
from multiplane.parsing.networks import NetworkSearch
from multiplane.parsing.parser import Parser
from multiplane.pipeline.models import load
from multiplane.pipeline.pipeline import Pipeline
from multiplane.reference.features import Extractor
from multiplane.reference.guide import STOP
from multiplane.reference.linear import LinearGuide
from multiplane.reference.situation import Situation, begin
from multiplane.server.steps import PARSER, TAGGER, TOKENIZER, Steps, taken
from multiplane.treebank.scan import scan


@dataclass(frozen=True)
class Trained:
    """A parser or a pipeline, as `multiplane.server.parsing.Model` wants it."""

    name: str
    model: Parser | Pipeline

    @property
    def parser(self) -> Parser:
        return self.model.parser if isinstance(self.model, Pipeline) else self.model

    @property
    def system(self) -> str:
        return self.parser.design.system.name

    @property
    def abilities(self) -> tuple[str, ...]:
        return (TOKENIZER, TAGGER, PARSER) if isinstance(self.model, Pipeline) else (PARSER,)

    @property
    def about(self) -> dict[str, str]:
        """What it says of itself: its language, treebank and licence, as far as they are known."""
        said = self.model.training
        return {key: str(said[key]) for key in ("language", "treebank", "licence") if said.get(key)}

    def annotate(self, text: str, steps: Steps) -> str:
        """Do the steps that are asked for."""
        return taken(self.model, text, steps).decode()

    def parse(self, text: str) -> str:
        """Return the sentences of a plain text, parsed, as CoNLL-U."""
        if isinstance(self.model, Pipeline):
            return self.model.annotate(text)
        raise MultiplaneError(
            f"{self.name} parses tagged sentences, not plain text; use a model trained with"
            " --pipeline"
        )

    def scores(
        self, system: System, transitions: Sequence[str], sentence: Sentence
    ) -> dict[str, float]:
        """Score what is permitted after these transitions, by its best label."""
        if system != self.parser.design.system:
            return {}
        if isinstance(self.parser.weights, Network):
            return self._by_network(self.parser.weights, transitions, sentence)
        if not isinstance(self.parser.weights, ndarray):
            return {}
        guide = self._guide(sentence)
        situation = begin(system, sentence.words, self.parser.design.parallel)
        try:
            for name in transitions:
                situation = situation.after(name, _best(guide, situation).get(name, (0, 0.0))[0])
        except NotPermitted:
            return {}
        return {name: score for name, (_, score) in _best(guide, situation).items()}

    def _by_network(
        self, network: Network, transitions: Sequence[str], sentence: Sentence
    ) -> dict[str, float]:
        design = self.parser.design
        names = list(design.system)
        if design.families or not {*transitions} <= {*names}:
            return {}
        batch = self._batch(sentence)
        search = NetworkSearch(self.parser, network, batch, design.starts(batch.starts), None)
        scores = search.scores_after([names.index(name) for name in transitions])
        return {names[t]: score for t, score in scores.items()}

    def _batch(self, sentence: Sentence) -> Batch:
        """Tag a sentence, and look up what features ask."""
        (tagged,) = self.model.parse([sentence])
        (chunk,) = scan(BytesIO(tagged.text.rstrip("\n").encode() + b"\n\n"))
        return self.parser.design.batch(chunk)

    def _guide(self, sentence: Sentence) -> LinearGuide:
        design = self.parser.design
        program = design.program
        model = feature_model(design.features, design.system).without(design.empty)
        batch = self._batch(sentence)
        extractor = Extractor(model, program.attributes, batch, 0, design.bits)
        weights, label_weights = self.parser.weights, self.parser.label_weights
        assert isinstance(weights, ndarray)  # others are not scored
        return LinearGuide(extractor, design.classes, weights, label_weights, design.one_root)


def _best(guide: LinearGuide, situation: Situation) -> dict[str, tuple[int, float]]:
    """Return for each transition its best label and score."""
    found: dict[str, tuple[int, float]] = {}
    for (name, label), score in guide.scores(situation).items():
        if (name, label) != STOP and score > found.get(name, (0, float("-inf")))[1]:
            found[name] = label, score
    return found


def trained(name: str) -> Trained:
    """Load a model by its name or path; who asks for it is told the file's name alone."""
    return Trained(Path(name).name, load(name))

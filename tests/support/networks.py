"""Networks with random weights, and what they compute in plain Python."""

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from multiplane.features.atoms import VECTOR
from multiplane.features.templates import feature_model
from multiplane.features.vectors import vector_features
from multiplane.guides.classes import LEFTWARDS, RIGHTWARDS
from multiplane.guides.families import families
from multiplane.guides.neural.advice import UNIT
from multiplane.guides.neural.headwords import NONE, Headwords
from multiplane.guides.neural.network import Network
from multiplane.guides.neural.recipe import Recipe
from multiplane.guides.neural.vocabulary import LOOKED_UP, VECTORS, Vocabulary
from multiplane.guides.neural.weights import shapes, sizes_of, stored, taken
from multiplane.guides.rows import aligned
from multiplane.machine.kernel import apply
from multiplane.machine.layout import machine
from multiplane.oracles.beliefs import LEAST_CHANCE, believe
from multiplane.oracles.expected import CLOSED, cost_room, expected_costs, prospects
from multiplane.parsing.design import Design
from multiplane.parsing.parser import Parser
from multiplane.reference.features import Extractor, Kin
from multiplane.reference.linear import LinearGuide
from support import parsers

SMALL = Recipe(
    form=5, lemma=4, upos=3, xpos=2, morph=3, grams=4, lstm=6, seen=7, hidden=64, feature_bits=6,
    graph=5, label=4, repair=0,
)  # fmt: skip
LABELS = 5
HEADWORDS = ("a", "STRASSEN", "ÄNGSTRÖM", "…", "日本語", "x1-Z", "never")  # some by lower case


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def random_parser(system, lengths, recipe, seed=1, *, one_root=True):
    """A parser with random weights, and a batch of random sentences."""
    draw = random.Random(seed)
    chunk = parsers.chunk_of(parsers.treebank(draw, lengths), lengths)
    pairs = Counter(
        {(way, f"l{n}"): n + 1 for n in range(LABELS) for way in (LEFTWARDS, RIGHTWARDS)}
    )
    design = Design(
        system, "none", vector_features(system), frozenset(), positional=False, pairs=pairs, bits=8,
        one_root=one_root, root_label="l0", loose_label="l1", network=recipe,
        graphs=not single(system),
    )  # fmt: skip
    batch = design.batch(chunk)
    headwords = Headwords.of(HEADWORDS)[0] if recipe.vectors else NONE
    vocabulary = Vocabulary.of(batch, recipe, headwords)
    rng = np.random.default_rng(seed)
    weights = {
        name: rng.normal(0, 0.7, shape).astype(np.float32)
        for name, shape in shapes(recipe, vocabulary, design.counts).items()
    }
    weights = taken(stored(weights), sizes_of(recipe, vocabulary, design.counts))
    network = Network(recipe, vocabulary, weights)
    return Parser(design, network, aligned(*design.shapes[1], np.int8)), batch


def single(system):
    from multiplane.calculus.invariants import analyse

    return not system.directed or analyse(system).keeps_single_heads


@dataclass
class PlainNetwork:
    """What a network computes for one sentence, from the definitions, in 64-bit floats."""

    parser: Parser
    batch: object
    sentence: int

    @cached_property
    def w(self):
        return {
            name: array.astype(np.float64) for name, array in self.parser.weights.weights.items()
        }

    @property
    def recipe(self):
        return self.parser.weights.recipe

    @cached_property
    def words(self):
        return int(self.batch.starts[self.sentence + 1] - self.batch.starts[self.sentence])

    @cached_property
    def first(self):
        return int(self.batch.starts[self.sentence]) + 2 * self.sentence

    @cached_property
    def read(self):
        """What the LSTM reads: rows of tables for the root and each word."""
        numbers = self.parser.weights.vocabulary.numbered(self.batch, self.recipe)
        found = []
        for node in range(self.first, self.first + self.words + 1):
            parts = [self.w[name][numbers.looked_up[at, node]] for at, name in enumerate(LOOKED_UP)]
            for name, starts, items in (
                ("morph", numbers.morph_starts, numbers.morphs),
                ("grams", numbers.gram_starts, numbers.grams),
            ):
                if not self.w[name].shape[1]:
                    continue
                rows = self.w[name][items[starts[node] : starts[node + 1]]]
                parts.append(rows.sum(0))
            if self.recipe.vectors:
                parts.append(self.w[VECTORS][numbers.looked_up[len(LOOKED_UP), node]])
            found.append(np.concatenate(parts))
        return found

    def _states(self, way, inputs):
        size = self.recipe.lstm
        h, c, found = np.zeros(size), np.zeros(size), []
        for x in inputs:
            gates = (
                self.w[f"{way}-input"] @ x + self.w[f"{way}-recurrent"] @ h + self.w[f"{way}-bias"]
            )
            i, f, g, o = np.split(gates, 4)
            c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
            h = sigmoid(o) * np.tanh(c)
            found.append(h)
        return found

    @cached_property
    def vectors(self):
        """Of the root, all words, and "no word"."""
        found, read = 0, self.read
        for way in ("", "-2", "-3", "-4")[: self.recipe.layers]:
            one = self._states(f"forward{way}", read)
            other = self._states(f"backward{way}", read[::-1])[::-1]
            found = found + np.concatenate((one, other), axis=1)
            read = found
        return np.concatenate((found, self.w["nowhere"][None]))

    def _layer(self, name):
        return np.maximum(self.vectors @ self.w[name].T + self.w[f"{name}-bias"], 0)

    @cached_property
    def chances(self):
        """[d − 1, h]: the probability of the arc h → d."""
        heads, dependents = self._layer("arc-head"), self._layer("arc-dependent")
        scores = dependents @ self.w["arc-pair"] @ heads.T + heads @ self.w["arc-prior"]
        scores = scores[1:-1, :-1]
        scores[range(self.words), range(1, self.words + 1)] = -np.inf
        powers = np.exp(scores - scores.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True)

    def label(self, head, dependent):
        """The best label of an arc."""
        return int(self.label_scores(head, dependent).argmax())

    def label_scores(self, head, dependent):
        one = np.append(self._layer("label-head")[head], 1)
        other = np.append(self._layer("label-dependent")[dependent], 1)
        return np.einsum("j,ljk,k->l", other, self.w["label-pair"], one)

    def class_scores(self, facts, nodes, numbers):
        """Scores of classes, given rows of features, the nodes at addresses, and advice."""
        w = self.w
        hidden = w["hidden-bias"] + w["features"][facts].sum(0)
        into = w["addresses"].reshape(len(nodes), self.recipe.hidden, -1)
        seen = self._layer("seen")
        for matrix, node in zip(into, nodes, strict=True):
            hidden = hidden + matrix @ seen[node]
        if len(numbers):
            hidden = hidden + np.array(numbers) @ w["advice"]
        return w["classes"] @ np.maximum(hidden, 0) + w["class-bias"]

    # What follows makes it an extractor, whose rows are what the compiled scorer finds.

    def rows(self, situation, permitted):
        design = self.parser.design
        model = feature_model(design.features, design.system).without(design.empty)
        plain = replace(model, templates=tuple(t for t in model.templates if t[0].asks != VECTOR))
        extractor = Extractor(
            plain, design.program.attributes, self.batch, self.sentence, self.recipe.feature_bits
        )
        kin = Kin(situation)
        nodes = [
            extractor._node(situation, kin, t[0].paths[0])
            for t in model.templates
            if t[0].asks == VECTOR
        ]
        words = [self.words + 1 if node is None else node for node in nodes]
        self.here = words
        advice = self.advice(situation, list(permitted)) if self.recipe.graph else []
        return [*extractor.rows(situation, permitted), *words, *advice]

    def advice(self, situation, permitted):
        """Expected costs, chances of arcs, and how they compare with the likeliest head's."""
        system = situation.system
        costs, arcs = [0.0] * len(system), [(0.0, 0.0)] * len(system)
        beliefs = believe([self.chances])
        if self.recipe.costs:
            block = machine(system, self.words).start.copy()
            ready = machine(system, 0)
            for name, label in situation.choices:
                base, _, member = name.partition("(")
                far = int(member[:-1]) - 1 if member else 0
                walk(block, system, "forth", far)
                apply(block, ready.code, list(system).index(base), label)
                walk(block, system, "back", far)
            walk(block, system, "forth", self.walked(situation))
            open_ = np.zeros(len(system) + 1, np.bool_)
            open_[list(permitted)] = True
            out = np.zeros(len(system), np.float32)
            room = cost_room(system, self.words)
            expected_costs(block, ready.code, prospects(system), beliefs, 0, open_, room, out)
            costs = [0.0 if cost == CLOSED else float(cost) for cost in out]
        for t in permitted:
            place = system.rules(list(system)[t])[0].arcs[:1]
            if place:
                head, dependent = (self._at(situation, address) for address in place[0])
                arcs[t] = self._compared(head, dependent)
        return [
            round(UNIT * number)
            for number in (*costs, *(one for one, _ in arcs), *(other for _, other in arcs))
        ]

    def walked(self, situation):
        """How far a situation of a walk is from where its derivation is."""
        walk_ = families(situation.system)
        if walk_ is None:
            return 0
        number = situation.system.stores.index(walk_.forth.steps[0].places[0].store)
        replayed = parsers.begin(situation.system, self.words)
        for choice in situation.choices:
            replayed = replayed.after(*choice)
        before = len(replayed.configuration.stores[number])
        return before - len(situation.configuration.stores[number])

    def _at(self, situation, address):
        contents = situation.configuration.stores[situation.system.stores.index(address.store)]
        return contents[address.store.position(address.depth, len(contents))]

    def _kept(self, head, dependent):
        if dependent == 0:
            return 0.0
        chance = self.chances[dependent - 1, head]
        return float(chance) if chance >= LEAST_CHANCE else 0.0

    def _compared(self, head, dependent):
        chance, ends = self._kept(head, dependent), [dependent]
        if not self.parser.design.system.directed:
            chance, ends = chance + self._kept(dependent, head), [dependent, head]
        best = max(self.chances[end - 1].max() if end else 0.0 for end in ends)
        least = LEAST_CHANCE / 2
        return chance, float(np.log(max(chance, least) / max(best, least)))


def walk(block, system, way, steps):
    from multiplane.machine import walk as walks

    found = families(system)
    if found and steps:
        code = machine(system, 0).code
        direction = walks.FORTH if way == "forth" else walks.BACK
        walks.go(block, code, found.walk, direction, steps)


@dataclass(frozen=True)
class PlainGuide(LinearGuide):
    """A guide that scores as networks do."""

    plain: PlainNetwork = None

    def _sums(self, rows, open_, *, ended):
        plain, recipe = self.plain, self.plain.recipe
        transitions = len(plain.parser.design.system)
        groups = 3 * transitions if recipe.graph else 0
        addresses = len(plain.here)
        rows = rows.tolist()
        numbers = [x / UNIT for x in rows[len(rows) - groups :]]
        facts = rows[: len(rows) - groups - addresses]
        scores = plain.class_scores(facts, plain.here, numbers[: 2 * transitions])
        tables = self.classes.tables
        may = {*open_, *({transitions} if ended else ())}
        allowed = [k for k, t in enumerate(tables.transitions.tolist()) if t in may]
        if allowed and families(plain.parser.design.system) is None:
            most = scores[allowed].max()
            scores = scores - most - np.log(np.exp(scores[allowed] - most).sum())
        if groups:
            for k, t in enumerate(tables.transitions.tolist()):
                if t < transitions:
                    scores[k] += recipe.graph_weight * numbers[2 * transitions + t]
        return scores.tolist()


def plain_guide(parser, batch, sentence):
    """The slow twin of a parser's scorer, for one sentence."""
    plain = PlainNetwork(parser, batch, sentence)
    none = np.zeros((1, 64), np.int8)
    design = parser.design
    return PlainGuide(plain, design.classes, none, none, design.one_root, plain)

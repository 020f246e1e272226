"""Parsers with random weights, and random derivations, for tests of features and searches."""

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from multiplane.calculus import (
    LA,
    RA,
    RE,
    SH,
    UN,
    System,
    arc,
    drop,
    has_head,
    i,
    j,
    linked,
    path,
    β,
    σ,
)
from multiplane.calculus.semantics import successors
from multiplane.features.batch import batch
from multiplane.features.kin import clear_kin, kin_size, note
from multiplane.features.program import compile_features
from multiplane.features.templates import default_features, feature_model, roles
from multiplane.guides.classes import LEFTWARDS, RIGHTWARDS, make_classes
from multiplane.guides.families import families
from multiplane.guides.rows import aligned
from multiplane.guides.table import Linear
from multiplane.guides.task import Looked, Settings, Task, Work
from multiplane.machine.explore import ends_are_final
from multiplane.machine.kernel import apply
from multiplane.machine.layout import machine
from multiplane.parsing.design import sums_of
from multiplane.reference.features import Extractor
from multiplane.reference.linear import LinearGuide
from multiplane.reference.situation import begin
from multiplane.search.beam import Beam, make_items
from multiplane.search.best import Best
from multiplane.search.graphs import Graphs
from multiplane.search.rollout import Starts, run
from multiplane.search.tree import Trees
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.treebank.scan import _chunk

PLACES = ["none", "first", "last"]
LOOPING = System(  # a user's own: SHIFT and UNSHIFT for ever, and any arcs, cycles included
    "looping", SHIFT=SH, UNSHIFT=UN, LEFT=arc(β[0], σ[0]), RIGHT=arc(σ[0], β[0])
)
LATE = System(  # asks about links and paths after an arc was added
    "late",
    SHIFT=SH,
    BOTH=LA >> (drop(σ[0]) | ~path(j, σ[1])),
    RIGHT=RA >> SH >> (RE | ~linked(i, σ[2])),
    BACK=UN | ~has_head(i),
)
# Asks about more places than the quick way has room for.
MANY_PLACES = System(
    "many-places", SHIFT=SH, LEFT=LA, **{f"DROP{k}": RE | ~has_head(σ[k]) for k in range(1, 12)}
)
OWN = {system.name: system for system in (LOOPING, LATE, MANY_PLACES)}
EVERY_ATOM = """
σ[0].form σ[0].lemma
{X}.upos {X}.xpos {X}.feats
{X}.prefix2 {Y}.suffix2 {X}.shape {Y}.feats.Case
{X}.deprel {X}.left_valency {X}.right_valency
{X}.left_labels {X}.right_labels {Y}.left_labels {Y}.right_labels
dist({X},{Y})
arc({X},{Y}) same({X},{Y}) linked({X},{Y})
permitted switched plane
last1 last2 last3
{X}.head.head.upos {Y}.left1.right1.upos {X}.right2.deprel
{X}.next.upos {X}.previous.upos {Y}.left2.next.previous.form
{X}.right1.left2.left_valency
dist({X}.head,{Y}) arc({X}.left1,{X}) linked({X}.next,{Y})
arc({Y},{X}) arc({X},{X}.right1) arc({Y},{Y}.left2) arc({Y}.left1,{Y})
{X}.left3.form {X}.right3.form {Y}.left3.upos
{X}.left_sibling.form {X}.right_sibling.form {Y}.left_sibling.form {Y}.right_sibling.form
{X}.left1.right_sibling.form {Y}.left1.left_sibling.left3.form arc({Y},{Y}.left3)
{X}.morph
{X}.morph {Y}.upos
{X}.morph {Y}.morph
{X}.morph {Y}.head.morph permitted dist({X},{Y})
"""


def placed(name: str, place: str) -> System:
    """A system of the catalogue, or a user's own, with or without a root."""
    system = OWN[name] if name in OWN else systems[name]
    return system if place == "none" else rooted(system, place)


def treebank(rng: random.Random, lengths) -> str:
    """Random sentences in CoNLL-U; words of one to four bytes a character."""
    forms = ["a", "Ab", "ängström", "日本語", "x9-Z", "🙂", "…", "Straßen", "_"]
    feats = ["_", "Case=Gen", "Case=Nom|Gender=Fem|Number=Sing", "A=1|Cas=2|Case=3", "Number=Plur"]
    lines = []
    for length in lengths:
        for word in range(1, length + 1):
            tag = rng.choice(["NOUN", "VERB", "ADP"])
            lines.append(
                f"{word}\t{rng.choice(forms)}\t{rng.choice(forms)}\t{tag}\t"
                f"{rng.choice(['N-s---mn-', '_', 'v3spia---'])}\t{rng.choice(feats)}\t"
                f"{word - 1}\tl{rng.randrange(9)}\t_\t_"
            )
        lines.append("")
    return "\n".join(lines) + "\n"


def chunk_of(text: str, lengths):
    """The sentences of a text as one chunk, those without words included."""
    data = np.frombuffer(text.encode(), np.uint8)
    chunk, _, _ = _chunk("<text>", "conllu", data, final=True, line=1)
    starts = np.cumsum([0, *lengths])
    return replace(chunk, starts=starts, lines=np.ones(len(lengths), np.int64))


def everything(system: System) -> str:
    """A feature file that asks all there is to ask; some of it only of undirected systems."""
    store = system.stores[0].name
    places = {role: f"{name}[{depth}]" for role, (name, depth) in roles(system).items()}
    return EVERY_ATOM.replace("σ[0]", f"{store}[0]").format(**places)


@dataclass
class Parser:
    """All that the compiled searches take, with random weights."""

    system: System
    lengths: tuple[int, ...]
    seed: int = 0
    one_root: bool = True
    labels: int = 9
    text: str = ""  # of the feature model; the default if empty
    bits: int = 9
    width: int = 64
    parallel: int = 1  # how many arcs may lead from one word to another

    def __post_init__(self):
        self.random = random.Random(self.seed)
        self.model = (
            feature_model(self.text, self.system) if self.text else default_features(self.system)
        )
        self.program = compile_features(self.model, self.system)
        chunk = chunk_of(treebank(self.random, self.lengths), self.lengths)
        self.batch = batch(chunk, self.program.attributes)
        pairs = Counter(
            {
                (way, f"l{label}"): self.random.randrange(1, 99)
                for label in range(self.labels)
                for way in (LEFTWARDS, RIGHTWARDS)
                if self.random.random() < 0.8 or way == label % 2
            }
        )
        self.stops = not ends_are_final(self.system)
        self.classes = make_classes(
            self.system, pairs, stops=self.stops, width=self.width, parallel=self.parallel
        )

    @cached_property
    def weights(self):
        return self._table(1 << self.bits, self.classes.width)

    @cached_property
    def label_weights(self):
        return self._table(1 << 6, self.classes.label_width)

    def _table(self, rows, width):
        rng = np.random.default_rng(self.seed)
        table = aligned(rows, width, np.int8)
        table[:] = rng.integers(-127, 128, (rows, width))
        return table

    @cached_property
    def code(self):
        return machine(self.system, 0, self.parallel).code

    @property
    def settings(self):
        system = self.system
        return Settings(self.stops, self.one_root, system.directed, system.has_root, 0, 1)

    def task(self, scores=None, label_weights=None):
        features, most = self.program.tables, self.most
        if scores is None:
            scores = np.zeros(self.classes.width, np.int32)
        if label_weights is None:
            label_weights = self.label_weights
        work = Work(
            np.zeros(self.code.transitions + 1, np.bool_),
            Looked(
                np.zeros(len(features.addresses), np.int64),
                np.zeros(len(features.atoms), np.uint64),
            ),
            np.zeros(most, np.int64),
            scores,
            sums_of(label_weights),
            np.zeros(most, np.int64),
        )
        found = families(self.system)
        walk = found.walk if found else None
        tables = self.classes.tables
        return Task(self.code, tables, features, walk, self.settings, self.batch.tables, work)

    @property
    def most(self) -> int:
        morphs = self.program.tables.morphs
        return self.program.size + sum(10 if row[1] < 0 else 100 for row in morphs)

    @cached_property
    def starts(self):
        longest = max(self.lengths, default=0)
        begins, ends = np.zeros((2, longest + 1), np.int64)
        parts = [np.zeros(0, np.int32)]
        for words in sorted(set(self.lengths)):
            begins[words] = sum(map(len, parts))
            parts.append(machine(self.system, words, self.parallel).start)
            ends[words] = begins[words] + len(parts[-1])
        return Starts(np.concatenate(parts), begins, ends)

    @property
    def scorer(self):
        return Linear(self.weights, self.label_weights, 64 - self.bits)

    def search(self, width=None, *, scorer=None, task=None, times=None):
        """Search greedily, or with a beam; return heads and labels by sentence."""
        task = task or self.task()
        if times is None:
            times = np.zeros(self.code.transitions + 1, np.int64)
        pilot = Best(times) if width is None else Beam(make_items(width, task.work))
        heads, labels = np.full((2, sum(self.lengths)), -9, np.int32)
        order = np.arange(len(self.lengths))
        run(
            order, self.starts, task, scorer or self.scorer, pilot, None, Trees(heads, labels, True)
        )
        cuts = np.cumsum(self.lengths)[:-1]
        return np.split(heads, cuts), np.split(labels, cuts)

    def graphs(self):
        """Search greedily; return the arcs by sentence, as (head, label, dependent)."""
        room = sum(machine(self.system, n, self.parallel).arc_room + n for n in self.lengths)
        arcs, sizes = np.zeros((3, room), np.int32), np.zeros(len(self.lengths), np.int64)
        pilot = Best(np.zeros(self.code.transitions + 1, np.int64))
        reader = Graphs(*arcs, sizes, np.zeros(1, np.int64))
        order = np.arange(len(self.lengths))
        done = run(order, self.starts, self.task(), self.scorer, pilot, None, reader)
        assert done == len(self.lengths)
        cuts = np.cumsum(sizes)[:-1]
        return [list(map(tuple, part.tolist())) for part in np.split(arcs.T[: sizes.sum()], cuts)]

    def extractor(self, sentence: int) -> Extractor:
        return Extractor(self.model, self.program.attributes, self.batch, sentence, self.bits)

    def guide(self, sentence: int) -> LinearGuide:
        return LinearGuide(
            self.extractor(sentence), self.classes, self.weights, self.label_weights, self.one_root
        )


def derivation(system: System, words: int, choices, labels: int = 40):
    """Walk at random; give the machine's block, the kin, and the situation, at each step."""
    ready = machine(system, words)
    block, kin = ready.start.copy(), np.empty(kin_size(words, system.directed), np.int32)
    clear_kin(kin, words)
    situation = begin(system, words)
    yield block, kin, situation
    for choice in choices:
        names = [name for name, _ in successors(system, situation.configuration)]
        if not names:
            return
        name, label = names[choice % len(names)], choice // 7 % labels
        apply(block, ready.code, ready.program.names.index(name), label)
        number = list(system).index(name.partition("(")[0])
        note(block, kin, words + 2, number, None if system.directed else True)
        situation = situation.after(name, label)
        yield block, kin, situation

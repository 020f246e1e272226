"""The network while it is trained, and the passes over the examples."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from multiplane.guides.neural.advice import GROUPS, UNIT
from multiplane.guides.neural.graph import beliefs_of
from multiplane.guides.neural.network import Network, advise, scorer_of
from multiplane.guides.neural.nodes import Sentences, head_nodes, word_nodes
from multiplane.guides.neural.vocabulary import FIRST, Vocabulary
from multiplane.guides.neural.weights import NUMBERS, check_room, shapes
from multiplane.guides.rows import aligned
from multiplane.guides.task import Task
from multiplane.native.threads import one_thread
from multiplane.oracles.beliefs import Beliefs
from multiplane.oracles.right import GraphOracle, TreeOracle
from multiplane.parsing.parser import Parser
from multiplane.search.rollout import run
from multiplane.training.examples import Examples
from multiplane.training.graphs import GraphExamples
from multiplane.training.members import room_along
from multiplane.training.neural import memory
from multiplane.training.neural.device import device_of
from multiplane.training.neural.explorer import Explorer, MemberExplorer
from multiplane.training.neural.finished import parser_of
from multiplane.training.neural.given import Given
from multiplane.training.neural.losses import choice_loss, graph_loss
from multiplane.training.neural.model import Dropout, Model, new_weights
from multiplane.training.neural.notes import Notes, new_notes
from multiplane.training.neural.pairs import pair
from multiplane.training.neural.products import has_halves
from multiplane.training.neural.tags import RightTags
from multiplane.training.neural.threads import one_torch_thread
from multiplane.training.neural.tuned import SHARE, TunedStates
from multiplane.training.oracle import oracle_for
from multiplane.training.scale import scale_for
from multiplane.training.updates import new_random

LEAST_WORDS = 40  # in a batch of a small treebank
BATCHES = 64  # in an epoch, unless batches would be too small
RATE, BETAS, CLIP = 0.0045, (0.9, 0.95), 2.0
ROOM = 4  # configurations per word, at first
GUIDE = ("hidden-bias", "classes", "class-bias")  # weights of a scorer, beside its rows


class NeuralLearner:
    """A network in training; all randomness comes from the seed."""

    gold_epochs = 2  # in which mistakes are not followed
    may_stop = False  # the rate of learning falls until the last epoch
    oracle: TreeOracle | GraphOracle

    def __init__(
        self,
        examples: Examples | GraphExamples,
        beam: int,
        seed: int,
        epochs: int,
        given: Given,
        *,
        static: bool,
        device: str = "cpu",
    ) -> None:
        self.examples, self.beam, self.device = examples, beam, device_of(device)
        design, batch = examples.design, examples.batch
        assert design.network is not None
        self.oracle = oracle_for(design, static=static)
        with self.device:
            headwords, sources = given.prepared(batch)
        self.vocabulary = Vocabulary.of(batch, design.network, headwords)
        self.words = self.vocabulary.numbered(batch, design.network)
        self.shapes = shapes(design.network, self.vocabulary, design.counts)
        check_room(self.shapes)
        generator = torch.Generator().manual_seed(seed)  # that of torch itself is its users' own
        trained = self.shapes
        for source in sources:
            trained = source.trained(trained)
        with self.device:
            self.tags = RightTags.of(given.tags, batch.words) if given.tags else None
        if self.tags:
            trained = self.tags.trained(trained, design.network.vector)
        weights = {
            name: array.to(self.device).requires_grad_()
            for name, array in new_weights(trained, generator).items()
        }
        groups = [{"params": [*weights.values()], "share": 1.0}]
        self.tuning = given.tuning
        self.tuned = next((source for source in sources if isinstance(source, TunedStates)), None)
        if self.tuned:
            groups.append({"params": [*self.tuned.own.values()], "share": SHARE})
            weights |= self.tuned.own
        self.scale = scale_for(batch.words)
        dropout = Dropout.of(self.scale.dropped)
        known = np.bincount(self.words.looked_up[0], minlength=self.shapes["form"][0])
        rarity = dropout.rare / (dropout.rare + np.maximum(known, 1))
        rarity[: FIRST["form"]] = 0
        self.order = np.random.default_rng(seed)
        self.model = Model(
            design.network, weights, dropout, rarity.astype(np.float32), self.order, sources,
            halves=self.device.type == "cpu" and has_halves(),
        )  # fmt: skip
        self.adam = torch.optim.Adam(groups, RATE, BETAS, fused=True)
        self.random = new_random(seed)
        self.steps, self.all_steps = 0, epochs * len(self._batches())

    def _batches(self) -> list[NDArray[np.int64]]:
        """Cut all sentences into batches of similar lengths, in random order."""
        words = np.diff(self.examples.batch.starts)
        order = np.argsort(words * self.order.uniform(0.8, 1.25, len(words)), kind="stable")
        size = min(self.scale.batch, max(int(words.sum()) // BATCHES, LEAST_WORDS))
        cuts = np.flatnonzero(np.diff(np.cumsum(words[order]) // size)) + 1
        batches = np.split(order, cuts)
        return [batches[at] for at in self.order.permutation(len(batches))]

    def epoch(self, exploration: float) -> Iterator[int]:
        """Learn from all sentences once, in random order; yield how many are done so far."""
        examples, done = self.examples, 0
        scores = np.zeros(self.shapes["class-bias"][0], np.float32)
        # One root is kept to, if the treebank does, although parsing leaves that to its repair: if
        # learning what to do after a second root is better has not been measured.
        task = examples.design.task(examples.batch, scores, np.zeros((1, 64), np.int8))
        with one_torch_thread():
            for numbers in self._batches():
                with one_thread(), self.device:  # where new tensors are made
                    self._learn(task, numbers, exploration)
                done += len(numbers)
                yield done

    def _learn(self, task: Task, numbers: NDArray[np.int64], exploration: float) -> None:
        """Learn from one batch."""
        starts = self.examples.batch.starts
        sentences = Sentences.of(starts, numbers)
        at = np.concatenate([np.arange(starts[s], starts[s + 1]) for s in numbers])
        vectors = self.model.vectors(self.words, sentences, training=True)
        loss, beliefs = self._graph_loss(vectors, at, sentences)
        loss = loss + self.guide_loss(task, numbers, sentences, vectors, beliefs, exploration)
        if self.tags:
            those = vectors[torch.as_tensor(word_nodes(sentences.words))]
            loss = loss + self.tags.loss(those, at, self.model.weights)
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        for group in self.adam.param_groups:
            torch.nn.utils.clip_grad_norm_(group["params"], CLIP)
            group["lr"] = RATE * group["share"] * max(1 - self.steps / self.all_steps, 0)
        self.adam.step()
        self.steps += 1

    def guide_loss(
        self,
        task: Task,
        numbers: NDArray[np.int64],
        sentences: Sentences,
        vectors: Tensor,
        beliefs: Beliefs | None,
        exploration: float,
    ) -> Tensor:
        """Run the sentences of a batch; return the loss of the guide on the way."""
        table = self.model.table(vectors)
        notes = self._explore(task, numbers, sentences, table, beliefs, exploration)
        return self._loss(table, notes)

    def _graph_loss(
        self, vectors: Tensor, at: NDArray[np.int64], sentences: Sentences
    ) -> tuple[Tensor, Beliefs | None]:
        """Return the loss of the graph head for the words `at`, and what it believes of them."""
        recipe, loss, beliefs = self.model.recipe, torch.zeros(()), None
        if isinstance(self.examples, GraphExamples) or not recipe.graph + recipe.label:
            return loss, beliefs
        words = sentences.words
        gold = self.examples.heads[at].astype(np.int64)
        if recipe.graph:
            pairs = pair(words, gold)
            scores = self.model.arc_scores(vectors, pairs, training=True)
            loss = loss + graph_loss(scores, pairs)
            beliefs = beliefs_of(scores.detach().cpu().numpy().reshape(-1), pairs.cut, words)
        if recipe.label:
            ends = map(torch.as_tensor, (head_nodes(words, gold), word_nodes(words)))
            named = self.model.label_scores(vectors, *ends, training=True)
            wanted = torch.as_tensor(self.examples.labels[at].astype(np.int64))
            loss = loss + functional.cross_entropy(named, wanted)
        return loss, beliefs

    def _explore(
        self,
        task: Task,
        numbers: NDArray[np.int64],
        sentences: Sentences,
        table: Tensor,
        beliefs: Beliefs | None,
        exploration: float,
    ) -> Notes:
        """Run sentences by the network as it is; return the configurations on the way."""
        recipe = replace(self.model.recipe, graph_weight=0.0, bias=0.0)  # learn without help
        system, addresses = self.examples.design.system, self.examples.design.counts.addresses
        names = [*GUIDE, *(["advice"] if recipe.graph else [])]
        weights = {name: self.model.weights[name].detach().cpu().numpy() for name in names}
        ahead = np.zeros(len(self.examples.batch), np.int64)
        ahead[numbers] = sentences.ahead
        rows = aligned(len(table), recipe.hidden, np.float32)
        rows[:] = table.detach().cpu().numpy()
        advice = None
        if beliefs is not None:
            advice = advise(recipe, system, beliefs, weights["advice"], sentences)
        classes = np.ascontiguousarray(weights["classes"].T)
        scorer = scorer_of(recipe, system, rows, addresses, weights, classes, ahead, advice)
        before, room = self.random.copy(), ROOM
        while True:
            pilot = self._pilot(task, exploration, int(room * sentences.words.sum()) + 64)
            run(numbers, self.examples.starts, task, scorer, pilot, self.examples.treebank, None)
            if pilot.notes.used[0] <= len(pilot.notes.counts):
                return pilot.notes
            room *= 2  # once more, with the same random numbers
            self.random[:] = before

    def _pilot(self, task: Task, exploration: float, room: int) -> Explorer | MemberExplorer:
        transitions, classes = task.code.transitions, len(task.classes.transitions)
        notes = new_notes(room, len(task.work.found), classes)
        if task.walk is None:
            return Explorer(
                self.oracle,
                self.random,
                exploration,
                cost=np.zeros(transitions + 1, np.int32),
                right=np.zeros(classes, np.bool_),
                notes=notes,
            )
        assert isinstance(self.oracle, TreeOracle)
        places = room_along(task, self.examples.batch.starts)
        return MemberExplorer(self.oracle, self.random, exploration, **places, notes=notes)

    def _loss(self, table: Tensor, notes: Notes) -> Tensor:
        """Score the configurations of notes again, now with gradients; return the loss."""
        used, transitions = int(notes.used[0]), len(self.examples.design.system)
        counts = notes.counts[:used] - (GROUPS * transitions if self.model.recipe.graph else 0)
        places = np.arange(notes.found.shape[1])
        found = torch.as_tensor(notes.found[:used][places < counts[:, None]])
        begins = torch.as_tensor(np.cumsum(counts) - counts)
        where = counts[:, None] + np.arange(NUMBERS * transitions if self.model.recipe.graph else 0)
        numbers = np.take_along_axis(notes.found[:used], where, 1).astype(np.float32) / UNIT
        advice = torch.as_tensor(numbers)
        scores = self.model.scores(table, found, begins, advice, training=True)
        open_, right, decisions = (
            torch.as_tensor(some[:used]) for some in (notes.open, notes.right, notes.decisions)
        )
        return choice_loss(scores, open_, right, decisions)

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return all that changes in training, as data and as arrays."""
        return memory.state(self)

    def resume(self, data: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned."""
        with self.device:
            memory.resume(self, data, arrays)

    def network(self) -> Network:
        """Return the network so far."""
        weights = self.model.finished()
        if self.tags:
            weights = self.tags.finished(weights)
        return Network(self.model.recipe, self.vocabulary, weights)

    def parser(self) -> Parser:
        """Return the parser so far, its weights rounded as a file holds them."""
        design = self.examples.design
        if self.tuned and self.tuning:
            folder = self.tuning.folder(self.steps)
            design = replace(design, encoder=self.tuned.saved(folder))
        return parser_of(self.network(), design, self.beam)

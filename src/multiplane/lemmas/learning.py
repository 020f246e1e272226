"""Train a lemmatiser on words with tags and lemmas."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from importlib.resources import files

import numpy as np

from multiplane.guides.perceptron import Averaged
from multiplane.lemmas.kernel import pair_keys, train_scripts
from multiplane.lemmas.lemmatiser import Lemmatiser, width
from multiplane.lemmas.scripts import ADDED, Script, compiled, script_of
from multiplane.tagging.kernel import View
from multiplane.tagging.tagger import Tagger
from multiplane.tagging.tagset import Tag
from multiplane.tagging.templates import Templates
from multiplane.text.lexicon import Lexicon
from multiplane.text.words import Words

MOST_CLASSES = 256
LEAST = 2  # a script is a class if at least this many words need it
EPOCHS = 8
BITS = 15


def default_templates() -> Templates:
    path = files("multiplane.lemmas").joinpath("default.txt")
    return Templates.read(path.read_text(encoding="utf-8"), last=0)


def train_lemmatiser(
    tagger: Tagger, words: Words, tags: Sequence[Tag], lemmas: Sequence[str], *, seed: int = 1
) -> Lemmatiser:
    """Train a lemmatiser on words with the tags of a treebank, which the tagger must know."""
    values = tagger.values(words)
    known = tagger.tags.table.known
    numbers = np.array([tagger.tags.number[tag] for tag in tags], np.int64)
    keys = np.empty(len(words), np.uint64)
    pair_keys(values, known, numbers, keys)
    needed = [script_of(words.form(word), lemma) for word, lemma in enumerate(lemmas)]
    by_pair: defaultdict[int, Counter[Script]] = defaultdict(Counter)
    for key, script in zip(keys.tolist(), needed, strict=True):
        # All digits look alike here, so scripts must not insert any.
        short = max(len(script.before), len(script.after)) <= ADDED
        if short and not any(map(str.isdigit, script.before + script.after)):
            by_pair[key][script] += 1
    often = {key: min(c, key=lambda s: (-c[s], s)) for key, c in by_pair.items()}
    scripts, classes = _ordered(Counter(often.values()))
    number = {script: at for at, script in enumerate(scripts)}
    _, first = np.unique(keys, return_index=True)  # one word for each pair
    gold = np.full(len(words), -1, np.int64)
    found = (often.get(key) for key in keys[first].tolist())
    gold[first] = [-1 if script is None else number[script] for script in found]
    gold[gold >= classes] = -1
    templates = default_templates()
    view = View(values, templates.table, known, np.uint64(64 - BITS))
    table, lengths = compiled(scripts, classes), words.ends - words.begins
    learnt, order = Averaged.zeros(1 << BITS, width(classes)), np.random.default_rng(seed)
    for _ in range(EPOCHS):
        train_scripts(order.permutation(first), view, lengths, numbers, gold, table, learnt)
    seen = Lexicon.of({key: number[script] for key, script in often.items()})
    return Lemmatiser(tagger.tags, scripts, classes, templates, seen, learnt.quantised())


def _ordered(counts: Counter[Script]) -> tuple[tuple[Script, ...], int]:
    """Sort scripts by frequency; also return how many of them are classes.

    One that fits every form comes first, so that some script always fits.
    """
    order = sorted(counts, key=lambda s: (-counts[s], s))
    fits = next(
        (s for s in order if s.lost_before == 0 and s.lost_after <= 0), Script(0, 0, 0, "", "")
    )
    order = [fits, *(s for s in order if s != fits)]
    classes = sum(k == 0 or counts[s] >= LEAST for k, s in enumerate(order))
    return tuple(order), min(classes, MOST_CLASSES)

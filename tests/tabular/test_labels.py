"""Labels of arcs against counting by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane import modelfile
from multiplane.conllu import reads
from multiplane.errors import MultiplaneError
from multiplane.tabular.alphabet import ROOT, Alphabet
from multiplane.tabular.corpus import estimate
from multiplane.tabular.em import start
from multiplane.tabular.history import elaborated
from multiplane.tabular.labels import LabelCounts, Labels, direction
from multiplane.tabular.model import FORMAT, load

SYMBOLS = 5


def naive_shares(seen, key, strength, names):
    """p(label | direction, head, dependent), history by history, straight from the definition."""
    way, _, dependent = key

    def total(match):
        return {n: sum(c for (*k, l), c in seen.items() if l == n and match(*k)) for n in names}

    shares = {n: float(n == ("root" if way == 2 else "dep")) for n in names}
    for match in (
        lambda w, _h, _d: (w == 2) == (way == 2),
        lambda w, _h, _d: w == way,
        lambda w, _h, d: w == way and d == dependent,
        lambda w, h, d: (w, h, d) == key,
    ):
        counts = total(match)
        size = sum(counts.values()) + strength
        shares = {n: (counts[n] + strength * shares[n]) / size for n in names}
    return shares


arcs = st.tuples(
    st.integers(0, 2),
    st.integers(2, SYMBOLS - 1),
    st.integers(2, SYMBOLS - 1),
    st.sampled_from("abc"),
)


@given(counted=st.lists(arcs, max_size=12), strength=st.sampled_from([0.5, 1.0, 4.0]))
def test_the_best_label_is_the_most_probable(counted, strength):
    counts = LabelCounts(SYMBOLS)
    for way, head, dependent, label in counted:
        counts.seen[way, ROOT if way == 2 else head, dependent, label] += 1
    labels = counts.labels(strength)
    for way in range(3):
        for head in range(1, SYMBOLS):
            for dependent in range(2, SYMBOLS):
                key = (way, head, dependent)
                shares = naive_shares(counts.seen, key, strength, labels.names)
                found = labels.names[labels.best[key]]
                assert shares[found] == pytest.approx(max(shares.values()))


def test_directions():
    assert [direction(0, 2), direction(3, 2), direction(1, 2)] == [2, 0, 1]


def test_where_no_label_was_seen():
    labels = Labels.none(SYMBOLS)
    assert labels.of(np.array([ROOT, 3, 4, 3, 0]), [2, 0, 2]) == ("dep", "root", "dep")


def test_without_smoothing_an_unseen_pair_still_has_a_label():
    counts = LabelCounts(SYMBOLS)
    counts.add(np.array([ROOT, 3, 4, 0]), [2, 0], ["det", "root"])
    labels = counts.labels(0.0)
    # 4 under 3 was never seen: the direction says more than nothing
    assert labels.of(np.array([ROOT, 4, 3, 0]), [2, 0]) == ("det", "root")
    # and nothing hung from the left: any arc but from the root says more
    assert labels.of(np.array([ROOT, 4, 3, 0]), [0, 1]) == ("root", "det")


TREES = "".join(
    f"1\ta\t_\tDET\t_\t_\t2\t{det}\t_\t_\n2\tb\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    for det in ("det", "det", "nmod", "_")
)


def test_labels_are_estimated_and_kept_in_the_file(tmp_path):
    model = estimate(list(reads(TREES)), "upos").model
    assert set(model.labels.names) == {"root", "det", "nmod", "dep"}
    codes = model.alphabet.encode(["DET", "NOUN"])
    model.save(tmp_path / "model")
    assert load(tmp_path / "model").labelled(codes, [2, 0]) == ("det", "root")


def test_a_model_without_labels_is_as_before(tmp_path):
    model = start(elaborated(2), Alphabet("upos", ("A", "B")), [], "random", 1)
    model.save(tmp_path / "old")
    again = load(tmp_path / "old")
    assert again.labels is None
    assert again.labelled(again.alphabet.encode("AB"), [2, 0]) == ("dep", "root")


@pytest.mark.parametrize(
    "best",
    [np.zeros((3, 5, 4), np.int32), np.zeros((3, 5, 5)), np.full((3, 5, 5), 4, np.int32)],
    ids=["shape", "type", "number"],
)
def test_a_damaged_table_of_labels(tmp_path, best):
    model = estimate(list(reads(TREES)), "upos").model
    assert len(model.alphabet) == 5
    model.save(tmp_path / "model")
    content, arrays = modelfile.load(tmp_path / "model", FORMAT, "")
    modelfile.save(tmp_path / "model", FORMAT, content, {**arrays, "labels": best})
    with pytest.raises(MultiplaneError, match=r"model: labels: found .*; expected"):
        load(tmp_path / "model")

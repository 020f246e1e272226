"""The classes that a learned guide chooses from."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.guides.classes import LEFTWARDS, NO_LABEL, OTHER, RIGHTWARDS, make_classes
from multiplane.systems import systems
from support import parsers


def pairs(labels, seed=0):
    rng = np.random.default_rng(seed)
    return Counter(
        {
            (way, f"l{label}"): int(rng.integers(1, 1000))
            for label in range(labels)
            for way in (LEFTWARDS, RIGHTWARDS)
            if rng.random() < 0.7 or way == label % 2
        }
    )


def check(system, found, given_pairs, *, stops, width):
    names = list(system)
    count = len(names)
    tables = found.tables
    starts, labels = tables.starts.tolist(), tables.labels.tolist()
    # Classes lie in the order of transitions, to stop comes last.
    assert tables.transitions.tolist() == [
        t for t in range(count + 1) for _ in range(starts[t], starts[t + 1])
    ]
    assert starts[0] == 0
    assert starts[-1] - starts[-2] == stops
    assert len(starts) == count + 2
    assert found.width % 64 == 0
    assert found.width - 64 < len(labels) <= max(found.width, width)
    assert len(labels) <= width or count + stops > width - count
    assert sorted(found.labels) == sorted({label for _, label in given_pairs})
    assert found.label_width % 64 == 0
    assert found.label_width >= len(found.labels)
    for t, name in enumerate(names):
        mine = labels[starts[t] : starts[t + 1]]
        if not system.rules(name)[0].arcs:
            assert mine == [NO_LABEL]
            assert tables.arcs[t, 1] == tables.arcs[t, 3] == -1
            continue
        head, dependent = system.rules(name)[0].arcs[0]
        stores = system.stores
        assert tables.arcs[t].tolist() == [
            *(stores.index(head.store), head.depth),
            *(stores.index(dependent.store), dependent.depth),
        ]
        # Every label can be had: by a class of its own, or by OTHER, of which there is one.
        assert len(mine) == len(set(mine))
        for number in range(len(found.labels)):
            k = tables.by_label[t, number]
            assert starts[t] <= k < starts[t + 1]
            assert labels[k] == (number if number in mine else OTHER)
        assert (OTHER in mine) == (len(set(mine) - {OTHER}) < len(found.labels))
    assert tables.has_other == (OTHER in labels)


@pytest.mark.parametrize(("labels", "stops"), [(1, True), (5, False), (40, True), (200, False)])
@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize("name", systems)
def test_classes_of_every_system(name, width, labels, stops):
    given_pairs = pairs(labels)
    found = make_classes(systems[name], given_pairs, stops=stops, width=width)
    check(systems[name], found, given_pairs, stops=stops, width=width)


@given(st.sampled_from(["arc-eager", "attardi-3", "undirected-planar"]), st.integers(1, 120))
def test_classes_of_any_number_of_labels(name, labels):
    given_pairs = pairs(labels, seed=labels)
    found = make_classes(systems[name], given_pairs, stops=False)
    check(systems[name], found, given_pairs, stops=False, width=64)


def test_frequent_pairs_have_classes_of_their_own():
    given_pairs = Counter({(way, f"l{at}"): 100 - at for at in range(60) for way in (0, 1)})
    found = make_classes(systems["arc-eager"], given_pairs, stops=False)
    assert found.labels[0] == "l0"
    direct = {label for label in found.tables.labels.tolist() if label >= 0}
    assert direct == set(range(30))  # 64 less SHIFT, REDUCE and two OTHER leaves 60, 30 each way
    assert found.width == 64


def test_directions_have_their_own_labels():
    given_pairs = Counter({(LEFTWARDS, "left"): 5, (RIGHTWARDS, "right"): 9})
    found = make_classes(systems["arc-eager"], given_pairs, stops=False)
    names = list(systems["arc-eager"])
    left = names.index("LEFT_ARC")
    mine = found.tables.labels[found.tables.starts[left] : found.tables.starts[left + 1]].tolist()
    assert [found.labels[k] if k >= 0 else k for k in mine] == ["left", OTHER]


def test_undirected_arcs_have_the_labels_of_both_directions():
    given_pairs = Counter({(LEFTWARDS, "left"): 5, (RIGHTWARDS, "right"): 9})
    found = make_classes(systems["undirected-planar"], given_pairs, stops=False)
    assert not found.tables.has_other
    assert sorted(found.tables.labels.tolist()) == [NO_LABEL, NO_LABEL, 0, 1]


@pytest.mark.parametrize("place", ["first", "last"])
def test_roots_change_nothing(place):
    plain = make_classes(systems["swap"], pairs(9), stops=True)
    rooted = make_classes(parsers.placed("swap", place), pairs(9), stops=True)
    for one, other in zip(plain.tables, rooted.tables, strict=True):
        assert np.array_equal(one, other)


def test_an_arc_that_is_seldom_built_so_has_one_class_for_all_labels():
    given_pairs = pairs(40)
    eager, names = systems["2-planar-eager"], list(systems["2-planar-eager"])
    found = make_classes(eager, given_pairs, stops=False)
    tables = found.tables
    starts, labels = tables.starts.tolist(), tables.labels.tolist()

    def of(name):
        at = names.index(name)
        return labels[starts[at] : starts[at + 1]]

    assert of("LEFT_ARC") == [OTHER]
    without = sum(labels[starts[t]] == NO_LABEL for t in range(len(names)))
    assert len(of("LEFT_BOTH")) + len(of("RIGHT_ARC")) == 64 - without - 1  # all that is left

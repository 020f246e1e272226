"""Votes in compiled code against plain Python, and in files."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.features.hashing import PRIME
from multiplane.guides.votes_kernel import score_rows
from support.voting import random_votes

ROWS, CLASSES = 40, 9
VOTES = random_votes(1, ROWS, CLASSES)
TRANSITIONS = np.array([0, 0, 0, 1, 2, 2, 2, 3, 4], np.int32)


@given(
    st.lists(st.integers(0, ROWS + 5), min_size=1, max_size=25),
    st.lists(st.booleans(), min_size=5, max_size=5),
)
def test_compiled_scores_are_those_of_plain_python(rows, open_):
    """Rows that come twice, or that no machine knows, included."""
    allowed = {k for k, t in enumerate(TRANSITIONS.tolist()) if open_[t]}
    scores, room = np.zeros(CLASSES), np.zeros(VOTES.most_decisions)
    score_rows(
        VOTES.tables, np.array(rows), TRANSITIONS, np.array(open_),
        np.zeros(len(rows), np.int64), room, scores,
    )  # fmt: skip
    assert scores.tolist() == VOTES.scores(rows, allowed)


def test_votes_count_before_sums_and_unknown_classes_come_last():
    machine = VOTES.machine(int(VOTES.values[0]))
    known = VOTES.classes[VOTES.class_starts[machine] : VOTES.class_starts[machine + 1]].tolist()
    rows = [int(VOTES.values[0]), 3, 7, 11]
    scores = VOTES.scores(rows, range(CLASSES))
    votes = [round(scores[k]) for k in known]
    assert sum(votes) == len(known) * (len(known) - 1) // 2
    assert all(abs(scores[k] - round(scores[k])) < 1 / 3 for k in known)
    unknown = set(range(CLASSES)) - {*known}
    assert all(-2 <= scores[k] <= -1 for k in unknown)


def test_a_class_that_is_not_allowed_has_no_vote():
    rows = list(range(20))
    alone = VOTES.scores(rows, {4})
    assert alone[4] in {0, VOTES.prior[4] - 2}


def test_files():
    written = VOTES.as_arrays()
    again = type(VOTES).from_arrays(written, 1, CLASSES)
    for field in fields(VOTES):
        one, other = getattr(VOTES, field.name), getattr(again, field.name)
        assert one.dtype == other.dtype or field.name in {"settings", "values", "starts"}
        assert np.array_equal(one, other)
    with pytest.raises(MultiplaneError, match="cannot be unpacked"):
        type(VOTES).from_arrays({**written, "keys": written["keys"][:9]}, 1, CLASSES)


@pytest.mark.parametrize(
    "damage",
    [
        {"settings": np.array([7, 0])},
        {"settings": np.array([0, 3])},
        {"machines": VOTES.machines + 3},
        {"classes": VOTES.classes + 1},
        {"bias": VOTES.bias[1:]},
        {"columns": VOTES.columns + np.uint16(999)},
        {"keys": VOTES.keys + np.uint64(1 << 52)},
        {"weights": VOTES.weights[1:]},
        {"starts": VOTES.starts[::-1]},
        {"prior": VOTES.prior[1:]},
    ],
)
def test_what_does_not_fit_together_is_found(damage):
    ((name, _),) = damage.items()
    written = replace(VOTES, **damage).as_arrays()
    with pytest.raises(MultiplaneError, match=rf"^({name}|columns|weights): found"):
        type(VOTES).from_arrays(written, 1, CLASSES)


def test_broadcasting_does_not_fool_the_checks():
    starts = np.array([-(10**7), 1])
    one = replace(VOTES, keys=VOTES.keys[:1], starts=starts, columns=VOTES.columns[:1] * 0,
                  weights=VOTES.weights[:1])  # fmt: skip
    with pytest.raises(MultiplaneError, match="starts: found other numbers; expected begin at 0"):
        type(VOTES).from_arrays(one.as_arrays(), 1, CLASSES)


def unmixed(values):
    """The inverse of `mix`."""
    inverse = np.uint64(pow(int(PRIME), -1, 1 << 64))
    h = values ^ (values >> np.uint64(29)) ^ (values >> np.uint64(58))
    h = h * inverse
    return (h ^ (h >> np.uint64(32))) * inverse


def test_keys_that_all_belong_to_one_slot_are_refused():
    """Whoever knows the hash can choose them so that each takes as long as all before it."""
    keys = np.sort(unmixed(np.arange(1, 3000, dtype=np.uint64) << np.uint64(40)))
    many = len(keys)
    one = replace(VOTES, keys=keys, starts=np.zeros(many + 1, np.int64), columns=VOTES.columns[:0],
                  weights=VOTES.weights[:0])  # fmt: skip
    with pytest.raises(
        MultiplaneError, match="votes: too many pairs with the same hash; lookup would be slow"
    ):
        one.tables  # noqa: B018 - it is made when it is needed

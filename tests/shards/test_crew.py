"""Who is to blame when a worker ends, what is tried again, and what is done at once."""

from typing import NamedTuple

import pytest

from multiplane.shards.crew import (
    BYTES,
    CRASHED,
    MOST,
    SHORT,
    Again,
    Answers,
    Crew,
    Failure,
    answers,
)
from multiplane.shards.plan import Hopeless


class Sized(NamedTuple):
    name: int
    size: int | None


def finished(crew, worker, *each, seconds=9.0):
    return [*crew.finished(worker, Answers(each, seconds))]


def test_only_the_first_item_of_a_worker_that_ended_is_to_blame():
    crew = Crew("abcd", tries=2)
    crew.join(1)
    assert [*crew.given(1)] == [["a"], ["b"]]
    assert [*crew.gone(1)] == []
    crew.join(2)
    assert [*crew.given(2)] == [["b"], ["a"]]  # b was at hand only
    assert finished(crew, 2, "B") == [("b", "B")]
    assert [*crew.gone(2)] == [("a", Failure(CRASHED, 2))]


def test_an_error_that_may_not_come_back_is_tried_again():
    crew = Crew("ab", tries=2)
    crew.join(1)
    assert [*crew.given(1)] == [["a"], ["b"]]
    assert finished(crew, 1, Again("disk")) == []
    assert finished(crew, 1, Failure("bad input", 1)) == [("b", Failure("bad input", 1))]
    assert [*crew.given(1)] == [["a"]]
    assert finished(crew, 1, Again("disk")) == [("a", Failure("disk", 2))]
    assert not crew.more()


def test_what_was_done_before_hope_was_given_up_is_given_first():
    crew = Crew([Sized(n, 1) for n in range(3)], many=3)
    crew.join(1)
    (batch,) = crew.given(1)

    def work(item):
        if item.name == 1:
            raise Hopeless("another model")
        return item.name

    given = crew.finished(1, answers(work, batch))
    assert next(given) == (batch[0], 0)
    with pytest.raises(Hopeless, match="another model"):
        next(given)


@pytest.mark.parametrize("each", [(), ("A",), ("A", "B", "C", "D")])
def test_an_answer_too_few_or_too_many_is_a_mistake_and_drops_no_item(each):
    crew = Crew([Sized(n, 1) for n in range(3)], many=3)
    crew.join(1)
    list(crew.given(1))
    with pytest.raises(ValueError, match="zip"):
        finished(crew, 1, *each)


def test_few_items_are_read_ahead():
    taken = []
    crew = Crew(n for n in range(100) if taken.append(n) is None)
    crew.join(1)
    list(crew.given(1))
    assert crew.more()
    assert len(taken) == 3


def batches(sizes, *, many=MOST):
    crew = Crew([Sized(*pair) for pair in enumerate(sizes)], ahead=len(sizes), many=many)
    crew.join(1)
    return [[item.name for item in batch] for batch in crew.given(1)]


def test_small_items_are_given_together_and_others_alone():
    half = BYTES // 2
    assert batches([half, half, 1, 0, BYTES, 1, 2 * BYTES, 1]) == [
        [0, 1],
        [2, 3],
        [4],
        [5],
        [6],
        [7],
    ]
    assert batches([1, None, 1, 1]) == [[0], [1], [2, 3]]
    assert batches([1] * 5, many=2) == [[0, 1], [2, 3], [4]]


def test_batches_grow_while_they_take_no_time():
    crew = Crew((Sized(n, 0) for n in range(10_000)), ahead=1)
    crew.join(1)

    def grown(seconds):
        (batch,) = crew.given(1)
        assert finished(crew, 1, *batch, seconds=seconds) == [(item, item) for item in batch]
        return len(batch)

    assert [grown(SHORT / 2) for _ in range(9)] == [1, 2, 4, 8, 16, 32, 64, MOST, MOST]
    assert [grown(2 * SHORT) for _ in range(8)] == [MOST, 50, 25, 12, 6, 3, 1, 1]


def test_of_a_batch_that_ended_its_worker_each_item_is_done_alone():
    crew = Crew([Sized(n, 1) for n in range(5)], tries=2, ahead=2, many=2)
    crew.join(1)
    assert [[item.name for item in batch] for batch in crew.given(1)] == [[0, 1], [2, 3]]
    assert [*crew.gone(1)] == []
    crew.join(2)
    crew.ahead = 9
    given = [[item.name for item in batch] for batch in crew.given(2)]
    assert given == [[2, 3], [0], [1], [4]]  # 2 and 3 were at hand only
    assert [item.name for item, _ in finished(crew, 2, "C", "D")] == [2, 3]
    assert [*crew.gone(2)] == []
    crew.join(3)
    assert [[item.name for item in batch] for batch in crew.given(3)] == [[1], [4], [0]]

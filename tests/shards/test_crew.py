"""Who is to blame when a worker ends, and what is tried again."""

from multiplane.shards.crew import Again, Crew, Failure


def test_only_the_first_item_of_a_worker_that_ended_is_to_blame():
    crew = Crew("abcd", tries=2)
    crew.join(1)
    assert [*crew.given(1)] == ["a", "b"]
    assert crew.gone(1) is None
    crew.join(2)
    assert [*crew.given(2)] == ["b", "a"]  # b was at hand only
    assert crew.finished(2, "B") == ("b", "B")
    assert crew.gone(2) == ("a", Failure(crew.gone.__defaults__[0], 2))


def test_an_error_that_may_not_come_back_is_tried_again():
    crew = Crew("ab", tries=2)
    crew.join(1)
    assert [*crew.given(1)] == ["a", "b"]
    assert crew.finished(1, Again("disk")) is None
    assert crew.finished(1, Failure("bad input", 1)) == ("b", Failure("bad input", 1))
    assert [*crew.given(1)] == ["a"]
    assert crew.finished(1, Again("disk")) == ("a", Failure("disk", 2))
    assert not crew.more()


def test_few_items_are_read_ahead():
    taken = []
    crew = Crew(n for n in range(100) if taken.append(n) is None)
    crew.join(1)
    list(crew.given(1))
    assert crew.more()
    assert len(taken) == 3

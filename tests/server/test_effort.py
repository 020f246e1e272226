"""What is cheap and what is costly, before and after it was tried."""

from dataclasses import replace

from multiplane.server import effort as module
from multiplane.server.effort import Effort, Experience, effort
from multiplane.server.limits import LIMITS
from multiplane.server.questions import GivenSentence, SystemChoice, TextToRead, ToDerive

SENTENCE = GivenSentence(forms=["a", "b"], heads=[2, 0])


def derivation(**system):
    return effort("derivation", ToDerive(system=SystemChoice(**system), sentence=SENTENCE))


def test_systems_of_strangers_and_large_questions_are_costly():
    assert not derivation(name="arc-eager").costly
    assert derivation(text="SHIFT = SH").costly
    assert effort("system", SystemChoice(text="SHIFT = SH")).costly
    assert not effort("read", TextToRead(conllu="1")).costly
    assert effort("read", TextToRead(conllu="1" * LIMITS.cheap_size)).costly


def test_modifiers_do_not_make_it_another_kind():
    one, other = derivation(name="2-planar[acyclic]"), derivation(name="2-planar+lba")
    assert one.like[1] == other.like[1] == "2-planar"
    assert effort("system", name="arc-eager (root first)").like == ("system", "arc-eager", 0)
    assert derivation(name="swap").like != effort("system", name="swap").like


def test_what_was_costly_is_so_for_some_time(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    known = Experience(replace(LIMITS, costly_for=60, cheap_seconds=0.2))
    asked = Effort(False, ("draw", "", 9))
    assert not known.is_costly(asked)
    assert not known.is_cheap(asked)
    known.learn(asked, 0.1)
    assert known.is_cheap(asked)
    known.learn(asked, 0.3)
    assert known.is_costly(asked)
    assert not known.is_cheap(asked)
    now = 1061.0
    assert not known.is_costly(asked)


def test_experience_is_bounded():
    known = Experience(LIMITS)
    kinds = [Effort(False, ("draw", "", n)) for n in range(module.REMEMBERED + 1)]
    for kind in kinds:
        known.learn(kind, 9)
    assert len(known._costly_until) == module.REMEMBERED
    assert not known.is_costly(kinds[0])
    assert known.is_costly(kinds[-1])


def test_names_that_do_not_exist_are_not_remembered():
    known, asked = Experience(LIMITS), effort("system", name="nothing")
    known.learn(asked, 0.001, answered=False)
    assert not known.is_cheap(asked)
    known.learn(asked, 9, answered=False)
    assert known.is_costly(asked)

"""Systems as data."""

import json

import pytest
from hypothesis import given

from multiplane.calculus.portable import as_data, from_data
from multiplane.errors import DefinitionError
from multiplane.systems import systems
from multiplane.systems.root import rooted
from support.strategies import systems as any_systems


@pytest.mark.parametrize("name", list(systems))
def test_there_and_back(name):
    for system in (systems[name], rooted(systems[name], "last")):
        again = from_data(json.loads(json.dumps(as_data(system))))
        assert again == system
        assert again.source == system.source


@given(any_systems())
def test_any_system(system):
    assert from_data(json.loads(json.dumps(as_data(system)))) == system


def changed(path, value):
    data = as_data(systems["arc-eager"])
    part = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("stores", 0, 2), [7]),
        (("stores",), 5),
        (("final", 0, 0), "λ9"),
        (("transitions", 0, 1, 0, 0), "explode"),
        (("transitions", 0, 1, 0, 1), [["β", 0]]),
        (("transitions", 0, 1, 0, 1), [["β", -1], ["σ"]]),
        (("transitions", 1, 1, 0, 2), [["is_even", [["σ", 0]], True, 0]]),
        (("transitions",), []),
        (("transitions", 0, 1, 0, 1), [["β"], ["σ", 0]]),  # to a place
        (("transitions", 2, 1, 0, 1), [["β"], ["σ"]]),  # an arc between stores
        (("transitions", 2, 1, 0, 1), [["β", 0], ["β", 0]]),
        (("transitions", 0, 1, 0), ["rotate", [["σ"]], [], None]),
        (("transitions", 0, 1, 0), ["rotate", [], [], None]),
        (("transitions", 0, 1, 0), ["move_all", [["σ"], ["β"]], [], None]),
        (("transitions", 1, 1, 0, 3), 0),  # a repeated step with a condition
    ],
)
def test_what_is_no_system(path, value):
    with pytest.raises(DefinitionError):
        from_data(changed(path, value))


@pytest.mark.parametrize("data", [None, {}, [], "arc-eager"])
def test_what_is_no_definition(data):
    with pytest.raises(DefinitionError, match="not the definition"):
        from_data(data)

"""What steps do to the contents of stores, whether words or symbols for words."""

from itertools import pairwise
from typing import TypeVar

from multiplane.calculus.stores import Address, Store
from multiplane.calculus.transition import Step
from multiplane.calculus.vocabulary import COPY, MOVE_ALL, ROTATE

Item = TypeVar("Item")


def rearrange(step: Step, contents: dict[Store, list[Item]]) -> None:
    """Apply a step to the contents of the stores, in place."""
    code = step.code
    if code == ROTATE:
        stacks = [place for place in step.places if isinstance(place, Store)]
        first = contents[stacks[0]]
        for here, there in pairwise(stacks):
            contents[here] = contents[there]
        contents[stacks[-1]] = first
    elif code == MOVE_ALL:
        source, onto = (place for place in step.places if isinstance(place, Store))
        contents[onto] += contents[source]
        contents[source] = []
    else:
        place = step.places[0]
        assert isinstance(place, Address)
        items = contents[place.store]
        position = place.store.position(place.depth, len(items))
        item = items[position] if code == COPY else items.pop(position)
        for target in step.places[1:]:
            assert isinstance(target, Store)
            contents[target].insert(0 if target.open_on_left else len(contents[target]), item)

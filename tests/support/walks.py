"""The compiled machine beside the plain semantics: random derivations, compared at each step."""

from collections import Counter

from multiplane.calculus.semantics import apply as apply_slowly
from multiplane.machine import kernel
from multiplane.machine.layout import machine
from multiplane.machine.permission import permitted, takes_label


def walk(system, words, choices):
    """Follow random permitted transitions; return at how many configurations all was compared."""
    ready = machine(system, words)
    block, configuration = ready.start.copy(), system.initial(words)
    for done, choice in enumerate(choices, 1):
        assert ready.configuration(block) == configuration
        assert all(h != d for h, d in configuration.arcs)
        assert kernel.is_terminal(block, ready.code) == system.is_terminal(configuration)
        allowed = [
            number
            for number in range(len(ready.program.names))
            if permitted(block, ready.code, number)
        ]
        names = [ready.program.names[number] for number in allowed]
        following = {
            name: apply_slowly(system, transition, configuration)
            for name, transition in system.actions(words + system.has_root)
        }
        assert names == [name for name, after in following.items() if after is not None]
        if not allowed:
            return done
        number = allowed[choice % len(allowed)]
        kernel.apply(block, ready.code, number, 0)
        configuration = following[ready.program.names[number]]
    return len(choices)


def walk_with_labels(system, words, choices, labels, parallel):
    """The same with labels on arcs, of which some may be parallel."""
    ready = machine(system, words, parallel)
    block, configuration = ready.start.copy(), system.initial(words)
    for done, choice in enumerate(choices, 1):
        assert ready.configuration(block) == configuration
        assert all(h != d for h, d in configuration.arcs)
        allowed = [
            (number, label)
            for number in range(len(ready.program.names))
            if permitted(block, ready.code, number)
            for label in range(labels)
            if takes_label(block, ready.code, number, label)
        ]
        following = {}
        for number, (_, transition) in enumerate(system.actions(words + system.has_root)):
            for label in range(labels):
                after = apply_slowly(system, transition, configuration, label)
                if after is not None and most_parallel(after) <= parallel:
                    following[number, label] = after
        assert allowed == list(following)
        if not allowed:
            return done
        number, label = allowed[choice % len(allowed)]
        kernel.apply(block, ready.code, number, label)
        configuration = following[number, label]
    return len(choices)


def most_parallel(configuration):
    """How many labels two words have in one direction, at most."""
    return max(Counter((h, d) for h, _, d in configuration.labels).values(), default=0)

"""Bounded caches of what follows from a system.

A server may be asked for any number of systems.  What is left out is computed again, so nothing may
depend on getting the same object twice.
"""

from functools import lru_cache

by_system = lru_cache(256)
by_transition = lru_cache(4096)  # with the stores of its system
by_length = lru_cache(1024)  # by a system and a number of words: few systems, but long texts

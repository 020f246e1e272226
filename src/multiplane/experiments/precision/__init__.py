"""How often the arcs of each transition are right, of parsers that search greedily.

In a folder of its own, because a change beside a compiled function compiles all of them again.
"""

"""How often the arcs of each transition are right, for greedy parsers."""

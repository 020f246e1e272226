"""From guides to trees: greedy and beam search, for any system."""

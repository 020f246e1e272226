"""Guides: what scores the transitions of a configuration, learnt from a treebank."""

"""Guides: models learnt from a treebank that score the transitions of a configuration."""

"""Training: a system, a treebank and a feature model become a parser."""

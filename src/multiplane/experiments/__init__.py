"""Experiments: a file names treebanks, parsers and measures; the answer is a table."""

"""Experiments: a file names treebanks, parsers and a question; the answer is a table."""

"""Tagging: UPOS, XPOS and FEATS of words, chosen together, from left to right."""

"""Tagging: UPOS, XPOS and FEATS of words, predicted together, from left to right."""

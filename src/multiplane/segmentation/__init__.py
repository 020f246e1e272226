"""Segmentation: from plain text to tokens, sentences and the words of multiword tokens."""

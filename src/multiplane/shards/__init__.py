"""Corpora in shards: a file in, a file out, whole or not at all, on processes or on a cluster."""

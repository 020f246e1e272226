"""Trained parsers: what they are made of, how they parse, and their files."""

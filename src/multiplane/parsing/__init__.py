"""Trained parsers: their design, how they parse, and their files."""

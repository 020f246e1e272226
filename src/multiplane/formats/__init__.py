"""Formats of parsed text: rows of sentences as JSON, tables, Parquet, and for other programs."""

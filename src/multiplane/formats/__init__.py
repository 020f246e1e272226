"""Formats of parsed text: rows of sentences as JSON, tables, Parquet, and for other programs."""

from multiplane.formats.flat import FlatSentence
from multiplane.formats.names import EXTENSIONS, FORMATS, SUFFIXES
from multiplane.formats.writers import Write, writer

__all__ = ["EXTENSIONS", "FORMATS", "SUFFIXES", "FlatSentence", "Write", "writer"]

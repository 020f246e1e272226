"""The version of Multiplane."""

__version__ = "0.1.0"

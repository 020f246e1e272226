"""Pictures of sentences: arcs above the words, coloured by plane, crossings marked."""

from multiplane.drawing.picture import Picture, draw

__all__ = ["Picture", "draw"]

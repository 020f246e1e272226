"""Text as numbers: code points, their kinds, and words as spans of them."""

"""Text as numbers: code points, the kinds they are of, words as spans of them."""

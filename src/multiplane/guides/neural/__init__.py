"""Neural guides: an encoder of words in their sentences, and a small network over some of them."""

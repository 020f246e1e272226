"""The pipeline: from plain text to trees, all of it trained on one treebank, in one model file."""

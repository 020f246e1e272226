"""Pretrained encoders: transformers in a local folder, whose layers a network can read."""

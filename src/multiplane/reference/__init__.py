"""Features, guides and greedy search in plain Python: what the kernels do, for all to read.

The compiled kernels are tested against them, and the playground explains a model's choices by them.
"""

"""Features, guides and greedy search in plain Python: what the compiled kernels do, for all to read.

The kernels are tested against them, and the playground explains a model's choices by them.
"""

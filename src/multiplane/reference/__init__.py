"""Features, guides and greedy search in plain Python: readable versions of the kernels.

The compiled kernels are tested against them, and the playground explains a model's choices with
them.
"""

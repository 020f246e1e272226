"""The compiled machine: programs of integers, run by Numba kernels."""

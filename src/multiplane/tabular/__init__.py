"""Generative parsing by dynamic programming (Cohen, Gómez-Rodríguez & Satta 2011)."""

"""Oracles: from a gold tree to derivations, and what every transition would cost."""

"""Lemmas: from forms by edit scripts, looked up or chosen by a linear model."""

"""Lemmatisation: edit scripts from forms to lemmas, looked up or predicted by a linear model."""

"""How many steps a derivation may have."""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native import lean_entry


@lean_entry
def most_steps(words):
    """Return the limit on the length of derivations, which stops systems that loop.

    No shipped system reaches it: Covington's passes over n(n − 1)/2 pairs of words, swap exchanges
    as many and shifts again.
    """
    return 64 + 16 * words + words * words

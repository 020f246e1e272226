"""The words of the calculus: primitive steps and conditions, each with its code."""

# Codes as compiled kernels compare them.  Model files depend on these numbers: never change one.
MOVE, COPY, DROP, ARC, EDGE, ROTATE, MOVE_ALL = range(7)
HAS_HEAD, LINKED, PATH, HAS_ARC, IS_ROOT, PRECEDES, SWITCHED = range(7, 14)
PRESENT = 14  # a place holds a word; only programs ask this
LAST_STEP = MOVE_ALL  # codes up to here are steps, codes above it conditions
NEGATED = 16  # added to the code of a condition that must not hold

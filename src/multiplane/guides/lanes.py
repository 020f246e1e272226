"""How many weights are summed at once, so that rows of weights have a multiple of them."""

LANES = 64

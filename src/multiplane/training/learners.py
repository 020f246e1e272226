"""The learners, by name."""

PERCEPTRON, LIBLINEAR, LIBSVM, NEURAL = LEARNERS = (
    "perceptron",
    "liblinear",
    "libsvm",
    "neural",
)
IN_EPOCHS = (PERCEPTRON, NEURAL)
COSTS = {LIBLINEAR: 0.1, LIBSVM: 1.0}  # C, as in MaltParser

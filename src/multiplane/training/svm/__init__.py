"""The classifiers of the papers, from scikit-learn: LIBLINEAR, and LIBSVM with a kernel."""

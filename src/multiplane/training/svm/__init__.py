"""The classifiers of the papers, by scikit-learn: LIBLINEAR, and LIBSVM with a kernel."""

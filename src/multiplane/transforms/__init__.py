"""Transformations of trees and graphs before training and after parsing."""

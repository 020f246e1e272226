"""Transformations of trees and graphs, before a parser learns and after it has parsed."""

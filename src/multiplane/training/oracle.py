"""The oracle that a parser is trained with, and whether training follows mistakes."""

from multiplane.oracles.dynamic import costs_are_close
from multiplane.oracles.right import GraphOracle, TreeOracle, graph_oracle, tree_oracle
from multiplane.parsing.design import Design


def oracle_for(design: Design, *, static: bool) -> TreeOracle | GraphOracle:
    """Return the oracle for the trees or graphs of a design; graphs have but one."""
    if design.graphs:
        return graph_oracle(design.system)
    return tree_oracle(design.system, static=static)


def may_explore(design: Design) -> bool:
    """Is it worth following mistakes?  Where costs are rough bounds they mislead after them."""
    return design.graphs or costs_are_close(design.system)

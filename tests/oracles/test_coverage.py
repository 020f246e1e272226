"""How much of a treebank can be derived."""

from multiplane import conllu
from multiplane.oracles.coverage import coverage
from multiplane.systems import systems


def test_treebanks_pass_through(treebanks):
    names = ["arc-eager", "2-planar[single-head,acyclic]", "swap", "covington"]
    sentences = list(conllu.read(str(treebanks / "Gothic-PROIEL" / "dev.conllu")))
    found = {row.system: row for row in coverage(sentences, [systems[n] for n in names])}
    assert found["swap"].derived == found["covington"].derived == found["swap"].trees == 985
    assert found["arc-eager"].derived < found["2-planar[single-head,acyclic]"].derived
    assert found["2-planar[single-head,acyclic]"].tree_share > 0.98

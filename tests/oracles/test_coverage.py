"""How much of a treebank can be derived."""

from multiplane import conllu
from multiplane.oracles.coverage import coverage
from multiplane.systems import systems


def test_what_is_counted(tmp_path):
    """A projective tree, one with crossing arcs, one that is no tree, and one without heads."""
    trees = [(2, 0, 2), (3, 4, 0, 3), (2, 1), (None, None)]
    lines = [
        [f"{d}\tw\t_\t_\t_\t_\t{'_' if h is None else h}\tdep\t_\t_" for d, h in enumerate(tree, 1)]
        for tree in trees
    ]
    file = tmp_path / "toy.conllu"
    file.write_text("".join("\n".join(tree) + "\n\n" for tree in lines))
    rows = coverage(conllu.read(file), [systems["arc-eager"], systems["swap"]])
    assert [row.system for row in rows] == ["arc-eager", "swap"]
    assert [(row.trees, row.words, row.left_out) for row in rows] == [(2, 7, 2)] * 2
    assert [(row.derived, row.right) for row in rows] == [(1, 6), (2, 7)]
    assert (rows[0].tree_share, rows[0].word_share) == (1 / 2, 6 / 7)
    assert coverage([], [systems["swap"]])[0].word_share == 0


def test_treebanks_pass_through(treebanks):
    names = ["arc-eager", "2-planar[single-head,acyclic]", "swap", "covington"]
    sentences = list(conllu.read(str(treebanks / "Gothic-PROIEL" / "dev.conllu")))
    found = {row.system: row for row in coverage(sentences, [systems[n] for n in names])}
    assert found["swap"].derived == found["covington"].derived == found["swap"].trees == 985
    assert found["arc-eager"].derived < found["2-planar[single-head,acyclic]"].derived
    assert found["2-planar[single-head,acyclic]"].tree_share > 0.98

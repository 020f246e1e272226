"""Properties of treebanks, counted by a census, as columns of a table."""

from multiplane.experiments.answer import Cell
from multiplane.experiments.plan import Experiment, Treebank
from multiplane.treebank.census import census, total
from multiplane.treebank.fields import FIELDS

# By their names in experiments, in the order of columns.
PROPERTIES = {
    key: FIELDS[key]
    for key in (
        *("trees", "words", "non_projective"),
        *("not_planar", "not_2_planar", "not_3_planar", "not_4_planar"),
        *("ill_nested", "several_roots"),
        *("left", "right", "left_1", "right_1", "mean_length", "non_projective_arcs"),
        *("max_planes", "max_gap_degree"),
    )
}


def properties(experiment: Experiment, treebank: Treebank) -> dict[str, Cell]:
    """Count all files of a treebank together; sentences that are not trees are left out."""
    files = [str(treebank.files[split]) for split in experiment.on if split in treebank.files]
    record = total(census(*files, on_error="skip")).as_dict()
    fields = {name: PROPERTIES[name] for name in experiment.measures}
    return {
        name: Cell((field.amount(record),), field.text(record)) for name, field in fields.items()
    }

"""Properties of treebanks, counted by a census, as columns of a table."""

from multiplane.experiments.answer import Cell
from multiplane.experiments.plan import Experiment, Treebank
from multiplane.treebank.census import census, total
from multiplane.treebank.fields import FIELDS, Field

# Arcs by the degree of the transition that builds them in Attardi's system: Table 1 of 2011.
DEGREES = (
    Field("attardi_degree_2", "degree 2", lambda counted: counted.transitions[2]),
    Field("attardi_degree_3", "degree 3", lambda counted: counted.transitions[3]),
    Field("attardi_degree_4", "degree 4", lambda counted: counted.transitions[4]),
    Field(
        "attardi_degree_higher",
        "higher",
        lambda counted: sum(n for degree, n in counted.transitions.items() if degree > 4),
    ),
)
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
} | {field.key: field for field in DEGREES}


def properties(experiment: Experiment, treebank: Treebank) -> dict[str, Cell]:
    """Count all files of a treebank together; sentences that are not trees are left out."""
    files = [str(treebank.files[split]) for split in experiment.on if split in treebank.files]
    counted = total(census(*files, on_error="skip"))
    record = counted.as_dict() | {field.key: field.of(counted) for field in DEGREES}
    fields = {name: PROPERTIES[name] for name in experiment.measures}
    return {
        name: Cell((field.amount(record),), field.text(record)) for name, field in fields.items()
    }

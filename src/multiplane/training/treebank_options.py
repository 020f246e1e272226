"""The options of training that concern treebanks: files, and the trees or graphs in them."""

from dataclasses import dataclass
from os import PathLike

from multiplane.conllu import FORMATS
from multiplane.systems.buffer import POLICIES
from multiplane.systems.root import PLACES
from multiplane.training.kinds import Choice, File, Flag
from multiplane.training.learners import NEURAL
from multiplane.training.option import option
from multiplane.transforms.marks import COVERED_ROOTS, ENCODINGS

FILES, TREES = "Files", "Trees"  # sections of the help


@dataclass(frozen=True, slots=True, kw_only=True)
class TreebankOptions:
    """What is read, and which trees are learnt from it; the first of all `Options`."""

    format: str | None = option(
        None, Choice(tuple(FORMATS)), FILES, "Format of the files.  Detected by default."
    )
    on_error: str = option(
        "stop",
        Choice(("stop", "skip")),
        FILES,
        "What to do with a sentence that is malformed or not a tree: stop, or skip it.",
    )
    checkpoint: str | PathLike[str] | None = option(
        None,
        File(),
        FILES,
        "Keep the state of training in this file after each epoch.  If the file exists, training"
        " continues from it, for example after a power cut.  It is removed at the end.",
        learners=(NEURAL,),
    )
    root: str = option(
        "none",
        Choice(("none", *PLACES)),
        TREES,
        "Where the artificial root stands: before the words (first), after them (last), or"
        " nowhere (none).  none: words left without a head become roots.",
    )
    multiple_roots: bool | None = option(
        None,
        Flag(opposite="one_root"),
        TREES,
        "Allow several roots in a sentence, or enforce a single one.  By default several are"
        " allowed if the treebank often has them.",
    )
    projectivize: str | None = option(
        None,
        Choice(tuple(ENCODINGS)),
        TREES,
        "Pseudo-projective parsing: lift arcs of the training trees until they are projective,"
        " and lower them again in the parser's output.  Labels encode the label of the"
        " syntactic head (head), the path to it (path), or both.",
        with_graphs=False,
    )
    covered_roots: str | None = option(
        None,
        Choice(COVERED_ROOTS),
        TREES,
        "With `projectivize`, what to do with arcs that cover a root.  lift: lift them, the"
        " default.  ignore: leave them, for planar systems.  left, right, head: attach the root"
        " to that end of the arc.",
        with_graphs=False,
    )
    reconstruction: str | None = option(
        None,
        Choice(("naive", "trusting", "labels")),
        TREES,
        "For undirected systems: how arcs get their directions.  naive: from the root's arcs,"
        " so `root` is first or last.  trusting: from these, or from labels where there are"
        " none.  labels: from labels alone, the default.",
        with_graphs=False,
    )
    buffer_arcs: str | None = option(
        None,
        Choice(POLICIES),
        TREES,
        "For systems with buffer transitions: when to use them.  short: at once for arcs of"
        " length one and never for longer ones, the default.  any: at once for arcs of any"
        " length.  free: like other transitions.",
        with_graphs=False,
    )
    graphs: bool = option(
        False,
        Flag(),
        TREES,
        "Learn graphs from DEPS instead of trees, with a system that may give words several heads.",
    )

"""Systems, features and experiments: what people write."""

import contextlib
import io
import os
import random
import re
import tomllib
from functools import cache
from zlib import crc32

from fuzz.models import folder
from fuzz.target import Target, chance
from fuzz.varied import by_values, by_words, toml
from multiplane.calculus import System
from multiplane.calculus.judgement import judgement
from multiplane.calculus.notation import STYLES, render_system
from multiplane.calculus.portable import as_data, from_data
from multiplane.errors import DefinitionError, MultiplaneError
from multiplane.experiments.answer import Answer, Cell
from multiplane.experiments.reading import SHIPPED, read_experiment
from multiplane.experiments.rendering import FORMATS
from multiplane.experiments.runs import runs
from multiplane.features.templates import default_features
from multiplane.machine.layout import machine
from multiplane.parsing.stream import parse_file
from multiplane.systems import systems
from multiplane.systems.reader import read_system
from multiplane.systems.terms import FUNCTIONS, NAMES
from multiplane.systems.writer import write_system
from support import parsers, toy, zoo
from support.walks import walk

BUILDING = ("arc-eager", "2-planar", "easy-first", "undirected-planar", "covington")
MINIMAL = """title = "T"
seeds = [1, 2]
treebanks = ["toy"]
[training]
epochs = 2
[[parsers]]
name = "NE"
system = "arc-eager"
"""


def text_of(data: bytes) -> str:
    """Text as a file has it."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise MultiplaneError("no text in UTF-8") from error


def system(data: bytes) -> None:
    """It can be printed, written and read again, and its machine does what its rules say."""
    found = read_system(text_of(data))
    for style in STYLES:
        render_system(found, style)
    assert from_data(as_data(found)) == found
    again = read_system(write_system(found))
    assert as_data(again)["transitions"] == as_data(found)["transitions"]
    walk_if_it_fits(found, crc32(data))
    if chance(data, 64):
        judgement(found)


def walk_if_it_fits(found: System, seed: int) -> None:
    with contextlib.suppress(DefinitionError):
        _ = machine(found, 3).start
        draw = random.Random(seed)
        walk(found, draw.randrange(5), [draw.randrange(1 << 16) for _ in range(12)])


def features(data: bytes) -> None:
    """A parser with random weights looks at what they say."""
    name = BUILDING[crc32(data) % len(BUILDING)]
    made = zoo.parser(name, features=text_of(data), labels=3, **MORE.get(name, {}))
    parse_file(made, io.BytesIO(SENTENCES), io.BytesIO())


SENTENCES = toy.treebank(1, crossing=True).encode()
UNDIRECTED = {(way, label): 2 for way in (0, 1) for label in ("l0_l", "l1_r", "l0_r", "l1_l")}
MORE = {
    "undirected-planar": {
        "pairs": parsers.Counter(UNDIRECTED),
        "root_label": "l0_r",
        "loose_label": "l1_r",
    }
}


@cache
def experiments():
    """A folder with a treebank, where experiments stand."""
    place = folder() / "experiments"
    (place / "toy").mkdir(parents=True)
    for split in ("train", "dev", "test"):
        (place / "toy" / f"{split}.conllu").write_text(toy.treebank(2), "utf-8")
    os.environ.pop("MULTIPLANE_TREEBANKS", None)
    return place


def experiment(data: bytes) -> None:
    """It is read, its runs are listed, and a table can be made of them."""
    file = experiments() / "mine.toml"
    file.write_bytes(data)
    found = read_experiment(file)
    for run in runs(found):
        assert run.name
    measures = found.measures or ("SHIFT",)
    cells = {
        (treebank.name, row.name, measure): Cell((85.0, 86.5))
        for treebank in found.treebanks
        for row in found.rows
        for measure in measures
    }
    for written in FORMATS.values():
        written(Answer(found, cells))


def texts_of_systems():
    for name in ("arc-eager", "2-planar[single-head,acyclic]", "swap", "covington", "easy-first",
                 "attardi-2", "undirected-planar", "arc-standard+lba", "side-stack"):  # fmt: skip
        yield write_system(systems[name]).encode()
    whole = 'A = System("a", start={σ: ROOT, β: [*WORDS]}, SHIFT=SH, L=LA >> RE)\n'
    yield (whole + 'B = A.but("b", L=None)\n').encode()


def texts_of_features():
    for line in default_features(systems["arc-eager"]).text.splitlines():
        if line.strip():
            yield line.encode()
    for line in parsers.EVERY_ATOM.format(X="X", Y="Y").splitlines():
        yield line.encode()


LISTED = re.compile(r"treebanks\s*=\s*\[.*?\]\n", re.DOTALL)


def tables():
    yield MINIMAL.encode()
    for path in sorted(SHIPPED.glob("*.toml")):
        yield LISTED.sub('treebanks = ["toy"]\n', path.read_text("utf-8")).encode()
    yield (MINIMAL + '[significance]\ntest = "mcnemar"\nagainst = "NE"\n').encode()


TERMS = (
    *NAMES,
    *FUNCTIONS,
    "WORDS",
    "ROOT",
    " >> ",
    " | ",
    " & ",
    "~",
    "**",
    "**m",
    "start = {",
    "final = ",
    "prefer = ",
    "short = ",
    "name = ",
    "System(",
    ".but(",
    ".restricted(",
    "[1]",
    "\nLEFT_ARC = LA >> RE",
    "\nSHIFT = SH",
    "\nX = ",
    "switched(2)",
)
ATOMS = (
    "X",
    "Y",
    "X1",
    "Y2",
    "Z",
    "B",
    "W",
    "P",
    "Q",
    "σ[0]",
    "β[1]",
    "λ1[0]",
    ".form",
    ".lemma",
    ".upos",
    ".xpos",
    ".feats",
    ".morph",
    ".feats.Case",
    ".prefix2",
    ".suffix3",
    ".shape",
    ".deprel",
    ".left_valency",
    ".left_labels",
    ".head",
    ".left1",
    ".right2",
    ".next",
    ".previous",
    ".left_sibling",
    "dist(X,Y)",
    "arc(X,Y)",
    "same(X,Y)",
    "linked(X,Y)",
    "permitted",
    "switched",
    "plane",
    "last1",
    ".vector",
    "\n",
    " ",
    "#",
    ",",
)

DEFINITIONS = (
    Target(
        "system",
        system,
        ("multiplane.systems.reader", "multiplane.systems.terms", "multiplane.systems.writer",
         "multiplane.calculus", "multiplane.machine.limits", "multiplane.machine.code",
         "multiplane.machine.layout", "multiplane.machine.steps"),
        texts_of_systems,
        TERMS,
        800,
        vary=by_words(texts_of_systems, TERMS),
    ),
    Target(
        "features",
        features,
        ("multiplane.features", "multiplane.guides.classes", "multiplane.parsing.design"),
        texts_of_features,
        ATOMS,
        300,
        vary=by_words(texts_of_features, ATOMS),
    ),
    Target(
        "experiment",
        experiment,
        ("multiplane.experiments.reading", "multiplane.experiments.checking",
         "multiplane.experiments.treebanks", "multiplane.experiments.settings",
         "multiplane.experiments.plan", "multiplane.experiments.rendering",
         "multiplane.experiments.grid",
         "multiplane.training.options", "multiplane.training.option"),
        tables,
        ("title", "caption", "kind", "layout", "on", "measures", "titles", "decimals", "average",
         "seeds", "treebanks", "[training]", "[[parsers]]", "[significance]", "[best]", "best_of",
         "hidden", "name", "folder", "train", "system", "test", "level", "baseline", "trials",
         '"arc-eager"', '"census"', '"transitions"', '"scores"', '"las"', "true", "[[1]]", "nan",
         "inf", "1e400", "[", "]", "{", "}", "=", "\n", '"', "'", '"""', "9" * 50, "1979-05-27",
         "beam", "epochs", "bits", "root", "learner", "features", "projectivize", "encoder"),
        3000,
        beside=("tomllib._parser", "tomllib._re"),
        vary=by_values(lambda: (tomllib.loads(data.decode()) for data in tables()), toml),
    ),
)  # fmt: skip

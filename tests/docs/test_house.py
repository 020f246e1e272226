"""The architecture page: its drawing is that of the imports, and the files it names are there."""

import re
from itertools import pairwise

import house
import pytest
from house import House

from support.paths import ROOT

SMALL = House(
    layers=(("top",), ("left", "right"), ("middle",), ("bottom",)),
    imports={
        "top": frozenset({"left", "right", "bottom"}),
        "left": frozenset({"middle"}),
        "right": frozenset({"bottom"}),
        "middle": frozenset({"bottom"}),
        "bottom": frozenset(),
    },
)


@pytest.fixture
def small(monkeypatch, tmp_path):
    for name in SMALL.imports:
        (tmp_path / "src" / "multiplane" / name).mkdir(parents=True)
    monkeypatch.setattr(house, "ROOT", tmp_path)
    return House(SMALL.layers, SMALL.imports)


def test_a_longer_way_takes_the_place_of_an_arrow(small):
    assert set(small.arrows) == {
        ("top", "left"),
        ("top", "right"),
        ("left", "middle"),
        ("right", "bottom"),
        ("middle", "bottom"),
    }
    assert small.rows == {"bottom": 0, "middle": 1, "right": 1, "left": 2, "top": 3}


def test_all_packages_are_drawn_each_above_what_it_imports():
    built = House.built()
    assert set(built.packages) == {
        folder.name
        for folder in (ROOT / "src" / "multiplane").iterdir()
        if (folder / "__init__.py").exists()
    }
    assert all(built.rows[upper] > built.rows[lower] for upper, lower in built.arrows)


def test_boxes_of_a_row_do_not_overlap():
    rows: dict[str, list[int]] = {}
    for x, y in re.findall(
        r'<rect class="box[^>]*x="(\d+)" y="(\d+)"', house.drawing(House.built())
    ):
        rows.setdefault(y, []).append(int(x))
    assert sum(map(len, rows.values())) == len(House.built().packages)
    assert all(b - a >= house.BOX for row in rows.values() for a, b in pairwise(sorted(row)))


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_files_that_are_named_are_there(page):
    text = (ROOT / page).read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+\.(?:py|js|md|toml))`", text))
    assert named
    places = (ROOT, ROOT / "src" / "multiplane")
    made = {"src/multiplane/cli/NAME.py", "tests/cli/test_NAME.py"}
    missing = [name for name in named - made if not any((p / name).exists() for p in places)]
    assert not missing

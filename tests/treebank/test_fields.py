"""The fields of a census are the same wherever they are shown."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.experiments.properties import PROPERTIES
from multiplane.treebank.census import Census, census
from multiplane.treebank.fields import FIELDS

STRUCTURES = Path(__file__).parents[1] / "data" / "structures.conllu"


def test_every_field_has_the_type_that_it_promises():
    for row in (*census(STRUCTURES), Census("nothing")):
        record = json.loads(json.dumps(row.as_dict()))
        assert list(record) == list(FIELDS)
        for key, field in FIELDS.items():
            assert isinstance(record[key], getattr(field.type, "__origin__", field.type)), key


def test_how_numbers_are_printed():
    record = {"trees": 3000, "non_projective": 1000, "left": 12.345, "crossings": 1234}
    shown = {key: (FIELDS[key].text(record), FIELDS[key].amount(record)) for key in record}
    assert shown == {
        "trees": ("3,000", 3000),
        "non_projective": ("1,000 (33.33%)", pytest.approx(100 / 3)),
        "left": ("12.3", 12.345),
        "crossings": ("1,234", 1234),
    }
    assert FIELDS["ill_nested"].text({"trees": 0, "ill_nested": 0}) == "0 (0.00%)"


def test_bounds_that_differ_are_both_there():
    row = Census("x", planes=Census("y").planes | {(3, 4): 2, (1, 1): 5})
    assert row.as_dict()["planes"] == {"1": 5, "3-4": 2}


def test_headings():
    text = CliRunner().invoke(group, ["census", str(STRUCTURES), "--style", "csv"]).stdout
    assert text.startswith("name,trees,words,several_roots,non_projective,")
    assert FIELDS["max_gap_degree"].column == "gap"
    assert PROPERTIES["max_gap_degree"].title == "Gap degree"
    assert PROPERTIES["left_1"].title == "L1 %"


def test_the_server_promises_these_fields():
    answers = pytest.importorskip("multiplane.server.answers", exc_type=ImportError)
    promised = answers.TreebankCensus.model_fields
    added = {"left_out_count", "plot"}
    assert set(promised) - added == set(FIELDS)
    for key, field in FIELDS.items():
        assert promised[key].annotation == (list[str] if key == "left_out" else field.type)


def test_the_page_of_the_playground_shows_fields_that_there_are():
    page = files("multiplane.server").joinpath("front", "census.js").read_text("utf-8")
    asked = {*re.findall(r"\brow\.(\w+)", page), *re.findall(r'\["[^"]+", "(\w+)"[],]', page)}
    assert {"not_4_planar", "mean_length", "gap_degree"} <= asked
    assert asked <= {*FIELDS, "left_out_count", "plot"}

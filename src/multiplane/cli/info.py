"""`multiplane info MODEL`: what a trained parser is, and how it came about."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import model_names
from multiplane.cli.scores import INPUTS, shown
from multiplane.cli.tables import Table, render
from multiplane.counted import counted
from multiplane.errors import in_a_line

if TYPE_CHECKING:
    from multiplane.guides.neural.network import Network
    from multiplane.guides.packing import Table as Weights
    from multiplane.guides.votes import Votes
    from multiplane.parsing.parser import Parser
    from multiplane.pipeline.pipeline import Pipeline


@click.command("info", short_help="Show a model's system, labels, features and training.")
@click.argument("model", shell_complete=model_names)
@click.option("--features", "as_features", is_flag=True, help="Print only the feature templates.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(model: str, *, as_features: bool, as_json: bool) -> None:
    """Show a model's system, labels, features and training.  MODEL is a name or a file.

    \b
    multiplane info en
    multiplane info english.mp
    multiplane info english.mp --features > mine.txt  # for train --features
    multiplane info english.mp --json
    """
    from multiplane.parsing.parser import Parser
    from multiplane.pipeline.models import load

    if as_features:
        found = load(model)
        parser = found if isinstance(found, Parser) else found.parser
        print(parser.design.features, end="")
        return
    show(report_of(model), as_json=as_json)


def report_of(model: str) -> dict[str, Any]:
    """Return all that is known of a model, by its name or file."""
    from multiplane.parsing.parser import Parser
    from multiplane.pipeline.models import find, load

    found = load(model)
    parser = found if isinstance(found, Parser) else found.parser
    report = _report(parser, str(find(model)))
    if not isinstance(found, Parser):
        report["pipeline"] = _whole(found)
    return report


def show(report: dict[str, Any], first: Mapping[str, str] | None = None, *, as_json: bool) -> None:
    """Print a report, with some lines before it."""
    first = first or {}
    if as_json:
        print(json.dumps({**first, **report}, ensure_ascii=False, indent=2))
        return
    pairs = (*first.items(), *_lines(report))
    rows = tuple((name, in_a_line(value)) for name, value in pairs)
    print(render("terminal", [Table("", ("", ""), rows, "lp")]), end="")


def _report(parser: "Parser", model: str) -> dict[str, Any]:
    from multiplane.features.attributes import COLUMNS

    design = parser.design
    names = {number: name for name, number in COLUMNS.items()}
    return {
        "model": model,
        "bytes": Path(model).stat().st_size,
        "system": design.base.name,
        "root": design.root,
        "one_root": design.one_root,
        "projectivize": design.projectivize or None,
        "graphs": design.graphs,
        "parallel": design.parallel,
        "reconstruction": None if design.base.directed else design.reconstruction,
        "beam": parser.beam,
        "templates": design.program.size,
        "empty_columns": [names.get(column, str(column)) for column in sorted(design.empty)],
        "labels": list(design.labels),
        "classes": len(design.classes.tables.transitions),
        "learner": parser.training.get("learner", "perceptron"),
        **_weights(parser.weights),
        **({"encoder": design.encoder.as_dict()} if design.encoder else {}),
        "training": parser.training,
    }


def _weights(weights: "Weights | Votes | Network") -> dict[str, Any]:
    """Count weights: those of a table, of machines that vote, or of a network."""
    from multiplane.guides.neural.network import Network
    from multiplane.guides.votes import Votes

    if isinstance(weights, Network):
        known = {name: len(hashes) for name, hashes in weights.vocabulary.hashes.items()}
        if weights.recipe.vectors:
            known["vectors"] = len(weights.vocabulary.headwords)
        return {
            "network": weights.recipe.as_dict(),
            "known": known,
            "weights_in_use": weights.count,
        }

    if isinstance(weights, Votes):
        return {
            "machines": len(weights.class_starts) - 1,
            "pairs": len(weights.keys),
            "weights_in_use": len(weights.weights),
        }
    return {
        "rows": len(weights),
        "rows_in_use": int(weights.any(1).sum()),
        "weights_in_use": int((weights != 0).sum()),
    }


def _learner(report: dict[str, Any]) -> str:
    """Say how the weights were learnt, with the settings of a support vector machine."""
    said = report["training"]
    settings = [f"cost {said['cost']:g}"] if "cost" in said else []
    if {"gamma", "coef0"} <= said.keys():
        settings.append(f"kernel ({said['gamma']:g} x·y + {said['coef0']:g})²")
    if {"split", "split_least"} <= said.keys():
        settings.append(f"split by {said['split']} from {said['split_least']:,} decisions on")
    return ", ".join([report["learner"], *settings])


def _whole(pipeline: "Pipeline") -> dict[str, Any]:
    """Say what a pipeline has besides its parser."""
    return {
        "tags": len(pipeline.tagger.tags.tags),
        "tag_templates": len(pipeline.tagger.templates.table),
        "lemma_scripts": len(pipeline.lemmatiser.scripts),
        "multiword_rules": len(pipeline.multiwords.rules) - 1,
        "training": pipeline.training,
    }


def _pipeline_lines(whole: dict[str, Any]) -> list[tuple[str, str]]:
    said = whole["training"]
    about = [str(said[key]) for key in ("language", "treebank", "licence") if said.get(key)]
    scores = {**(said.get("scores") or {})}
    lines = [
        ("pipeline", ", ".join(about) or "from plain text to trees"),
        ("tags", f"{whole['tags']} of UPOS, XPOS and FEATS; {whole['tag_templates']} templates"),
        ("lemmas", counted(whole["lemma_scripts"], "script")),
        ("multiwords", counted(whole["multiword_rules"], "rule")),
    ]
    if scores:
        on_dev = ", ".join(f"{name.upper()} {score:.2f}" for name, score in scores.items())
        lines.append(("on dev", on_dev))
    if (test := said.get("test")) and test["scores"]:
        given = INPUTS.get(test["input"], test["input"])
        lines.append(("on test", f"{shown(test['scores'], ', ')} ({test['name']}, {given})"))
    return lines


def _network_lines(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Say what the encoder knows, and how large its parts are."""
    sizes, known = report["network"], report["known"]
    read = [f"{name} {sizes[name]}" for name in (*known, "grams") if sizes[name]]
    numbers = [f"{many:,} of {name}" for name, many in known.items() if many]
    several = f"{sizes['members']} networks, each with " if "members" in sizes else ""
    on_top = f" in {sizes['layers']} layers" if sizes["layers"] > 1 else ""
    layers = f"{several}LSTM of 2 × {sizes['lstm']}{on_top}, hidden layer of {sizes['hidden']}"
    lines = [
        ("encoder", f"{', '.join(read)}; {layers}"),
        ("known", ", ".join(numbers) or "nothing"),
    ]
    if head := [f"{name} {sizes[name]}" for name in ("graph", "label") if sizes[name]]:
        costs = "; the guide sees expected costs" if sizes["graph"] and sizes["costs"] else ""
        lines.append(("graph head", ", ".join(head) + costs))
    if pretrained := report.get("encoder"):
        layers = f"{sizes['encoder_layers']} layers of {sizes['encoder_size']}"
        read_of = f"{sizes['encoder']} of {layers}, {pretrained['pooling']} of a word's pieces"
        lines.append(("pretrained", f"{pretrained['folder']}: {read_of}"))
    return lines


def _dials(report: dict[str, Any]) -> str:
    """Say what the search of a network adds to scores; it may have been chosen in training."""
    sizes = {} if report["graphs"] else report.get("network", {})
    names = [*(["graph_weight"] if sizes.get("graph") else []), *(["bias"] if sizes else [])]
    return "".join(f", {name} {sizes[name]:g}" for name in names)


def _lines(report: dict[str, Any]) -> list[tuple[str, str]]:
    training = report["training"]
    scores = training.get("scores")
    beam = "greedy" if report["beam"] == 1 else f"beam of {report['beam']}"
    roots = "one root" if report["one_root"] else "any number of roots"
    if report["projectivize"]:
        roots += f", pseudo-projective ({report['projectivize']})"
    if report["graphs"]:
        roots += ", graphs in DEPS"
    if report["parallel"] > 1:
        roots += f" with up to {report['parallel']} arcs from one word to another"
    if report["reconstruction"]:
        roots += f", directions by {report['reconstruction']}"
    unused = f"; nothing in {', '.join(report['empty_columns'])}" if report["empty_columns"] else ""
    if "network" in report:
        many = report["network"].get("members", 1)
        where = f"of {many} networks" if many > 1 else "of a network"
    elif "rows" in report:
        where = f"in {report['rows_in_use']:,} of {report['rows']:,} rows"
    else:
        where = f"of {report['pairs']:,} pairs of features, for {report['machines']} machines"
    lines = _pipeline_lines(report["pipeline"]) if "pipeline" in report else []
    lines += [
        ("system", f"{report['system']}, root {report['root']}, {roots}"),
        ("search", beam + _dials(report)),
        ("features", f"{counted(report['templates'], 'template')}{unused}"),
        ("labels", f"{len(report['labels'])}: {', '.join(report['labels'])}"),
        ("classes", f"{report['classes']}"),
        ("learner", _learner(report)),
        *(_network_lines(report) if "network" in report else ()),
        ("weights", f"{report['weights_in_use']:,} {where}"),
        ("file", f"{report['bytes']:,} bytes"),
    ]
    if training:
        files = ", ".join(file["name"] for file in training.get("train", ()))
        epoch, seed = (training.get(key, "?") for key in ("best_epoch", "seed"))
        halves = ", in half precision" if training.get("halves") else ""
        lines.append(("trained on", f"{files}, epoch {epoch}, seed {seed}{halves}"))
    if scores and training.get("dev"):
        lines.append(("scores", f"{shown(scores, ', ')} on {training['dev']['name']}"))
    return lines

"""Read an experiment from a TOML file; errors for unknown names list the known ones."""

import tomllib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.evaluation.metrics import METRICS
from multiplane.experiments import plan, treebanks
from multiplane.experiments.checking import check, no_twins, one_of, said_in, texts
from multiplane.experiments.plan import Best, Experiment, Row, Significance, Treebank
from multiplane.experiments.properties import PROPERTIES
from multiplane.experiments.settings import named
from multiplane.nearest import choices
from multiplane.systems import systems
from multiplane.systems.planar import single_headed
from multiplane.training.options import LARGEST_SEED, OPTIONS, Options

MOST_DECIMALS = 15
SHIPPED = Path(__file__).parent / "shipped"
MCNEMAR = ("las", "uas", "las_nopunct", "uas_nopunct")  # scores by word
TITLES = {
    "las": "LAS",
    "uas": "UAS",
    "las_nopunct": "LAS",
    "uas_nopunct": "UAS",
    "clas": "CLAS",
    "np_precision": "NP precision",
    "np_recall": "NP recall",
    "projective_precision": "projective precision",
    "projective_recall": "projective recall",
    "exact_uas": "exact heads",
    "exact_las": "exact match",
    **{name: field.title for name, field in PROPERTIES.items()},
}
_KEYS = {
    "title": str,
    "caption": str,
    "kind": str,
    "layout": str,
    "on": (str, list),
    "measures": list,
    "titles": dict,
    "decimals": int,
    "average": bool,
    "seeds": list,
    "treebanks": list,
    "training": dict,
    "parsers": list,
    "significance": dict,
    "best": dict,
}
_TREEBANK = dict.fromkeys(("name", "folder", *plan.SPLITS), str)
_SIGNIFICANCE = {
    "test": str,
    "level": float,
    "measure": str,
    "against": str,
    "trials": int,
    "seed": int,
}
_BEST = dict.fromkeys(("title", "baseline", "measure"), str)


def shipped() -> list[str]:
    """List the experiments that come with Multiplane."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def find(name: str | PathLike[str]) -> Path:
    """Return the file of this name, or of an experiment that comes with Multiplane."""
    path = Path(name)
    if path.is_file():
        return path
    if (found := SHIPPED / f"{name}.toml").is_file():
        return found
    advice = choices(name, shipped())
    raise UnknownName(f"{name}: no such file or built-in experiment; {advice}")


def read_experiment(
    file: str | PathLike[str],
    folder: str | PathLike[str] | None = None,
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Experiment:
    """Read an experiment; treebanks given by name are searched in `folder` or the environment's.

    `settings` are options of training that replace those in the file's table `training`.
    """
    path = find(file)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # no TOML or UTF-8, a number too long, too deep
        raise MultiplaneError(f"{path}: cannot be read as TOML: {error}") from error
    try:
        return _experiment(path, data, folder, settings)
    except MultiplaneError as error:
        raise said_in(str(path), error) from error


def options_of_train() -> tuple[str, ...]:
    """List the keywords that a row may have; seeds are the same for all rows."""
    return ("system", *(name for name in OPTIONS if name != "seed"))


def _experiment(
    path: Path,
    data: dict[str, Any],
    folder: str | PathLike[str] | None,
    settings: Mapping[str, Any],
) -> Experiment:
    check("", data, _KEYS, needed=("title", "treebanks"))
    kind = one_of("kind", data.get("kind", "scores"), plan.KINDS)
    census = kind == "census"
    on = data.get("on", list(plan.SPLITS) if census else "test")
    on = tuple(one_of("on", each, plan.SPLITS) for each in ([on] if isinstance(on, str) else on))
    if not on or (len(on) > 1 and not census):
        raise MultiplaneError(f"on: found {len(on)} files; expected one to score")
    measures = _measures(kind, data.get("measures"))
    rows = _rows(data.get("parsers", []), {**data.get("training", {}), **settings}, path.parent)
    if kind == "transitions" and (rows_of_choice := [row.name for row in rows if row.best_of]):
        raise MultiplaneError(
            f"{rows_of_choice[0]}: found best_of; expected a system's transitions"
        )
    if not rows and not census:
        raise MultiplaneError("found no [[parsers]]; expected some")
    seeds = tuple(data.get("seeds", [1]))
    right = all(type(seed) is int and 0 <= seed <= LARGEST_SEED for seed in seeds)
    if not seeds or not right or len({*seeds}) < len(seeds):
        raise MultiplaneError(
            f"seeds: found {list(seeds)}; expected different numbers from 0 to {LARGEST_SEED}"
        )
    found, missing = _treebanks(data["treebanks"], path.parent, folder)
    for one in found:
        wanted = [split for split in (*on[:1], *(["train"] if rows else [])) if not census]
        if lacking := [split for split in wanted if split not in one.files]:
            has = ", ".join(one.files)
            raise MultiplaneError(f"{one.name} has no {' and no '.join(lacking)}; it has {has}")
    return Experiment(
        name=named(path.stem, settings) if settings else path.stem,
        file=str(path),
        title=data["title"],
        caption=" ".join(data.get("caption", "").split()),
        kind=kind,
        layout=one_of("layout", data.get("layout", "by-parser"), plan.LAYOUTS),
        on=on,
        measures=measures,
        titles=TITLES | texts("titles", data.get("titles", {})),
        decimals=_decimals(data.get("decimals", 2)),
        average=data.get("average", False),
        seeds=seeds,
        treebanks=found,
        missing=missing,
        rows=rows,
        settings=dict(settings),
        significance=_significance(data.get("significance"), kind, measures, rows),
        best=_best(data.get("best"), kind, rows),
    )


def _decimals(given: int) -> int:
    if not 0 <= given <= MOST_DECIMALS:
        raise MultiplaneError(
            f"decimals: found {given}; expected a number from 0 to {MOST_DECIMALS}"
        )
    return given


def _measures(kind: str, given: list[str] | None) -> tuple[str, ...]:
    if kind == "transitions":
        return tuple(texts("measures", dict(enumerate(given or ()))).values())
    known = [*PROPERTIES] if kind == "census" else [metric.name for metric in METRICS]
    default = known if kind == "census" else ["las", "uas"]
    return tuple(one_of("measures", each, known) for each in given or default)


def _treebanks(
    given: list[Any], beside: Path, folder: str | PathLike[str] | None
) -> tuple[tuple[Treebank, ...], tuple[str, ...]]:
    """Find the treebanks; some of those given by name may be missing, but not all."""
    found, missing = [], []
    everywhere = treebanks.home(folder)
    for each in given:
        entry = {"name": each} if isinstance(each, str) else each
        check("treebanks", entry, _TREEBANK)
        if not any(entry.values()):
            raise MultiplaneError("treebanks: found an empty table; expected a name or files")
        one = treebanks.treebank(entry, beside, everywhere)
        if one:
            found.append(one)
        else:
            missing.append(entry.get("name") or entry["folder"])
    if not found:
        where = f" in {everywhere}" if everywhere else f"; set {treebanks.VARIABLE} to a folder"
        raise MultiplaneError(f"found none of the treebanks {', '.join(missing)}{where}")
    no_twins("treebanks", [one.name for one in found])
    return tuple(found), tuple(missing)


def _rows(given: list[Any], shared: Mapping[str, Any], beside: Path) -> tuple[Row, ...]:
    known = options_of_train()
    for name in shared:
        one_of("training", name, known)
    rows = []
    for each in given:
        check("parsers", each, {"name": str, "best_of": list, "hidden": bool}, known, ("name",))
        options = {key: value for key, value in each.items() if key in known}
        best_of = tuple(each.get("best_of", ()))
        if best_of and options:
            raise MultiplaneError(f"{each['name']}: found best_of with {', '.join(options)}")
        if not best_of:
            options = _options(each["name"], {**shared, **options}, beside)
        rows.append(Row(each["name"], options, best_of, each.get("hidden", False)))
    no_twins("parsers", [row.name for row in rows])
    trained = [row.name for row in rows if not row.best_of]
    for row in rows:
        for name in row.best_of:
            one_of(f"{row.name}: best_of", name, trained)
    return tuple(rows)


def _options(name: str, options: dict[str, Any], beside: Path) -> dict[str, Any]:
    """Check the system and the options, and find files beside the experiment."""
    if "system" not in options:
        raise MultiplaneError(f"parsers: {name} has no system; expected a name")
    options["system"] = _beside(beside, str(options["system"]))
    try:
        systems[single_headed(options["system"])]
        Options.of({key: value for key, value in options.items() if key != "system"})
    except MultiplaneError as error:
        raise said_in(f"parsers: {name}", error) from error
    for key in ("features", "vectors"):
        if key in options:
            options[key] = _beside(beside, str(options[key]))
    if options.get("tuned_encoder"):
        raise MultiplaneError(
            f"parsers: {name}: found tuned_encoder, a folder that every run would write; expected"
            " none: tune an encoder with `multiplane train`, and name it as encoder"
        )
    if "encoder" in options and (beside / options["encoder"]).is_dir():
        options["encoder"] = str(beside / options["encoder"])
    return options


def _beside(folder: Path, text: str) -> str:
    file, colon, name = text.partition(".py:")
    path = folder / (f"{file}.py" if colon else text)
    return str(path) + (f":{name}" if colon else "") if path.is_file() else text


def _significance(
    given: dict[str, Any] | None, kind: str, measures: tuple[str, ...], rows: tuple[Row, ...]
) -> Significance | None:
    if given is None:
        return None
    if kind != "scores":
        raise MultiplaneError(f"significance: found in kind {kind!r}; expected in kind 'scores'")
    check("significance", given, _SIGNIFICANCE, needed=("test",))
    found = Significance(**{"level": 0.05, "measure": measures[0], **given})
    one_of("significance: test", found.test, plan.TESTS)
    one_of("significance: measure", found.measure, measures)
    if found.test == "mcnemar":
        one_of("significance: McNemar's test: measure", found.measure, MCNEMAR)
    one_of("significance: against", found.against, (plan.ALL, *(row.name for row in rows)))
    if not 0 < found.level < 1 or found.trials < 1 or found.seed < 0:
        raise MultiplaneError(f"significance: found {given}; expected a level between 0 and 1")
    return found


def _best(given: dict[str, Any] | None, kind: str, rows: tuple[Row, ...]) -> Best | None:
    if given is None:
        return None
    if kind != "census":
        raise MultiplaneError(f"best: found in kind {kind!r}; expected in kind 'census'")
    check("best", given, _BEST, needed=("title", "baseline"))
    found = Best(**{"measure": "las", **given})
    one_of("best: measure", found.measure, [metric.name for metric in METRICS])
    one_of("best: baseline", found.baseline, [row.name for row in rows])
    return found

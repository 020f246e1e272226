"""What UDPipe's service is asked for, done in a worker: a form in, sentences out."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from multiplane.conllu import reads
from multiplane.errors import FormatError, MultiplaneError, in_a_line
from multiplane.nearest import choices
from multiplane.server import workplace
from multiplane.server.forms import BadForm, fields
from multiplane.server.layouts import INPUTS, OUTPUTS, lines
from multiplane.server.models import NoModel
from multiplane.server.parsing import Model
from multiplane.server.steps import PARSER, TAGGER, TOKENIZER, Steps

GENERIC = "generic_tokenizer"  # an input that is tokenised
TOKENIZING = ("presegmented", "ranges", "normalized_spaces")  # the last is what we always do
PLAIN = "; if data is plain text, add the field tokenizer (with curl, -F tokenizer=)"
ABSENT = "no model is loaded; start the server with --model"


@dataclass(frozen=True, slots=True)
class Described:
    """A model as clients choose it."""

    name: str
    system: str
    abilities: tuple[str, ...]
    acknowledgements: tuple[str, ...]
    names: tuple[str, ...]  # by which it is found


def described() -> list[Described]:
    """Describe all models of this process, the default first."""
    return [_described(model) for model in workplace.models]


def _described(model: Model) -> Described:
    about = getattr(model, "about", {})
    stem = model.name.removesuffix(".mp")
    words = [stem.replace("_", "-").split("-")[: n + 1] for n in range(stem.count("_") + 1)]
    names = [model.name, stem, about.get("language", "").lower(), *("_".join(w) for w in words)]
    said = [about.get(key, "") for key in ("treebank", "licence")]
    return Described(
        model.name,
        model.system,
        tuple(getattr(model, "abilities", (TOKENIZER, TAGGER, PARSER))),
        (", ".join(filter(None, said)),) if any(said) else (),
        tuple(dict.fromkeys(filter(None, names))),
    )


def chosen(name: str) -> tuple[Model, Described]:
    """Return the model that a name means: its own, the beginning of it, or the language."""
    every = described()
    if not every:
        raise NoModel(ABSENT)
    if not name:
        return workplace.models[0], every[0]
    found = [at for at, one in enumerate(every) if name == one.name]
    found += [at for at, one in enumerate(every) if name in one.names]
    if found:
        return workplace.models[found[0]], every[found[0]]
    known = [one.name for one in every]
    raise BadForm(f"model: found {in_a_line(repr(name[:80]))}; {choices(name, known)}")


def process(query: bytes, media_type: str, body: bytes, most_words: int) -> dict[str, Any]:
    """Answer a request."""
    form = fields(query, media_type, body)
    if "data" not in form:
        raise BadForm("data: missing; expected the text to be processed")
    layout = _one_of("output", form.get("output", "conllu").partition("=")[0], OUTPUTS)
    given = _one_of("input", form.get("input", "conllu").partition("=")[0], (*INPUTS, GENERIC))
    steps = _steps(form, given, most_words)
    model, about = chosen(form.get("model", ""))
    lacking = [name for name in steps.names if name not in about.abilities]
    if lacking:
        raise BadForm(
            f"model: {about.name} has no {' and no '.join(lacking)}; it has"
            f" {', '.join(about.abilities)}"
        )
    text = "\n".join(lines(form["data"].removeprefix("\ufeff")))
    conllu = _done(model, text if steps.tokenizer else INPUTS[given](text), steps)
    sentences = [one for one in reads(conllu) if one.words] if conllu.strip() else []
    return {
        "model": about.name,
        "acknowledgements": list(about.acknowledgements),
        "result": conllu if layout == "conllu" else OUTPUTS[layout](sentences),
        "words": sum(one.words for one in sentences),
        "sentences": len(sentences),
    }


def _done(model: Model, text: str, steps: Steps) -> str:
    if not hasattr(model, "annotate"):
        if steps != Steps(True, True, True, most_words=steps.most_words):
            raise BadForm(
                f"model: {model.name} does all at once; ask for tokenizer, tagger and parser"
            )
        return model.parse(text)
    try:
        conllu: str = model.annotate(text, steps)
    except FormatError as error:
        is_plain = "\t" not in text and not steps.tokenizer
        raise BadForm(f"{error}{PLAIN if is_plain else ''}") from None
    except MultiplaneError as error:
        raise BadForm(in_a_line(str(error))) from None
    return conllu


def _steps(form: dict[str, str], given: str, most_words: int) -> Steps:
    options = [option.partition("=")[0] for option in form.get("tokenizer", "").split(";")]
    for option in filter(None, options):
        _one_of("tokenizer", option, TOKENIZING)
    return Steps(
        tokenizer="tokenizer" in form or given == GENERIC,
        tagger="tagger" in form,
        parser="parser" in form,
        presegmented="presegmented" in options,
        ranges="ranges" in options,
        most_words=most_words,
    )


def _one_of(field: str, found: str, known: Iterable[str]) -> str:
    if found not in known:
        raise BadForm(f"{field}: found {in_a_line(repr(found[:80]))}; {choices(found, [*known])}")
    return found

"""How well UDPipe 1 parses the same files: its parser alone, with gold words and gold tags.

    python -m venv udpipe && udpipe/bin/pip install . ufal.udpipe
    udpipe/bin/python bench/udpipe.py TREEBANKS --treebank Gothic-PROIEL --on test --table
    udpipe/bin/python bench/udpipe.py TREEBANKS --treebank English-EWT --system projective \
        --oracle dynamic --parser "embedding_lemma=20;embedding_xpostag=20" --epochs 20

Straka and Straková 2017.  Trained on train, the best iteration is chosen on dev, and other settings
are UDPipe's defaults unless --parser changes them; words and tags are those of the file.  Runs are
recorded as by `bench/accuracy.py`, in the same file, with "UDPipe 1, swap" as their system; epochs
are iterations.
"""

import tempfile
from pathlib import Path
from types import SimpleNamespace

from accuracy import UDPIPE, arguments, file_of, grid, make, settings, table

ORACLES = {"swap": "static_lazy", "projective": "dynamic", "link2": "static"}
METHOD = "morphodita_parsito"


def sentences(path: Path):
    """Read a treebank as UDPipe does."""
    import ufal.udpipe as library

    reader, error = library.InputFormat.newConlluInputFormat(), library.ProcessingError()
    reader.setText(path.read_text(encoding="utf-8"))
    found = library.Sentences()
    while True:
        sentence = library.Sentence()
        if not reader.nextSentence(sentence, error):
            break
        found.append(sentence)
    assert not error.occurred(), error.message
    return found


def trained(folder: Path, key: dict[str, object]):
    """Train a model; return what parses with it."""
    import ufal.udpipe as library

    system, error = key["system"].split(", ")[1], library.ProcessingError()
    given = {"transition_system": system, "iterations": key["epochs"], "use_gold_tags": 1}
    options = ";".join(f"{name}={value}" for name, value in given.items())
    options += ";" + ";".join(f"{a}={b}" for a, b in settings(key["options"]).items())
    train, dev = (sentences(file_of(folder, part)) for part in ("train", "dev"))
    model = library.Trainer.train(METHOD, train, dev, "none", "none", options, error)
    assert not error.occurred(), error.message
    with tempfile.NamedTemporaryFile() as file:
        file.write(model)
        file.flush()
        loaded = library.Model.load(file.name)
    # UDPipe does not say which iteration it kept.
    return SimpleNamespace(training={"best_epoch": None}, model=loaded)


def searching(found, key: dict[str, object]):
    """What parses with the beam of a run."""
    import ufal.udpipe as library

    error, options = library.ProcessingError(), f"beam_search={key['beam']}"
    pipeline = library.Pipeline(found.model, "conllu", "none", options, "conllu")

    def rewritten(chunk, *, one_root=None):  # noqa: ARG001 - as parsers
        text = bytes(chunk.data[chunk.texts[0] : chunk.texts[-1]]).decode()
        parsed = pipeline.process(text, error)
        assert not error.occurred(), error.message
        return parsed.encode()

    return SimpleNamespace(rewritten=rewritten)


def main() -> None:
    parser = arguments(__doc__)
    parser.set_defaults(epochs=10)  # UDPipe's
    parser.add_argument("--system", choices=ORACLES, default="swap")
    parser.add_argument("--oracle", help="dynamic, static, static_eager or static_lazy")
    parser.add_argument("--beam", action="append", type=int, help="5 is UDPipe's default")
    parser.add_argument("--parser", default="", help='for example "embedding_lemma=20"')
    chosen = parser.parse_args()
    oracle = chosen.oracle or ORACLES[chosen.system]
    options = f"transition_oracle={oracle} {chosen.parser.replace(';', ' ')}".strip()
    keys = grid(
        chosen,
        system=f"UDPipe 1, {chosen.system}",
        learner=UDPIPE,
        options=options,
        beam=chosen.beam or 5,
    )
    lines = make(keys, chosen, trained, searching)
    if chosen.table:
        table(lines)


if __name__ == "__main__":
    main()

"""Run as a script: answer questions as a browser does, without NumPy, Numba and the web.

Each line of the input is [address, body]; a treebank is given as {"bytes": text}.
"""

import json
import sys

ABSENT = ("click", "fastapi", "llvmlite", "numba", "numpy", "pydantic", "rich", "safetensors",
          "starlette", "threadpoolctl")  # fmt: skip


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"{name} is not there in a browser")


def main() -> None:
    sys.meta_path.insert(0, Absent())
    sys.platform = "emscripten"
    from multiplane.browser.start import answer

    for line in sys.stdin:
        address, body = json.loads(line)
        given = body["bytes"].encode() if isinstance(body, dict) and "bytes" in body else body
        print(answer(address, json.dumps(given) if isinstance(given, dict) else given), flush=True)


if __name__ == "__main__":
    main()

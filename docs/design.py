"""The site has the design of the playground: its colours, fonts and header, from its own files."""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

FRONT = Path(__file__).parents[1] / "src" / "multiplane" / "server" / "front"
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Take the playground's styles and icon."""
    for name in ("base.css", "icon.svg"):
        text = (FRONT / name).read_text("utf-8")
        files.append(File.generated(config, f"design/{name}", content=text))
    return files


def on_env(env: Any, **_: Any) -> Any:
    """Take the mark in its header."""
    page = (FRONT / "index.html").read_text("utf-8")
    found = re.search(r'<a class="mark".*?(<svg.*?</svg>)', page, re.DOTALL)
    assert found, "the header of the playground has no mark"
    env.globals["mark"] = found[1]
    return env


def on_page_content(html: str, **_: Any) -> str:
    """Put tables into boxes, in which wide ones are scrolled; a heading without text is none."""
    return TABLE.sub(lambda table: f'<div class="scroll">{_headed(table[0])}</div>', html)


def _headed(table: str) -> str:
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", table)

"""The notebooks in examples/: running them, keeping what they show, and writing them as pages.

python tools/notebooks.py            run all and keep their outputs (make notebooks)
python tools/notebooks.py playing    one of them

A page is Markdown with the drawings beside it, so that the site needs nothing but itself.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "examples"
MOST = 200_000
"""Bytes that a notebook may have with its outputs."""
SECONDS = 300
"""A cell that takes longer has failed; the first one may have to compile a game."""
PICTURE = "image/svg+xml"

Notebook = dict[str, Any]


def names() -> list[str]:
    """What notebooks there are."""
    return sorted(path.stem for path in FOLDER.glob("*.ipynb"))


def read(name: str) -> Notebook:
    """A notebook as it is kept, with its outputs."""
    found: Notebook = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))
    return found


def run(name: str) -> Notebook:
    """Run a notebook in a kernel of its own; raises CellExecutionError if a cell fails.

    What goes to standard error is left out: it tells of this machine, not of the game.
    """
    from nbclient import NotebookClient

    nbformat: Any = import_module("nbformat")  # its types are incomplete

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    client = NotebookClient(notebook, timeout=SECONDS, record_timing=False, coalesce_streams=True)
    client.execute(env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})  # threads only wait for small matrices
    done: Notebook = json.loads(nbformat.writes(notebook))
    done["metadata"]["language_info"] = {"name": "python"}
    for cell in code_cells(done):
        cell["outputs"] = [each for each in cell["outputs"] if each.get("name") != "stderr"]
    return done


def keep(name: str) -> int:
    """Run a notebook and write it with its outputs; returns its bytes, raises SystemExit if too many."""
    text = json.dumps(run(name), indent=1, ensure_ascii=False) + "\n"
    size = len(text.encode())
    if size > MOST:
        raise SystemExit(f"{name}.ipynb would have {size} bytes, more than {MOST}.")
    (FOLDER / f"{name}.ipynb").write_text(text, "utf-8")
    return size


def code_cells(notebook: Notebook) -> list[dict[str, Any]]:
    """The cells that are run."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def said(cell: dict[str, Any]) -> str:
    """What a cell printed and returned, in words; a picture has none."""
    return "".join(_words(output) for output in cell["outputs"])


def page(name: str) -> tuple[str, dict[str, str]]:
    """A notebook as Markdown, and its pictures by file name."""
    pictures: dict[str, str] = {}
    head, *parts = _parts(name, pictures)
    download = f"[This page as a notebook]({name}.ipynb){{ download }}"
    return "\n\n".join([head, download, *parts]) + "\n", pictures


def _words(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    return "".join(output.get("text") or ([] if PICTURE in data else data.get("text/plain", [])))


def _parts(name: str, pictures: dict[str, str]) -> Iterator[str]:
    heading = ""
    for cell in read(name)["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = next(iter(re.findall(r"^#+ (.*)$", text, re.MULTILINE)[::-1]), heading)
            yield text.replace("](../docs/", "](../")
            continue
        yield f"```python\n{text}\n```"
        for output in cell["outputs"]:
            if words := _words(output).rstrip():
                yield f"```text\n{words}\n```"
            else:
                file = f"{name}-{len(pictures) + 1}.svg"
                pictures[file] = "".join(output["data"][PICTURE])
                yield f"![{_label(pictures[file]) or heading}]({file})"


def _label(svg: str) -> str:
    """What a drawing says of itself."""
    found = re.search(r'aria-label="([^"]*)"', svg)
    return found[1] if found else ""


if __name__ == "__main__":
    for each in sys.argv[1:] or names():
        print(f"{each}.ipynb: {keep(each) / 1000:.0f} KB")

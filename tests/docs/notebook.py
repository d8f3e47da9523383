"""docs/notebook.ipynb: the cells of docs/notebook.py, with their answers in the year of the docs.

They are run here as Jupyter shows them: the value of the last line, and the pictures.
"""

from __future__ import annotations

import ast
import base64
import io
import json
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.helpers.places import ROOT

SCRIPT = ROOT / "docs" / "notebook.py"
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"

Cell = dict[str, Any]


def cells() -> list[Cell]:
    """Return the cells of the script, not run."""
    notebook = []
    for number, part in enumerate(SCRIPT.read_text("utf-8").split("# %%")[1:], 1):
        head, _, text = part.partition("\n")
        if "[markdown]" in head:
            lines = [line.removeprefix("#").removeprefix(" ") for line in text.splitlines()]
            more: Cell = {"cell_type": "markdown"}
            text = "\n".join(lines)
        else:
            more = {"cell_type": "code", "execution_count": None, "outputs": []}
        source = text.strip("\n").splitlines(keepends=True)
        notebook.append({**more, "id": f"cell-{number}", "metadata": {}, "source": source})
    return notebook


def run_cells(folder: Path) -> list[Cell]:
    """Return the cells with their outputs; `folder` has the ledger, year.ledger."""
    names: dict[str, Any] = {}
    notebook = cells()
    with _in_folder(folder):
        code = (cell for cell in notebook if cell["cell_type"] == "code")
        for count, cell in enumerate(code, 1):
            cell["execution_count"] = count
            cell["outputs"] = [*_outputs("".join(cell["source"]), names, count)]
    return notebook


@contextmanager
def _in_folder(folder: Path) -> Iterator[None]:
    """Work in a folder, with pictures that no window shows."""
    import matplotlib

    before = Path.cwd()
    os.chdir(folder)
    try:
        with matplotlib.rc_context(), warnings.catch_warnings():
            matplotlib.use("agg")
            warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")
            yield
    finally:
        os.chdir(before)


def _outputs(source: str, names: dict[str, Any], count: int) -> Iterator[Cell]:
    import matplotlib.pyplot as plt

    *body, last = ast.parse(source).body
    exec(compile(ast.Module(body, []), SCRIPT.name, "exec"), names)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), SCRIPT.name, "eval"), names)
        if value is not None:
            yield {
                "output_type": "execute_result",
                "execution_count": count,
                "metadata": {},
                "data": _shown(value),
            }
    else:
        exec(compile(ast.Module([last], []), SCRIPT.name, "exec"), names)
    for number in plt.get_fignums():
        file = io.BytesIO()
        plt.figure(number).savefig(file, format="png", dpi=80, metadata={"Software": None})
        png = base64.b64encode(file.getvalue()).decode()
        yield {"output_type": "display_data", "metadata": {}, "data": {"image/png": png}}
    plt.close("all")


def _shown(value: Any) -> dict[str, list[str]]:
    forms = {"text/plain": repr(value)}
    if hasattr(value, "_repr_html_"):
        forms["text/html"] = value._repr_html_()
    return {kind: text.splitlines(keepends=True) for kind, text in forms.items()}


def without_pictures(notebook: list[Cell]) -> list[Cell]:
    """Return cells with each picture by its kind only: its bytes are those of a version."""
    return [
        {**cell, "outputs": [_without(output) for output in cell.get("outputs", ())]}
        for cell in notebook
    ]


def _without(output: Cell) -> Cell:
    data = {k: "" if k == "image/png" else text for k, text in output["data"].items()}
    return {**output, "data": data}


def notebook_page(folder: Path) -> str:
    """Return the notebook; where only bytes of pictures would differ, as it is."""
    notebook = run_cells(folder)
    if NOTEBOOK.exists():
        before = NOTEBOOK.read_text("utf-8")
        if without_pictures(json.loads(before)["cells"]) == without_pictures(notebook):
            return before
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    page = {"cells": notebook, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(page, indent=1, ensure_ascii=False) + "\n"

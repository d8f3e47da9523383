"""The state of the code: layers, imports, whole numbers, nothing about a machine."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.helpers.house import OF_A_MACHINE, RANKS
from tests.helpers.parsed import nodes_of, tree_of
from tests.helpers.places import EVERYTHING, FLOORS, PROGRAM, ROOT, name_of, sources, texts

MAY_IMPORT = {
    "argon2": {"desk/access"},
    "eventsourcing": {
        "ledger/store",
        "ledger/store/tables",
        "ledger/store/file",
        "ledger/store/server",
    },
    "dask": {"projections/spread"},
    "distributed": {"projections/spread"},
    "duckdb": {"projections/sql"},
    "nanoarrow": {"projections/mirror"},
    "psycopg": {"ledger/store/server"},
    "numpy": {"projections/standings", "projections/mirror"},
    "platformdirs": {"ledger"},
    "prompt_toolkit": {"desk/terminal", "desk/terminal/evening"},
    "jinja2": {"desk/render", "desk/site", "desk/web"},
    "markupsafe": {"desk/render", "desk/site", "desk/web"},
    "segno": {"desk/render"},
    "cryptography": {"ledger/integrity"},
    "starlette": {"desk/web"},
    "uvicorn": {"desk/web"},
    "click": {
        "desk/terminal",
        "desk/terminal/evening",
        "desk/terminal/verbs",
        "desk/programs",
        ".",
    },
}
"""The folders that may import a library; all of them do."""

CLOCK = {"ledger/runtime.py"}
"""The modules that read the clock; all others are given a Runtime."""

FLOATS = {
    "desk/execute.py": "seconds to wait",
    "ledger/store/store.py": "seconds to wait",
    "ledger/store/file/sqlite_file.py": "seconds to wait",
    "ledger/store/server/link.py": "seconds to wait",
    "ledger/csv_files/table.py": "how much two words look alike",
    "desk/live/changes.py": "seconds to wait",
    "desk/render/shown.py": "signs for ¼ ½ ¾",
    "projections/sql/interruptible.py": "seconds to wait",
    "projections/sql/answers.py": "decimals of an answer in SQL",
}
"""The uses of floats and their meaning: never points."""


READS_THE_SYSTEM = {
    "ledger/rulebooks/rulebook.py": "what goes with a system, and what its name says of standings",
    "ledger/rulebooks/files.py": "a name that there is not is refused with its line",
    "projections/views/rules.py": "the list of rulebooks shows the name",
    "projections/mirror/rows.py": "a column has the name",
}
"""The readers of a rulebook's system, or its section [keizer], beside `pairing.systems`, and why.

All others ask the System, or below the pairing the rulebook in words.
"""


@cache
def _imported(path: Path) -> tuple[tuple[str, int], ...]:
    """Return every module that a file imports, anywhere in it, with the line."""
    imported = list[tuple[str, int]]()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            imported += ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno} imports relatively"
            imported.append((str(node.module), node.lineno))
    return tuple(imported)


def _folder_of(module: str) -> str | None:
    """Return the folder of a module of the program; None for a library."""
    path = ROOT / module.replace(".", "/")
    if path.with_suffix(".py").is_file():  # first: a folder of its name holds words, not modules
        return path.parent.relative_to(ROOT).as_posix()
    return name_of(path) if path.is_dir() and path.relative_to(ROOT).parts[0] in FLOORS else None


def test_every_folder_of_the_program_has_a_rank() -> None:
    assert {name_of(path.parent) for path in PROGRAM} - set(RANKS) == set()


@pytest.mark.parametrize("folder", RANKS)
def test_imports_run_one_way(folder: str) -> None:
    allowed = set(RANKS[: RANKS.index(folder) + 1])
    wrong = [
        f"{name_of(path)}:{line} imports {module}"
        for path in PROGRAM
        if name_of(path.parent) == folder
        for module, line in _imported(path)
        if (imported := _folder_of(module)) is not None and imported not in allowed
    ]
    assert wrong == []


def _modules_of(path: Path) -> frozenset[str]:
    """Return the files of the program that a file imports, anywhere in it, also for types alone."""
    names = {module for module, _ in _imported(path)}
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    files = {ROOT / f"{name.replace('.', '/')}.py" for name in names}
    return frozenset(name_of(file) for file in files if file.is_file())


def test_no_modules_import_each_other_in_a_circle() -> None:
    imports = {name_of(path): _modules_of(path) for path in PROGRAM}
    TopologicalSorter(imports).prepare()  # CycleError names the modules


def test_the_docstring_of_a_folder_says_what_it_is() -> None:
    silent = [
        name_of(path)
        for path in PROGRAM
        if path.name == "__init__.py" and not ast.get_docstring(tree_of(path))
    ]
    assert silent == []


@pytest.mark.parametrize("library", MAY_IMPORT)
def test_a_library_is_imported_in_one_place(library: str) -> None:
    importers = {
        name_of(path.parent)
        for path in PROGRAM
        for module, _ in _imported(path)
        if module.split(".")[0] == library
    }
    assert importers == MAY_IMPORT[library]


def test_only_the_runtime_reads_the_clock_or_makes_ids() -> None:
    asks = re.compile(r"\b(datetime\.now|utcnow|date\.today|time\.time\b|uuid[14]\(|secrets\.)")
    readers = {name_of(path) for path in PROGRAM if asks.search(path.read_text("utf-8"))}
    assert readers == CLOCK


def test_what_the_system_says_of_a_file_is_told_in_one_place() -> None:
    """Elsewhere it would stand in English in a Dutch sentence."""
    quotes = re.compile(r"(?<!\bos)\.strerror\b")
    quoting = {name_of(path) for path in PROGRAM if quotes.search(path.read_text("utf-8"))}
    assert quoting == {"ledger/system_errors.py"}


def test_no_test_outside_the_benchmarks_measures_time() -> None:
    clocks = re.compile(r"\b(perf_counter|process_time|thread_time|timeit|getrusage|time\.time\()")
    tests = [path for path in EVERYTHING if path.match("test_*.py") and path != Path(__file__)]
    assert [name_of(path) for path in tests if clocks.search(path.read_text("utf-8"))] == []


def test_a_test_that_waits_for_a_part_of_a_page_waits_for_its_script_too() -> None:
    tests = [path for path in EVERYTHING if path.match("test_*.py") and path != Path(__file__)]
    waits = [name_of(path) for path in tests if ".wait_for_selector(" in path.read_text("utf-8")]
    assert waits == [], "shown and gone of tests/helpers/chromium.py"


def test_no_test_waits_for_a_text_that_a_page_evaluates_again_and_again() -> None:
    """Our policy forbids it at all times but the first, so that it fails where a page is slow."""
    tests = [path for path in EVERYTHING if "tests" in path.parts and path != Path(__file__)]
    waits = [name_of(path) for path in tests if ".wait_for_function(" in path.read_text("utf-8")]
    assert waits == [], "a locator, or until of tests/helpers/chromium.py"


def test_no_test_helper_or_slow_twin_is_used_by_the_program() -> None:
    wrong = [
        f"{name_of(path)}:{line} imports {module}"
        for path in PROGRAM
        for module, line in _imported(path)
        if module.startswith(("tests", "networkx", "hypothesis", "pytest"))
    ]
    assert wrong == []


def test_no_test_module_imports_another() -> None:
    """All tests are parsed, once for whoever asks about them."""
    wrong = [
        f"{name_of(path)}:{line} imports {module}"
        for path in sources("tests")
        for module, line in _imported(path)
        if module.rpartition(".")[2].startswith("test_")
    ]
    assert wrong == []


def test_a_folder_of_tests_mirrors_one_of_the_program_or_stands_in_such_a_one() -> None:
    folders = {path.parent for floor in FLOORS for path in sources(f"tests/{floor}")}
    mirrored = {ROOT / "tests" / folder for folder in (*RANKS, *FLOORS)}
    assert {name_of(path) for path in folders if not {path, path.parent} & mirrored} == set()


def test_points_are_never_floats() -> None:
    lines: dict[str, str] = {}
    for path in PROGRAM:
        for node in nodes_of(path):
            literal = isinstance(node, ast.Constant) and isinstance(node.value, float)
            called = (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "float"
            )
            if literal or called:
                lines.setdefault(name_of(path), f"line {getattr(node, 'lineno', '?')}")
    assert {name: line for name, line in lines.items() if name not in FLOATS} == {}
    assert set(FLOATS) - set(lines) == set(), "no floats any more: take it off the list"


def test_nobody_asks_by_which_system_a_rulebook_pairs_but_the_registry() -> None:
    readers = {
        name_of(path)
        for path in PROGRAM
        if path.parent != ROOT / "pairing" / "systems"
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and node.attr in ("system", "keizer")
    }
    assert readers == set(READS_THE_SYSTEM)


def _modules_loaded(folder: Path, *arguments: str) -> set[str]:
    """Return the modules that a command line has imported when it ends."""
    script = (
        "import sys, cli\n"
        f"try: cli.main({list(arguments)})\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    return set(run.stderr.split())


def test_asking_for_help_loads_no_heavy_library() -> None:
    loaded = _modules_loaded(ROOT, "--help")
    heavy = {"pydantic", "duckdb", "eventsourcing", "numpy", "projections", "pairing"}
    assert heavy & {name.split(".")[0] for name in loaded} == set()
    ours = {name for name in loaded if name.startswith(("desk.", "ledger."))}
    assert {name for name in ours if not name.startswith("desk.terminal")} == {
        "desk.render",
        "desk.render.catalogue",
        "desk.render.shown",
        "desk.version",
        "ledger.characters",
        "ledger.errors",
        "ledger.later",
        "ledger.messages",
        "ledger.place",
        "ledger.records",
        "ledger.refusals",
        "ledger.system",
        "ledger.system_errors",
        "ledger.text_files",
        "ledger.values",
    }
    assert {name for name in ours if name.startswith("desk.terminal.verbs.")} == {
        "desk.terminal.verbs.helping",
        "desk.terminal.verbs.program",
    }, "other verbs are loaded when they are chosen"


@pytest.mark.parametrize("verb", ["status", "standings"])
def test_looking_at_a_tournament_loads_nothing_that_writes_pairs_or_analyses(
    verb: str, tmp_path: Path
) -> None:
    _modules_loaded(tmp_path, "import", str(ROOT / "desk/making/examples/club-open.trf"))
    loaded = _modules_loaded(tmp_path, verb)
    assert {"duckdb", "numpy", "pairing"} & loaded == set()
    unused = (
        "desk.commands",
        "desk.handlers",
        "desk.imports",
        "desk.making",
        "ledger.trf",
        "ledger.csv_files",
        *(["projections.log"] if verb == "standings" else []),  # the last fact is a sentence
        "projections.mirror",
        "projections.exports",
        "projections.prizes",
        "projections.ratings",
    )
    assert {name for name in loaded if name.startswith(unused)} == set()


def test_telling_the_version_and_licences_loads_no_web_server(tmp_path: Path) -> None:
    loaded = _modules_loaded(tmp_path, "about")
    assert "desk.terminal.about" in loaded
    assert {"uvicorn", "starlette", "eventsourcing", "desk.web"} & loaded == set()


def test_no_file_names_a_path_of_a_machine() -> None:
    paths = [
        f"{name}:{number} {line.strip()[:80]}"
        for name, text in texts()
        if name != "tests/house/test_tidy.py"
        for number, line in enumerate(text.splitlines(), 1)
        if OF_A_MACHINE.search(line)
    ]
    assert paths == []


def test_a_path_of_a_machine_is_noticed() -> None:
    assert OF_A_MACHINE.search("see " + "/home/somebody/x.trf")
    assert not OF_A_MACHINE.search("../shared/work/x.trf and https://example.org/home/x")


_COMMAND_LINE = re.compile(r"\btoernooi |\bTOERNOOI_")

_NOT_SPOKEN = {
    "desk/lists/shelf.py": "the variable that says where the lists of a user stand",
    "desk/web/words/en/web-steps.toml": "what is done on the laptop, as it is typed there",
    "ledger/rulebooks/knsb-rating-2014.toml": "its hash covers its text",
    "projections/mirror/tables.py": "what a mirror says to any program that asks for decisions",
    "projections/exports/replacement.py": "how an export says what made it, in the file",
}
"""Files below the terminal where those words are no command line, and their meaning there."""


def test_below_the_terminal_nothing_speaks_command_line() -> None:
    names = {
        name
        for name, text in texts()
        if name.startswith(tuple(f"{floor}/" for floor in FLOORS))
        and not name.startswith("desk/terminal/")
        and "/words/nl" not in name  # where it is the Dutch word for a tournament
        and _COMMAND_LINE.search(text)
    }
    assert names - set(_NOT_SPOKEN) == set()
    assert set(_NOT_SPOKEN) - names == set(), "no longer there: take it off the list"


def test_every_test_is_named_as_a_sentence() -> None:
    name_too_short = re.compile(r"^ *def test_[^\W_]*(?:_[^\W_]*)?\(", re.MULTILINE)
    short = [
        f"{name_of(path)} {node.name}"
        for path in sources("tests")
        if name_too_short.search(text := path.read_text("utf-8"))  # or a text has it
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and node.name.count("_") < 3
    ]
    assert short == []

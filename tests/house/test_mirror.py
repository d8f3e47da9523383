"""The tests mirror the program: a module has its test under the same path, or is in the table."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from desk.web.routes import ROUTES
from pairing.systems.registry import SYSTEMS
from tests.helpers.places import PROGRAM, ROOT, sources

HELD_BY = {
    "tests/desk/access/test_accounts.py": "desk/access: roles",
    "tests/desk/commands/test_warnings.py": "desk/commands: warnings_view",
    "tests/desk/handlers/test_any_sequence.py": "ledger/state: parts protests;"
    " projections/games: rounds",
    "tests/desk/handlers/test_changes.py": "desk/commands: decision tournament; ledger/facts: base",
    "tests/desk/handlers/test_change_of_system.py": "pairing/systems: berger_explainer"
    " berger_writer",
    "tests/desk/handlers/test_details.py": "desk/commands: details; ledger/state: details",
    "tests/desk/handlers/test_disputes.py": "desk/commands: disputes; desk/handlers: dispatch;"
    " desk/terminal/verbs: doubt; ledger/facts: disputes;"
    " projections/log: diff",
    "tests/desk/handlers/fide_mode/test_presence.py": "projections/views: gone",
    "tests/desk/handlers/test_evening.py": "desk/handlers: by_hand",
    "tests/desk/handlers/test_fide.py": "desk/commands: fide; ledger/facts: fide;"
    " projections/log: fide; projections/views: fide",
    "tests/desk/handlers/test_numbers.py": "ledger/trf: meaning; pairing/systems: trf",
    "tests/pairing/systems/test_numbers.py": "ledger/state: numbers",
    "tests/desk/handlers/manual/test_session.py": "desk/handlers/manual: beside",
    "tests/desk/handlers/test_rounds.py": "pairing/systems: draft",
    "tests/desk/handlers/test_season.py": "desk/commands: season;"
    " ledger/facts: season; ledger/state: season",
    "tests/desk/handlers/hall/test_claims.py": "desk/commands: hall;"
    " ledger/facts: hall; ledger/state: hall",
    "tests/desk/hall/test_board_list.py": "desk/hall: claims",
    "tests/desk/handlers/ratings/test_lists.py": "desk/commands: ratings; ledger/facts: ratings;"
    " ledger/state: ratings; projections/log: ratings; projections/views: ratings",
    "tests/projections/exports/test_rating_report.py": "projections/exports: national",
    "tests/desk/imports/test_season.py": "desk/imports: season_checks; ledger/csv_files: season;"
    " desk/terminal/verbs: season;"
    " ledger/state: book; projections/exports: season",
    "tests/desk/making/test_random_trf.py": "desk/making: chances; desk/terminal/verbs: making",
    "tests/desk/making/test_simulation.py": "desk/making: simulation_view;"
    " projections/games: crosstable_of_trf",
    "tests/desk/making/test_tournament.py": "desk/making: command_file hall",
    "tests/desk/render/test_chart.py": "desk/render: svg",
    "tests/desk/reports/test_audit.py": "desk/reports: audit_records",
    "tests/desk/reports/test_season.py": "desk/reports: draft verbs",
    "tests/desk/terminal/test_demo.py": "desk/terminal/verbs: files program",
    "tests/desk/terminal/test_verbs.py": "desk/commands: errors games;"
    " desk/terminal: app options;"
    " desk/terminal/verbs: players reading rounds",
    "tests/desk/terminal/test_output.py": "ledger/csv_files: spreadsheet",
    "tests/desk/terminal/verbs/test_integrity.py": "desk/render: qr;"
    " desk/reports: integrity integrity_view; ledger/integrity: bundle proofs signing",
    "tests/desk/terminal/verbs/test_trf.py": "desk/reports: trf",
    "tests/desk/web/test_app.py": "desk/making: demo_hall; desk/render: in_words",
    "tests/desk/web/test_killed.py": "desk/web: server office visit answers rendering routes",
    "tests/desk/test_copies.py": "ledger/integrity: copy",
    "tests/desk/test_folders.py": "desk: desk; desk/imports: trf; ledger/store: imported_files",
    "tests/desk/web/pages/test_round.py": "desk/web/round: around entry rows",
    "tests/desk/web/public/test_standing.py": "desk/web/public: moments standing_table",
    "tests/desk/web/forms/test_form.py": "desk/web/forms: choices",
    "tests/ledger/csv_files/test_people.py": "ledger/csv_files: table",
    "tests/ledger/integrity/test_verify.py": "ledger: runtime",
    "tests/ledger/rulebooks/test_files.py": "ledger/rulebooks: burstein_keys fide_keys keizer_keys"
    " rating_keys rulebook;"
    " projections/views: rules",
    "tests/ledger/store/test_listing.py": "projections/views: damage",
    "tests/ledger/store/server/test_ledger_server.py": "ledger/store/server: carrying cursor link"
    " making",
    "tests/ledger/store/file/test_sqlite_file.py": "ledger: errors private_files;"
    " ledger/store/file: cursor",
    "tests/ledger/store/test_store.py": "ledger/facts: codec stamps tournament upcasts;"
    " ledger/store: places; ledger/store/tables: appending layout port",
    "tests/ledger/store/tables/test_people.py": "ledger/facts: records",
    "tests/ledger/trf/test_bad_files.py": "ledger: text_files",
    "tests/ledger/trf/test_columns.py": "ledger/trf: findings records",
    "tests/ledger/trf/test_reader.py": "ledger/trf: model notes player_line settings text",
    "tests/pairing/explain/test_words.py": "ledger: values;"
    " pairing/explain: claims question together; pairing/wp: writer",
    "tests/pairing/fide_burstein/test_engine.py": "pairing/fide_burstein: field order",
    "tests/pairing/fide_burstein/explain/test_explainer.py": "pairing/fide_burstein/explain:"
    " colouring decisions edition judge what_if writer",
    "tests/pairing/fide_dubov/test_engine.py": "pairing/fide_dubov: brackets criteria field"
    " upfloaters",
    "tests/pairing/fide_dubov/test_players.py": "ledger/rulebooks: dubov_keys",
    "tests/pairing/fide_dubov/explain/test_explainer.py": "pairing/fide_dubov/explain: colouring"
    " decisions writer",
    "tests/pairing/fide_dubov/explain/test_judge.py": "pairing/fide_dubov/explain: what_if",
    "tests/pairing/fide_dutch/test_engine.py": "pairing/fide_dutch: brackets field"
    " first tight whole",
    "tests/pairing/fide_dutch/explain/test_explainer.py": "pairing/fide_dutch/explain:"
    " answers_2017 decisions",
    "tests/pairing/fide_dutch/explain/test_judge_2017.py": "pairing/fide_dutch/explain:"
    " what_if_2017",
    "tests/pairing/fide_dutch/explain/test_judge.py": "pairing/fide: some_of;"
    " pairing/fide_dutch/explain: edition orders what_if",
    "tests/pairing/fide_dutch/explain/test_words.py": "pairing/fide_dutch/explain: colouring"
    " writer",
    "tests/pairing/fide_dutch/test_system.py": "pairing/fide: contestants;"
    " pairing/fide_dutch: system_2017",
    "tests/pairing/graphs/test_matching.py": "pairing/graphs: blossoms cheapest_matching",
    "tests/pairing/keizer/test_engine.py": "pairing/graphs: kept_matching",
    "tests/pairing/keizer/test_explainer.py": "pairing/keizer: members writer",
    "tests/pairing/rating/brackets/test_classes.py": "pairing/rating/brackets: tight_bracket",
    "tests/pairing/rating/test_engine.py": "pairing/norms: no_pairing;"
    " pairing/rating/brackets: bracket field flow;"
    " pairing/rating: contestants",
    "tests/pairing/rating/test_explainer.py": "pairing/rating: readings",
    "tests/pairing/rating/test_judge.py": "pairing/rating: what_if",
    "tests/pairing/rating/test_orders.py": "projections/games: floats",
    "tests/pairing/rating/test_vectors.py": "pairing/rating: colours",
    "tests/pairing/rating/test_words.py": "pairing/explain: explainer;"
    " pairing/rating: colouring writer",
    "tests/pairing/review/test_check.py": "ledger: refusals; pairing/norms: faults legality;"
    " pairing/review: questions",
    "tests/pairing/review/test_decisions.py": "pairing/explain: decisions;"
    " pairing/wp: decisions; pairing/rating: decisions; pairing/keizer: decisions",
    "tests/pairing/systems/test_registry.py": "pairing: system; pairing/systems: no_system;"
    " pairing/wp: system; pairing/rating: system; pairing/keizer: system",
    "tests/pairing/wp/test_engine.py": "pairing/wp/groups: below bounds field inside"
    " look_ahead lowest_opponents; pairing/norms: model",
    "tests/pairing/wp/test_judge.py": "pairing/wp: what_if",
    "tests/pairing/wp/test_vectors.py": "pairing/norms: colours first_round",
    "tests/projections/exports/test_trf.py": "ledger/trf: national",
    "tests/projections/lake/test_build.py": "projections/lake: dataset errors files part plan;"
    " desk/reports/bulk: lake",
    "tests/projections/spread/test_choice.py": "desk/terminal: workers",
    "tests/projections/spread/test_cluster.py": "desk/making: many_trf;"
    " desk/reports/bulk: check_all",
    "tests/projections/spread/test_processes.py": "projections/spread: port",
    "tests/projections/log/test_blame.py": "projections/log: season_blame",
    "tests/projections/log/test_sentences.py": "projections/log: entries",
    "tests/projections/mirror/test_against_sql.py": "projections/mirror: parts standings",
    "tests/projections/mirror/test_any_tournament.py": "ledger/facts: fast_result;"
    " projections/mirror: blocks rows walk",
    "tests/projections/mirror/test_in_the_way.py": "desk/reports/bulk: mirror;"
    " desk/terminal/verbs: mirror; projections/mirror: files tables",
    "tests/projections/mirror/test_other_rules_in_bulk.py": "projections/mirror: progress workers",
    "tests/projections/mirror/test_refresh.py": "projections/mirror: in_memory",
    "tests/projections/mirror/test_versions.py": "projections/mirror/schema: macros",
    "tests/projections/mirror/test_keys.py": "projections/mirror/schema: arbiter relation replays"
    " rounds tournaments",
    "tests/projections/counterfactuals/test_stage.py": "projections/counterfactuals: part versions;"
    " projections/mirror: stage",
    "tests/projections/season/test_members.py": "projections/season: pairings words",
    "tests/projections/sql/test_questions.py": "projections/sql: answers interruptible tables",
    "tests/projections/standings/test_bulk.py": "projections/standings: sheets",
    "tests/projections/standings/test_other_rules.py": "desk/reports: replays;"
    " projections/exports: replay",
    "tests/projections/standings/test_tiebreak_lists.py": "projections/standings: direct_encounter",
    "tests/projections/standings/test_mandatory_tie_breaks.py": "ledger/rulebooks: tie_breaks",
    "tests/projections/standings/test_tiebreaks.py": "projections/standings: cuts"
    " opponents_ratings",
    "tests/projections/views/test_round_robins.py": "desk/reports: round_robin",
    "tests/projections/views/test_view.py": "projections/games: as_of;"
    " projections/views: crosstables fields pairings standings"
    " status",
}
"""The test that holds a module without a test of its own: its folder, and the modules there."""


def listed(modules: str) -> list[str]:
    """Return the paths of "folder: module module; folder: module"."""
    rows = [row.split(":") for row in modules.split(";")]
    return [f"{folder.strip()}/{name}.py" for folder, names in rows for name in names.split()]


def mirrored(module: str) -> str:
    folder, _, name = module.rpartition("/")
    return "/".join(part for part in ("tests", folder, f"test_{name}") if part)


MODULES = sorted(
    path.relative_to(ROOT).as_posix() for path in PROGRAM if path.name != "__init__.py"
)
LISTED = [module for modules in HELD_BY.values() for module in listed(modules)]


def test_every_module_has_its_test_or_is_in_the_table() -> None:
    silent = [
        module
        for module in MODULES
        if module not in LISTED and not (ROOT / mirrored(module)).is_file()
    ]
    assert silent == ["cli.py"], "cli.py is held by every test that types a command"


def test_the_table_names_each_module_once_and_none_with_a_test_of_its_own() -> None:
    assert sorted(LISTED) == sorted(set(LISTED))
    assert [module for module in LISTED if module not in MODULES] == []
    assert [module for module in LISTED if (ROOT / mirrored(module)).is_file()] == []


@cache
def imported(path: Path) -> frozenset[Path]:
    """Return the files of ours that a file imports; `cli` has every verb, the registry a system.

    The routes of the desk have every page.
    """
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "later":
            names |= {str(ast.literal_eval(module)) for module in node.args[:1]}
    paths = {ROOT / f"{name.replace('.', '/')}.py" for name in names}
    if path == ROOT / "cli.py":
        paths |= {*sources("desk/terminal/verbs")}
    if path == ROOT / "pairing/systems/registry.py":
        paths |= {ROOT / f"{module.replace('.', '/')}.py" for module in SYSTEMS.values()}
        paths.add(path.with_name("no_system.py"))
    if path == ROOT / "desk/web/routes.py":
        pages = (route.page.rpartition(".")[0].replace(".", "/") for route in ROUTES)
        paths |= {ROOT / "desk" / "web" / f"{page}.py" for page in pages}
    return frozenset(path for path in paths if path.is_file())


@pytest.mark.parametrize("test", HELD_BY)
def test_a_test_that_holds_a_module_comes_to_it_by_its_imports(test: str) -> None:
    reached, waiting = set[Path](), [ROOT / test]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += imported(path)
    assert [module for module in listed(HELD_BY[test]) if ROOT / module not in reached] == []


def test_no_test_module_imports_another() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {other.stem}"
        for path in sources("tests")
        for other in imported(path)
        if other.stem.startswith("test_")
    ]
    assert wrong == []

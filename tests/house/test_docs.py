"""docs/ is generated from the program; its schemas hold for the program's output."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from desk.commands.commands import COMMANDS, read_ndjson
from desk.render import catalogue
from desk.site.data import KINDS
from desk.terminal.help import help_of, text_of
from tests.docs import make, refusals
from tests.docs.make import DOCS, PAGES, example_line, options_of, pages, schema_name, verbs
from tests.docs.schemas import SCHEMAS
from tests.helpers.console import Console
from tests.helpers.read_verbs import (
    IN_SEASON,
    OUTPUTS,
    club_season,
    open_tournament,
    shortened_years,
    typed,
)

VERBS = {verb: (dutch, command) for verb, dutch, command in verbs()}
READ_VERBS = sorted(
    verb
    for verb, (_, command) in VERBS.items()
    if schema_name(verb, command) not in (None, "written")
)
WITHOUT_A_DUTCH_NAME = {"status", "sql", "demo"}
"""The words are the same in Dutch."""


@pytest.fixture(autouse=True)
def _short_years(monkeypatch: pytest.MonkeyPatch) -> None:
    shortened_years(monkeypatch)


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Console:
    """Return a console on the shipped tournament, with one round published and open."""
    return open_tournament(tmp_path_factory.mktemp("docs"))


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_generated_page_is_up_to_date(name: str) -> None:
    path = DOCS / name
    assert path.is_file(), "make docs writes it"
    assert path.read_text("utf-8") == pages()[name], "out of date: make docs"


def test_the_generated_pages_are_those_that_are_named() -> None:
    assert set(pages()) == set(PAGES)


SHOWN_REFUSALS = {
    ("arbiter.md", "round-already-published"),
    ("arbiter.md", "half-point-bye-not-allowed"),
    ("wedstrijdleider.md", "round-already-published"),
    ("wedstrijdleider.md", "half-point-bye-not-allowed"),
    ("python.md", "round-not-published"),
    ("season-files.md", "unknown-player"),
    ("season-files.md", "evening-bad-result"),
    ("season-files.md", "evening-bad-kind"),
}
"""What the pages show refused on purpose, by page and code."""

REFUSED = re.compile(
    r"(?:error|refused|fout|geweigerd) \(([\w-]+)\)|Error: |Fout: |Traceback|internal error"
)


def test_no_shown_session_has_a_refusal_but_those_shown_on_purpose() -> None:
    gallery = {DOCS / name for name in refusals.PAGES}
    shown = {
        (page.name, match[1] or line)
        for page in (DOCS.parent / "README.md", *{*DOCS.glob("*.md")} - gallery)
        for line in page.read_text("utf-8").splitlines()
        if (match := REFUSED.match(line))
    }
    assert shown == SHOWN_REFUSALS


def test_no_schema_is_left_of_a_verb_that_is_gone() -> None:
    there = {path.name.removesuffix(".schema.json") for path in (DOCS / "json").iterdir()}
    assert there == set(SCHEMAS)
    assert set(SCHEMAS) == {verb.replace(" ", "-") for verb in READ_VERBS} | OTHERS


def test_where_the_catalogue_is_broken_no_page_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "README.md"
    page.write_text("```console\n$ toernooi init Cup\nCup\n$ toernooi log\n```\n", "utf-8")
    before = page.read_text("utf-8")
    monkeypatch.setattr(make, "SESSIONS", ((page,),))
    monkeypatch.setattr(make, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(make, "made_year", lambda folder: None)
    monkeypatch.setattr(make, "analytics_pages", lambda generated, year: {"a.md": "a"})
    monkeypatch.setattr(refusals, "pages", lambda generated: {})
    monkeypatch.setattr(make, "NOTEBOOK", tmp_path / "docs" / "b.ipynb")
    monkeypatch.setattr(make, "notebook_page", lambda folder: "{}")
    with monkeypatch.context() as broken:
        broken.setattr(catalogue, "text_of", lambda key, language: {}[key])
        # A page asks the catalogue itself, or a verb that then fails: which is first depends on
        # the texts that this process has kept.
        with pytest.raises((KeyError, AssertionError)):
            make.main()
    assert (page.read_text("utf-8"), [*tmp_path.iterdir()]) == (before, [page])
    (tmp_path / "docs" / "json").mkdir(parents=True)
    (tmp_path / "docs" / "json" / "gone.schema.json").write_text("{}", "utf-8")
    make.main()
    assert "#1 tournament" in page.read_text("utf-8")
    docs = tmp_path / "docs"
    assert {path.relative_to(docs).as_posix() for path in docs.rglob("*.*")} == {
        "a.md",
        "b.ipynb",
        *pages(),
    }


_OF_SITE = {"site-files", "site-index"}
OTHERS = {"written", "refusal", "amend-dry-run", "correct-dry-run", "evening", *_OF_SITE, *KINDS}
"""Schemas of the output of verbs that write, and of the files of a site."""


def test_every_verb_that_reads_has_an_output_held_against_its_schema() -> None:
    assert sorted(OUTPUTS) == READ_VERBS


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_schema_is_one_and_describes_every_key(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    for place, schema in _properties(SCHEMAS[name], name):
        assert schema.get("description"), f"{place} has no description"


def _properties(schema: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, list):
        for item in schema:
            yield from _properties(item, place)
    elif isinstance(schema, dict):
        for key in ("properties", "patternProperties"):
            for name, inner in schema.get(key, {}).items():
                yield f"{place}.{name}", inner
                yield from _properties(inner, f"{place}.{name}")
        for key in ("items", "oneOf", "then", "else"):
            yield from _properties(schema.get(key), place)


def _hold(name: str, printed: str) -> None:
    validator = Draft202012Validator(SCHEMAS[name])
    errors = [
        f"{list(e.absolute_path)}: {e.message[:200]}"
        for e in validator.iter_errors(json.loads(printed))
    ]
    assert not errors, errors[:5]


@pytest.mark.parametrize("verb", sorted(OUTPUTS))
def test_what_json_prints_is_what_its_schema_says(verb: str, console: Console) -> None:
    for line in OUTPUTS[verb]:
        result = console.run(*typed(line, console), "--json")
        wanted = (4,) if "AAAA" in line[-1] else (0, 1)
        assert result.exit_code in wanted, result.output
        _hold(verb.replace(" ", "-"), result.stdout)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Console:
    """Return a console on a season: a period begun, a member gone, all kinds of rounds."""
    return club_season(tmp_path_factory.mktemp("season"))


OWN_HEADERS = {"simulate", "compare", "rules coverage", "sql", "audit", "export", "trf standings"}
"""Verbs whose CSV is another table than the rows of JSON, or has the headers of a question."""

CSV_VERBS = [
    verb
    for verb in READ_VERBS
    if verb not in OWN_HEADERS and any(p.name == "as_csv" for p in VERBS[verb][1].params)
]


@pytest.mark.parametrize("verb", [verb for verb in CSV_VERBS if OUTPUTS[verb]])
def test_a_header_of_csv_is_a_key_of_the_rows(verb: str, console: Console) -> None:
    line = OUTPUTS[verb][0]
    header = console.run(*typed(line, console), "--csv").stdout.splitlines()[0].split(",")
    rows = json.loads(console.run(*typed(line, console), "--json").stdout)["rows"]
    for key in header if rows else ():
        outer, _, inner = key.partition(".")
        assert outer in rows[0], key
        assert not inner or inner in rows[0][outer], key


@pytest.mark.parametrize("line", IN_SEASON, ids=" ".join)
def test_what_json_prints_in_a_season_is_what_its_schema_says(
    line: list[str], season: Console
) -> None:
    name = "prizes-show" if line[0] == "prizes" else line[0]
    _hold(name, season.must_run(*line, "--json"))


@pytest.mark.parametrize("verb", ["fixtures", "crosstable", "standings", "pair", "status"])
def test_what_is_printed_of_a_round_robin_is_what_its_schema_says(
    verb: str, tmp_path: Path
) -> None:
    console = Console(tmp_path)
    console.must_run("init", "Robin", "--rules", "berger")
    for letter in "ABCDE":
        console.must_run("enter", f"Player {letter}")
    console.must_run("lots", "--by", "entry")
    console.must_run("withdraw", "4")
    console.must_run("publish")
    _hold(verb, console.must_run(verb, "--json"))
    if verb in ("fixtures", "crosstable"):
        header = console.must_run(verb, "--csv").splitlines()[0].split(",")
        rows = json.loads(console.must_run(verb, "--json"))["rows"]
        assert {key.partition(".")[0] for key in header} <= set(rows[0])


def test_a_schema_of_a_view_notices_a_key_that_is_not_described(console: Console) -> None:
    record = json.loads(console.must_run("standings", "--json"))
    record["rows"][0]["surprise"] = 1
    with pytest.raises(AssertionError, match="surprise"):
        _hold("standings", json.dumps(record))


def test_a_refusal_in_json_is_what_its_schema_says(console: Console) -> None:
    for line, code in ((["absent", "3", "2"], 3), (["standings", "--after", "9"], 2)):
        result = console.run(*line, "--json")
        assert result.exit_code == code
        _hold("refusal", result.output)


def test_what_a_writing_verb_prints_in_json_is_what_its_schema_says(tmp_path: Path) -> None:
    console = Console(tmp_path)
    _hold("written", console.must_run("init", "Cup", "--rounds", "5", "--json"))
    _hold("written", console.must_run("enter", "Dekker, S.", "--rating", "1900", "--json"))


def test_every_verb_has_help_and_a_dutch_name() -> None:
    assert {verb for verb, (dutch, _) in VERBS.items() if not dutch} == WITHOUT_A_DUTCH_NAME
    assert [verb for verb, (_, command) in VERBS.items() if not help_of(command, "en")] == []


def test_every_option_has_help() -> None:
    missing = [
        f"{verb} {option.opts[0]}"
        for verb, (_, command) in VERBS.items()
        for option in options_of(command)
        if not text_of(command, option, "en")
    ]
    assert missing == []


def test_every_command_of_a_file_has_an_example_that_is_read() -> None:
    names = list(COMMANDS)
    read = read_ndjson("\n".join(example_line(name) for name in names))
    assert isinstance(read, list), read
    assert [command.command for _, command in read] == names


def test_every_verb_that_writes_is_a_command_of_a_file() -> None:
    writes = {
        verb.replace(" ", "-")
        for verb, (_, command) in VERBS.items()
        if schema_name(verb, command) == "written"
    }
    recorded_by_export = {"report"}
    assert writes - {"apply", "results"} == set(COMMANDS) - recorded_by_export


def test_a_file_of_commands_makes_a_tournament(tmp_path: Path) -> None:
    console = Console(tmp_path)
    lines = [{"command": "init", "name": "Cup", "rounds": 3}]
    lines += [{"command": "enter", "name": f"Player {letter}"} for letter in "ABCD"]
    lines += [{"command": "lots", "by": "entry"}, {"command": "publish"}]
    (tmp_path / "cup.ndjson").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert "round 1: 2 boards" in console.must_run("apply", "cup.ndjson")

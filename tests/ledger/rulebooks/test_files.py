"""Rulebooks as files: every finding at once with its line, composition, hash, and the views."""

from __future__ import annotations

import errno
import json
import os
import re
from importlib import import_module
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from desk.render.catalogue import files, own_texts
from ledger.errors import DamagedLedger
from ledger.rulebooks.fide_keys import FideKeys
from ledger.rulebooks.files import as_shipped, shipped
from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.readings import BUILT
from ledger.rulebooks.rulebook import RoundRobin, Rulebook, from_canonical
from ledger.values import Language
from pairing.fide_burstein.keys import BursteinKeys
from pairing.fide_dubov.keys import DubovKeys
from pairing.norms.contestants import may_have_bye
from pairing.norms.first_round import first_round
from pairing.systems.registry import SYSTEMS, load_rulebook, system_named
from projections.views.rulebook_names import heading_name, spoken_name, title_of
from projections.views.rules import coverage_view, diff_view, keys_of, list_view, show_view
from projections.views.view import View
from tests.helpers.places import ROOT
from tests.helpers.words import in_words, words


def loaded(name: str, **changes: str) -> Rulebook:
    rules = load_rulebook(name, {key.replace("__", "."): value for key, value in changes.items()})
    assert isinstance(rules, Rulebook), rules
    return rules


def written(folder: Path, text: str, name: str = "club.toml") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_rulebook_loads_under_its_file_name_and_survives_its_canonical_text(
    name: str,
) -> None:
    rules = loaded(name)
    assert rules.id == name
    again = from_canonical(rules.canonical())
    assert again == rules
    assert again.hash == rules.hash


@pytest.mark.parametrize("name", shipped())
def test_every_clause_says_something_and_names_no_unknown_twin(name: str) -> None:
    for clause, entry in loaded(name).clauses.items():
        assert len(entry.text) > 10, clause
        if entry.same_as:
            other, _, twin = entry.same_as.partition(" ")
            assert twin in loaded(other).clauses, f"{name} {clause} names {entry.same_as}"


def test_the_hash_is_over_keys_and_not_over_paraphrases() -> None:
    rules = loaded("knsb-wp-2014")
    reworded = rules.model_copy(update={"clauses": {}, "title": "another title"})
    assert reworded.hash == rules.hash
    assert loaded("knsb-wp-2014", bye__points="0.5").hash != rules.hash


@pytest.mark.parametrize("text", ["0.5", "1/2", '"1/2"', "½"])
def test_half_a_point_can_be_written_in_every_usual_way(text: str) -> None:
    assert loaded("knsb-wp-2014", bye__points=text).bye.points == 1


def test_a_file_with_a_base_changes_only_what_it_names(tmp_path: Path) -> None:
    name = written(tmp_path, 'base = "knsb-wp-2014"\nid = "club"\n[bye]\npoints = 0.5\n')
    club, base = loaded(name), loaded("knsb-wp-2014")
    assert club.id == "club"
    changed = {key for key, value in keys_of(club).items() if keys_of(base)[key] != value}
    assert changed == {"bye.points"}


def test_a_base_may_be_a_file_beside_it(tmp_path: Path) -> None:
    written(tmp_path, 'base = "knsb-wp-1996"\nid = "a"\n[bye]\npoints = 0.5\n', "a.toml")
    name = written(tmp_path, 'base = "a.toml"\nid = "b"\n[pairing]\nfirst_round = "D2"\n', "b.toml")
    rules = loaded(name)
    assert (rules.bye.points, rules.pairing.first_round) == (1, "D2")
    assert rules.unplayed.own == "draw_with_self"


def test_eight_files_may_rest_on_each_other_and_a_ninth_is_too_deep(tmp_path: Path) -> None:
    below = "knsb-wp-2014"
    for number in range(1, 10):
        name = f"{number}.toml"
        path = written(tmp_path, f'base = "{below}"\nid = "club{number}"\n', name)
        rules = load_rulebook(path)
        assert isinstance(rules, Rulebook) == (number <= 8)
        below = name


def test_a_key_that_a_file_leaves_out_is_as_in_the_shipped_rulebook() -> None:
    assert loaded("mwkeizer").season_keys == KeizerKeys()
    table = loaded("berger").round_robin
    assert table == RoundRobin(withdrawn=table.withdrawn), "older ledgers have no such key"


def test_everything_wrong_in_a_file_is_said_at_once_with_its_line(tmp_path: Path) -> None:
    text = (
        'base = "knsb-wp-2014"\nid = "club"\n[bye]\npoints = 0.3\nponts = 1\n\n[pairing]\nc2 = 4\n'
    )
    problems = load_rulebook(written(tmp_path, text))
    assert isinstance(problems, tuple)
    sentences = [words(problem.what) for problem in problems]
    assert len(sentences) == 3
    assert any("line 4: bye.points" in what for what in sentences)
    assert any("line 5: bye.ponts: there is no such key" in what for what in sentences)
    assert any("line 8: pairing.c2" in what and "above_c4_1" in what for what in sentences)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            'base = "knsb-wp-2014"\nid = "club"\n[dubov]\n',
            '[dubov] goes with system = "fide-dubov"',
        ),
        ('base = "berger"\nid = "club"\nplays = "season"', "plays goes with the system"),
        ('base = "mwkeizer"\nid = "club"\nplays = "tournament"', "plays goes with the system"),
        ('base = "berger"\nid = "club"\nplays = "cup"', 'plays: "cup" is not one of'),
        ('base = "berger"\nid = "club"\n[keizer]\n', '[keizer] goes with system = "keizer"'),
        ('base = "berger"\nid = "club"\n[fide]\n', "[fide] goes with a system of FIDE"),
        (
            'base = "fide-dubov-2026"\nid = "club"\nsystem = "fide-burstein"\n[burstein]\n',
            '[dubov] goes with system = "fide-dubov"',
        ),
        (
            'base = "fide-dutch-2026"\nid = "club"\nsystem = "fide-dubov"\n',
            '[dubov] goes with system = "fide-dubov"',
        ),
        (
            'base = "berger"\nid = "club"\n[berger]\nsize = 1\n',
            "line 3: berger: there is no such key",
        ),
        ('base = "berger"\nid = "club"\nsections = 1\n', "line 3: sections: there is no such key"),
        ('base = "berger"\nid = "club"\n[sections]\n', "line 3: sections: there is no such key"),
        ('base = "berger"\nid = "club"\nfide = 1\n', 'line 3: fide: "1" is not a table'),
        ('base = "mwkeizer"\nid = "club"\n[keizer]\ntop = 0\n', "line 4: keizer.top: "),
    ],
)
def test_a_section_of_another_system_or_of_none_is_refused_once(
    tmp_path: Path, text: str, what: str
) -> None:
    problems = load_rulebook(written(tmp_path, text))
    assert isinstance(problems, tuple)
    (sentence,) = (words(problem.what) for problem in problems)
    assert what in sentence


@pytest.mark.parametrize("table", [None, {"forfeit": "sometimes"}, {"no_such_key": 1}])
def test_a_ledger_whose_rulebook_lacks_the_keys_of_its_system_is_damaged(table: object) -> None:
    text = json.loads(loaded("fide-dubov-2026").canonical())
    del text["dubov"]
    rules = from_canonical(json.dumps(text if table is None else text | {"dubov": table}))
    with pytest.raises(DamagedLedger):
        rules.of(DubovKeys)


def test_the_keys_of_a_copy_are_its_own() -> None:
    rules = loaded("fide-dubov-2026")
    assert rules.of(DubovKeys).forfeit == "upfloat"
    other = rules.model_copy(update={"sections": rules.sections | {"dubov": {"forfeit": "none"}}})
    assert other.of(DubovKeys).forfeit == "none"
    assert rules.of(DubovKeys).forfeit == "upfloat"
    assert rules != other
    assert rules == loaded("fide-dubov-2026")


def test_a_ranking_that_does_not_decide_is_refused(tmp_path: Path) -> None:
    text = 'base = "knsb-wp-2014"\nid = "club"\n[ranking]\nfinal = ["wp", "sb"]\n'
    problems = load_rulebook(written(tmp_path, text))
    assert isinstance(problems, tuple)
    assert "lots" in words(problems[0].what)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('base = "club.toml"\nid = "club"\n', "circle"),
        ('base = "no-such"\nid = "club"\n', "no-such"),
        ('base = "knsb-wp-2014"\n', "its own id"),
        ("id = \n", "line 1"),
    ],
)
def test_a_file_that_cannot_be_read_or_composed_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    problems = load_rulebook(written(tmp_path, text))
    assert isinstance(problems, tuple)
    assert word in words(problems[0].what)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_a_file_is_read_as_any_editor_saves_it(tmp_path: Path, encoding: str) -> None:
    text = 'base = "knsb-wp-2014"\r\nid = "reünie"\r\n[bye]\r\n'
    path = tmp_path / "club.toml"
    path.write_bytes(text.encode(encoding))
    assert loaded(str(path)).id == "reünie"
    path.write_bytes(f"{text}ponts = 1\r\n".encode(encoding))
    problems = load_rulebook(str(path))
    assert isinstance(problems, tuple)
    assert f"{path}, line 4: bye.ponts" in words(problems[0].what)


def test_a_file_that_is_no_text_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(b"PK\x03\x04\0\0")
    problems = load_rulebook(str(path))
    assert isinstance(problems, tuple)
    assert words(problems[0].what) == f"{path}: this is not a text file"


def test_a_file_without_permission_is_named_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = written(tmp_path, 'base = "knsb-wp-2014"\nid = "club"\n')

    def closed(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "read_bytes", closed)
    problems = load_rulebook(name)
    assert isinstance(problems, tuple)
    assert words(problems[0].what) == f"{name} cannot be read: permission denied"
    assert words(problems[0].next) == "check the permissions of the file"


@pytest.mark.parametrize("key", ["x.y", "bye.ponts", "bye.points.deep", "id", "clauses.A1a.text"])
def test_a_key_that_cannot_be_set_is_refused(key: str) -> None:
    problems = load_rulebook("knsb-wp-2014", {key: "1"})
    assert isinstance(problems, tuple)
    assert key in words(problems[0].what)


def test_an_unknown_rulebook_is_refused_with_the_known_ones() -> None:
    problems = load_rulebook("knsb-wp-2015")
    assert isinstance(problems, tuple)
    assert "knsb-wp-2014" in words(problems[0].next)


def test_the_difference_of_two_versions_is_by_key_and_by_clause() -> None:
    view = diff_view(loaded("knsb-wp-1996"), loaded("knsb-wp-2014"))
    differences = {(row["kind"], row["name"]) for row in view.cells}
    assert ("key", "unplayed.own") in differences
    assert ("clause", "B1b") in differences
    assert ("clause", "A1d-A") in differences
    assert ("clause", "C5") not in differences
    assert not diff_view(loaded("knsb-wp-2014"), loaded("knsb-wp-2014")).cells


@pytest.mark.parametrize(
    ("rules", "name", "there"),
    [
        ("knsb-wp-2014", "F9, bye.half_point_allowed", True),
        ("knsb-wp-2014", "F12", True),
        ("knsb-wp-2014", "A1d", True),
        ("knsb-wp-2014", "A1", False),
        ("knsb-wp-2014", "GHR1", False),
        ("fide-dutch-2017", "D", False),
        ("fide-dutch-2017", "ACC1", True),
    ],
)
def test_a_clause_is_cited_by_its_whole_name_or_that_of_its_parts(
    rules: str, name: str, there: bool
) -> None:
    rulebook = loaded(rules)
    assert rulebook.cited(name) == there
    assert rulebook.mark(name) == (f" ({name})" if there else "")


def test_a_clause_is_shown_with_its_parts_and_not_with_its_neighbours() -> None:
    view = show_view(loaded("knsb-wp-2014"), "f1")
    assert isinstance(view, View)
    assert [row["clause"] for row in view.cells] == ["F1"]
    view = show_view(loaded("knsb-wp-2014"), "A1d")
    assert isinstance(view, View)
    assert [row["clause"] for row in view.cells] == ["A1d-A", "A1d-B"]


def test_rulebooks_and_what_is_built_of_them_are_read_in_dutch() -> None:
    view = in_words(list_view([loaded("knsb-wp-2014")]), "nl")
    assert [column.heading for column in view.columns] == [
        "reglement",
        "deelt in op",
        "titel",
        "artikelen",
        "zit er niet in",
    ]
    assert view.cells[0]["title"] == "Zwitsers op weerstandspunten, KNSB januari 2014"
    shown = in_words(coverage_view(loaded("berger"))[0], "nl")
    assert shown.title == "berger: dekking"
    assert {row["status"] for row in shown.cells} <= {
        "uitgevoerd",
        "arbiter",
        "niet van toepassing",
    }


def test_a_title_has_its_words_where_it_is_that_of_the_shipped_rulebook() -> None:
    for name in shipped():
        rules = loaded(name)
        assert words(title_of(rules)) == rules.title
        assert words(title_of(rules), "nl") != rules.title
    own = loaded("berger").model_copy(update={"title": "Ours"})
    assert spoken_name(own) == "Ours"
    assert title_of(own) == title_of(own.model_copy(update={"id": "ours"})) == "Ours"


def test_every_shipped_rulebook_has_a_spoken_name_and_a_changed_one_says_its_change() -> None:
    for name in shipped():
        rules = loaded(name)
        for language in ("en", "nl"):
            assert words(spoken_name(rules), language) != words(title_of(rules), language)
            assert name not in words(heading_name(rules), language)
    changed = loaded("knsb-wp-2014").model_copy(update={"id": "knsb-wp-2014+wp.x=1"})
    assert words(heading_name(changed), "nl").endswith("(KNSB 2014) +wp.x=1")


ENGLISH = re.compile(r"\b(the|and|with|round|player|players|who|game|games|draw|for|to)\b", re.I)
BETTER = {
    as_shipped(key.split(".")[0]).clauses[key.partition(".text.")[2]].text: better
    for key, better in own_texts(files("en")["clauses"]).items()
    if ".text." in key
}
"""Better English for the former text of a clause, in every rulebook that has it."""


def rows_of(rules: Rulebook, language: Language) -> dict[str, tuple[object, object]]:
    """Return the text and the note of every clause, as `rules show --clause` has them."""
    shown = [show_view(rules, name) for name in rules.clauses]
    views = [in_words(view, language) for view in shown if isinstance(view, View)]
    assert len(views) == len(shown)
    return {str(r["clause"]): (r["text"], r["note"]) for view in views for r in view.cells}


@pytest.mark.parametrize("name", shipped())
def test_every_clause_is_read_in_english_and_in_dutch(name: str) -> None:
    rules = loaded(name, bye__points="0")
    clauses = {
        clause: (BETTER.get(entry.text, entry.text), entry.note)
        for clause, entry in rules.clauses.items()
    }
    assert rows_of(rules, "en") == clauses
    for clause, dutch in rows_of(rules, "nl").items():
        assert dutch[0] != clauses[clause][0]
        english = [text for text in dutch if text and ENGLISH.search(str(text))]
        assert not english, f"{name} {clause}: {english}"


def test_clauses_in_the_same_words_have_the_same_dutch() -> None:
    dutch: dict[tuple[object, object], tuple[object, object]] = {}
    for rules in map(loaded, shipped()):
        for clause, texts in rows_of(rules, "nl").items():
            entry = rules.clauses[clause]
            assert dutch.setdefault((entry.text, entry.note), texts) == texts


def test_the_difference_of_two_versions_is_read_in_dutch() -> None:
    view = in_words(diff_view(loaded("knsb-wp-1996"), loaded("knsb-wp-2014")), "nl")
    differences = {row["name"]: (row["first"], row["second"]) for row in view.cells}
    assert differences["B1b"] == (
        "Wie een punt kreeg zonder te spelen, mag de bye niet krijgen.",
        "Wie een punt of half punt kreeg zonder te spelen, mag de bye niet krijgen.",
    )
    assert differences["A1d"][1] is None


def test_clauses_of_a_rulebook_of_a_users_own_stay_as_they_are() -> None:
    ours = loaded("knsb-wp-2014").model_copy(update={"id": "ours"})
    assert rows_of(ours, "nl") == rows_of(ours, "en")
    shipped_one = loaded("knsb-wp-2014")
    other = shipped_one.clauses["A2"].model_copy(update={"text": "Our own words."})
    reworded = shipped_one.model_copy(update={"clauses": {"A2": other}})
    assert rows_of(reworded, "nl") == {"A2": ("Our own words.", None)}


def test_what_is_wrong_in_a_rulebook_is_read_in_dutch(tmp_path: Path) -> None:
    problems = load_rulebook(
        written(tmp_path, 'base = "knsb-wp-2014"\nid = "club"\n[bye]\nponts = 1\n')
    )
    assert isinstance(problems, tuple)
    assert words(problems[0].what, "nl").endswith("regel 4: bye.ponts: die sleutel bestaat niet")


def test_coverage_is_complete_only_when_nothing_is_left_to_build() -> None:
    rules = loaded("knsb-wp-2014")
    one = next(iter(rules.clauses))
    left = rules.clauses[one].model_copy(update={"status": "not built"})
    view, complete = coverage_view(
        rules.model_copy(update={"clauses": {**rules.clauses, one: left}})
    )
    assert not complete
    assert view.record()["complete"] is False
    built = {
        name: c.model_copy(update={"status": "implemented"}) for name, c in rules.clauses.items()
    }
    assert coverage_view(rules.model_copy(update={"clauses": built}))[1]


DECISIONS = (
    "scores.absent",
    "bye.halves_add_up",
    "unplayed.opponents_serve_sb",
    "unplayed.zero_zero",
    "unplayed.double_default",
    "colours.topscorer_exempt",
    "colours.topscorer_norm",
    "colours.topscorer_preference",
    "colours.no_game",
    "colours.nobody_prefers",
    "pairing.c2",
    "pairing.b3",
    "pairing.b4",
    "pairing.first_round",
    "pairing.first_round_odd",
    "pairing.late_entry",
    "ranking.final",
    "arbiter.f7_may_amend",
    "arbiter.amend_until",
    "arbiter.no_word_withdraws",
    "arbiter.adjourned_counts_as_draw",
    "arbiter.control_totals",
)


def test_every_decision_of_ours_is_a_key_that_names_its_readings() -> None:
    keys = keys_of(loaded("knsb-wp-2014"))
    for key in DECISIONS:
        section, _, name = key.partition(".")
        assert (key in keys) != (name in BUILT.get(section, {}))
        problems = load_rulebook("knsb-wp-2014", {key: "no-such-reading"})
        assert isinstance(problems, tuple), key
        assert key in words(problems[0].what)


@pytest.mark.clause("knsb-wp-1996 B1b")
@pytest.mark.parametrize(
    ("name", "add_up", "awards", "allowed"),
    [
        ("knsb-wp-1996", "true", [1], True),
        ("knsb-wp-1996", "true", [1, 1], False),
        ("knsb-wp-1996", "false", [1, 1], True),
        ("knsb-wp-1996", "false", [2], False),
        ("knsb-wp-2014", "true", [1], False),
        ("knsb-wp-2014", "true", [0, 0], True),
    ],
)
def test_who_may_have_the_bye_follows_the_key(
    name: str, add_up: str, awards: list[int], allowed: bool
) -> None:
    assert may_have_bye(awards, loaded(name, bye__halves_add_up=add_up)) is allowed


@pytest.mark.clause("knsb-wp-2014 D1")
def test_who_is_free_in_an_odd_first_round_follows_the_key() -> None:
    assert first_round([1, 2, 3, 4, 5], "D1", "first_free").bye == 1
    last = first_round([1, 2, 3, 4, 5], "D1", "last_free")
    assert last.bye == 5
    assert [(b.white, b.black) for b in last.boards] == [(1, 4), (2, 3)]


@pytest.mark.parametrize(
    "value", ["[" * 100_000, "1" * 5000, "1e999999999", "1e-999999999", '"1e999999999"']
)
def test_a_value_without_end_is_refused_at_once(tmp_path: Path, value: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(f'base = "mwkeizer"\nid = "ours"\n[keizer]\nwin = {value}\n', "utf-8")
    problems = load_rulebook(str(path))
    assert not isinstance(problems, Rulebook)
    assert {p.code for p in problems} <= {"rulebook-unreadable", "rulebook-invalid"}
    assert not isinstance(load_rulebook("mwkeizer", {"keizer.win": value}), Rulebook)


@pytest.mark.clause("berger withdrawal")
def test_only_a_round_robin_annuls_the_games_of_who_left_early_and_not_under_every_rule() -> None:
    assert loaded("berger").annuls_before_half
    assert not loaded("berger", round_robin__withdrawn="defaults").annuls_before_half
    assert not loaded("knsb-wp-2014").annuls_before_half


def classes_of_keys() -> list[type[BaseModel]]:
    """Return every model that the modules of the rulebooks define, or that a system declares."""
    names = [path.stem for path in (ROOT / "ledger" / "rulebooks").glob("[!_]*.py")]
    modules = [import_module(f"ledger.rulebooks.{name}") for name in sorted(names)]
    declared = {kind for name in SYSTEMS for kind in system_named(name).keys}
    defined = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, BaseModel)
        and value.__module__ == module.__name__
    ]
    return [*defined, *sorted(declared - {*defined}, key=lambda kind: kind.name)]


@pytest.mark.parametrize("keys", classes_of_keys())
def test_a_class_of_keys_is_frozen_and_refuses_a_key_that_it_does_not_have(
    keys: type[BaseModel],
) -> None:
    with pytest.raises(ValidationError) as unknown:
        keys.model_validate({"no_such_key": 1})
    assert ("extra_forbidden", ("no_such_key",)) in [
        (error["type"], error["loc"]) for error in unknown.value.errors()
    ]
    for name in keys.model_fields:
        with pytest.raises(ValidationError) as frozen:
            setattr(keys.model_construct(), name, None)
        assert [error["type"] for error in frozen.value.errors()] == ["frozen_instance"]


def test_the_keys_of_every_system_are_among_the_classes_of_keys() -> None:
    assert {RatingKeys, KeizerKeys, FideKeys, BursteinKeys, DubovKeys, RoundRobin, Rulebook} <= {
        *classes_of_keys()
    }

"""Comments on events that may breach integrity: one form, written and read back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.answers.tournament_file import tournament_file
from desk.commands.decision import Decision, WarnLevel
from desk.commands.opening import Import
from desk.handlers.dispatch import handle, handle_all, take
from ledger.state.book import Book
from ledger.trf.model import TrfFile
from ledger.trf.writer import write
from projections.log.departures import comments
from projections.log.integrity_events import EventKind, IntegrityEvent, events_of_file, read_line
from tests.helpers.family import examples
from tests.helpers.hall import Hall, command
from tests.helpers.sequences import HALLS, carry_on
from tests.helpers.terminal import Terminal
from tests.helpers.words import words


def hall(*results: str) -> Hall:
    there = Hall(6, 4, rules="fide-dutch-2026")
    there.play(*(results or ("1-0",)))
    return there


def lines(there: Hall) -> list[str]:
    return [*map(words, comments(there.book))]


@pytest.mark.parametrize(
    ("verb", "fields", "expected"),
    [
        ("adjourn", {"round": 1, "board": 2}, "Adjournment @ Round 1: -, {at}, 5-2 -> 5-2 ?"),
        (
            "correct-result",
            {"round": 1, "board": 1, "result": "0-1", "reason": "misread"},
            "Correction @ Round 1: -, {at}, {one} 1-0 -> {one} 0-1 (misread)",
        ),
        (
            "correct-colours",
            {"round": 1, "board": 1},
            "Correction @ Round 1: -, {at}, {one} -> {back}",
        ),
        (
            "lots",
            {"by": "file", "order": [2, 1, 3, 4, 5, 6], "reason": "wrong rating"},
            "Exchange @ Round 2: -, {at}, 1 2 -> 2 1 (wrong rating)",
        ),
        (
            "lots",
            {"by": "file", "order": [2, 3, 1, 4, 5, 6]},
            "Renumbering @ Round 2: -, {at}, 1 2 3 -> 3 1 2",
        ),
        ("plan", {"rounds": 5}, "Configuration @ Round 2: -, {at}, rounds=4 -> rounds=5"),
        (
            "rules-change",
            {
                "rulebook": "fide-dutch-2026",
                "set": {"bye.half_point_allowed": True},
                "reason": "agreed",
            },
            "Configuration @ Round 2: -, {at}, bye.half_point_allowed=false"
            " -> bye.half_point_allowed=true (agreed)",
        ),
        (
            "fide-mode-leave",
            {"reason": "two met again"},
            "FIDE-mode @ Round 2: -, {at}, on -> left (two met again)",
        ),
    ],
)
def test_each_event_has_one_comment_of_the_form_and_is_asked_for(
    verb: str, fields: dict[str, Any], expected: str
) -> None:
    there = hall("1-0", "-")
    decision = handle_all(there.book, [(None, command(verb, **fields))])
    assert isinstance(decision, Decision)
    assert decision.warnings[0].level >= WarnLevel.CONFIRM
    before = [(game.white, game.black) for game in there.state.rounds[0].games]
    there.do(verb, **fields)
    (line,) = lines(there)
    at = f"{there.book.recorded[-1].stamp.recorded_at:%Y-%m-%dT%H:%M:%SZ}"
    one, back = (f"{a}-{b}" for a, b in (before[0], before[0][::-1]))
    other = "-".join(map(str, before[1]))
    expected = expected.replace("5-2", other)
    assert line == "### " + expected.format(at=at, one=one, back=back)
    event = read_line(line)
    assert event is not None
    assert event.line() == line


def test_an_event_that_is_taken_back_is_kept_and_its_taking_back_is_one_as_well() -> None:
    there = hall()
    there.do("correct-result", round=1, board=1, result="0-1")
    undo = handle_all(there.book, [(None, command("undo"))])
    assert isinstance(undo, Decision)
    assert [one.code for one in undo.warnings] == ["event-taken-back"]
    there.do("undo")
    first, second = lines(there)
    at = first.split(", ")[1]
    assert second.startswith("### Undo @ Round 1: -, ")
    assert second.endswith(f", Correction {at} -> -")
    assert there.state.rounds[0].games[0].outcome == "1-0"


def test_a_full_point_bye_and_an_expulsion_have_comments_of_the_same_form(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run(
        "init",
        "Open",
        "--rules",
        "fide-dutch-2026",
        "--rounds",
        5,
        "--set",
        "bye.half_point_allowed=true",
    )
    for name in "ABCDEF":
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    for board in (1, 2, 3):
        terminal.run("result", 1, board, "1-0")
    terminal.run("bye", 4, 3, "--points", 1, "--reason", "on duty", "--confirm", "yes")
    terminal.run("withdraw", 5, "--expelled", "--reason", "a phone in the hall")
    full, expelled = own_lines(terminal)
    assert re.fullmatch(r"### Full-point-bye @ Round 3: .+Z, 4 -> 4 F \(on duty\)", full)
    assert re.fullmatch(
        r"### Expulsion @ Round 2: .+Z, 5 -> 5 expelled \(a phone in the hall\)", expelled
    )
    assert own_lines(terminal, "--lang", "nl") == [full, expelled]
    terminal.run("undo", "--confirm", "yes")
    assert own_lines(terminal)[-1].startswith("### Undo @ Round 2: ")
    older = "### #13 2026-09-04T19:14Z full-point bye: 4 takes a full-point bye in round 3"
    terminal.run("export", "-o", tmp_path / "open.trf")
    content = (tmp_path / "open.trf").read_text("utf-8") + older + "\n"
    (tmp_path / "open.trf").write_text(content, "utf-8")
    again = Terminal(tmp_path / "again.ledger")
    again.run("import", tmp_path / "open.trf", "--confirm", "yes")
    assert [one["kind"] for one in again.json("integrity")["of_file"]] == [
        "Full-point-bye",
        "Expulsion",
        "Undo",
    ]
    assert {full, expelled, older} <= set(own_lines(again))


def test_before_round_one_and_outside_fide_mode_nothing_of_this_is_asked_or_written() -> None:
    early = Hall(6, 4, rules="fide-dutch-2026")
    early.do("plan", rounds=5)
    early.do("rules-change", set={"bye.half_point_allowed": True}, reason="announced")
    assert not lines(early)
    undo = handle_all(early.book, [(None, command("undo"))])
    assert isinstance(undo, Decision)
    assert not undo.warnings
    for rules in ("knsb-wp-2014", "knsb-rating-2014"):
        club = Hall(6, 4, rules=rules)
        club.play()
        decision = club.decide("correct-result", round=1, board=1, result="0-1")
        assert isinstance(decision, Decision)
        assert decision.warnings == ()
        club.do("correct-colours", round=1, board=2)
        assert len(lines(club)) == 1
        assert not any(map(read_line, lines(club)))


TEXT = st.text(st.characters(categories=["L", "N"], include_characters=" ,()->#@:.'"), max_size=30)


@given(
    st.builds(
        IntegrityEvent,
        kind=st.sampled_from(get_args(EventKind)),
        round=st.integers(0, 999),
        user=TEXT,
        at=st.datetimes().map(lambda one: f"{one:%Y}".zfill(4) + f"-{one:%m-%dT%H:%M:%SZ}"),
        old=st.sampled_from(["-", "5-9 1-0", "a=1; b=[2, 3]", "Import 2026-09-04T19:14:00Z"]),
        new=st.sampled_from(["-", "5-9 0-1R", "trf16 0123456789ab", "bye 3"]),
        reason=st.none() | TEXT,
    )
)
def test_what_is_written_of_any_event_is_read_back_to_the_same_line(event: IntegrityEvent) -> None:
    line = event.line()
    again = read_line(line)
    assert again is not None
    assert again.line() == line
    assert (again.kind, again.round, again.at) == (event.kind, event.round, event.at)


@pytest.mark.parametrize(
    "line",
    [
        "### a comment",
        "### #12 2026-09-04T19:14Z import: imported",
        "",
        "### Import @ Round n: x, 2026-09-04T19:14:00Z, - -> y",
        "### Import @ Round 1: x, 2026-19-04T19:14:00Z, - -> y",
        "### Lunch @ Round 1: x, 2026-09-04T19:14:00Z, - -> y",
        "## Import @ Round 1: x, 2026-09-04T19:14:00Z, - -> y",
    ],
)
def test_any_other_line_is_no_event(line: str) -> None:
    assert read_line(line) is None


def own_lines(terminal: Terminal, *options: str) -> list[str]:
    text = terminal.run("export", *options)
    return [line for line in text.splitlines() if line.startswith("### ")]


def test_an_imported_tournament_knows_the_events_of_its_file_and_writes_them_again(
    tmp_path: Path,
) -> None:
    first = Terminal(tmp_path / "first.ledger")
    first.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name in "ABCD":
        first.run("enter", name)
    first.run("lots")
    first.run("publish")
    first.run("result", 1, 1, "1-0")
    first.run("adjourn", 1, 2, "--confirm", "yes")
    first.run("correct", "result", 1, 1, "=", "--reason", "misread", "--confirm", "yes")
    before = own_lines(first)
    assert len(before) == 2
    first.run("export", "-o", tmp_path / "open.trf")
    second = Terminal(tmp_path / "second.ledger")
    ran = second.try_("import", tmp_path / "open.trf")
    assert "confirmation-needed" in ran.err
    second.run("import", tmp_path / "open.trf", "--confirm", "yes")
    after = own_lines(second)
    assert after[:-1] == before
    assert after[-1].startswith("### Import @ Round 1: ")
    listed = second.json("integrity")
    assert listed["counts"] == {"import": 1}
    assert [event["kind"] for event in listed["of_file"]] == ["Adjournment", "Correction"]
    assert listed["of_file"][1]["reason"] == "misread"
    assert f"in the file: {before[0]}" in " ".join(second.run("integrity").split())


@examples(25)
@given(HALLS.filter(lambda one: one["rules"] == "fide-dutch-2026"), st.integers(0, 10**9))
def test_export_and_import_and_export_keep_all_events_and_add_that_of_the_import(
    init: dict[str, Any], seed: int
) -> None:
    there = Hall(**init)
    for _ in carry_on(there, seed, 40):
        pass
    file = tournament_file(there.book, lines(there), "trf26")
    if not isinstance(file, TrfFile) or not there.state.rounds:
        return
    before = [event for line in lines(there) if (event := read_line(line))]
    content = write(file, "trf26")
    book = Book(new_seed=lambda: "seed")
    decision = handle(book, Import(file="a.trf", content=content))
    if not isinstance(decision, Decision):
        return
    take(book, decision)
    assert events_of_file(book) == before

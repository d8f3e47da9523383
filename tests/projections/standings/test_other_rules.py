"""The same facts under another rule version: a clause explains every move."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

import toernooiboek
from desk.answers.replays import replay_view
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from pairing.systems.registry import load_rulebook
from projections.games.crosstable import of_tournament
from projections.standings.other_rules import UnderRules, compare
from projections.standings.scores import scores
from projections.standings.standing import final_standing, standing
from tests.helpers.club import asked
from tests.helpers.crosstables import R1996, R2014, random_rows, rules, table
from tests.helpers.family import drawn
from tests.helpers.hall import Hall
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal, made_once
from tests.helpers.words import in_words

KRING = str(EXAMPLES / "kring-1996.trf")


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.chdir(tmp_path)
    return made_once(_kring, tmp_path)


def _kring(folder: Path) -> Terminal:
    desk = Terminal(folder / "kring.ledger")
    desk.run("import", KRING, "--rules", "knsb-wp-1996")
    return desk


@pytest.mark.clause("fide-2026 4.2")
def test_places_that_are_shared_are_compared_as_shared() -> None:
    rows = {1: ["+2"], 2: ["-1"], 3: ["+4"], 4: ["-3"]}
    lost = {p: (c._replace(halves=0),) for p, (c,) in table(rows).cells.items()}
    before = UnderRules(table(rows), rules("fide-dutch-2026"))
    now = UnderRules(replace(before.table, cells=lost), before.rules)
    moves = compare(before, now, 1, final=True, shared=True)
    assert {m.player: (m.rank_before, m.rank_now) for m in moves if m.moved} == {
        2: (3, 1),
        4: (3, 1),
    }
    assert not any(m.passed or m.passed_by for m in moves)


def test_the_replay_of_the_shipped_tournament_explains_each_rank_that_changes(
    terminal: Terminal,
) -> None:
    rows = terminal.json("replay", "--rules", "knsb-wp-2014")["rows"]
    moved = [row for row in rows if row["moved"]]
    assert {row["round"] for row in moved} == {1, 2, 3, 7, "final"}
    for row in moved:
        assert row["passed"] or row["passed_by"]
        assert row["clause"] in {"knsb-wp-2014 A4", "knsb-wp-2014 F12.3", "knsb-wp-2014 F12.4"}
        rivals = {*row["passed"], *row["passed_by"]}
        concerned = [
            other
            for other in rows
            if other["round"] == row["round"] and other["number"] in rivals | {row["number"]}
        ]
        assert any(other["causes"] for other in concerned), row
    for row in rows:
        clauses = {cause["clause"] for cause in row["causes"]}
        assert clauses <= {"A1d-A", "A1d-B"}, row


def test_the_causes_of_a_move_add_up_to_the_change_of_the_value(terminal: Terminal) -> None:
    for row in terminal.json("replay", "--rules", "knsb-wp-2014")["rows"]:
        for what in ("points", "wp", "sb"):
            change = sum(
                Fraction(cause["now"]) - Fraction(cause["before"])
                for cause in row["causes"]
                if cause["what"] == what
            )
            assert Fraction(row[f"{what}_now"]) - Fraction(row[f"{what}_before"]) == change


def test_a_variant_in_a_file_changes_a_standing_without_a_line_of_code(
    terminal: Terminal, tmp_path: Path
) -> None:
    text = 'base = "knsb-wp-1996"\nid = "half-byes"\n[bye]\npoints = 0.5\n'
    (tmp_path / "half.toml").write_text(text, "utf-8")
    rows = terminal.json("replay", "--rules", "half.toml")["rows"]
    byes = [cause for row in rows for cause in row["causes"] if cause["what"] == "points"]
    assert byes
    assert all((c["before"], c["now"], c["clause"]) == (1, 0.5, "F1") for c in byes)
    assert any(row["moved"] for row in rows if row["round"] == "final")


def test_the_rules_it_was_played_by_change_nothing(terminal: Terminal) -> None:
    assert terminal.json("replay", "--rules", "knsb-wp-1996")["rows"] == []
    assert terminal.json("replay", "--rules", "knsb-wp-1996", "--pairings")["rows"] == []
    output = terminal.run("replay", "--rules", "knsb-wp-1996")
    assert "every standing is the same" in output


def test_the_pairings_of_another_version_stand_beside_those_played(terminal: Terminal) -> None:
    value = terminal.json("replay", "--rules", "knsb-wp-2014", "--pairings")
    for number in {row["round"] for row in value["rows"]}:
        sides = [row["found_in"] for row in value["rows"] if row["round"] == number]
        assert sides.count("played") == sides.count("knsb-wp-2014")


def test_a_rulebook_that_pairs_nothing_is_refused_for_pairings_only(terminal: Terminal) -> None:
    assert terminal.json("replay", "--rules", "fide-2024")["rows"]
    terminal.refused("replay", "--rules", "fide-2024", "--pairings")


def test_several_versions_and_tournaments_go_into_one_answer_and_into_duckdb(
    terminal: Terminal, tmp_path: Path
) -> None:
    club = str(EXAMPLES / "club-open.trf")
    terminal.run("import", club)
    versions = ("--rules", "knsb-wp-2014", "--rules", "knsb-wp-1996")
    terminal.refused("replay", *versions, code=2)
    both = ("replay", "Kring 1996", "Club Open", *versions)
    view = terminal.json(*both)
    assert {row["tournament"] for row in view["rows"]} == {"Kring 1996", "Club Open"}
    ran = terminal.try_(*both, "--duckdb", "seasons.duckdb")
    assert ran.code == 0
    with duckdb.connect(str(tmp_path / "seasons.duckdb")) as database:
        question = (
            "SELECT rules, count(*) FROM standings WHERE tournament = 'Kring 1996' GROUP BY 1"
        )
        counts = dict(database.execute(question).fetchall())
        assert counts == {"knsb-wp-1996": 2 * 13 * 7, "knsb-wp-2014": 13 * 7}
        moves = database.execute("SELECT count(*) FROM moves").fetchone()
        assert moves == (len(view["rows"]),)


@drawn(100, rows=random_rows, final=(False, True))
def test_every_difference_between_two_versions_is_told_and_nothing_else(
    rows: dict[int, list[str]], final: bool
) -> None:
    seen = table(rows)
    moves = {
        move.player: move
        for move in compare(
            UnderRules(seen, R1996), UnderRules(seen, R2014), seen.rounds, final=final
        )
    }
    make = final_standing if final else standing
    old, new = ({line.player: line for line in make(seen, r).lines} for r in (R1996, R2014))
    for player in seen.cells:
        same = old[player].rank == new[player].rank and old[player].score == new[player].score
        assert (player not in moves) == same
        if player in moves:
            move = moves[player]
            change = new[player].score.wp_halves - old[player].score.wp_halves
            total = sum(cause.now - cause.before for cause in move.causes if cause.what == "wp")
            assert total == Fraction(change, 2)
            assert move.moved == len(move.passed) - len(move.passed_by)
    assert scores(seen, R2014) == {p: line.score for p, line in new.items()}


def test_a_change_of_rules_between_rounds_leaves_the_rounds_before_as_they_were() -> None:
    hall = Hall(players=6, rounds=4, rules="knsb-wp-1996")
    hall.do("absent", player=6, round=1)
    hall.do("publish")
    for board in (1, 2):
        hall.do("result", round=1, board=board, result="1-0")
    hall.do("rules-change", rulebook="knsb-wp-2014", reason="the federation's new text")
    assert hall.book.rules_of(1).id == "knsb-wp-1996"
    assert hall.book.rules_of(2).id == "knsb-wp-2014"
    hall.do("publish")
    assert hall.state.rounds[1].rulebook_hash == rules("knsb-wp-2014").hash
    view = replay_view([hall.book], [rules("knsb-wp-1996")], pairings=False)
    assert not [row for row in view.cells if row["round"] == 1]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rulebook": "knsb-wp-2014"}, "reason-required"),
        ({"rulebook": "knsb-wp-2014", "reason": "x"}, "nothing-to-change"),
        ({"rulebook": "no-such", "reason": "x"}, "unknown-rulebook"),
    ],
)
def test_a_change_of_rules_needs_a_reason_and_another_rulebook(
    fields: dict[str, str], code: str
) -> None:
    refused = Hall(players=4).decide("rules-change", **fields)
    assert isinstance(refused, tuple)
    assert code in [refusal.code for refusal in refused]


def test_prizes_are_declared_shown_and_replayed(terminal: Terminal) -> None:
    terminal.refused("prizes", "show")
    assert "prizes declared: 300.00, 200.00, 100.00, 50.00" in terminal.run(
        "prizes", "declare", "300", "200", "100", "50"
    )
    terminal.refused("prizes", "declare", "100", "200", code=2)
    terminal.refused("prizes", "declare", "1.234", code=2)
    shown = terminal.json("prizes", "show")
    assert sum(row["cents"] for row in shown["rows"]) == 65000
    (changed,) = [
        note
        for note in terminal.json(
            "replay", "--rules", "knsb-wp-1996", "--set", "prizes.method=by_rank"
        )["notes"]
        if note.startswith("prize")
    ][:1] or [""]
    assert changed


# --- a round robin under rules for tie-breaks alone -----------------------------------------------

# Four players; white wins every game but that of 4, who loses to 1 by default: 1 beats 4 (default)
# and 2, 2 beats 3 and 4, 3 beats 1, 4 beats 3. Points 2 2 1 1.
AS_GAMES = {1: (4, 3), 2: (4, 2), 3: (5, 2), 4: (5, 1)}
"""WP and SB with the default as a game: SB of 1 is 1 + 2, of 2 is 1 + 1."""
OF_EACH = {
    "vega-2016": AS_GAMES,
    "fide-2022": AS_GAMES,
    "fide-2024": AS_GAMES,
    "fide-2026": AS_GAMES,
    # No sentence on round robins: for the others 1 and 4 have half a point of the default, so that
    # 1 counts 1.5 for them and 4 counts 1.5. Their own opponent of that round is a virtual one, 0 +
    # 0 + 2 x 0.5 = 1 for 1 and 0 + 1 + 2 x 0.5 = 2 for 4.
    "fide-2012": {1: (4, 3), 2: (4, 2.5), 3: (5, 1.5), 4: (5, 1)},
    "swiss-manager-2009": {1: (4, 2.5), 2: (4, 2.5), 3: (5, 1.5), 4: (5, 2)},
}
"""WP and SB of each player, by hand."""


def robin(tmp_path: Path) -> Terminal:
    desk = Terminal(tmp_path / "robin.ledger")
    desk.run("init", "Robin", "--rules", "berger")
    for name in "ABCD":
        desk.run("enter", f"Player {name}")
    desk.run("lots", "--by", "entry")
    desk.run("absent", 4, 1)
    for number in (1, 2, 3):
        desk.run("publish")
        for board in (1, 2):
            if (number, board) != (1, 1):
                desk.run("result", number, board, "1-0")
    return desk


def test_every_rulebook_for_tie_breaks_alone_is_held_below() -> None:
    assert set(OF_EACH) == {name for name in shipped() if rules(name).pairs_nothing}


@pytest.mark.clause("vega-2016 appendix I-round-robin")
@pytest.mark.clause("fide-2022 round robin")
@pytest.mark.clause("fide-2024 15.2")
@pytest.mark.clause("fide-2026 15.2")
@pytest.mark.parametrize("version", OF_EACH)
def test_a_round_robin_stays_one_under_rules_that_pair_nothing(
    version: str, tmp_path: Path
) -> None:
    desk, by_hand = robin(tmp_path), OF_EACH[version]
    rows = desk.json("standings", "--rules", version)["rows"]
    assert {row["id"]: (row["wp"], row["sb"]) for row in rows} == by_hand
    for line in toernooiboek.open(desk.ledger).standings(rules=version, final=True):
        if "sb" in line.tie_breaks:
            assert line.tie_breaks["sb"] == Fraction(by_hand[line.number][1])
    for question in (
        f"SELECT player, wp, sb FROM standings WHERE rules = '{version}' AND round = 3"
        " AND NOT final",
        f"SELECT player, wp, sb FROM standings WHERE rules = '{version}' AND final",
    ):
        desk.run("replay", "--all", "--rules", version, "--jobs", "1")
        assert {p: (float(wp), float(sb)) for p, wp, sb in asked(desk, question)} == by_hand
    (desk.ledger.parent / "robin.trf").write_text(desk.run("export"), "utf-8")
    file = desk.ledger.parent / "robin.trf"
    rows = desk.json("trf", "standings", file, "--rules", version, "--set", "bye.points=0")
    assert {row["id"]: (row["wp"], row["sb"]) for row in rows} == by_hand


def test_the_replay_of_a_round_robin_tells_which_round_counts_otherwise(tmp_path: Path) -> None:
    desk = robin(tmp_path)
    assert not any(row["causes"] for row in desk.json("replay", "--rules", "vega-2016")["rows"])
    rows = desk.json("replay", "--rules", "fide-2012")["rows"]
    last = {row["number"]: row["causes"] for row in rows if row["round"] == 3}
    causes_by_number = {
        number: {(c["what"], c["round"]): (c["before"], c["now"]) for c in causes}
        for number, causes in last.items()
    }
    assert causes_by_number[2] == {("wp", 2): (2, 1.5), ("wp", 3): (1, 1.5), ("sb", 3): (1, 1.5)}


def test_a_free_round_of_a_round_robin_is_told_at_its_own_place() -> None:
    """Three players: 1 is free in round 1, which under one of the two counts for nothing."""
    seen = table({1: ["--", "+3", "+2"], 2: ["+3", "--", "-1"], 3: ["-2", "-1", "--"]})
    robin_, vega = replace(seen, round_robin=True), rules("vega-2016")
    moves = compare(UnderRules(robin_, vega), UnderRules(seen, vega), 3, final=False)
    worth: dict[tuple[int, str, int], tuple[Any, Any]] = {
        (m.player, c.what, c.round): (c.before, c.now) for m in moves for c in m.causes
    }
    # Its virtual opponent: 0 + 1 + 2 x 0.5; and 3 counts half a point for their own free round.
    assert worth == {
        (1, "wp", 1): (0, 2),
        (1, "wp", 2): (0, 0.5),
        (1, "wp", 3): (1, 1.5),
        (1, "sb", 2): (0, 0.5),
        (1, "sb", 3): (1, 1.5),
        (2, "wp", 1): (0, 0.5),
        (2, "sb", 1): (0, 0.5),
        (2, "wp", 2): (0, 2.5),
        (2, "wp", 3): (2, 2.5),
        (3, "wp", 1): (1, 1.5),
        (3, "wp", 2): (2, 2.5),
        (3, "wp", 3): (0, 1),
    }


@pytest.mark.clause("berger withdrawal")
def test_who_left_early_counts_for_nobody_under_rules_that_pair_nothing() -> None:
    hall = Hall(6, rules="berger")
    for number in range(1, 6):
        hall.play()
        if number == 2:
            hall.do("withdraw", player=6)
    for version in OF_EACH:
        assert of_tournament(hall.state, rules(version)).struck == {6}
    kept = Hall(6, rules="berger", set={"round_robin.withdrawn": "defaults"})
    kept.play()
    kept.do("withdraw", player=6)
    assert of_tournament(kept.state, rules("vega-2016")).struck == frozenset()


@pytest.mark.parametrize(
    ("version", "names", "others"), [("fide-dubov-2026", "BH", "WP"), ("knsb-wp-1996", "WP", "BH")]
)
def test_a_replay_has_the_names_of_tie_breaks_of_its_version(
    version: str, names: str, others: str
) -> None:
    hall = Hall(6, 5, rules="knsb-wp-2014")
    hall.do("absent", player=6, round=1)
    hall.do("publish")
    for board in (1, 2):
        hall.do("result", round=1, board=board, result="1-0")
    hall.do("publish")
    under = load_rulebook(version)
    assert isinstance(under, Rulebook)
    view = in_words(replay_view([hall.book], [under], pairings=False))
    text = " ".join(f"{row['decided_by']} {row['why']}" for row in view.cells)
    assert re.search(rf"\b{names}\b", text), text
    assert not re.search(rf"\b{others}\b", text), text


def test_a_replay_under_rules_of_fide_and_of_the_knsb_names_each_key_as_its_version_does() -> None:
    hall = Hall(7, 5, rules="fide-dutch-2026")
    for results in (["1-0", "0-1", "1/2-1/2"],) * 3:
        hall.play(*results)
    versions = [load_rulebook(name) for name in ("fide-dutch-2017", "knsb-wp-1996")]
    under = [version for version in versions if isinstance(version, Rulebook)]
    view = replay_view([hall.book], under, pairings=False)
    both = zip(view.cells, in_words(view).cells, strict=True)
    assert {(code["rules"], code["decided_by"], said["decided_by"]) for code, said in both} >= {
        ("fide-dutch-2017", "buchholz_cut1", "BH-C1"),
        ("knsb-wp-1996", "wp", "WP"),
    }

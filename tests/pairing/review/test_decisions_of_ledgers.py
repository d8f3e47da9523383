"""The decisions of whole ledgers: amended, withdrawn, by hand, under other rules, at random."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.commands.decision import Decision
from ledger.facts.disputes import CommandUndone
from ledger.facts.tournament import AnyFact, PairingPublished, TournamentOpened
from pairing.review.decisions import PairingDecision, decision_keys, decisions_of
from tests.docs.decisions import decisions_page
from tests.helpers.crosstables import R1996, R2014, rules
from tests.helpers.family import examples
from tests.helpers.hall import Hall, hall_of, played_swiss, swap_somebody
from tests.helpers.rating_rounds import RATING
from tests.helpers.season import Season
from tests.helpers.season_sequences import SEASONS
from tests.helpers.season_sequences import carry_on as carry_on_in_a_season
from tests.helpers.sequences import KNSB_HALLS
from tests.helpers.sequences import carry_on as carry_on_in_a_hall


def publications(facts: Sequence[AnyFact]) -> dict[int, PairingPublished]:
    """Return the publications by position."""
    return {at: fact for at, fact in enumerate(facts, 1) if isinstance(fact, PairingPublished)}


def rows_by_position(facts: Sequence[AnyFact]) -> dict[int, list[PairingDecision]]:
    rows: dict[int, list[PairingDecision]] = defaultdict(list)
    for row in decisions_of(facts):
        rows[row.position].append(row)
    return dict(rows)


def test_an_amended_round_keeps_the_decision_of_its_publication() -> None:
    hall = hall_of(("1-0", "0-1", "1/2-1/2"))
    hall.do("publish")
    before = list(decisions_of(hall.facts))
    swap_somebody(hall, 2)
    assert list(decisions_of(hall.facts)) == before
    assert all(row.same for row in before)
    assert {row.round for row in before} == {1, 2}


def test_a_pairing_by_hand_or_out_of_a_file_has_no_decisions() -> None:
    hall = Hall(4, 3)
    hall.do("pairing-by-hand", round=1, boards=[[1, 2], [3, 4]], reason="power cut")
    hall.play(publish=False)
    hall.play()
    assert {row.round for row in decisions_of(hall.facts)} == {2}
    table = Hall(4, 3, rules="berger")
    table.play()
    assert publications(table.facts)
    assert list(decisions_of(table.facts)) == []


def test_what_was_known_at_the_basis_counts_though_it_was_taken_back_later() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("undo")
    hall.do("result", round=1, board=3, result="0-1")
    hall.do("publish")
    taken_back = hall.state.position
    hall.take(Decision((CommandUndone(facts=(taken_back,)),)))
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    hall.do("publish")
    rows = rows_by_position(hall.facts)
    assert list(rows) == list(publications(hall.facts))
    assert len(rows) == 3
    first, second = rows[taken_back], rows[hall.state.position]
    assert all(row.same and row.round == 2 for row in (*first, *second))
    assert [row.players for row in first] != [row.players for row in second]


@pytest.mark.clause("knsb-wp-2014 F6")
def test_each_round_is_decided_by_the_rules_it_was_published_under() -> None:
    hall = hall_of(("1-0", "0-1", "1/2-1/2", "1-0"), players=9, rules="knsb-wp-2014")
    hall.do("rules-change", rulebook="knsb-rating-2014", reason="so it was agreed", confirm="2")
    hall.play("1-0", "0-1", "1/2-1/2", "1-0")
    hall.do("rules-change", rulebook="knsb-wp-1996", reason="and back", confirm="3")
    hall.do("publish")
    rows = list(decisions_of(hall.facts))
    assert all(row.same for row in rows)
    books = {row.round: str(row.clause).split()[0] for row in rows}
    assert books == {1: "knsb-wp-2014", 2: "knsb-rating-2014", 3: "knsb-wp-1996"}


@pytest.mark.clause("knsb-wp-2014 F6")
def test_rules_that_came_after_the_basis_but_before_the_publication_are_its_rules() -> None:
    hall = Hall(7, 5)
    basis = hall.state.position
    hall.do(
        "rules-change",
        rulebook="knsb-wp-2014",
        set={"pairing.first_round_odd": "last_free"},
        reason="the federation says so",
    )
    hall.do("publish", basis=basis)
    rows = list(decisions_of(hall.facts))
    assert {(row.basis, row.same) for row in rows} == {(basis, True)}
    assert [(r.value, r.text) for r in rows if r.key == "pairing.first_round_odd"] == [
        (3, "last_free")
    ]


@pytest.mark.parametrize(("base", "clause"), [("knsb-wp-1996", "club C3"), ("fide-2012", None)])
def test_a_clause_is_cited_only_where_the_rulebook_has_it(
    tmp_path: Path, base: str, clause: str | None
) -> None:
    text = f'id = "club"\nbase = "{base}"\nsystem = "wp"\n'
    (tmp_path / "club.toml").write_text(text, "utf-8")
    hall = hall_of(("1-0", "0-1", "1-0"), rules=str(tmp_path / "club.toml"))
    hall.do("publish")
    rows = list(decisions_of(hall.facts))
    assert {row.clause for row in rows if row.key == "k1"} == {clause}


def test_boards_that_the_engine_does_not_find_again_are_marked_and_the_rows_are_its_own() -> None:
    hall = hall_of(("1-0", "0-1", "1/2-1/2"))
    hall.do("publish")
    mine = rows_by_position(hall.facts)[hall.state.position]
    fact = publications(hall.facts)[hall.state.position]
    others = fact.model_copy(
        update={"whites": fact.blacks, "blacks": fact.whites, "engine_version": "0"}
    )
    theirs = rows_by_position([*hall.facts[:-1], others])[hall.state.position]
    assert {row.same for row in theirs} == {False}
    assert [row._replace(same=True) for row in theirs] == mine


def test_a_round_that_cannot_be_decided_again_has_one_row_with_the_reason() -> None:
    hall = Hall(2, 3)
    hall.play()
    again = PairingPublished(
        round=2,
        whites=(2,),
        blacks=(1,),
        bye=None,
        last_round=False,
        engine="wp",
        engine_version="0",
        basis=len(hall.facts),
        rulebook_hash=hall.state.rulebook_hash,
    )
    facts = [*hall.facts, again]
    (row,) = rows_by_position(facts)[len(facts)]
    assert (row.group, row.key, row.text) == (0, "not recomputed", "no-legal-pairing")
    assert (row.players, row.boards, row.same) == ((2, 1), 1, False)
    assert row.clause == "knsb-wp-2014 B1a, B2"
    book = rules("vega-2016")
    opened = [
        fact.model_copy(update={"rulebook_text": book.canonical(), "rulebook_hash": book.hash})
        if isinstance(fact, TournamentOpened)
        else fact.model_copy(update={"rulebook_hash": book.hash})
        if isinstance(fact, PairingPublished)
        else fact
        for fact in facts
    ]
    rows = list(decisions_of(opened))
    assert [(row.key, row.text, row.clause) for row in rows] == [
        ("not recomputed", "rulebook-does-not-pair", None)
    ] * 2


def test_what_is_known_is_passed_over_without_a_look_at_the_facts() -> None:
    hall = played_swiss("knsb-wp-2014", 1, players=6, rounds=4)
    rows = rows_by_position(hall.facts)
    positions = list(rows)
    assert list(decisions_of(hall.facts, positions)) == []
    assert list(decisions_of(hall.facts, positions[:2])) == [
        row for position in positions[2:] for row in rows[position]
    ]


@pytest.mark.parametrize("rulebook", ["knsb-wp-2014", "knsb-rating-2014"])
def test_it_is_told_how_colours_were_given_and_how_far_floaters_came(rulebook: str) -> None:
    hall = played_swiss(rulebook, 3, players=11)
    rows = list(decisions_of(hall.facts))
    for position, fact in list(publications(hall.facts).items())[1:]:
        of_round = [row for row in rows if row.position == position]
        colours = [row for row in of_round if row.label == "colours"]
        assert sum(row.value or 0 for row in colours) == len(fact.whites)
        assert sorted(p for row in colours for p in row.players) == sorted(
            [*fact.whites, *fact.blacks]
        )
        for row in of_round:
            if row.key == "float":
                assert len(row.parts) == len(row.floaters)
                assert row.value == max(row.parts) > 0
            elif row.floaters:
                assert any(r.key == "float" and r.group == row.group for r in of_round)


# --- anything -------------------------------------------------------------------------------------


def holds(facts: Sequence[AnyFact], chance: Random) -> None:
    """Check that the rows are complete, repeat, and never change; every key is documented."""
    rows = rows_by_position(facts)
    assert rows == rows_by_position(facts)
    names = {system: {key.name for key in keys} for system, keys in decision_keys().items()}
    for position, fact in publications(facts).items():
        of_fact = rows[position]
        assert {(r.round, r.basis) for r in of_fact} == {(fact.round, fact.basis)}
        assert len({(row.group, row.key) for row in of_fact}) == len(of_fact)
        assert {row.key for row in of_fact} <= names[fact.engine]
        assert all(row.same for row in of_fact)
        assert all(_may_be(row) for row in of_fact)
        _each_is_where_they_should_be(fact, of_fact)
    end = chance.randrange(len(facts) + 1)
    assert rows_by_position(facts[:end]) == {p: some for p, some in rows.items() if p <= end}
    positions = {position for position in rows if chance.random() < 0.5}
    later = list(decisions_of(facts, positions))
    assert later == [row for p, some in rows.items() if p not in positions for row in some]


def _may_be(row: PairingDecision) -> bool:
    """Return whether more than `wanted` is possible: true of all but the number of pairs."""
    if row.wanted is None or row.value is None:
        return row.wanted is None
    fewer = row.key in ("m1", "p1")
    return row.value <= row.wanted if fewer else row.value >= row.wanted


def _each_is_where_they_should_be(fact: PairingPublished, rows: Sequence[PairingDecision]) -> None:
    """Check that boards add up, floaters go to the next group, and all players are paired."""
    groups = {row.group: row for row in rows if row.group}
    assert list(groups) == list(range(1, len(groups) + 1))
    for row in rows:
        if row.group:
            mine = groups[row.group]
            assert row[5:9] == mine[5:9], "the keys of a group agree on what it is"
    assert sum(row.boards for row in groups.values()) == len(fact.whites)
    own = [p for row in groups.values() for p in row.players if p not in row.floaters]
    alone = [] if fact.bye is None or fact.engine == "keizer" else [fact.bye]
    assert sorted(own) == sorted([*fact.whites, *fact.blacks, *alone])
    met = dict(zip((*fact.whites, *fact.blacks), (*fact.blacks, *fact.whites), strict=True))
    last = {p: number for number, row in groups.items() for p in row.players}
    for number, row in groups.items():
        paired = [p for p in row.players if last[p] == number and p in met]
        assert len(paired) == 2 * row.boards
        assert all(met[p] in paired for p in paired)
        assert set(row.floaters) <= set(groups[number - 1].players if number > 1 else ())
        assert {p for p in row.players if last[p] > number} == (
            set(groups[number + 1].floaters) if number < len(groups) else set()
        )


BY_RATING = ("knsb-rating-2014", "fide-dutch-2026", "fide-dutch-2017")


@examples(60)
@given(
    setup=KNSB_HALLS,
    seed=st.integers(0, 10**9),
    number=st.sampled_from([60, 30]),
    rulebook=st.sampled_from(["knsb-wp-1996", "knsb-wp-2014", *BY_RATING]),
)
def test_the_decisions_of_any_tournament_are_complete_and_never_change(
    setup: dict[str, Any], seed: int, number: int, rulebook: str
) -> None:
    if rulebook in BY_RATING:
        setup = {"players": setup["players"], "rounds": setup["rounds"]}
    hall = Hall(**{**setup, "rules": rulebook})
    if rulebook in BY_RATING and setup["players"]:
        hall.do("lots", by="rating")
    for _ in carry_on_in_a_hall(hall, seed, number):
        pass
    holds(hall.facts, Random(seed))


@examples(60)
@given(setup=SEASONS, seed=st.integers(0, 10**9), number=st.sampled_from([60, 25]))
def test_the_decisions_of_any_season_are_complete_and_never_change(
    setup: dict[str, Any], seed: int, number: int
) -> None:
    season = Season(**setup)
    for _ in carry_on_in_a_season(season, seed, number):
        pass
    holds(season.facts, Random(seed))


def test_every_key_has_a_line_in_the_docs() -> None:
    lines = [
        line.strip("|").split("|")
        for line in decisions_page("").splitlines()
        if line.startswith("| `")
    ]
    assert {len(cells) for cells in lines} == {5}
    assert [cells[0].strip(" `") for cells in lines] == [
        key.name for keys in decision_keys().values() for key in keys
    ]


def test_every_key_has_one_name_and_stands_in_the_rulebooks_of_its_system() -> None:
    books = {
        "wp": [R1996, R2014],
        "rating": [RATING],
        "keizer": [rules("mwkeizer")],
        "fide-dutch": [rules("fide-dutch-2026")],
        "fide-dutch-2017": [rules("fide-dutch-2017")],
        "fide-burstein": [rules("fide-burstein-2026")],
        "fide-dubov": [rules("fide-dubov-2026")],
    }
    for system, keys in decision_keys().items():
        assert len({key.name for key in keys}) == len(keys)
        for book in books[system]:
            for key in keys:
                for clause in key.clause.split(", "):
                    assert any(c.startswith(clause) for c in book.clauses), (key.name, clause)

"""The overviews with a line a member: standing, score matrix, best external; amounts, flags."""

from __future__ import annotations

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.answers.season import OVERVIEWS, overview
from desk.formats.season import FORMAT
from projections.prizes.outcome import outcome_of
from projections.season import members as overviews
from projections.season import rounds as overview_rounds
from projections.season.words import amount
from projections.views.view import View
from tests.helpers.family import examples
from tests.helpers.overviews import KEYS, dutch, headings, of, rows_by_name, shown
from tests.helpers.season import Season
from tests.helpers.words import in_words, words
from tests.oracles.keizer_seasons import random_season, worth


@pytest.fixture(scope="module")
def season() -> Season:
    """Return two rounds of five members: A absent beyond the cap in 2, E external in 1."""
    club = Season(5, absent_cap=0)
    club.do("absent", player=5, round=1)
    club.play("1-0", "1/2-1/2")
    game = {"team": "1", "board": 2, "colour": "B", "round": 1}
    club.do("external", player=5, result="1/2", **game)
    club.do("absent", player=1, round=2)
    club.do("absent", player=3, round=2, kind="club duty")
    club.play("0-1")
    return club


@pytest.mark.clause("mwkeizer 1")
def test_the_standing_has_the_columns_of_the_source(season: Season) -> None:
    view = dutch(overviews.standing(of(season)))
    assert headings(view) == [
        "Nr",
        "Naam",
        "Punten",
        "Wa",
        "Gsp",
        "Gw",
        "Rm",
        "Vl",
        "Kl",
        "Afb",
        "Nul",
        "GT",
        "EMt",
        "Esc",
    ]
    assert str(view.title).startswith("Open: Stand na ronde 2 · Keizer (MwKeizer) · bekend bij #")


def test_the_standing_is_in_english_for_who_reads_english(season: Season) -> None:
    view = in_words(overviews.standing(of(season), final=True))
    assert str(view.title).startswith(
        "Open: Final standing after round 2 · Keizer (MwKeizer) · as known at #"
    )
    assert headings(view) == [
        "No",
        "Name",
        "Points",
        "Val",
        "Pl",
        "W",
        "D",
        "L",
        "Col",
        "Abs",
        "Nil",
        "Bye",
        "Ext",
        "Sc",
    ]
    assert view.cells[0]["points_shown"] == "170.50"
    assert view.notes[1:] == (
        f"values computed {of(season).standing.passes} times, until nothing changed",
        "club duty: Player C 1",
        "the season is not finished (toernooi finish)",
    )


@pytest.mark.clause("mwkeizer 1")
def test_the_standing_of_the_example_of_the_source() -> None:
    club = Season(4)
    club.play("1-0", "1/2-1/2")
    rows = dutch(overviews.standing(of(club))).cells
    assert [(r["rank"], r["name"], r["points_shown"], r["value"]) for r in rows] == [
        (1, "Player A", "137,00", 70),
        (2, "Player C", "103,00", 69),
        (3, "Player D", "102,50", 68),
        (4, "Player B", "67,00", 67),
    ]
    assert [row["points"] for row in rows] == ["137", "103", "205/2", "67"]


@pytest.mark.clause("mwkeizer 1")
def test_the_standing_counts_what_the_rounds_were(season: Season) -> None:
    """Round 1: A-B 1-0, C-D draw, E external; round 2: A absent, C club duty, one is free."""
    rows = rows_by_name(overviews.standing(of(season)))
    first, duty, external = rows["Player A"], rows["Player C"], rows["Player E"]
    assert (first["played"], first["won"], first["beyond_cap"], first["absent"]) == (1, 1, 1, 0)
    assert (duty["drawn"], duty["club_duty"], duty["absent"]) == (1, 1, 0)
    assert external["external"] == 1
    assert (external["external_score"], external["external_score_shown"]) == ("1/2", "½")
    assert sum(row["no_opponent"] == 1 for row in rows.values()) == 1
    for row in rows.values():
        parts = [row["won"], row["drawn"], row["lost"], row["external"]]
        assert row["played"] == sum(parts)  # type: ignore[arg-type]
    assert sum(row["colour_balance"] for row in rows.values()) == 0  # type: ignore[misc]
    assert "clubdienst: Player C 1" in dutch(overviews.standing(of(season))).notes


@pytest.mark.clause("mwkeizer 1")
def test_default_wins_and_losses_are_games_won_and_lost_without_a_colour() -> None:
    club = Season(4)
    club.do("publish")
    club.do("forfeit", round=1, board=1, black="late")
    club.play(publish=False)
    rows = rows_by_name(overviews.standing(of(club)))
    winner, loser = club.boards(1)[0]
    by_id = {row["id"]: row for row in rows.values()}
    assert (by_id[winner]["won"], by_id[winner]["colour_balance"]) == (1, 0)
    assert (by_id[loser]["lost"], by_id[loser]["colour_balance"]) == (1, 0)


@pytest.mark.clause("mwkeizer 1")
def test_an_adjourned_game_is_a_draw_as_long_as_it_counts_as_one() -> None:
    for counts, drawn in ((True, 1), (False, 0)):
        club = Season(4)
        changed = {"arbiter.adjourned_counts_as_draw": counts}
        club.do("rules-change", rulebook="mwkeizer", reason="agreed", set=changed)
        club.play("-", "1-0")
        club.do("adjourn", round=1, board=1)
        white, black = club.boards(1)[0]
        view = overviews.standing(of(club))
        rows = {row["id"]: row for row in view.cells}
        assert (rows[white]["drawn"], rows[black]["drawn"]) == (drawn, drawn)
        assert (rows[white]["colour_balance"], rows[black]["colour_balance"]) == (1, -1)
        assert view.record()["provisional"] is True
        assert "voorlopig: een partij is nog open of afgebroken" in dutch(view).notes


def test_colours_may_count_the_games_for_teams_too() -> None:
    for kl, balance in (("internal", 1), ("all", 2)):
        club = Season(4, kl=kl)
        club.play()
        white = club.boards(1)[0][0]
        game = {"player": white, "round": 1, "team": "1", "board": 1, "colour": "W"}
        club.do("external", result="1", **game)
        rows = {row["id"]: row for row in overviews.standing(of(club)).cells}
        assert rows[white]["colour_balance"] == balance
        club.do("correct-external", player=white, round=1, result="1R", reason="not played")
        rows = {row["id"]: row for row in overviews.standing(of(club)).cells}
        assert rows[white]["colour_balance"] == 1


@pytest.mark.clause("mwkeizer 1")
def test_who_left_is_last_without_a_place_and_is_marked() -> None:
    club = Season(5)
    club.play("1-0", "1-0")
    club.do("leave", player=1)
    club.play()
    last = dutch(overviews.standing(of(club))).cells[-1]
    assert (last["rank"], last["name"], last["left"]) == (None, "Player A", True)
    assert last["name_shown"] == "Player A (vertrokken)"
    assert [row["rank"] for row in overviews.standing(of(club)).cells] == [1, 2, 3, 4, None]


@pytest.mark.clause("mwkeizer schommelen")
def test_a_standing_that_is_not_at_rest_is_flagged_in_every_view_of_values() -> None:
    club = random_season(4, absent_cap=1)
    cycle = of(club, 3).standing.cycle
    assert cycle == 6
    for which in OVERVIEWS:
        view = shown(overview(club.book, which, after=3))
        assert (view.record()["cycle"], view.record()["passes"]) == (6, of(club, 3).standing.passes)
        flagged = any(
            "NIET TOT RUST GEKOMEN" in words(note) and " 6 " in words(note)
            for note in dutch(view).notes
        )
        assert flagged == (which != "results"), which
    assert any(
        "NOT CONVERGED" in words(note) for note in shown(FORMAT.crosstable(club.book, 3)).notes
    )
    calm = overviews.standing(of(club, 2))
    assert calm.record()["cycle"] == 0
    assert f"waarden {of(club, 2).standing.passes} keer doorgerekend" in dutch(calm).notes


@given(st.integers(0, 10**6), KEYS)
@examples(15)
@pytest.mark.clause("mwkeizer 1, punten, extern, 3d")
def test_a_standing_is_what_a_literal_reading_of_the_rules_gives(seed: int, keys: Any) -> None:
    club = random_season(seed, **keys)
    for after in range(7):
        view = of(club, after)
        rounds = range(1, after + 1)
        for line in view.standing.lines:
            values = view.standing.values
            assert line.total == worth(club.state, view.keys, values, line.player, rounds)


@given(st.integers(0, 10**6), KEYS, st.sampled_from([None, 1, 2]))
@examples(20)
@pytest.mark.clause("mwkeizer 4")
def test_the_build_up_adds_up_exactly_to_the_standing(
    seed: int, keys: Any, period: int | None
) -> None:
    count = of(random_season(seed, **keys), period=period)
    totals = {row["id"]: row for row in overviews.standing(count).cells}
    values = {row["id"]: row["value"] for row in totals.values()}
    sums: dict[Any, Fraction] = dict.fromkeys(totals, Fraction(0))
    for row in overview_rounds.build_up(count).cells:
        points = Fraction(str(row["points"]))
        if row["kind"] == "total":
            assert row["points"] == totals[row["id"]]["points"]
            continue
        sums[row["id"]] += points
        if row["kind"] != "own value":
            assert points == Fraction(str(row["share"])) * row["worth"]  # type: ignore[operator]
        if row["opponent"] in values:
            assert row["worth"] == values[row["opponent"]]
    assert sums == {key: Fraction(str(row["points"])) for key, row in totals.items()}


@given(st.integers(0, 10**6))
@examples(15)
@pytest.mark.clause("mwkeizer 5")
def test_the_matrix_has_every_meeting_from_both_sides(seed: int) -> None:
    counts = of(random_season(seed))
    rows = {row["id"]: row for row in dutch(overviews.matrix(counts)).cells}
    games = Counter(
        (frozenset((game.white, game.black)), round_.number)
        for round_ in counts.book.state.rounds
        for game in round_.games
    )
    seen = Counter(
        (frozenset((row["id"], meeting["opponent"])), meeting["round"])
        for row in rows.values()
        for meeting in row["meetings"]  # type: ignore[attr-defined]
    )
    assert seen == {game: 2 * count for game, count in games.items()}
    mirrored = {
        "1w": "0z",
        "0w": "1z",
        "½w": "½z",
        "1R": "0R",
        "0R": "1R",
        "1z": "0w",
        "0z": "1w",
        "½z": "½w",
    }
    for one, row in rows.items():
        for other, cell in row["against"].items():  # type: ignore[attr-defined]
            if other != str(one):
                theirs = rows[int(other)]["against"][str(one)].split()  # type: ignore[index]
                both = list(zip(cell.split(), theirs, strict=True))
                assert all(mirrored[a] == b or {a, b} == {"0w", "0z"} for a, b in both)


@pytest.mark.clause("mwkeizer 5")
def test_the_matrix_is_in_ranking_order_with_those_who_left_last() -> None:
    club = Season(5, rematch_gap=0)
    club.play("1-0", "1/2-1/2")
    club.play()
    club.do("leave", player=1)
    club.play()
    view = dutch(overviews.matrix(of(club)))
    assert headings(view) == ["Nr", "Naam", "1", "2", "3", "4", "v1", "Punten"]
    assert [row["place"] for row in view.cells] == ["1", "2", "3", "4", "v1"]
    for at, row in enumerate(view.cells):
        key = view.columns[2 + at].key.removeprefix("against.")
        assert (row["against"][key], int(key)) == ("×", row["id"])  # type: ignore[index]


@pytest.mark.clause("mwkeizer 7")
def test_the_best_external_result_goes_by_score_then_by_percentage() -> None:
    club = Season(6)
    played = {1: ["1", "0"], 2: ["1"], 3: ["1/2", "1/2", "1"], 4: ["0"], 5: ["1R"]}
    for number in (1, 2, 3):
        club.play()
        for who, results in played.items():
            if number <= len(results):
                club.do(
                    "external",
                    player=who,
                    round=number,
                    team="1",
                    board=1,
                    colour="W",
                    result=results[number - 1],
                )
    club.do(
        "external", player=6, round=3, team="1", board=1, colour="W", result="1", club_evening=False
    )
    view = dutch(overviews.best_external(of(club)))
    assert headings(view) == ["Nr", "Naam", "Esc", "%", "EMt"]
    rows = [(r["place"], r["id"], r["external_score"], r["percentage_shown"]) for r in view.cells]
    equal = rows[1:3]
    assert rows[0] == (1, 3, "2", "66,7")
    assert sorted(equal) == [(2, 2, "1", "100,0"), (2, 5, "1", "100,0")]
    assert rows[3:] == [(4, 1, "1", "50,0"), (5, 4, "0", "0,0")]


@given(st.fractions(-500, 500, max_denominator=60), st.integers(0, 6))
def test_an_amount_is_shown_rounded_half_up(value: Fraction, decimals: int) -> None:
    with localcontext(prec=60):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        rounded = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    written = f"{rounded if rounded else abs(rounded):f}"
    assert words(amount(value, decimals)) == written
    assert words(amount(value, decimals), "nl") == written.replace(".", ",")


def test_amounts_are_rounded_for_display_only() -> None:
    for decimals, text in ((0, "117"), (1, "116,7"), (3, "116,667")):
        club = Season(5, decimals=decimals)
        club.play("1/2-1/2", "1/2-1/2")
        rows = dutch(overviews.standing(of(club))).cells
        free = next(row for row in rows if row["no_opponent"])
        assert (free["points"], free["points_shown"]) == ("350/3", text)


def test_prizes_go_by_the_seasons_standing_and_the_player_shows_their_build_up(
    season: Season,
) -> None:
    view = shown(_prizes(season, 5000, 3000))
    standing = overviews.standing(of(season)).cells
    assert [row["number"] for row in view.cells] == [row["id"] for row in standing[:2]]
    assert [row["points"] for row in view.cells] == [row["points"] for row in standing[:2]]
    mine = shown(FORMAT.card(season.book, 5))
    assert mine.record()["number"] == 5
    assert [row["kind"] for row in mine.cells] == ["own value", *_kinds(season, 5), "total"]


def test_who_left_has_no_prize_and_equal_totals_share_theirs() -> None:
    club = Season(4, own_value=False)
    club.do("leave", player=2)
    club.play("0-0", "0-0")
    view = shown(_prizes(club, 900, 600, 300, 100))
    rows = [(row["number"], row["cents"], row["equal_with"]) for row in view.cells]
    assert rows == [(4, 900, 1), (1, 450, 2), (3, 450, 2)]


def _prizes(season: Season, *amounts: int) -> View:
    season.do("prizes-declare", cents=[*amounts])
    outcome = outcome_of(season.book)
    assert outcome is not None
    return shown(FORMAT.prizes(season.book, outcome))


def _kinds(season: Season, who: int) -> list[str]:
    return [item.what.value for item in of(season).items[who]]

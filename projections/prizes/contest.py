"""The prizes of a standing: who can win which, and who gets which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book, rulebook_of
from ledger.state.tournament import Entrant, Tournament
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.rating_lists import fide_rating, national_rating
from projections.games.rounds import rounds_done
from projections.prizes.allotment import Allotment, Award, Contenders, allot
from projections.prizes.rules import Category, PrizeRules, rules_of_amounts, rules_of_text
from projections.standings.keizer import KeizerStanding, standings_of
from projections.standings.opponents_ratings import performance, rated_games
from projections.standings.standing import Standing, ranking_at_the_end

People = Mapping[str, Mapping[str, str]]


class Ranked(NamedTuple):
    """A line of a standing: `apart` tells whether something separates it from the line above."""

    player: int
    rank: int
    points: int | Fraction
    apart: bool


@dataclass(frozen=True, slots=True)
class Contest:
    """A standing with its prizes; `lines` are those of the players who can win one, best first.

    `unknown` is, for each category, how many of them cannot be judged for want of a value: a year
    of birth, a sex, a club, a federation.
    """

    rules: PrizeRules
    lines: tuple[Ranked, ...]
    contenders: Contenders
    unknown: tuple[int, ...]
    allotment: Allotment

    def player(self, award: Award) -> int:
        """Return the player who gets a prize."""
        return self.lines[award.who].player

    def cents_by_player(self) -> dict[int, int]:
        """Return the money of each player who gets any, best placed first."""
        cents: dict[int, int] = {}
        for award in self.allotment.awards:
            if award.cents:
                player = self.player(award)
                cents[player] = cents.get(player, 0) + award.cents
        return cents


def rules_in_force(state: Tournament, rulebook: Rulebook) -> PrizeRules | None:
    """Return the rules of the prizes as announced last, None where there are no prizes."""
    if state.prizes.rules_text:
        return rules_of_text(state.prizes.rules_text)
    if not state.prizes_cents:
        return None
    return rules_of_amounts(state.prizes_cents, rulebook.prizes.method)


def ranked(standing: Standing) -> list[Ranked]:
    """Return the lines of a final standing that count; a number separates nobody."""
    return [
        Ranked(
            line.player,
            line.rank,
            line.score.points_halves,
            line.decided_by not in (None, "number"),
        )
        for line in standing.lines
        if line.player not in standing.struck
    ]


def ranked_members(standing: KeizerStanding) -> list[Ranked]:
    """Return the lines of the members of a season."""
    lines: list[Ranked] = []
    for line in standing.lines:
        if line.rank is not None:
            apart = not lines or lines[-1].rank != line.rank
            lines.append(Ranked(line.player, line.rank, line.total, apart))
    return lines


def contest_of(book: Book) -> Contest | None:
    """Return the prizes as the standing is after the finished rounds, None without prizes."""
    return contest_of_state(book.state, book.people, book.rules, rounds_done(book))


def contest_of_state(
    state: Tournament, people: People, rulebook: Rulebook, done: int
) -> Contest | None:
    """Return the prizes as the standing is after a number of rounds, None without prizes."""
    rules = rules_in_force(state, rulebook)
    if rules is None:
        return None
    table = of_tournament(state, rulebook, done)
    if rulebook.ranks_by_value:
        lines = ranked_members(standings_of(table, _rulebooks(state, rulebook))[-1])
    else:
        lines = ranked(ranking_at_the_end(table, rulebook, state))
    return contest(state, people, rules, lines, table, rulebook)


def _rulebooks(state: Tournament, rulebook: Rulebook) -> Callable[[int], Rulebook]:
    """Return the rulebook of each round of a season; a round of another system has that of now."""

    def of_round(number: int) -> Rulebook:
        held = rulebook_of(state.rulebook_text_of(number))
        return held if held.ranks_by_value else rulebook

    return of_round


def contest(
    state: Tournament,
    people: People,
    rules: PrizeRules,
    lines: Sequence[Ranked],
    table: Crosstable,
    rulebook: Rulebook,
) -> Contest:
    """Return who gets which prize by a standing, and who can win which."""
    kept = [
        (line, tie)
        for line, tie in zip(lines, _ties(lines, rules), strict=True)
        if _can_win(state, rules, state.players[line.player])
    ]
    there = tuple(line for line, _ in kept)
    ties = [tie for _, tie in kept]
    categories = rules.categories
    known = (
        [_known(state, people, rules, table, rulebook, line.player) for line in there]
        if categories
        else []
    )
    by = {category.by for category in categories}
    measures = {
        measure: [_MEASURES[measure](table, rulebook, line.player) for line in there]
        for measure in by - {"place"}
    }
    orders: list[list[int]] = []
    category_ties: list[list[object]] = []
    unknown = []
    for category in categories:
        judged = [_fits(category, rules, one) for one in known]
        order = [at for at, fits in enumerate(judged) if fits]
        unknown.append(judged.count(None))
        if category.by == "place":
            category_ties.append([ties[at] for at in order])
        else:
            values = measures[category.by]
            order = [at for at in order if values[at] is not None]
            order.sort(key=lambda at: (-(values[at] or 0), at))
            category_ties.append([values[at] for at in order])
        orders.append(order)
    contenders = Contenders(ties, orders, category_ties, len(state.players))
    return Contest(rules, there, contenders, tuple(unknown), allot(contenders, rules))


def _can_win(state: Tournament, rules: PrizeRules, entrant: Entrant) -> bool:
    """Tell whether a player can win anything: expelled players never, who left as the rules say."""
    if entrant.expelled:
        return False
    following = min(state.next_round, state.rounds_planned or state.next_round)
    return rules.eligible_left or not entrant.withdrawn_in(following)


def _ties(lines: Sequence[Ranked], rules: PrizeRules) -> list[object]:
    """Return a value for each line, the same for equal players: points, or what nothing separates."""
    if rules.tie_by == "points":
        return [line.points for line in lines]
    ties: list[object] = []
    for at, line in enumerate(lines):
        ties.append(at if not ties or line.apart else ties[-1])
    return ties


class _Known(NamedTuple):
    """What is known of a player, as categories ask it; None: nothing."""

    player: int
    rating: int | None
    titled: bool
    sex: str | None
    year: int | None
    club: str | None
    federation: str | None
    played: int


def _known(
    state: Tournament,
    people: People,
    rules: PrizeRules,
    table: Crosstable,
    rulebook: Rulebook,
    player: int,
) -> _Known:
    entrant = state.players[player]
    person = people.get(entrant.person, {})
    birth = person.get("birth", "")
    return _Known(
        player=player,
        rating=_rating(state, rules, entrant),
        titled=bool(entrant.title),
        sex=person.get("sex") or None,
        year=int(birth[:4]) if birth[:4].isdecimal() else None,
        club=person.get("club") or None,
        federation=person.get("federation") or None,
        played=sum(cell.played for cell in table.cells[player]),
    )


def _rating(state: Tournament, rules: PrizeRules, entrant: Entrant) -> int | None:
    """Return the rating that decides a band; 0 is that of a player without one."""
    if rules.rating_of == "used":
        return entrant.rating or None
    day = state.dates.get(1)
    fide = fide_rating(state, entrant.player, day)
    national = national_rating(state, entrant.player, day)
    match rules.rating_of:
        case "fide":
            return fide or None
        case "national":
            return national or None
        case "higher":
            return max(fide or 0, national or 0) or None


def _fits(category: Category, rules: PrizeRules, one: _Known) -> bool | None:
    """Tell whether a player can win a category, None where what it asks of them is not known."""
    least = rules.must_play if category.must_play is None else category.must_play
    fits = [
        one.played >= least,
        category.players is None or one.player in category.players,
        category.titled or not one.titled,
        not category.unrated or one.rating is None,
    ]
    if category.ratings is not None:
        fits.append(rules.titled_in_rating or not one.titled)
        unrated = one.rating is None
        fits.append(rules.unrated_in_rating if unrated else one.rating in category.ratings)
    if not all(fits):
        return False
    asked: list[bool | None] = []
    if category.years is not None:
        asked.append(None if one.year is None else one.year in category.years)
    if category.sex is not None:
        asked.append(None if one.sex is None else one.sex == category.sex)
    if category.clubs:
        named = {name.casefold() for name in category.clubs}
        asked.append(None if one.club is None else one.club.strip().casefold() in named)
    if category.federations:
        known = one.federation
        asked.append(None if known is None else known in category.federations)
    if False in asked:
        return False
    return None if None in asked else True


def _performance(table: Crosstable, rulebook: Rulebook, player: int) -> int | None:
    games = rated_games(table, rulebook, player)
    return performance(games) if games else None


def _upset(table: Crosstable, rulebook: Rulebook, player: int) -> int | None:
    """Return by how much the strongest opponent they beat was rated higher; None: by nothing."""
    most = 0
    for number, cell in enumerate(table.cells[player], 1):
        won = cell.halves >= table.rules_in(number, rulebook).scores.win
        if cell.opponent is None or not cell.played or not won:
            continue
        own = table.rating_in(player, number)
        other = table.rating_in(cell.opponent, number)
        if own and other:
            most = max(most, other - own)
    return most or None


_MEASURES = {"performance": _performance, "upset": _upset}
"""What orders those who can win a category that does not go by place."""

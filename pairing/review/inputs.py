"""What a published round was paired from: rules, players, facts, and those since that change them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import count

from ledger.facts.disputes import CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.hall import HallFact
from ledger.facts.tournament import (
    AnyFact,
    PairingPublished,
    RoundClosed,
    RoundStarted,
    RulesChanged,
    TournamentOpened,
)
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book, rulebook_of
from ledger.state.tournament import Round, Tournament, following, replay, undone
from pairing.explain.question import PairingFact
from pairing.norms.contestants import ToPair
from pairing.systems.registry import system_of
from projections.games.crosstable import Crosstable, of_tournament

_OF_NO_INPUT = RoundStarted | RoundClosed | ProtestLodged | RulingRecorded | HallFact
"""Facts that no pairing reads, of whatever round."""


def rules_of(fact: PairingFact, facts: Iterable[AnyFact], then: Book) -> Rulebook:
    """Return the rulebook a round was paired by: the one its publication names.

    It was in force at the publication, and may be later than the facts at its basis.
    """
    if isinstance(fact, PairingPublished):
        for one in facts:
            if (
                isinstance(one, TournamentOpened | RulesChanged)
                and one.rulebook_hash == fact.rulebook_hash
            ):
                return rulebook_of(one.rulebook_text)
    return then.rules_of(fact.round)


def seats(fact: PairingFact, rules: Rulebook, then: Book, table: Crosstable) -> set[int]:
    """Return the players paired in a round, out of those present at its basis.

    `then` is the book at the basis, `table` its crosstable of the rounds before. A publication
    pairs everybody present, a pairing by hand those at a board.
    """
    if system_of(rules).takes_everybody:
        return set(table.cells)
    boards = list(zip(fact.whites, fact.blacks, strict=True))
    outside = {p for board in boards if not all(p in table.cells for p in board) for p in board}
    present = {p for board in boards for p in board} | ({fact.bye} - {None})
    if isinstance(fact, PairingPublished):
        present |= {*then.attending(fact.round)}
    return {p for p in present - outside if p is not None}


def to_pair(book: Book, round_: Round) -> ToPair:
    """Return a published round as it would be paired again, from the facts in the book.

    The same players are paired again, together with boards that were added by hand.
    """
    number = round_.number
    rules = book.rules_of(round_.number)
    table = of_tournament(book.state, rules, after=number - 1)
    return ToPair(table, rules, seated(round_), book.state.is_last(round_))


def seated(round_: Round) -> set[int]:
    """Return the players at the boards of a round as published last, and its bye."""
    players: set[int | None] = {player for board in round_.public for player in board}
    return {player for player in {*players, round_.public_bye} if player is not None}


def changes_since(book: Book, round_: Round, basis: int, published: int) -> list[int]:
    """Return the facts after a basis that change the input of a round, by position.

    `published` is the position of the fact with its boards, which applied the rules of that time. A
    fact that was later withdrawn, and its withdrawal, change nothing and are left out.

    Rule: knsb-wp-2014 F7, F11; knsb-wp-1996 F7, F11; knsb-rating-2014 F7.
    """
    facts = book.facts
    number = round_.number
    if not any(_may_change(fact, number) for fact in facts[basis:]):
        return []
    rules_text = book.at(published).state.rulebook_text_of(number)

    def known(state: Tournament) -> object:
        later = state.position > published
        text = state.rulebook_text_of(number) if later else rules_text
        return _known(state, text, round_, book.state.removed)

    state = replay(facts[:basis])  # it takes in the facts since, which no kept state may
    before = known(state)
    changing: list[int] = []
    for position, fact in enumerate(facts[basis:], basis + 1):
        state = following(state, facts[: position - 1], fact)
        if _may_change(fact, number) and (now := known(state)) != before:
            changing.append(position)
            before = now
    left_out = set(_came_to_nothing(facts, basis))
    return [position for position in changing if position not in left_out]


def _may_change(fact: AnyFact, number: int) -> bool:
    """Return whether a fact can concern the time before a round: it is of no later one."""
    of_round = getattr(fact, "round", 0) or getattr(fact, "with_round", None) or 0
    return of_round < number and not isinstance(fact, _OF_NO_INPUT)


def _came_to_nothing(facts: list[AnyFact], basis: int) -> Iterator[int]:
    for position, fact in enumerate(facts[basis:], basis + 1):
        if isinstance(fact, CommandUndone) and min(fact.facts) > basis:
            yield position
    yield from (position for position in undone(facts) if position > basis)


def _known(state: Tournament, rules_text: str, round_: Round, removed: Container[int]) -> object:
    """Return the input of a round, without anything after it: equal inputs give one pairing.

    Players who were in no pairing yet, as late entries, are not part of it, nor are those who were
    `removed` and never are in one; the values of a season come from all members.
    """
    number = round_.number
    rules = rulebook_of(rules_text)
    table = of_tournament(state, rules, after=number - 1)
    later = {
        p
        for p, entrant in state.players.items()
        if entrant.came_after(number) or (p in removed and not rules.ranks_by_value)
    }
    return rules_text, input_of(table, rules, state.is_last(round_), number, later)


def input_of(
    table: Crosstable,
    rules: Rulebook,
    last_round: bool,
    number: int,
    later: Container[int] = (),
) -> object:
    """Return what the pairing of a round depends on beside its rules and the players in it.

    `table` is that before the round, `later` are players to leave out. The periods and departures
    after the round are not part of it. Equal inputs are also written alike.
    """
    cells, numbers, ratings, titles, virtual = (
        {player: value for player, value in values.items() if player not in later}
        for values in (table.cells, table.numbers, table.ratings, table.titles, table.virtual)
    )
    apart = sorted({tuple(sorted(one.players)) for one in table.apart if one.holds_in(number)})
    season = replace(
        table.season,
        periods=tuple(start for start in table.season.periods if start <= number),
        joined={p: start for p, start in table.season.joined.items() if p not in later},
        left={
            player: departures
            for player, all_ in table.season.left.items()
            if (departures := tuple(one for one in all_ if one.round <= number))
        },
    )
    system = system_of(rules)
    if rules.late_number != "last":
        # Ratings speak by numbers alone, as a rule. Who comes later may shift these; the order
        # stays.
        numbers = dict(zip(sorted(numbers, key=lambda p: numbers[p]), count(1), strict=False))
        ratings = ratings if system.ratings_clause else {}
        titles = {}
    planned = (table.planned,) if system.rounds_clause else ()
    return (
        last_round,
        cells,
        numbers,
        ratings,
        titles,
        season,
        table.first_colour,
        virtual,
        apart,
        *planned,
    )

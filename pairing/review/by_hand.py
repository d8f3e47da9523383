"""Boards and byes that the arbiter made after a publication: when, by whom, why, and any faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ledger.facts.tournament import BoardAdded
from ledger.messages import Sentence
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import PairingChange, Round
from pairing.explain.claims import Claim, ClaimValue
from pairing.systems.registry import contestants, system_of
from projections.games.crosstable import of_tournament
from projections.views.changes import changes_in_words

Seat: TypeAlias = tuple[int, ...]
"""A board, white first, or the one player with the bye."""


def change_notes(round_: Round, rules: Rulebook) -> Iterator[Sentence]:
    """Yield notes about the changes of a published round, with what the arbiter wrote."""
    yield from changes_in_words(round_.changes, rules, reasons=True)


def made_by_hand(book: Book, round_: Round) -> Mapping[Seat, tuple[Claim, ...]]:
    """Return the boards and the bye in force that an arbiter chose, each with its description.

    Boards that an engine paired again are not among them.
    """
    changes: dict[Seat, PairingChange] = {}
    for change in round_.changes:
        seats: set[Seat] = {*change.after, *_bye(change.bye_after)}
        chosen = seats - {*change.before, *_bye(change.bye_before)}
        earlier = {} if change.basis is not None else changes
        changes = {seat: first for seat, first in earlier.items() if seat in seats}
        if change.basis is None:
            changes |= dict.fromkeys(chosen, change)
    return {seat: tuple(_said(book, round_, change, seat)) for seat, change in changes.items()}


def _bye(player: int | None) -> set[Seat]:
    return set() if player is None else {(player,)}


def _said(book: Book, round_: Round, change: PairingChange, seat: Seat) -> Iterator[Claim]:
    fact, stamp = book.recorded[change.position - 1]
    detail: dict[str, ClaimValue] = {
        "position": change.position,
        "recorded_at": stamp.recorded_at.isoformat(),
        "actor": stamp.actor,
        "reason": fact.reason,
        "added": isinstance(fact, BoardAdded),
        "begun_at": change.begun_at,
    }
    yield Claim("by_hand", seat, detail=detail)
    yield from _by_the_norms(book.at(change.position - 1), round_, seat)


def _by_the_norms(book: Book, round_: Round, seat: Seat) -> Iterator[Claim]:
    """Yield the norm or condition that a manual board breaks, from the facts at that time.

    Rule: knsb-wp-2014 B1a, B1b, B2; knsb-rating-2014 B1a, B1b, B2; mwkeizer a, b.
    """
    rules = book.rules_of(round_.number)
    system = system_of(rules)
    table = of_tournament(book.state, rules, round_.number - 1)
    if system.conditions_broken is not None and len(seat) == 2:
        broken = list(system.conditions_broken(table, rules, [(seat[0], seat[1])]))
        for _, why in broken:
            yield Claim("by_norms", seat, detail={"condition": why})
        if not broken:
            yield Claim("by_norms", seat, detail={"condition": None})
        return
    if system.norm_broken is None:
        return
    last_round = book.state.is_last(round_)
    everyone = {c.key: c for c in contestants(table, rules, set(table.cells), last_round)}
    if len(seat) == 2:
        clause = system.norm_broken(rules, everyone[seat[0]], everyone[seat[1]])
    else:
        clause = None if everyone[seat[0]].may_have_bye else system.bye_norm
    yield Claim("by_norms", seat, clause=clause)

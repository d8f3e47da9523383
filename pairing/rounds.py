"""The use cases of a round: draft and publish a pairing, and finish."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from ledger import boards
from ledger.book import Book
from ledger.commands import (
    Finish,
    Publish,
)
from ledger.decision import Decision, Warn
from ledger.events import (
    AnyFact,
    FinalLotsDrawn,
    PairingPublished,
    RoundClosed,
    TournamentClosed,
)
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state import Tournament, replay
from ledger.words import count_of
from pairing.amend import corrections
from pairing.field import ENGINES, no_pairing, pair_round, without_engine
from pairing.round_robin import rounds_needed
from pairing.state import NoPairing, Pairing
from projections.games import Crosstable, of_tournament
from projections.standings import final_standing


@dataclass(frozen=True, slots=True)
class Draft:
    """A pairing that is not published: boards, and what they were computed from.

    absent are those not paired. No draft is recorded; the same basis gives it again.
    """

    round: int
    basis: int
    last_round: bool
    pairing: Pairing
    table: Crosstable
    absent: tuple[int, ...]
    notes: tuple[str, ...] = ()


def draft(book: Book, basis: int | None = None) -> Draft | Refusals:
    """Pair the next round from what was known at a position (None: now).

    Rule: knsb-wp-2014 C; knsb-wp-2014 F11.
    """
    now = book.state
    state = now if basis in (None, now.position) else replay(book.facts[:basis])
    if basis is not None and not 1 <= basis <= now.position:
        what = f"there is no position {basis}; the last is {now.position}"
        return (Refusal("unknown-position", what, "toernooi log", exit=Exit.USAGE),)
    if state.next_round != now.next_round:
        what = f"position {basis} is before round {now.next_round - 1} was published"
        next_step = "publish from a later position, or without --basis"
        return (Refusal("basis-too-old", what, next_step, book.clause("F6")),)
    basis_book = replace(book, state=state, facts=book.facts[: state.position])
    # What came after the basis may not matter to the pairing and still be in its way.
    refusals = _not_ready(book) if state is not now else ()
    if not refusals and (then := _not_ready(basis_book)) and state is not now:
        step = "publish from a later position, or without --basis"
        refusals = tuple(replace(r, what=f"at #{basis}: {r.what}", next=step) for r in then)
    elif not refusals:
        refusals = then
    if refusals:
        return refusals
    number = state.next_round
    round_robin = book.rules.system == "round-robin"
    present = {p for p, e in state.players.items() if round_robin or basis_book.attends(e, number)}
    table = of_tournament(state, book.rules)
    last_round = state.rounds_planned == number
    pairing = pair_round(table, book.rules, present, last_round)
    if isinstance(pairing, NoPairing):
        next_step = f"let a player of these sit out: toernooi absent PLAYER {number}"
        return (no_pairing(number, pairing, book.rules, book.called, next_step),)
    absent = tuple(p for p in table.cells if p not in present)
    notes = _notes(basis_book, pairing)
    return Draft(number, state.position, last_round, pairing, table, absent, notes)


def _not_ready(book: Book) -> Refusals:
    state = book.state
    if state.closed:
        return (closed(state),)
    unpairable = without_engine(book.rules)
    found = [unpairable] if unpairable else []
    number = state.next_round
    if state.rounds_planned is not None and number > state.rounds_planned:
        published = count_of(state.rounds_planned, "round is", "rounds are")
        what = f"no round is left: {published} planned and published"
        found.append(Refusal("no-round-left", what, "toernooi finish, or toernooi plan ROUNDS"))
    if any(entrant.number is None for entrant in state.players.values()):
        what = "players have no numbers yet"
        clause = book.clause("A2" if book.rules.system == "rating" else "D")
        found.append(Refusal("numbers-missing", what, "toernooi lots", clause=clause))
    elif number == 1 and _colour_not_drawn(book):
        what = "the colour of the highest player in round 1 is not drawn yet"
        found.append(Refusal("first-colour-missing", what, "toernooi lots", book.clause("E5")))
    if book.rules.system == "round-robin":
        rounds = rounds_needed(len(state.players), book.rules.round_robin.cycles)
        if number > rounds and len(state.players) > 1:
            what = f"everybody has met everybody in {count_of(rounds, 'round')}"
            found.append(Refusal("no-round-left", what, "toernooi finish"))
    else:
        for round_ in state.rounds:
            found.extend(boards.still_open(book, round_))
    if sum(book.attends(e, number) for e in state.players.values()) < 2:
        what = f"fewer than two players are there for round {number}"
        found.append(Refusal("too-few-players", what, "toernooi enter NAME"))
    return tuple(found)


def _colour_not_drawn(book: Book) -> bool:
    """Tell whether round 1 on rating still waits for its first colour.

    Rule: knsb-rating-2014 E5.
    """
    drawn = book.rules.rating.first_colour != "drawn" or book.state.first_colour is not None
    return book.rules.system == "rating" and not drawn


def _notes(book: Book, pairing: Pairing) -> tuple[str, ...]:
    state, rules = book.state, book.rules
    notes = [
        f"board {item.board}: {item.why}; nothing else was possible" for item in pairing.relaxed
    ]
    if rules.system == "rating" and state.next_round == 1 and state.first_colour is not None:
        colour = "white" if state.first_colour == "W" else "black"
        notes.append(f"the highest player has {colour}, as it was drawn (E5)")
    if state.rounds_planned is None and rules.system != "keizer":
        notes.append(
            "the number of rounds is not planned, so no round is the last (toernooi plan ROUNDS)"
        )
    adjourned = sum(g.adjourned and g.outcome is None for r in state.rounds for g in r.games)
    if adjourned:
        mark = book.mark("F11")
        notes.append(f"adjourned games count as draws for pairing{mark}: {adjourned}")
    return tuple(notes)


def publish(book: Book, command: Publish) -> Decision | Refusals:
    """Pair the next round and make it public; rounds with nothing open are closed before.

    Rule: knsb-wp-1996 F6; knsb-wp-2014 F6; knsb-wp-2014 F7.
    """
    state = book.state
    refusals = () if command.round is None else boards.out_of_turn(book, command.round)
    if refusals:
        return refusals
    made = draft(book, command.basis)
    if not isinstance(made, Draft):
        return made
    stale = _no_longer_present(book, made)
    if stale:
        return stale
    notes, warnings = made.notes, list[Warn]()
    if made.basis < state.position:
        notes += (f"computed from #{made.basis}; facts up to #{state.position} are newer",)
        newer = corrections(book, made.basis, made.round)
        if newer:
            listed = ", ".join(f"#{fact.position}" for fact in newer)
            what = f"the draft from #{made.basis} does not know the correction {listed}"
            warnings.append(Warn("correction-is-newer", what, "confirm", clause=book.clause("F7")))
    engine, version = ENGINES[book.rules.system]
    facts = boards.closings(state)
    facts.append(
        PairingPublished(
            round=made.round,
            whites=tuple(board.white for board in made.pairing.boards),
            blacks=tuple(board.black for board in made.pairing.boards),
            bye=made.pairing.bye,
            last_round=made.last_round,
            engine=engine,
            engine_version=version,
            rulebook_hash=state.rulebook_hash,
            basis=made.basis,
            relaxed=tuple(item.board for item in made.pairing.relaxed),
            relaxed_why=tuple(item.why for item in made.pairing.relaxed),
            reason=command.reason,
        )
    )
    return Decision(tuple(facts), notes=notes, warnings=tuple(warnings))


def _no_longer_present(book: Book, made: Draft) -> Refusals:
    paired = [p for board in made.pairing.boards for p in (board.white, board.black)]
    paired += [made.pairing.bye] if made.pairing.bye is not None else []
    gone = [p for p in paired if p not in book.state.players]
    if gone:
        what = f"an entry that #{made.basis} knows was taken back"
        step = "toernooi publish without --basis pairs those who are there"
        return (Refusal("basis-outdated", what, step),)
    return tuple(
        Refusal(
            "basis-outdated",
            f"{book.called(player)} is out of round {made.round} since #{made.basis}",
            "toernooi publish without --basis pairs those who are there",
            clause=book.clause("F5"),
        )
        for player in paired
        if book.rules.system != "round-robin"
        and not book.attends(book.state.players[player], made.round)
    )


def finish(book: Book, command: Finish) -> Decision | Refusals:
    """End the tournament; draw lots for those whom nothing else parts.

    After the end it draws lots for players whom only a later correction made equal.

    Rule: knsb-wp-2014 F12.
    """
    state = book.state
    if state.closed:
        lots_fact = _lots(book, command)
        return Decision((lots_fact,)) if lots_fact else (closed(state),)
    refusals: list[Refusal] = []
    planned = state.rounds_planned or len(state.rounds)
    if len(state.rounds) < planned or not state.rounds:
        of = f", of {planned} planned" if planned else ""
        what = f"{count_of(len(state.rounds), 'round is', 'rounds are')} published{of}"
        refusals.append(Refusal("rounds-left", what, "toernooi pair, or toernooi plan ROUNDS"))
    for round_ in state.rounds:
        for board, game in enumerate(round_.games, 1):
            if game.outcome is None:
                what = f"round {round_.number}, board {board} has no result"
                next_step = f"toernooi result {round_.number} {board} RESULT"
                refusals.append(Refusal("game-open", what, next_step))
    if refusals:
        return tuple(refusals)
    facts: list[AnyFact] = [RoundClosed(round=r.number) for r in state.rounds if not r.closed]
    lots_fact = _lots(book, command)
    if lots_fact:
        facts.append(lots_fact)
    facts.append(TournamentClosed(reason=command.reason))
    return Decision(tuple(facts))


def _lots(book: Book, command: Finish) -> FinalLotsDrawn | None:
    """Draw lots among all who are equal in everything, by the order of SHA-256 of "seed:player"."""
    table = of_tournament(book.state, book.rules)
    made = final_standing(table, book.rules, book.state.final_lots)
    tied = [line.player for line in made.lines if line.lots_needed]
    if not tied:
        return None
    seed = command.seed or book.new_seed()
    tied.sort(key=lambda p: hashlib.sha256(f"{seed}:{p}".encode()).hexdigest())
    return FinalLotsDrawn(players=tuple(tied), seed=seed, reason=command.reason)


def closed(state: Tournament) -> Refusal:
    """Return the refusal of what comes after the end."""
    return Refusal(
        "tournament-closed",
        f'"{state.name}" is finished; only corrections are taken',
        "toernooi standings --final",
    )

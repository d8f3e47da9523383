"""The draft of the next round: its pairing now, or all obstacles to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ledger.facts.tournament import NumbersAssigned
from ledger.messages import Blank, Sentence, also, do, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.numbers import numbers_missing
from ledger.state.tournament import Round, Tournament
from pairing.norms.model import NoPairing, Pairing
from pairing.systems.numbers import as_numbered, numbered_with, numbers_noted
from pairing.systems.registry import contestants, no_pairing, pair_round, system_of, without_engine
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.gave_way import gave_way
from projections.views.status import next_command


def still_open(book: Book, round_: Round) -> Refusals:
    """Return a refusal that names the games with neither result nor adjournment, () if none.

    Rule: knsb-wp-2014 F11.
    """
    games = round_.open_games
    if not games:
        return ()
    boards: list[Sentence] = [
        message("systems.board", board=board, players=book.called_both(game))
        for board, game in games[:3]
    ]
    boards += [message("systems.more-boards", n=len(games) - 3)] if len(games) > 3 else []
    what = message("systems.games-open", round=round_.number, boards=run_on(*boards, between=", "))
    one = do("result", round=round_.number, board=games[0][0], result=Blank("RESULT"))
    results = do("results", round=round_.number) if len(games) > 1 else one
    step = message("systems.result-first", command=results)
    if book.state.fide.in_mode:
        step = message("fide-mode.or-close", step=step, close=do("close", round=round_.number))
    return (Refusal("games-open", what, step, clause=book.clause("F11")),)


def rounds_of(book: Book, rules: Rulebook | None = None) -> int | None:
    """Return the number of rounds: that of the table, else as planned; None: unknown.

    A table is known as soon as everybody has a number. `rules` replace those in force.

    Rule: berger table.
    """
    state = book.state
    numbered = all(entrant.number is not None for entrant in state.players.values())
    return (rounds_of_table(book, rules) if numbered else None) or state.rounds_planned


def rounds_of_table(book: Book, rules: Rulebook | None = None) -> int | None:
    """Return the number of rounds of the table for the players so far; None: there is none.

    Rule: berger table.
    """
    players = len(book.state.players)
    rules = rules or book.rules
    at_most = system_of(rules).rounds_at_most
    return at_most(players, rules) if at_most is not None and players > 1 else None


def rounds_do_not_fit(book: Book, planned: int, rounds: int, players: int) -> Refusal:
    """Return the refusal of a number of rounds other than that of the table.

    Rule: berger table.
    """
    of_table = message("systems.table", n=players, rounds=rounds)
    what = message("systems.rounds-do-not-fit", n=planned, table=of_table)
    step = message("systems.plan-or-cycles", command=do("plan", rounds=rounds))
    return Refusal("rounds-do-not-fit", what, step, book.clause("table"))


@dataclass(frozen=True, slots=True)
class Draft:
    """An unpublished pairing: boards, and the facts they were computed from.

    `absent` are the players not paired. `numbers` are those that go with the publication, None
    where they stay. No draft is recorded; the same basis gives it again.
    """

    round: int
    basis: int
    last_round: bool
    pairing: Pairing
    table: Crosstable
    absent: tuple[int, ...]
    notes: tuple[Sentence, ...] = ()
    numbers: NumbersAssigned | None = None


_LATER = message("systems.later-basis", option=also(basis=True))


def draft(book: Book, basis: int | None = None) -> Draft | Refusals:
    """Pair the next round from the facts at a position (None: now).

    Rule: knsb-wp-2014 C; knsb-wp-2014 F11.
    """
    now = book.state
    if basis is not None and not 1 <= basis <= now.position:
        what = message("systems.unknown-position", position=basis or 0, last=now.position)
        return (Refusal("unknown-position", what, do("log"), exit=Exit.USAGE),)
    basis_book = book if basis in (None, now.position) else book.at(basis)
    state = basis_book.state
    if state.next_round != now.next_round:
        what = message("systems.basis-too-old", position=basis or 0, round=now.next_round - 1)
        return (Refusal("basis-too-old", what, _LATER, book.clause("F6")),)
    # Facts after the basis may not matter to the pairing and still stand in its way.
    refusals = not_ready(book) if state is not now else ()
    if not refusals and (then := not_ready(basis_book)) and state is not now:
        refusals = tuple(
            replace(r, what=message("systems.at", position=basis or 0, what=r.what), next=_LATER)
            for r in then
        )
    elif not refusals:
        refusals = then
    if refusals:
        return refusals
    number = state.next_round
    everybody = system_of(book.rules).takes_everybody
    present = {p for p, e in state.players.items() if everybody or basis_book.attends(e, number)}
    numbers = numbered_with(basis_book, number, present)
    table = of_tournament(as_numbered(basis_book, numbers).state, book.rules)
    last_round = state.rounds_planned == number
    pairing = pair_round(table, book.rules, present, last_round)
    if isinstance(pairing, NoPairing):
        absent = do("absent", player=Blank("PLAYER"), round=number)
        sit_out = message("systems.sit-out", command=absent)
        return (no_pairing(number, pairing, book.rules, book.called, sit_out),)
    if refusals := _second_games(basis_book, table, pairing):
        return refusals
    away = tuple(p for p in table.cells if p not in present)
    notes = (*_notes(basis_book, pairing), *_accelerated(table, present))
    notes += numbers_noted(basis_book, numbers)
    if rules := system_of(book.rules).cites(table):
        notes += (message("systems.cites", rules=rules),)
    return Draft(
        round=number,
        basis=state.position,
        last_round=last_round,
        pairing=pairing,
        table=table,
        absent=away,
        notes=notes,
        numbers=numbers,
    )


def _second_games(book: Book, table: Crosstable, pairing: Pairing) -> Refusals:
    """Return the boards of a table of rounds on which two meet once too often.

    That can only happen when the rounds before were not all those of the table.

    Rule: berger B1a.
    """
    rules = book.rules
    system = system_of(book.rules)
    if not system.takes_everybody or system.norm_broken is None:
        return ()
    everyone = {c.key: c for c in contestants(table, rules, set(table.cells), False)}
    number = book.state.next_round
    by_hand = do("pairing-by-hand", round=number, file=Blank("FILE"))
    step = message("systems.other-boards", command=by_hand)
    return tuple(
        Refusal(
            "norm-broken",
            message(
                "systems.breaks",
                round=number,
                white=book.called(b.white),
                black=book.called(b.black),
                norm=norm,
            ),
            step,
            book.clause(norm),
        )
        for b in pairing.boards
        if (norm := system.norm_broken(rules, everyone[b.white], everyone[b.black]))
    )


def not_planned(book: Book) -> Refusals:
    """Return the refusal of a round without a number of rounds where the pairing goes by it.

    Rule: fide-dutch-2026 ACC1.4; fide-dubov-2026 1.8.
    """
    state = book.state
    clause = system_of(book.rules).rounds_clause
    baku = book.rules.acceleration == "baku" and not state.fide.group
    if state.rounds_planned is not None or not (clause or baku):
        return ()
    what = message("systems.rounds-not-known" if clause else "systems.rounds-not-planned")
    step = do("plan", rounds=Blank("ROUNDS"))
    return (Refusal("rounds-not-planned", what, step, book.clause(clause or "ACC1.4")),)


def unrated(book: Book) -> Refusals:
    """Return the refusal of players without a rating where pairings go by ratings.

    Rule: fide-dubov-2026 1.2.1.
    """
    clause = system_of(book.rules).ratings_clause
    players = [p for p, entrant in book.state.players.items() if entrant.rating is None]
    if clause is None or not players:
        return ()
    named = book.called_some(players)
    what = message("systems.ratings-missing", n=len(players), players=named)
    step = do("correct-rating", player=Blank("PLAYER"), rating=Blank("NUMBER"), estimated=True)
    return (Refusal("ratings-missing", what, step, book.clause(clause)),)


def never_comes(book: Book, number: int) -> Refusal | None:
    """Return why a round that is not published will not be: the end, or the plan; None: it may."""
    state = book.state
    planned = rounds_of(book)
    if number <= len(state.rounds):
        return None
    if state.closed:
        return closed(state)
    if planned is None or number <= planned:
        return None
    what = message("handlers.beyond-plan", n=planned, round=number)
    return Refusal("no-such-round", what, next_command(state, planned))


def not_ready(book: Book) -> Refusals:
    """Return what stands in the way of pairing the next round, before it is tried; () for nothing.

    Rule: knsb-wp-2014 F11.
    """
    state = book.state
    if state.closed:
        return (closed(state),)
    unpairable = without_engine(book.rules)
    system = system_of(book.rules)
    everybody = system.takes_everybody
    refusals = [unpairable] if unpairable else [*not_planned(book), *unrated(book)]
    number = state.next_round
    if state.rounds_planned is not None and number > state.rounds_planned:
        what = message("systems.no-round-left", n=state.rounds_planned)
        step = next_command(state, rounds_of(book))
        if system.rounds_at_most is None:
            plan = do("plan", rounds=Blank("ROUNDS"))
            step = message("systems.or-plan", step=step, command=plan)
        refusals.append(Refusal("no-round-left", what, step))
    if numbers_missing(state.players):
        what = message("systems.numbers-missing")
        clause = book.clause(system.numbers_clause)
        refusals.append(Refusal("numbers-missing", what, do("lots"), clause=clause))
    elif number == 1 and system.draws_first_colour(book.rules) and state.first_colour is None:
        what = message("systems.colour-not-drawn")
        clause = book.clause(system.first_colour_clause or "")
        refusals.append(Refusal("first-colour-missing", what, do("lots"), clause))
    rounds = rounds_of(book)
    planned = state.rounds_planned
    if planned is not None and rounds is not None and planned != rounds:
        refusals.append(rounds_do_not_fit(book, planned, rounds, len(state.players)))
    if state.rounds_planned is None and rounds is not None and number > rounds:
        what = message("systems.everybody-met", n=rounds)
        refusals.append(Refusal("no-round-left", what, next_command(state, rounds)))
    if system.waits_for_results:
        for round_ in state.rounds:
            refusals.extend(still_open(book, round_))
    there = [e for e in state.players.values() if everybody or book.attends(e, number)]
    if len(there) < 2:
        what = message("systems.too-few", round=number)
        refusals.append(Refusal("too-few-players", what, do("enter", name=Blank("NAME"))))
    return tuple(refusals)


def _notes(book: Book, pairing: Pairing) -> tuple[Sentence, ...]:
    state = book.state
    system = system_of(book.rules)
    notes: list[Sentence] = [
        message("systems.gave-way", board=item.board, why=gave_way(item.why))
        for item in pairing.relaxed
    ]
    clause = system.first_colour_clause
    if clause is not None and state.next_round == 1 and state.first_colour is not None:
        colour = "white" if state.first_colour == "W" else "black"
        notes.append(message(f"systems.drawn-{colour}", clause=clause))
    if system.takes_everybody:
        notes += _defaults_to_come(book, pairing)
    if state.rounds_planned is None and system.last_round_matters:
        plan = do("plan", rounds=Blank("ROUNDS"))
        notes.append(message("systems.not-planned", command=plan))
    adjourned = sum(g.adjourned and g.outcome is None for r in state.rounds for g in r.games)
    if adjourned:
        notes.append(message("systems.adjourned", mark=book.mark("F11"), games=adjourned))
    return tuple(notes)


def _accelerated(table: Crosstable, present: Collection[int]) -> Iterator[Sentence]:
    """Yield how many of those who are paired have virtual points in the round.

    Rule: fide-dutch-2026 ACC1.5.
    """
    players = sum(table.virtual_halves(player, table.rounds + 1) > 0 for player in present)
    if players:
        yield message("systems.accelerated", n=players, show=do("acceleration"))


def _defaults_to_come(book: Book, pairing: Pairing) -> list[Sentence]:
    """Return the boards that are lost by default when the round is published.

    Rule: berger withdrawal.
    """
    number = book.state.next_round
    players = book.state.players
    return [
        message("systems.not-there", board=board, player=book.called(player))
        for board, game in enumerate(pairing.boards, 1)
        for player in (game.white, game.black)
        if not players[player].present_in(number)
    ]


def closed(state: Tournament) -> Refusal:
    """Return the refusal of a round after the end."""
    return Refusal(
        "tournament-closed",
        message("systems.finished", tournament=state.name),
        message("systems.reopens", command=do("reopen")),
    )

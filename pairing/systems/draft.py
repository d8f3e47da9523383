"""The draft of the next round: what it would be paired as now, or everything that is in its way."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ledger.messages import Blank, Sentence, also, do, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import Round, Tournament
from ledger.wording import count_of
from pairing.norms.model import NoPairing, Pairing
from pairing.systems.registry import contestants, no_pairing, pair_round, system_of, without_engine
from projections.games.crosstable import Crosstable, of_tournament
from projections.views.status import next_command


def still_open(book: Book, round_: Round) -> Refusals:
    """Return a refusal that names the games with neither result nor adjournment, () when none.

    Rule: knsb-wp-2014 F11.
    """
    games = round_.open_games
    if not games:
        return ()
    named = [f"board {board} ({book.called_both(game)})" for board, game in games[:3]]
    more = [f"and {len(games) - 3} more"] if len(games) > 3 else []
    return (
        Refusal(
            "games-open",
            f"round {round_.number} has no result on {', '.join([*named, *more])}",
            run_on(
                do("result", round=round_.number, board=games[0][0], result=Blank("RESULT")),
                ", or forfeit, or adjourn",
            ),
            clause=book.clause("F11"),
        ),
    )


def rounds_of(book: Book, rules: Rulebook | None = None) -> int | None:
    """Return how many rounds there are: as the table has it, else as planned; None: nobody knows.

    A table is known as soon as everybody has a number. rules are in place of those in force.

    Rule: berger table.
    """
    state, rules = book.state, rules or book.rules
    system = system_of(rules)
    numbered = all(entrant.number is not None for entrant in state.players.values())
    if system.rounds_at_most is None or not numbered or len(state.players) < 2:
        return state.rounds_planned
    return system.rounds_at_most(len(state.players), rules)


def rounds_do_not_fit(book: Book, planned: int, rounds: int, players: int) -> Refusal:
    """Return the refusal of a number of rounds that is not that of the table.

    Rule: berger table.
    """
    are = count_of(planned, "round is", "rounds are")
    what = f"{are} planned; the table of {count_of(players, 'player')} has {rounds}"
    step = run_on(do("plan", rounds=rounds), ", or another number of cycles")
    return Refusal("rounds-do-not-fit", what, step, book.clause("table"))


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
    notes: tuple[Sentence, ...] = ()


_LATER = run_on("publish from a later position, or without ", also(basis=True))


def draft(book: Book, basis: int | None = None) -> Draft | Refusals:
    """Pair the next round from what was known at a position (None: now).

    Rule: knsb-wp-2014 C; knsb-wp-2014 F11.
    """
    now = book.state
    if basis is not None and not 1 <= basis <= now.position:
        what = f"there is no position {basis}; the last is {now.position}"
        return (Refusal("unknown-position", what, do("log"), exit=Exit.USAGE),)
    basis_book = book if basis in (None, now.position) else book.at(basis)
    state = basis_book.state
    if state.next_round != now.next_round:
        what = f"position {basis} is before round {now.next_round - 1} was published"
        return (Refusal("basis-too-old", what, _LATER, book.clause("F6")),)
    # What came after the basis may not matter to the pairing and still be in its way.
    refusals = _not_ready(book) if state is not now else ()
    if not refusals and (then := _not_ready(basis_book)) and state is not now:
        refusals = tuple(replace(r, what=f"at #{basis}: {r.what}", next=_LATER) for r in then)
    elif not refusals:
        refusals = then
    if refusals:
        return refusals
    number = state.next_round
    everybody = system_of(book.rules).takes_everybody
    present = {p for p, e in state.players.items() if everybody or basis_book.attends(e, number)}
    table = of_tournament(state, book.rules)
    last_round = state.rounds_planned == number
    pairing = pair_round(table, book.rules, present, last_round)
    if isinstance(pairing, NoPairing):
        sit_out = run_on(
            "let a player of these sit out: ", do("absent", player=Blank("PLAYER"), round=number)
        )
        return (no_pairing(number, pairing, book.rules, book.called, sit_out),)
    if refusals := _second_games(basis_book, table, pairing):
        return refusals
    absent = tuple(p for p in table.cells if p not in present)
    notes = _notes(basis_book, pairing)
    return Draft(number, state.position, last_round, pairing, table, absent, notes)


def _second_games(book: Book, table: Crosstable, pairing: Pairing) -> Refusals:
    """Return the boards of a table of rounds on which two meet once too often.

    That can only be where the rounds before were not all those of the table.

    Rule: berger B1a.
    """
    rules, system = book.rules, system_of(book.rules)
    if not system.takes_everybody or system.norm_broken is None:
        return ()
    everyone = {c.key: c for c in contestants(table, rules, set(table.cells), False)}
    number = book.state.next_round
    step = run_on(do("pairing-by-hand", round=number, file=Blank("FILE")), " with other boards")
    return tuple(
        Refusal(
            "norm-broken",
            f"round {number}: {book.called(b.white)} - {book.called(b.black)} breaks {norm}", step,
            book.clause(norm),
        )
        for b in pairing.boards
        if (norm := system.norm_broken(rules, everyone[b.white], everyone[b.black]))
    )  # fmt: skip


def _not_ready(book: Book) -> Refusals:
    state = book.state
    if state.closed:
        return (closed(state),)
    unpairable, system = without_engine(book.rules), system_of(book.rules)
    everybody = system.takes_everybody
    refusals = [unpairable] if unpairable else []
    number = state.next_round
    if state.rounds_planned is not None and number > state.rounds_planned:
        published = count_of(state.rounds_planned, "round is", "rounds are")
        what = f"no round is left: {published} planned and published"
        step = next_command(state, rounds_of(book))
        if system.rounds_at_most is None:
            step = run_on(step, ", or ", do("plan", rounds=Blank("ROUNDS")))
        refusals.append(Refusal("no-round-left", what, step))
    if any(entrant.number is None for entrant in state.players.values()):
        what = "players have no numbers yet"
        clause = book.clause(system.numbers_clause)
        refusals.append(Refusal("numbers-missing", what, do("lots"), clause=clause))
    elif number == 1 and system.draws_first_colour(book.rules) and state.first_colour is None:
        what = "the colour of the highest player in round 1 is not drawn yet"
        clause = book.clause(system.first_colour_clause or "")
        refusals.append(Refusal("first-colour-missing", what, do("lots"), clause))
    rounds, planned = rounds_of(book), state.rounds_planned
    if planned is not None and rounds is not None and planned != rounds:
        refusals.append(rounds_do_not_fit(book, planned, rounds, len(state.players)))
    if state.rounds_planned is None and rounds is not None and number > rounds:
        what = f"everybody has met everybody in {count_of(rounds, 'round')}"
        refusals.append(Refusal("no-round-left", what, next_command(state, rounds)))
    if system.waits_for_results:
        for round_ in state.rounds:
            refusals.extend(still_open(book, round_))
    there = [e for e in state.players.values() if everybody or book.attends(e, number)]
    if len(there) < 2:
        what = f"fewer than two players are there for round {number}"
        refusals.append(Refusal("too-few-players", what, do("enter", name=Blank("NAME"))))
    return tuple(refusals)


def _notes(book: Book, pairing: Pairing) -> tuple[Sentence, ...]:
    state, system = book.state, system_of(book.rules)
    notes: list[Sentence] = [
        f"board {item.board}: {item.why}; nothing else was possible" for item in pairing.relaxed
    ]
    clause = system.first_colour_clause
    if clause is not None and state.next_round == 1 and state.first_colour is not None:
        colour = "white" if state.first_colour == "W" else "black"
        notes.append(f"the highest player has {colour}, as it was drawn ({clause})")
    if system.takes_everybody:
        notes += _defaults_to_come(book, pairing)
    if state.rounds_planned is None and system.last_round_matters:
        notes.append(
            run_on(
                "the number of rounds is not planned, so no round is the last", " (",
                do("plan", rounds=Blank("ROUNDS")), ")",
            )
        )  # fmt: skip
    adjourned = sum(g.adjourned and g.outcome is None for r in state.rounds for g in r.games)
    if adjourned:
        mark = book.mark("F11")
        notes.append(run_on(f"adjourned games count as draws for pairing{mark}", f": {adjourned}"))
    return tuple(notes)


def _defaults_to_come(book: Book, pairing: Pairing) -> list[str]:
    """Return the boards that are lost by default when the round is published.

    Rule: berger withdrawal.
    """
    number, players = book.state.next_round, book.state.players
    return [
        f"board {board}: {book.called(player)} is not there, and loses by default"
        for board, game in enumerate(pairing.boards, 1)
        for player in (game.white, game.black)
        if not players[player].present_in(number)
    ]


def closed(state: Tournament) -> Refusal:
    """Return the refusal of what comes after the end."""
    return Refusal(
        "tournament-closed",
        f'"{state.name}" is finished; only corrections are taken',
        do("standings", final=True),
    )

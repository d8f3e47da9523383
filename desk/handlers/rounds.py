"""The use cases of a round: draft and publish a pairing, and finish."""

from __future__ import annotations

import hashlib

from desk.commands.decision import Decision, Warn, WarnLevel
from desk.commands.tournament import AnnouncePrizes, Close, Finish, Plan, Publish, Schedule, Start
from desk.handlers.changes import corrections
from desk.handlers.players import beyond_the_plan
from desk.handlers.round_robin import defaults, numbered, rounds_fact
from ledger.facts import tournament as events
from ledger.facts.tournament import AnyFact
from ledger.messages import Blank, also, do, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from ledger.wording import count_of
from pairing.systems.draft import Draft, closed, draft, rounds_do_not_fit, rounds_of, still_open
from pairing.systems.registry import system_of
from projections.games.crosstable import of_tournament
from projections.standings.standing import final_standing


def publish(book: Book, command: Publish) -> Decision | Refusals:
    """Pair the next round and make it public; rounds with nothing open are closed before.

    Rule: knsb-wp-1996 F6; knsb-wp-2014 F6; knsb-wp-2014 F7.
    """
    state = book.state
    if refusals := () if command.round is None else out_of_turn(book, command.round):
        return refusals
    if not isinstance(proposal := draft(book, command.basis), Draft):
        return proposal
    if stale := _no_longer_present(book, proposal):
        return stale
    notes, warnings = proposal.notes, list[Warn]()
    if proposal.basis < state.position:
        notes += (f"computed from #{proposal.basis}; facts up to #{state.position} are newer",)
        if newer := corrections(book, proposal.basis, proposal.round):
            listed = ", ".join(f"#{position}" for position in newer)
            what = f"the draft from #{proposal.basis} does not know the correction {listed}"
            clause = book.clause("F7")
            warnings.append(Warn("correction-is-newer", what, WarnLevel.CONFIRM, clause=clause))
    system = system_of(book.rules)
    facts = closings(state)
    rounds = rounds_fact(book, book.rules, len(state.players))
    facts += () if isinstance(rounds, Refusal) else rounds
    facts.append(
        events.PairingPublished(
            round=proposal.round, whites=tuple(board.white for board in proposal.pairing.boards),
            blacks=tuple(board.black for board in proposal.pairing.boards),
            bye=proposal.pairing.bye, last_round=proposal.last_round, engine=system.engine,
            engine_version=system.version, rulebook_hash=state.rulebook_hash,
            basis=proposal.basis, relaxed=tuple(item.board for item in proposal.pairing.relaxed),
            relaxed_why=tuple(item.why for item in proposal.pairing.relaxed),
            reason=command.reason,
        )
    )  # fmt: skip
    boards = [(board.white, board.black) for board in proposal.pairing.boards]
    facts += defaults(book, proposal.round, boards)
    return Decision(tuple(facts), notes=notes, warnings=tuple(warnings))


def _no_longer_present(book: Book, proposal: Draft) -> Refusals:
    paired = [p for board in proposal.pairing.boards for p in (board.white, board.black)]
    paired += [proposal.pairing.bye] if proposal.pairing.bye is not None else []
    gone = [p for p in paired if p not in book.state.players]
    step = run_on(do("publish"), " without ", also(basis=True), " pairs those who are there")
    if gone:
        what = f"an entry that #{proposal.basis} knows was taken back"
        return (Refusal("basis-outdated", what, step),)
    if system_of(book.rules).takes_everybody:
        return ()
    since = f"is out of round {proposal.round} since #{proposal.basis}"
    return tuple(
        Refusal("basis-outdated", f"{book.called(player)} {since}", step, book.clause("F5"))
        for player in paired
        if not book.attends(book.state.players[player], proposal.round)
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
    planned = state.rounds_planned or rounds_of(book) or len(state.rounds)
    if len(state.rounds) < planned or not state.rounds:
        of = f", of {planned} planned" if planned else ""
        what = f"{count_of(len(state.rounds), 'round is', 'rounds are')} published{of}"
        step = run_on(do("pair"), ", or ", do("plan", rounds=Blank("ROUNDS")))
        step = do("publish") if system_of(book.rules).rounds_at_most else step
        refusals.append(Refusal("rounds-left", what, step))
    for round_ in state.rounds:
        for board, game in enumerate(round_.games, 1):
            if game.outcome is None:
                what = f"round {round_.number}, board {board} has no result"
                next_step = do("result", round=round_.number, board=board, result=Blank("RESULT"))
                refusals.append(Refusal("game-open", what, next_step))
    if refusals:
        return tuple(refusals)
    facts = closings(state)
    if lots_fact := _lots(book, command):
        facts.append(lots_fact)
    facts.append(events.TournamentClosed(reason=command.reason))
    return Decision(tuple(facts))


def _lots(book: Book, command: Finish) -> events.FinalLotsDrawn | None:
    """Draw lots among all who are equal in everything, by the order of SHA-256 of "seed:player"."""
    table = of_tournament(book.state, book.rules)
    final = final_standing(table, book.rules, book.state.final_lots)
    tied = [line.player for line in final.lines if line.lots_needed]
    if not tied:
        return None
    seed = command.seed or book.new_seed()
    tied.sort(key=lambda p: hashlib.sha256(f"{seed}:{p}".encode()).hexdigest())
    return events.FinalLotsDrawn(players=tuple(tied), seed=seed, reason=command.reason)


def plan(book: Book, command: Plan) -> Decision | Refusals:
    """Announce or change the number of rounds; it is no less than the rounds published."""
    state = book.state
    if system_of(book.rules).rounds_at_most is not None and state.players and numbered(book):
        rounds = rounds_of(book)
        if rounds is not None and rounds != command.rounds:
            return (rounds_do_not_fit(book, command.rounds, rounds, len(state.players)),)
    if command.rounds == state.rounds_planned:
        what = f"{count_of(command.rounds, 'round is', 'rounds are')} planned already"
        return (Refusal("nothing-to-change", what, do("status")),)
    if command.rounds < len(state.rounds):
        published = count_of(len(state.rounds), "round is", "rounds are")
        what = f"{published} published, so {command.rounds} is too few"
        return (Refusal("rounds-already-published", what, do("status")),)
    return Decision((events.RoundsPlanned(rounds=command.rounds, reason=command.reason),))


def declare_prizes(book: Book, command: AnnouncePrizes) -> Decision | Refusals:
    """Announce the prizes, highest first; an earlier announcement is replaced.

    Rule: knsb-wp-2014 F12.1.
    """
    amounts = tuple(command.cents)
    if list(amounts) != sorted(amounts, reverse=True):
        what = "a lower rank would get more than a higher one"
        return (Refusal("prizes-not-in-order", what, "give them highest first", exit=Exit.USAGE),)
    if amounts == book.state.prizes_cents:
        return (Refusal("nothing-to-change", "these prizes are declared", do("prizes-show")),)
    return Decision((events.PrizesDeclared(amounts_cents=amounts, reason=command.reason),))


def schedule(book: Book, command: Schedule) -> Decision | Refusals:
    """Give a round its date."""
    if beyond := beyond_the_plan(book, command.round):
        return tuple(beyond)
    fact = events.RoundScheduled(round=command.round, date=command.date, reason=command.reason)
    return Decision((fact,))


def start(book: Book, command: Start) -> Decision | Refusals:
    """Say that a published round began."""
    if isinstance(round_ := book.find_round(command.round), Refusal):
        return (round_,)
    if round_.started:
        what = f"round {command.round} has begun already"
        return (Refusal("round-already-started", what, do("status")),)
    return Decision((events.RoundStarted(round=command.round, reason=command.reason),))


def close(book: Book, command: Close) -> Decision | Refusals:
    """Close a round in which every game has a result or is adjourned."""
    state = book.state
    unclosed = [r.number for r in state.rounds if not r.closed]
    number = command.round or (unclosed[0] if unclosed else len(state.rounds))
    if isinstance(round_ := book.find_round(max(number, 1)), Refusal):
        return (round_,)
    if round_.closed:
        what = f"round {number} is closed already"
        return (Refusal("round-already-closed", what, do("status")),)
    if unclosed[0] < number:
        what = f"round {unclosed[0]} is not closed yet"
        return (Refusal("earlier-round-open", what, do("close", round=unclosed[0])),)
    fact = events.RoundClosed(round=number, reason=command.reason)
    return still_open(book, round_) or Decision((fact,))


def out_of_turn(book: Book, number: int) -> Refusals:
    """Return the refusal to pair a round that is not the next one, () for the next.

    Rule: knsb-wp-2014 F6.
    """
    published, next_round = book.state.round(number), book.state.next_round
    if published is not None:
        what = f"round {number} is published"
        show = do("pairings", round_number=number)
        step = run_on(show, " shows it, ", do("board-swap"), " changes it")
        at, clause = (published.position,), book.clause("F6")
        return (Refusal("pairing-already-published", what, step, clause, at),)
    if number == next_round:
        return ()
    what = f"the next round is {next_round}, not {number}"
    return (Refusal("not-the-next-round", what, do("status"), exit=Exit.USAGE),)


def closings(state: Tournament) -> list[AnyFact]:
    """Return the facts that close every round with nothing open, as the next round is published."""
    return [
        events.RoundClosed(round=r.number)
        for r in state.rounds
        if not r.closed and not r.open_games
    ]

"""The use cases of a round: draft and publish a pairing, plan, start and close."""

from __future__ import annotations

from desk.commands.decision import Decision, Warn
from desk.commands.rounds import Close, Publish, Schedule, Start
from desk.commands.tournament import Plan
from desk.commands.warnings import warn
from desk.handlers.fide import group_fixed
from desk.handlers.fide_mode.results import adjourned_at_closing, of_closing
from desk.handlers.manual.session import not_while_open
from desk.handlers.players import beyond_the_plan, not_checked_in
from desk.handlers.round_robin import defaults, numbered, rounds_fact
from ledger.facts import tournament as events
from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, also, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from pairing.systems.draft import Draft, draft, rounds_do_not_fit, rounds_of, still_open
from pairing.systems.registry import system_of
from projections.views.changes import at_positions


def publish(book: Book, command: Publish) -> Decision | Refusals:
    """Pair the next round and publish it; earlier rounds with nothing open are closed.

    Rule: knsb-wp-1996 F6; knsb-wp-2014 F6; knsb-wp-2014 F7.
    """
    state = book.state
    out = () if command.round is None else out_of_turn(book, command.round)
    if refusals := (*out, *not_while_open(book)):
        return refusals
    if not isinstance(proposal := _to_publish(book, command.basis), Draft):
        return proposal
    if stale := _no_longer_present(book, proposal):
        return stale
    notes = proposal.notes
    warnings = list[Warn]()
    if proposal.basis < state.position:
        newer_facts = message("handlers.facts-are-newer", basis=proposal.basis, last=state.position)
        notes += (newer_facts,)
        if newer := state.corrections_since(proposal.basis, proposal.round):
            listed = at_positions(newer)
            what = message("handlers.correction-is-newer", basis=proposal.basis, facts=listed)
            warnings += warn(book, "correction-is-newer", what)
    system = system_of(book.rules)
    numbers = proposal.numbers
    rounds = rounds_fact(book, book.rules, len(state.players))
    facts = [
        *([] if numbers is None else [numbers]),
        *closings(state),
        *(() if isinstance(rounds, Refusal) else rounds),
    ]
    facts.append(
        events.PairingPublished(
            round=proposal.round,
            whites=tuple(board.white for board in proposal.pairing.boards),
            blacks=tuple(board.black for board in proposal.pairing.boards),
            bye=proposal.pairing.bye,
            last_round=proposal.last_round,
            engine=system.engine,
            engine_version=system.version,
            rulebook_hash=state.rulebook_hash,
            basis=proposal.basis + (numbers is not None),
            relaxed=tuple(item.board for item in proposal.pairing.relaxed),
            relaxed_why=tuple(item.why for item in proposal.pairing.relaxed),
            reason=command.reason,
        )
    )
    facts += group_fixed(book, proposal)
    boards = [(board.white, board.black) for board in proposal.pairing.boards]
    facts += defaults(book, proposal.round, boards)
    warnings += not_checked_in(book, proposal.round, _paired(proposal))
    return Decision(tuple(facts), notes=notes, warnings=tuple(warnings))


def _to_publish(book: Book, basis: int | None) -> Draft | Refusals:
    """Return the draft to publish, from a position; with other numbers it is from now.

    The numbers that go with a round are those of now, and the round is paired from them, so that an
    earlier position is good as long as it gives the same boards.
    """
    proposal = draft(book, basis)
    now = book.state.position
    if not isinstance(proposal, Draft) or proposal.numbers is None or proposal.basis == now:
        return proposal
    latest = draft(book)
    if not isinstance(latest, Draft) or _paired(latest) == _paired(proposal):
        return latest
    what = message("waiting.basis-outdated", basis=proposal.basis, last=now)
    step = message("handlers.pairs-those-there", command=do("publish"), option=also(basis=True))
    return (Refusal("basis-outdated", what, step),)


def _paired(proposal: Draft) -> list[int]:
    """Return the players on the boards of a draft, and the one with the bye."""
    paired = [p for board in proposal.pairing.boards for p in (board.white, board.black)]
    return paired if proposal.pairing.bye is None else [*paired, proposal.pairing.bye]


def _no_longer_present(book: Book, proposal: Draft) -> Refusals:
    paired = _paired(proposal)
    leavers = [p for p in paired if p not in book.state.players]
    step = message("handlers.pairs-those-there", command=do("publish"), option=also(basis=True))
    if leavers:
        what = message("handlers.entry-taken-back", basis=proposal.basis)
        return (Refusal("basis-outdated", what, step),)
    if system_of(book.rules).takes_everybody:
        return ()
    return _prohibited_since(book, proposal, step) + tuple(
        Refusal(
            "basis-outdated",
            message(
                "handlers.out-since",
                player=book.called(player),
                round=proposal.round,
                basis=proposal.basis,
            ),
            step,
            book.clause("F5"),
        )
        for player in paired
        if not book.attends(book.state.players[player], proposal.round)
    )


def _prohibited_since(book: Book, proposal: Draft, step: Sentence) -> Refusals:
    """Return a refusal for each board of players who were kept apart after the draft's position.

    Rule: fide-dutch-2026 C1.
    """
    apart = [one.apart for one in book.state.fide.prohibitions]
    boards = ({board.white, board.black} for board in proposal.pairing.boards)
    return tuple(
        Refusal(
            "basis-outdated",
            message(
                "handlers.prohibited-since",
                players=book.called_some(sorted(board)),
                basis=proposal.basis,
            ),
            step,
            book.clause("C1"),
        )
        for board in boards
        if any(board <= one.players and one.holds_in(proposal.round) for one in apart)
    )


def plan(book: Book, command: Plan) -> Decision | Refusals:
    """Announce or change the number of rounds; it is no less than the rounds published."""
    state = book.state
    if system_of(book.rules).rounds_at_most is not None and state.players and numbered(book):
        rounds = rounds_of(book)
        if rounds is not None and rounds != command.rounds:
            return (rounds_do_not_fit(book, command.rounds, rounds, len(state.players)),)
    if command.rounds == state.rounds_planned:
        what = message("handlers.planned-already", n=command.rounds)
        return (Refusal("nothing-to-change", what, do("status")),)
    if command.rounds < len(state.rounds):
        what = message("handlers.too-few-rounds", n=len(state.rounds), planned=command.rounds)
        return (Refusal("rounds-already-published", what, do("status")),)
    fact = events.RoundsPlanned(rounds=command.rounds, reason=command.reason)
    if not state.rounds:
        return Decision((fact,))
    what = message("integrity-events.plan-changes", n=command.rounds)
    return Decision((fact,), warnings=warn(book, "configuration-changes", what))


def schedule(book: Book, command: Schedule) -> Decision | Refusals:
    """Give a round its date, its time of day and when its check-in closes.

    A time that is left out is none any longer.
    """
    number = command.round
    time = command.time
    closes = command.check_in_until
    if beyond := beyond_the_plan(book, number):
        return tuple(beyond)
    if time and closes and closes > time:
        what = message("hall.closes-after-begin", closes=closes, begins=time)
        step = message("hall.close-earlier", option=also(check_in_until=time))
        return (Refusal("check-in-after-begin", what, step, exit=Exit.USAGE),)
    notes: list[Sentence] = []
    day = command.date.isoformat()
    before = book.state.times.get(number)
    closed_at = book.state.check_in_until.get(number)
    if before and time is None:
        again = do("schedule", round=number, date=day, time=before)
        notes.append(message("handlers.time-gone", round=number, time=before, command=again))
    if closed_at and closes is None:
        again = do("schedule", round=number, date=day, check_in_until=closed_at)
        if time is not None:
            again = do("schedule", round=number, date=day, time=time, check_in_until=closed_at)
        notes.append(message("hall.closing-gone", round=number, time=closed_at, command=again))
    fact = events.RoundScheduled(
        round=number, date=command.date, time=time, check_in_until=closes, reason=command.reason
    )
    return Decision((fact,), notes=tuple(notes))


def start(book: Book, command: Start) -> Decision | Refusals:
    """Record that a published round began."""
    if isinstance(round_ := book.find_round(command.round), Refusal):
        return (round_,)
    if round_.started:
        what = message("handlers.begun-already", round=command.round)
        return (Refusal("round-already-started", what, do("status")),)
    return Decision((events.RoundStarted(round=command.round, reason=command.reason),))


def close(book: Book, command: Close) -> Decision | Refusals:
    """Close a round in which every game has a result or is adjourned.

    In FIDE mode the games without a result become adjourned ones.
    """
    state = book.state
    unclosed = [r.number for r in state.rounds if not r.closed]
    number = command.round or (unclosed[0] if unclosed else len(state.rounds))
    if isinstance(round_ := book.find_round(max(number, 1)), Refusal):
        return (round_,)
    if round_.closed:
        what = message("handlers.closed-already", round=number)
        return (Refusal("round-already-closed", what, do("status")),)
    if unclosed[0] < number:
        what = message("handlers.not-closed-yet", round=unclosed[0])
        return (Refusal("earlier-round-open", what, do("close", round=unclosed[0])),)
    fact = events.RoundClosed(round=number, reason=command.reason)
    if adjourned := adjourned_at_closing(book, round_):
        return Decision((*adjourned, fact), warnings=of_closing(book, round_))
    return still_open(book, round_) or Decision((fact,))


def out_of_turn(book: Book, number: int) -> Refusals:
    """Return the refusal to pair a round other than the next one, () for the next.

    Rule: knsb-wp-2014 F6.
    """
    published = book.state.round(number)
    next_round = book.state.next_round
    if published is not None:
        what = message("handlers.round-is-published", round=number)
        show = do("pairings", round_number=number)
        step = message(
            "handlers.shows-and-changes", show=show, change=do("board-swap", round=number)
        )
        at = (published.position,)
        clause = book.clause("F6")
        return (Refusal("pairing-already-published", what, step, clause, at),)
    if number == next_round:
        return ()
    what = message("handlers.not-the-next", next=next_round, round=number)
    return (Refusal("not-the-next-round", what, do("status"), exit=Exit.USAGE),)


def closings(state: Tournament) -> list[AnyFact]:
    """Return the facts that close every round with nothing open, when the next is published."""
    return [
        events.RoundClosed(round=r.number)
        for r in state.rounds
        if not r.closed and not r.open_games
    ]

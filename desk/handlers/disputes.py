"""Protests, rulings, and undoing the last command."""

from __future__ import annotations

from collections.abc import Collection

from desk.commands.decision import Decision, Warn
from desk.commands.disputes import LodgeProtest, RecordRuling
from desk.commands.rounds import Undo
from desk.commands.warnings import warn
from ledger.facts import tournament as events
from ledger.facts.disputes import CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.fide import (
    AccelerationGroupFixed,
    ByesAllowed,
    ByesBarred,
    ManualPairingBegun,
    ManualPairingEnded,
    PairsAllowed,
    PairsProhibited,
    RatedResultCorrected,
    VirtualPointsGiven,
)
from ledger.facts.hall import HallFact
from ledger.facts.prizes import PrizeFact
from ledger.facts.ratings import RatingFact
from ledger.facts.records import DetailsRecorded, FileImported
from ledger.facts.season import SeasonFact
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import AnyFact
from ledger.facts.website import WebsiteChosen
from ledger.messages import Blank, Sentence, also, do, message, rounds_in_words, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import PlayersFact, undone
from ledger.zones import in_zone
from projections.exports.reports_made import reports_of_the_end
from projections.log.departures import integrity_events
from projections.log.sentences import teller

CAN_BE_UNDONE = (
    SeasonFact
    | HallFact
    | events.AbsenceAnnounced
    | events.AbsenceWithdrawn
    | events.BoardAdded
    | events.ByeRequested
    | events.ColoursCorrected
    | events.GameAdjourned
    | events.GameForfeited
    | events.NumbersAssigned
    | PairsAllowed
    | PairsProhibited
    | events.PlayerRegistered
    | events.PlayerReinstated
    | events.PlayerRemoved
    | events.PlayerWithdrew
    | events.PrizesDeclared
    | PrizeFact
    | ProtestLodged
    | events.RatingCorrected
    | events.TitleCorrected
    | events.ResultCorrected
    | events.ResultRecorded
    | events.RoundClosed
    | events.RoundScheduled
    | events.RoundsPlanned
    | events.RoundStarted
    | events.RulesChanged
    | events.TournamentClosed
    | events.TournamentReopened
    | RulingRecorded
    | FileImported
    | VirtualPointsGiven
    | ManualPairingBegun
    | ManualPairingEnded
    | RatedResultCorrected
    | RatingFact
    | ByesBarred
    | ByesAllowed
    | WebsiteChosen
)
"""Facts that nobody outside has acted on. A published pairing is changed by `amend`, a corrected
person by another correction; a report that was made stays, and so does the opening of a tournament
with more in it. The end of a tournament is taken back by `undo` until a report is made of it, and
by `reopen` after that.
"""

_NO_COMMAND_OF_THEIRS = CommandUndone | events.HashesBegun | events.ReportMade
"""Facts that no undo is about: it takes back what came before them."""

_OF_OPENING = events.TournamentOpened | events.RoundsPlanned | DetailsRecorded
"""Facts that the opening of an empty tournament records, with which it is taken back."""

_BY_HAND = events.PairingMadeByHand | events.PairingAmended | AccelerationGroupFixed
"""Facts that can be withdrawn while a round is being paired by hand in FIDE mode."""

STAYS: dict[str, Sentence] = {
    "tournament-opened": message("handlers.stays.tournament-opened"),
    "opening-taken-back": message("handlers.stays.opening-taken-back"),
    "details-recorded": message("handlers.stays.details-recorded"),
    "first-colour-drawn": message("handlers.stays.first-colour-drawn"),
    "pairing-published": message("handlers.stays.pairing-published"),
    "pairing-made-by-hand": message("handlers.stays.pairing-made-by-hand"),
    "pairing-amended": message("handlers.stays.pairing-amended"),
    "person-corrected": message("handlers.stays.person-corrected"),
    "person-forgotten": message("handlers.stays.person-forgotten"),
    "final-lots-drawn": message("handlers.stays.final-lots-drawn"),
    "report-made": message("handlers.stays.report-made"),
    "hashes-begun": message("handlers.stays.hashes-begun"),
    "acceleration-group-fixed": message("handlers.stays.acceleration-group-fixed"),
    "fide-mode-left": message("handlers.stays.fide-mode-left"),
}
"""The reason why a fact cannot be undone, by its topic; a test holds that none is missing."""

_FILE = Blank("FILE")
INSTEAD: dict[str, Sentence] = {
    "tournament-opened": message(
        "handlers.open-another", command=do("init", ledger=_FILE, name=Blank("NAME"))
    ),
    "details-recorded": message("handlers.records-others", command=do("details")),
    "person-corrected": run_on(do("correct-person", player=Blank("PLAYER")), " ..."),
}


def protest(book: Book, command: LodgeProtest) -> Decision | Refusals:
    """Record a protest about a published round."""
    round_ = book.find_round(command.round)
    entrant = book.find_player(command.player)
    refusals = [item for item in (round_, entrant) if isinstance(item, Refusal)]
    refusals += _unknown_facts(book, command.facts)
    if refusals or isinstance(entrant, Refusal):
        return tuple(refusals)
    # The number of a withdrawn protest is on paper: it is not given to another.
    lodged = (fact.number for fact in book.facts if isinstance(fact, ProtestLodged))
    number = max(lodged, default=0) + 1
    deadline = command.deadline and in_zone(command.deadline, book.zone)
    fact = ProtestLodged(
        number=number,
        round=command.round,
        player=entrant.player,
        text=command.text,
        facts=command.facts,
        deadline=deadline,
        reason=command.reason,
    )
    decide = do("ruling", number=number, verdict=Blank("VERDICT"), text=Blank("TEXT"))
    note = message("handlers.decides", number=number, command=decide)
    return Decision((fact,), notes=(note,))


def ruling(book: Book, command: RecordRuling) -> Decision | Refusals:
    """Record the decision on a protest; a later ruling, on appeal, gives its reason."""
    refusals = _unknown_facts(book, command.facts)
    protest = book.state.protests.get(command.number)
    if protest is None:
        what = message("handlers.unknown-protest", number=command.number)
        refusals.append(Refusal("unknown-protest", what, do("protests"), exit=Exit.USAGE))
    elif protest.rulings and command.reason is None:
        last = protest.rulings[-1]
        verdict = message(f"handlers.verdict.{last.verdict.replace(' ', '-')}")
        what = message(
            "handlers.already-ruled", number=command.number, position=last.position, verdict=verdict
        )
        again = also(reason=Blank("TEXT"))
        step = message("handlers.on-appeal", option=again)
        refusals.append(Refusal("already-ruled", what, step, events=(last.position,)))
    fact = RulingRecorded(
        number=command.number,
        verdict=command.verdict,
        text=command.text,
        facts=command.facts,
        behalf=command.behalf,
        reason=command.reason,
    )
    return tuple(refusals) or Decision((fact,))


def _unknown_facts(book: Book, positions: tuple[int, ...]) -> list[Refusal]:
    last = book.state.position
    whats = (
        message("handlers.unknown-fact", position=at, last=last) for at in positions if at > last
    )
    return [Refusal("unknown-position", what, do("log"), exit=Exit.USAGE) for what in whats]


def undo(book: Book, command: Undo) -> Decision | Refusals:
    """Withdraw the facts of the last command; they stay in the ledger and count no more.

    The opening is taken back when nothing else is in force, and the tournament goes with it. A
    pairing by hand in FIDE mode can be withdrawn until it is ended. An import is withdrawn with
    all that came from the file; the opening stays, and no command goes on from there.

    With a fact in the command, those of the command that recorded it, so that nobody takes back
    what others recorded meanwhile.

    Rule: knsb-wp-2014 F6.
    """
    if book.pending:
        what = message("handlers.undo-alone")
        step = message("handlers.leave-line-out")
        return (Refusal("undo-stands-alone", what, step, exit=Exit.USAGE),)
    last = to_take_back(book, command.fact)
    if isinstance(last, Refusal):
        return (last,)
    if not last:
        return (Refusal("nothing-to-undo", message("handlers.nothing-to-undo"), do("log")),)
    if any(isinstance(one.fact, FileImported) for one in last):
        return _import_undone(book, last, command)
    if last[0].stamp.position == 1 and all(isinstance(one.fact, _OF_OPENING) for one in last):
        note = message("handlers.opening-back", command=do("init", name=Blank("NAME")))
        return Decision((events.OpeningTakenBack(reason=command.reason),), notes=(note,))
    notes: tuple[Sentence, ...] = ()
    if any(isinstance(one.fact, events.TournamentClosed) for one in last):
        if reports := reports_of_the_end(book):
            what = message("ending.report-stands", position=reports[-1])
            step = do("reopen", reason=Blank("TEXT"))
            return (Refusal("report-made", what, step, events=(reports[-1],)),)
        without_lots = [one for one in last if not isinstance(one.fact, events.FinalLotsDrawn)]
        notes = (message("ending.lots-stay"),) if len(without_lots) < len(last) else ()
        last = without_lots
    manual = book.state.fide.manual
    stays = [
        one
        for one in last
        if not isinstance(one.fact, CAN_BE_UNDONE)
        and not (manual and one.stamp.position > manual.begun and isinstance(one.fact, _BY_HAND))
    ]
    refusals = _stay(book, stays)
    if refusals:
        return refusals
    fact = CommandUndone(facts=tuple(s.position for _, s in last), reason=command.reason)
    rounds = [getattr(one.fact, "round", None) for one in last]
    paired = [r for r in rounds if r is not None and r < len(book.state.rounds)]
    warnings: tuple[Warn, ...] = ()
    if paired:
        position = last[0].stamp.position
        said = run_on(f"#{position} ", teller(book)(position))
        what = message("handlers.later-paired", said=said, n=len(last), later=max(paired) + 1)
        warnings = warn(book, "later-round-published", what)
    departing = integrity_events(book) if book.state.fide.in_mode else {}
    if events_at := [one.stamp.position for one in last if one.stamp.position in departing]:
        what = message("integrity-events.taken-back", n=len(events_at), position=events_at[0])
        warnings += warn(book, "event-taken-back", what)
    return Decision((fact,), notes=notes, warnings=warnings)


def to_take_back(book: Book, wanted: int | None) -> list[Recorded] | Refusal:
    """Return the facts that an undo withdraws, oldest first, or why there are none.

    They are those of the command that recorded the `wanted` fact, None: of the last command.
    """
    return last_command(book) if wanted is None else _command_of(book, wanted)


def _import_undone(book: Book, imported: list[Recorded], command: Undo) -> Decision:
    facts = tuple(
        s.position for fact, s in imported if not isinstance(fact, events.TournamentOpened)
    )
    name = book.state.name
    what = message("integrity-events.import-taken-back", tournament=name)
    note = message("integrity-events.import-again", command=do("import", file=Blank("FILE")))
    return Decision(
        (CommandUndone(facts=facts, reason=command.reason),),
        notes=(note,),
        warnings=warn(book, "import-taken-back", what),
    )


_DECIDES = (
    events.ResultRecorded
    | events.GameForfeited
    | events.GameAdjourned
    | events.ResultCorrected
    | events.ColoursCorrected
)

MOST_LATER = 3
"""Later facts that a refusal to undo an earlier one writes out."""


def _command_of(book: Book, wanted: int) -> list[Recorded] | Refusal:
    """Return the facts of the command that recorded a fact, or why they are to stay.

    It is the last command, or one of results alone since which only other games were decided, and
    players entered, came or went.
    """
    if unknown := _unknown_facts(book, (wanted,)):
        return unknown[0]
    if wanted in undone(book.facts):
        what = message("handlers.undone-already", position=wanted)
        return Refusal("undone-already", what, do("show", fact=wanted), events=(wanted,))
    key = book.recorded[wanted - 1].stamp.correlation_id
    since = [
        book.recorded[at - 1]
        for at, fact in book.in_force
        if at >= wanted and not isinstance(fact, _NO_COMMAND_OF_THEIRS)
    ]
    command = [one for one in book.recorded if one.stamp.correlation_id == key]
    later = [one for one in since if one.stamp.correlation_id != key]
    games = {game for one in command if (game := _game_of(one.fact))}
    of_games = all(isinstance(one.fact, _DECIDES | HallFact) for one in command)
    if not later or (of_games and not any(_builds_on(one.fact, games) for one in later)):
        return command
    positions = [one.stamp.position for one in later]
    tell = teller(book)
    listed = [run_on(f"#{at} ", tell(at)) for at in positions[:MOST_LATER]]
    listed += [message("log.and-more", n=len(later) - MOST_LATER)] if later[MOST_LATER:] else []
    what = message("handlers.followed-by", position=wanted, later=run_on(*listed, between="; "))
    step = message("handlers.undo-later-first", log=do("log"))
    return Refusal("not-the-last-command", what, step, events=(wanted, *positions))


def _game_of(fact: AnyFact) -> tuple[int, frozenset[int]] | None:
    """Return the round and the players of the game that a fact decides, None for another fact."""
    return (fact.round, frozenset((fact.white, fact.black))) if isinstance(fact, _DECIDES) else None


def _builds_on(fact: AnyFact, games: Collection[tuple[int, frozenset[int]]]) -> bool:
    """Tell whether a later fact may rest on the results of some games.

    An entry, a check-in or a claim never does.
    """
    return _game_of(fact) in games or not isinstance(fact, _DECIDES | PlayersFact | HallFact)


def _stay(book: Book, recorded: list[Recorded]) -> Refusals:
    """Return the refusals of facts that cannot be withdrawn, one for each kind of fact."""
    return tuple(
        Refusal(
            "cannot-be-undone",
            _cannot_be_undone(topic, of_kind),
            _instead(topic, of_kind),
            clause=book.clause("F6") if topic.startswith("pairing") else None,
            events=tuple(stamp.position for _, stamp in of_kind),
        )
        for topic in dict.fromkeys(fact.TOPIC for fact, _ in recorded)
        if (of_kind := [one for one in recorded if topic == one.fact.TOPIC])
    )


def _instead(topic: str, recorded: list[Recorded]) -> Sentence:
    """Return what is done in place of withdrawing facts of a kind, in their own round."""
    rounds = {getattr(fact, "round", None) for fact, _ in recorded}
    number = rounds.pop() if len(rounds) == 1 else None
    round_ = Blank("ROUND") if number is None else number
    if topic == "pairing-published":
        return message(
            "handlers.or-withdraw",
            first=do("amend", round=round_),
            second=do("board-swap", round=round_),
            third=do("un-publish", round=round_),
        )
    if topic.startswith("pairing-"):
        return do("board-swap", round=round_)
    return INSTEAD.get(topic, message("handlers.shows-recorded", command=do("log")))


def _cannot_be_undone(topic: str, recorded: list[Recorded]) -> Sentence:
    numbers = [number for fact, _ in recorded if (number := getattr(fact, "round", None))]
    if not numbers:
        return message("handlers.cannot-be-undone", what=STAYS[topic])
    rounds = rounds_in_words(numbers)
    return message("handlers.cannot-be-undone-of", what=STAYS[topic], rounds=rounds)


def last_command(book: Book) -> list[Recorded]:
    """Return the facts of the newest command that is in force, oldest first."""
    of_ends = _ends_taken_back(book)
    in_force = [
        book.recorded[position - 1]
        for position, fact in book.in_force
        if not isinstance(fact, _NO_COMMAND_OF_THEIRS)
        and book.recorded[position - 1].stamp.correlation_id not in of_ends
    ]
    command = in_force[-1].stamp.correlation_id if in_force else ""
    return [one for one in in_force if one.stamp.correlation_id == command]


def _ends_taken_back(book: Book) -> frozenset[str]:
    """Return the commands that ended the tournament and were taken back; their lots stay."""
    recorded = book.recorded
    back = undone(book.facts)
    return frozenset(
        recorded[at - 1].stamp.correlation_id
        for at in back
        if isinstance(recorded[at - 1].fact, events.TournamentClosed)
    )

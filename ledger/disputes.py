"""Protests, rulings, and taking the last command back."""

from __future__ import annotations

from ledger.audit_commands import Protest, Ruling, Undo
from ledger.audit_events import CommandUndone, ProtestLodged, RulingRecorded
from ledger.book import Book
from ledger.decision import Decision, Warn
from ledger.events import (
    AbsenceAnnounced,
    AbsenceWithdrawn,
    AnyFact,
    ByeRequested,
    ColoursCorrected,
    GameAdjourned,
    GameForfeited,
    NumbersAssigned,
    PlayerRegistered,
    PlayerReinstated,
    PlayerWithdrew,
    PrizesDeclared,
    RatingCorrected,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    RoundScheduled,
    RoundsPlanned,
    RoundStarted,
    RulesChanged,
)
from ledger.refusals import Exit, Refusal, Refusals
from ledger.season_events import SeasonFact

CAN_BE_UNDONE = (
    SeasonFact
    | AbsenceAnnounced
    | AbsenceWithdrawn
    | ByeRequested
    | ColoursCorrected
    | GameAdjourned
    | GameForfeited
    | NumbersAssigned
    | PlayerRegistered
    | PlayerReinstated
    | PlayerWithdrew
    | PrizesDeclared
    | ProtestLodged
    | RatingCorrected
    | ResultCorrected
    | ResultRecorded
    | RoundClosed
    | RoundScheduled
    | RoundsPlanned
    | RoundStarted
    | RulesChanged
    | RulingRecorded
)
"""Facts that nobody outside has acted on. A published pairing is changed by `amend`, a corrected
person by another correction; what opened or ended the tournament stays."""

INSTEAD = {
    "pairing-published": "toernooi amend ROUND, or toernooi board swap",
    "pairing-amended": "toernooi board swap",
    "board-added": "toernooi forfeit, or toernooi board swap",
    "person-corrected": "toernooi correct person PLAYER ...",
    "tournament-closed": "corrections are still taken: toernooi correct result ...",
}


def protest(book: Book, command: Protest) -> Decision | Refusals:
    """Record a protest about a published round."""
    round_, entrant = book.find_round(command.round), book.find_player(command.player)
    found = [item for item in (round_, entrant) if isinstance(item, Refusal)]
    found += _unknown_facts(book, command.facts)
    if found or isinstance(entrant, Refusal):
        return tuple(found)
    number = len(book.state.protests) + 1
    fact = ProtestLodged(
        number=number,
        round=command.round,
        player=entrant.player,
        text=command.text,
        facts=command.facts,
        deadline=command.deadline,
        reason=command.reason,
    )
    note = f"protest {number}; toernooi ruling {number} VERDICT TEXT records the decision"
    return Decision((fact,), notes=(note,))


def ruling(book: Book, command: Ruling) -> Decision | Refusals:
    """Record the decision on a protest; a later ruling (on appeal) comes beside an earlier one."""
    found = _unknown_facts(book, command.facts)
    if command.number not in book.state.protests:
        what = f"there is no protest {command.number}"
        found.append(Refusal("unknown-protest", what, "toernooi protests", exit=Exit.USAGE))
    fact = RulingRecorded(
        number=command.number,
        verdict=command.verdict,
        text=command.text,
        facts=command.facts,
        reason=command.reason,
    )
    return tuple(found) or Decision((fact,))


def _unknown_facts(book: Book, positions: tuple[int, ...]) -> list[Refusal]:
    last = book.state.position
    return [
        Refusal(
            "unknown-position",
            f"there is no fact #{position}; the last is #{last}",
            "toernooi log",
            exit=Exit.USAGE,
        )
        for position in positions
        if position > last
    ]


def undo(book: Book, command: Undo) -> Decision | Refusals:
    """Take the facts of the last command back; they stay in the ledger and count no more.

    Rule: knsb-wp-2014 F6.
    """
    if any(not fact.position for fact in book.facts):
        what = "undo takes back what is recorded; in a file of commands nothing is yet"
        return (Refusal("undo-stands-alone", what, "leave the line out", exit=Exit.USAGE),)
    last = _last_command(book)
    if not last:
        return (Refusal("nothing-to-undo", "no command is left to undo", "toernooi log"),)
    refusals = [
        Refusal(
            "cannot-be-undone",
            f'#{fact.position} "{fact.TOPIC}" cannot be taken back',
            INSTEAD.get(fact.TOPIC, "toernooi log shows what is recorded"),
            clause=book.clause("F6") if fact.TOPIC.startswith("pairing") else None,
            events=(fact.position,),
        )
        for fact in last
        if not isinstance(fact, CAN_BE_UNDONE)
    ]
    if refusals:
        return tuple(refusals)
    made = CommandUndone(facts=tuple(fact.position for fact in last), reason=command.reason)
    rounds = [getattr(fact, "round", None) for fact in last]
    paired = [r for r in rounds if r is not None and r < len(book.state.rounds)]
    if not paired:
        return Decision((made,))
    what = f"round {max(paired) + 1} was paired after round {min(paired)}, and stays as it is"
    warning = Warn("later-round-published", what, "confirm", clause=book.clause("F7"))
    return Decision((made,), warnings=(warning,))


def _last_command(book: Book) -> list[AnyFact]:
    """Return the facts of the newest command that is in force, oldest first."""
    in_force = [fact for fact in book.in_force if not isinstance(fact, CommandUndone)]
    if not in_force:
        return []
    newest = in_force[-1]
    if not newest.correlation_id:
        return [newest]
    return [fact for fact in in_force if fact.correlation_id == newest.correlation_id]

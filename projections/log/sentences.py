"""The log: each fact as one sentence, with names where they are known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

from ledger.facts import season
from ledger.facts import tournament as events
from ledger.facts.disputes import AuditFact, CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.fide import FideFact
from ledger.facts.hall import HallFact
from ledger.facts.prizes import PrizeFact
from ledger.facts.ratings import RatingFact
from ledger.facts.records import DetailsRecorded, FileImported, PersonCorrected, PersonForgotten
from ledger.facts.tournament import AnyFact
from ledger.facts.website import WebsiteChosen
from ledger.later import Later
from ledger.messages import Sentence, day_and_time, message, names_in_words, run_on
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.details import changes_of
from ledger.state.tournament import PairingChange, undone
from ledger.state.website import choices_of
from projections.log.fide import of_fide
from projections.log.hall import of_hall
from projections.log.ratings import of_ratings
from projections.log.website import website_in_words
from projections.views.changes import at_positions, ground_in_words, ground_of
from projections.views.view import money

if TYPE_CHECKING:
    from projections.log import prizes
else:
    prizes = Later("projections.log.prizes")  # the rules of prizes, where there are any

Called: TypeAlias = Callable[[int], Sentence]
"""A player's key to the label that people know: number and name."""

RulesOf: TypeAlias = Callable[[int], Rulebook]
"""The number of a round to the rulebook that holds for it."""

_OfGame: TypeAlias = (
    events.ResultRecorded
    | events.GameForfeited
    | events.GameAdjourned
    | events.ResultCorrected
    | events.ColoursCorrected
    | events.BoardAdded
    | season.CatchUpGamePlayed
)
_OfPlayer: TypeAlias = (
    events.PlayerRegistered
    | PersonCorrected
    | PersonForgotten
    | events.PlayerRemoved
    | events.RatingCorrected
    | events.TitleCorrected
    | events.AbsenceAnnounced
    | events.AbsenceWithdrawn
    | events.ByeRequested
    | events.PlayerWithdrew
    | events.PlayerReinstated
)
_OfMember: TypeAlias = (
    season.PresenceAnnounced
    | season.AbsenceReported
    | season.ClubDutyAssigned
    | season.MemberLeft
    | season.ExternalGameRecorded
    | season.ExternalGameCorrected
)
_OfRound: TypeAlias = (
    events.RoundStarted
    | events.RoundClosed
    | events.RoundScheduled
    | events.RoundsPlanned
    | events.PairingPublished
    | events.PairingMadeByHand
    | events.PairingAmended
    | season.PeriodStarted
)


def sentence(
    fact: AnyFact,
    called: Called,
    zone: tzinfo | None = None,
    rules_of: RulesOf | None = None,
    change: PairingChange | None = None,
) -> Sentence:
    """Return the event in one sentence, without its reason; its times are in a time zone.

    `rules_of` gives the rulebook of a round; a clause that is not in it is not cited. `change` is
    what the fact changed in a published pairing, None: nothing, or not known.
    """
    if isinstance(fact, _OfGame):
        return _of_game(fact, called)
    if isinstance(fact, _OfPlayer):
        return _of_player(fact, called(fact.player))
    if isinstance(fact, _OfRound):
        return _of_round(fact, rules_of, change)
    if isinstance(fact, _OfMember):
        return _of_member(fact, called(fact.player))
    if isinstance(fact, FideFact):
        return of_fide(fact, called)
    if isinstance(fact, RatingFact):
        return of_ratings(fact, called)
    if isinstance(fact, AuditFact):
        return _of_dispute(fact, called, zone)
    if isinstance(fact, HallFact):
        return of_hall(fact, called)
    if isinstance(fact, PrizeFact):
        return prizes.of_prizes(fact, called)
    return _of_tournament(fact, called)


def teller(
    book: Book, called: Called | None = None, *, marked: bool = True
) -> Callable[[int], Sentence]:
    """Return a function that gives the sentence of the fact at a position of a book.

    A fact that was taken back is marked as such, unless `marked` is False; an undo names the facts
    it took back. `called` writes a player (None: number and name).
    """
    facts = book.facts
    name_of = called or book.called
    left_out = undone(facts) if marked else frozenset()
    changes = {change.position: change for r in book.state.rounds for change in r.changes}
    corrections = book.state.corrections
    details = changes_of(book.people)

    def of_fact(position: int) -> Sentence:
        change = changes.get(position)
        return sentence(facts[position - 1], name_of, book.zone, book.rules_of, change)

    def sentence_at(position: int) -> Sentence:
        fact = facts[position - 1]
        if isinstance(fact, CommandUndone):
            shown = fact.facts[:_TAKEN_BACK_SHOWN]
            back = [run_on(f"#{at} ", of_fact(at)) for at in shown]
            more = len(fact.facts) - len(shown)
            back += [message("log.and-more", n=more)] if more else []
            return _undone(fact, run_on(*back, between="; "))
        if isinstance(fact, DetailsRecorded) and (values := details.get(position)):
            return message("log.details-changed", fields=tuple(_details(values)))
        text = of_fact(position)
        if isinstance(fact, events.PairingPublished):
            left = [c.position for c in corrections if c.concerns(fact.basis, fact.round)]
            left = [at for at in left if at < position]
            if left:
                without = message("log.without", n=len(left), facts=at_positions(left))
                text = run_on(text, without, between="; ")
        if position in changes:
            text = run_on(text, *_changed(changes[position], name_of), between="; ")
        return message("log.taken-back", said=text) if position in left_out else text

    return sentence_at


def _changed(change: PairingChange, called: Called) -> list[Sentence]:
    """Return a change of a published pairing: each board, now and before; and its moment."""

    def pair(board: Sequence[int] | None) -> Sentence:
        return (
            run_on(*map(called, board), between=" - ") if board else message("log.changed.nobody")
        )

    parts = [
        message("log.changed.board", board=number, now=pair(now), before=pair(before))
        for number, before, now in change.boards()
        if before is not None
    ]
    if change.bye_before != change.bye_after:
        before, now = ([one] if one else None for one in (change.bye_before, change.bye_after))
        parts.append(message("log.changed.bye", now=pair(now), before=pair(before)))
    if change.begun_at is not None:
        parts.append(message("log.changed.begun", begun=change.begun_at))
    return parts


_TAKEN_BACK_SHOWN = 3
"""The number of facts that an undo names; it then gives the number of the others."""


def _of_game(fact: _OfGame, called: Called) -> Sentence:
    game = {"round": fact.round, "white": called(fact.white), "black": called(fact.black)}
    match fact:
        case events.ResultRecorded():
            key = "log.result-recorded" if fact.rated else "log.result-recorded-not-rated"
            return message(key, **game, outcome=fact.outcome)
        case events.GameForfeited():
            causes = _causes(fact)
            outcome = fact.outcome.removesuffix("R")
            return message("log.game-forfeited", **game, outcome=outcome, causes=causes)
        case events.GameAdjourned():
            return message("log.game-adjourned", **game)
        case events.ResultCorrected():
            outcome = fact.outcome
            corrects = fact.corrects
            return message("log.result-corrected", **game, outcome=outcome, corrects=corrects)
        case events.ColoursCorrected():
            return message("log.colours-corrected", **game, corrects=fact.corrects)
        case events.BoardAdded():
            return message("log.board-added", **game)
        case season.CatchUpGamePlayed():
            day = message("log.day", date=fact.date) if fact.date else ""
            return message("log.catch-up-game-played", **game, outcome=fact.outcome, day=day)
        case _:
            assert_never(fact)


def _causes(fact: events.GameForfeited) -> Sentence:
    causes = [
        message(f"log.cause.{side}.{cause.replace(' ', '-')}")
        for side, cause in (("white", fact.white_cause), ("black", fact.black_cause))
        if cause
    ]
    return message("log.causes", causes=run_on(*causes, between=", ")) if causes else ""


def _of_player(fact: _OfPlayer, who: Sentence) -> Sentence:
    match fact:
        case events.PlayerRegistered():
            rated: Sentence = ""
            if fact.rating:
                estimated = fact.rating_source == "estimated"
                key = "log.rated-estimated" if estimated else "log.rated"
                rated = message(key, rating=fact.rating)
            late = message("log.late", round=fact.from_round) if fact.from_round > 1 else ""
            return message("log.player-registered", who=who, rated=rated, late=late)
        case events.PlayerRemoved():
            closes = message("log.closes-up", n=len(fact.players)) if fact.players else ""
            return message("log.player-removed", who=who, closes=closes)
        case PersonCorrected():
            return message("log.person-corrected", who=who)
        case PersonForgotten():
            if fact.record is not None:
                return message("log.person-forgotten-in-lines", who=who)
            return message("log.person-forgotten", who=who)
        case events.TitleCorrected():
            if not fact.title:
                return message("log.title-gone", who=who)
            return message("log.title-corrected", who=who, title=fact.title)
        case events.RatingCorrected():
            now = fact.rating or message("log.unrated")
            source = message(f"log.source.{fact.rating_source}")
            return message("log.rating-corrected", who=who, now=now, source=source)
        case events.AbsenceAnnounced():
            return message("log.absence-announced", who=who, round=fact.round)
        case events.AbsenceWithdrawn():
            return message("log.absence-withdrawn", who=who, round=fact.round)
        case events.ByeRequested(halves=1):
            return message("log.half-point-bye-requested", who=who, round=fact.round)
        case events.ByeRequested():
            return message("log.full-point-bye-requested", who=who, round=fact.round)
        case events.PlayerWithdrew(expelled=True):
            return message("expelled.in-the-log", who=who, round=fact.from_round)
        case events.PlayerWithdrew(announced=True):
            return message("log.player-withdrew", who=who, round=fact.from_round)
        case events.PlayerWithdrew():
            return message("log.player-withdrew-unannounced", who=who, round=fact.from_round)
        case events.PlayerReinstated():
            return message("log.player-reinstated", who=who, round=fact.from_round)
        case _:
            assert_never(fact)


def _of_member(fact: _OfMember, who: Sentence) -> Sentence:
    match fact:
        case season.PresenceAnnounced():
            key = "log.comes-later" if fact.comes_later else "log.presence-announced"
            return message(key, who=who, round=fact.round)
        case season.AbsenceReported():
            return message("log.absence-reported", who=who, round=fact.round)
        case season.ClubDutyAssigned():
            return message("log.club-duty-assigned", who=who, round=fact.round)
        case season.MemberLeft():
            return message("log.member-left", who=who, round=fact.from_round, value=fact.value)
        case season.ExternalGameRecorded():
            return message("log.external-game-recorded", who=who, external=_external(fact))
        case season.ExternalGameCorrected():
            key = "log.external-game-struck" if fact.struck else "log.external-game-corrected"
            return message(key, who=who, external=_external(fact), corrects=fact.corrects)
        case _:
            assert_never(fact)


def _external(fact: season.ExternalGameRecorded | season.ExternalGameCorrected) -> Sentence:
    where = "" if fact.club_evening else f"log.elsewhere.{fact.announced_to or 'unannounced'}"
    return message(
        "log.external",
        team=fact.team,
        board=fact.board,
        round=fact.round,
        result=fact.result,
        colour=message(f"cells.shade.{fact.colour}"),
        day=message("log.day", date=fact.date) if fact.date else "",
        where=message(where) if where else "",
    )


def _of_round(fact: _OfRound, rules_of: RulesOf | None, change: PairingChange | None) -> Sentence:
    match fact:
        case events.RoundStarted():
            return message("log.round-started", round=fact.round)
        case events.RoundClosed():
            return message("log.round-closed", round=fact.round)
        case events.RoundScheduled(round=number, date=day, time=time, check_in_until=closes):
            until = message("log.check-in-until", time=closes) if closes else ""
            return message(
                "log.round-scheduled", round=number, date=day_and_time(day, time), until=until
            )
        case events.RoundsPlanned():
            return message("log.rounds-planned", n=fact.rounds)
        case events.PairingPublished():
            return message(
                "log.pairing-published",
                round=fact.round,
                n=len(fact.whites),
                engine=f"{fact.engine} {fact.engine_version}",
                basis=fact.basis,
                last=message("log.last") if fact.last_round else "",
            )
        case events.PairingMadeByHand():
            by = message(f"log.boards.{fact.source}")
            return message("log.pairing-made-by-hand", round=fact.round, n=len(fact.whites), by=by)
        case events.PairingAmended():
            rules = rules_of(fact.round) if rules_of else None
            ground = ground_of(change, rules) if change else ground_in_words(fact.clause, rules)
            if fact.basis is None:
                return message("log.pairing-amended", round=fact.round, ground=ground)
            return message(
                "log.pairing-amended-again",
                round=fact.round,
                ground=ground,
                engine=f"{fact.engine} {fact.engine_version}",
                basis=fact.basis,
            )
        case season.PeriodStarted(from_round=1):
            return message("log.period-named", name=fact.name)
        case season.PeriodStarted(name=""):
            return message("log.period-started", round=fact.from_round)
        case season.PeriodStarted():
            return message("log.period-started-named", round=fact.from_round, name=fact.name)
        case _:
            assert_never(fact)


_OfTournament: TypeAlias = (
    events.TournamentOpened
    | events.OpeningTakenBack
    | events.HashesBegun
    | events.RulesChanged
    | events.PrizesDeclared
    | FileImported
    | DetailsRecorded
    | events.NumbersAssigned
    | events.FirstColourDrawn
    | events.FinalLotsDrawn
    | events.TournamentClosed
    | events.TournamentReopened
    | events.ReportMade
    | WebsiteChosen
)


def _of_tournament(fact: _OfTournament, called: Called) -> Sentence:
    match fact:
        case events.TournamentOpened():
            return message("log.tournament-opened", name=fact.name, rulebook=fact.rulebook)
        case WebsiteChosen():
            return website_in_words(choices_of(fact))
        case events.HashesBegun():
            return message("log.hashes-begun", n=fact.facts, program=fact.program)
        case events.RulesChanged():
            return message("log.rules-changed", rulebook=fact.rulebook, round=fact.from_round)
        case events.PrizesDeclared():
            amounts = run_on(*map(money, fact.amounts_cents), between=", ")
            return message("log.prizes-declared", amounts=amounts)
        case FileImported():
            return message("log.file-imported", format=fact.format, sha256=fact.sha256[:12])
        case DetailsRecorded():
            fields = tuple(message(f"status.{field}") for field in fact.changed or ())
            key = "log.details-changed" if fields else "log.details-recorded"
            return message(key, fields=fields)
        case events.NumbersAssigned(players=(_, _), numbers=(one, two)) if one > two:
            both = names_in_words(map(called, fact.players))
            return message("ratings.log.exchanged", who=both)
        case events.NumbersAssigned(with_round=int(number)):
            key = "waiting.log.without" if fact.without else "waiting.log.numbered"
            who = names_in_words(map(called, fact.without or fact.newcomers or ()))
            return message(key, n=len(fact.players), round=number, who=who)
        case events.NumbersAssigned():
            by = message(f"log.by.{fact.method}")
            seeded = message("log.seeded", seed=fact.seed) if fact.seed else ""
            return message("log.numbers-assigned", n=len(fact.players), by=by, seeded=seeded)
        case events.FirstColourDrawn():
            colour = message(f"cells.shade.{fact.colour}")
            return message("log.first-colour-drawn", colour=colour, how=_how(fact))
        case events.FinalLotsDrawn():
            drawn = run_on(*map(called, fact.players), between="; ")
            key = "log.final-lots-drawn" if fact.seed else "final-lots.drawn-by-hand"
            return message(key, drawn=drawn, seed=fact.seed or "")
        case events.TournamentClosed():
            return message("log.tournament-closed")
        case events.OpeningTakenBack():
            return message("log.opening-taken-back")
        case events.TournamentReopened():
            return message("log.tournament-reopened")
        case events.ReportMade():
            period = message("log.of-period", number=fact.period) if fact.period else ""
            sha256 = fact.sha256[:12]
            return message(f"log.report-made.{fact.reader}", period=period, sha256=sha256)
        case _:
            assert_never(fact)


def _how(fact: events.FirstColourDrawn) -> Sentence:
    if fact.source == "draw":
        return message("log.first-colour.draw", seed=str(fact.seed))
    return message(f"log.first-colour.{fact.source}")


def _of_dispute(fact: AuditFact, called: Called, zone: tzinfo | None) -> Sentence:
    facts = ", ".join(f"#{at}" for at in fact.facts)
    match fact:
        case ProtestLodged():
            last = fact.deadline.astimezone(zone) if fact.deadline else None
            return message(
                "log.protest-lodged",
                number=fact.number,
                who=called(fact.player),
                round=fact.round,
                text=fact.text,
                about=message("log.about", facts=facts) if facts else "",
                until=message("log.until", deadline=last) if last else "",
            )
        case RulingRecorded():
            judged = message(f"cells.verdict.{fact.verdict.replace(' ', '-')}")
            see = message("log.see", facts=facts) if facts else ""
            by = message(f"log.behalf.{fact.behalf}") if fact.behalf else ""
            return message(
                "log.ruling-recorded",
                number=fact.number,
                judged=judged,
                text=fact.text,
                by=by,
                see=see,
            )
        case CommandUndone():
            return _undone(fact, facts)
        case _:
            assert_never(fact)


TYPING_ERROR: Final[Literal["typing error"]] = "typing error"
"""What earlier programs recorded as the reason of a correction without one."""


def why_recorded(fact: AnyFact) -> Sentence:
    """Return the reason of a fact in brackets, "" for none; a command's reason has words."""
    if not fact.reason:
        return ""
    known = fact.reason == TYPING_ERROR
    reason = message("cells.reason.typing-error") if known else fact.reason
    return run_on(" (", reason, ")")


def _undone(fact: CommandUndone, facts: Sentence) -> Sentence:
    """Return what an undo took back: `facts`, or with them the public pairing of a round."""
    if fact.withdraws is None:
        return message("log.command-undone", undone=facts)
    return message("log.pairing-withdrawn", round=fact.withdraws, undone=facts)


def _detail(text: str) -> Sentence:
    """Return a detail on one line; a date as people write it."""
    try:
        return day_and_time(dt.date.fromisoformat(text), None)
    except ValueError:
        return text.replace("\n", "; ")


def _details(values: Mapping[str, tuple[str, str]]) -> Iterator[Sentence]:
    """Yield each detail that a fact changed: what it is since, and what it was."""
    for field, both in values.items():
        before, after = map(_detail, both)
        key = "new" if not before else "changed" if after else "emptied"
        name = message(f"status.{field}")
        yield message(f"log.detail-{key}", field=name, before=before, after=after)

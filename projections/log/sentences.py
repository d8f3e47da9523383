"""The log: each fact as one sentence, with names where they are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, assert_never

from ledger.facts import season
from ledger.facts import tournament as events
from ledger.facts.disputes import AuditFact, CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import AnyFact
from ledger.records import Record
from ledger.state.book import Book
from ledger.state.tournament import PairingChange, undone
from ledger.values import Language
from projections.games.rounds import TournamentAt
from projections.log.words import SENTENCES
from projections.views import fields
from projections.views.view import Column, View, money

Called = Callable[[int], str]
"""A player's key to the words people know him by: number and name."""


def sentence(fact: AnyFact, called: Called, language: Language = "en") -> str:
    """Return what happened, in one sentence without its reason."""
    words = SENTENCES[language]
    values: dict[str, object] = dict(fact)
    player, white, black = (getattr(fact, name, None) for name in ("player", "white", "black"))
    if player is not None:
        values["who"] = called(player)
    if white is not None and black is not None:
        values["game"] = f"{called(white)} - {called(black)}"
    said = _Said(words, called)
    if isinstance(fact, season.SeasonFact):
        values |= said.in_season(fact)
    elif isinstance(fact, AuditFact):
        values |= said.of_dispute(fact)
    else:
        values |= said.in_tournament(fact)
    text = words[_name_of(fact)]
    if "|" in text:
        one, many = text.split("|")
        text = one if values["n"] == 1 else many
    return text.format(**values)


def teller(
    book: Book, called: Called | None = None, language: Language = "en", *, marked: bool = True
) -> Callable[[int], str]:
    """Return what gives the sentence of the fact at a position of a book.

    A fact that was taken back is marked as such, unless marked is False; an undo says what it took
    back. called writes a player (None: number and name).
    """
    facts, words = book.facts, SENTENCES[language]
    left_out = undone(facts) if marked else frozenset()
    changes = {change.position: change for r in book.state.rounds for change in r.changes}

    def said(fact: AnyFact) -> str:
        return sentence(fact, called or book.called, language)

    def sentence_at(position: int) -> str:
        fact = facts[position - 1]
        if isinstance(fact, CommandUndone):
            back = [f"#{at} {said(facts[at - 1])}" for at in fact.facts]
            more = len(back) - _TAKEN_BACK_SHOWN
            back[_TAKEN_BACK_SHOWN:] = [words["and-more"].format(n=more)] if more > 0 else []
            return words[fact.TOPIC].format(undone="; ".join(back))
        text = said(fact)
        if position in changes:
            text += _changed(changes[position], called or book.called, words)
        return words["taken-back"].format(said=text) if position in left_out else text

    return sentence_at


def _changed(change: PairingChange, called: Called, words: Mapping[str, str]) -> str:
    """Return what a change of a published pairing did: each board, now and before; when it came."""

    def pair(board: Sequence[int] | None) -> str:
        return " - ".join(map(called, board)) if board else words["nobody"]

    parts = [
        words["changed.board"].format(board=number, now=pair(now), before=pair(before))
        for number, before, now in change.boards()
        if before is not None
    ]
    if change.bye_before != change.bye_after:
        before, now = ([one] if one else None for one in (change.bye_before, change.bye_after))
        parts.append(words["changed.bye"].format(now=pair(now), before=pair(before)))
    if change.begun_at is not None:
        parts.append(words["changed.begun"].format(begun=change.begun_at))
    return "".join(f"; {part}" for part in parts)


_TAKEN_BACK_SHOWN = 3
"""How many facts an undo names; it says how many more there are."""


def _name_of(fact: AnyFact) -> str:
    """Return the name of a fact's sentence: its topic, or what two facts of one topic differ in."""
    match fact:
        case season.ExternalGameCorrected(struck=True):
            return "external-game-struck"
        case season.PeriodStarted(from_round=1):
            return "period-named"
        case _:
            return fact.TOPIC


class _Said:
    """What a sentence says besides the fields of its fact, by the names in its words."""

    def __init__(self, words: Mapping[str, str], called: Called) -> None:
        self.words, self.called = words, called

    def _part(self, name: str, said: object, **values: object) -> str:
        """Return a part of a sentence, "" where there is nothing to say."""
        return self.words[name].format(**values) if said else ""

    def in_tournament(self, fact: events.TournamentFact) -> Mapping[str, object]:
        match fact:
            case events.PrizesDeclared():
                return {"amounts": ", ".join(money(cents) for cents in fact.amounts_cents)}
            case events.RoundsPlanned():
                return {"n": fact.rounds}
            case events.HashesBegun():
                return {"n": fact.facts}
            case events.NumbersAssigned():
                seeded = self._part("seeded", fact.seed, seed=fact.seed)
                by = self.words[f"by.{fact.method}"]
                return {"n": len(fact.players), "by": by, "seeded": seeded}
            case events.FirstColourDrawn():
                how = self.words[f"first-colour.{fact.source}"].format(seed=fact.seed)
                return {"colour": self.words[fact.colour], "how": how}
            case events.FinalLotsDrawn():
                return {"drawn": ", ".join(self.called(p) for p in fact.players)}
            case events.PlayerRegistered():
                estimated = fact.rating_source == "estimated"
                rated = "rated.estimated" if estimated else "rated"
                late = self._part("late", fact.from_round > 1, from_round=fact.from_round)
                return {"rated": self._part(rated, fact.rating, rating=fact.rating), "late": late}
            case events.RatingCorrected():
                now = fact.rating or self.words["unrated"]
                return {"now": now, "source": self.words[fact.rating_source]}
            case events.ByeRequested():
                return {"kind": self.words[f"bye.{fact.halves}"]}
            case events.PlayerWithdrew():
                return {"unannounced": self._part("unannounced", not fact.announced)}
            case events.PairingPublished():
                return {"n": len(fact.whites), "last": self._part("last", fact.last_round)}
            case events.PairingMadeByHand():
                return {"n": len(fact.whites), "by": self.words[f"boards.{fact.source}"]}
            case events.PairingAmended():
                again = {"engine": f"{fact.engine} {fact.engine_version}", "basis": fact.basis}
                again_text = self._part("paired-again", fact.basis, **again)
                return {"ground": self.words.get(fact.clause, fact.clause), "again": again_text}
            case events.ResultRecorded():
                return {"unrated": self._part("not_rated", not fact.rated)}
            case events.GameForfeited():
                return {"causes": self._causes(fact)}
            case (
                events.TournamentOpened() | events.RulesChanged() | events.RoundScheduled()
                | events.FileImported() | events.DetailsRecorded() | events.RoundStarted()
                | events.RoundClosed() | events.TournamentClosed() | events.PersonCorrected()
                | events.PersonForgotten() | events.AbsenceAnnounced()
                | events.AbsenceWithdrawn() | events.PlayerReinstated() | events.BoardAdded()
                | events.GameAdjourned() | events.ResultCorrected() | events.ColoursCorrected()
            ):  # fmt: skip
                return {}
            case _:
                assert_never(fact)

    def _causes(self, fact: events.GameForfeited) -> str:
        causes = [
            self.words[side].format(cause=self.words[f"cause.{cause}"])
            for side, cause in (("white", fact.white_cause), ("black", fact.black_cause))
            if cause
        ]
        return f" ({', '.join(causes)})" if causes else ""

    def in_season(self, fact: season.SeasonFact) -> Mapping[str, object]:
        match fact:
            case season.PeriodStarted():
                return {"named": f' "{fact.name}"' if fact.name else ""}
            case season.CatchUpGamePlayed():
                return {"day": self._part("day", fact.date, date=fact.date)}
            case season.ExternalGameRecorded() | season.ExternalGameCorrected():
                return {"external": self._external(fact)}
            case (season.PresenceAnnounced() | season.AbsenceReported()
                  | season.ClubDutyAssigned() | season.MemberLeft()):  # fmt: skip
                return {}
            case _:
                assert_never(fact)

    def _external(self, fact: season.ExternalGameRecorded | season.ExternalGameCorrected) -> str:
        notice = self.words[f"told.{fact.announced_to}"] if fact.announced_to else ""
        return self.words["external"].format(
            team=fact.team, board=fact.board, shade=self.words[fact.colour], round=fact.round,
            result=fact.result, day=self._part("day", fact.date, date=fact.date),
            where=self._part("elsewhere", not fact.club_evening, told=notice),
        )  # fmt: skip

    def of_dispute(self, fact: AuditFact) -> Mapping[str, object]:
        facts = ", ".join(f"#{at}" for at in fact.facts)
        match fact:
            case ProtestLodged():
                last = fact.deadline.astimezone() if fact.deadline else None
                until = self._part("until", last, deadline=last)
                return {"about": self._part("about", facts, facts=facts), "until": until}
            case RulingRecorded():
                see = self._part("see", facts, facts=facts)
                return {"judged": self.words[fact.verdict], "see": see}
            case CommandUndone():
                return {"undone": facts}
            case _:
                assert_never(fact)


LOG_COLUMNS = (
    Column("position", "#", "right"), Column("at", "at"), Column("actor", "by"),
    Column("what", "what"), Column("reason", "reason"),
)  # fmt: skip


class LogRow(Record):
    """A fact."""

    position: fields.FactPosition
    at: fields.LocalTime
    recorded_at: fields.UtcTime
    actor: fields.FactActor
    fact: fields.FactTopic
    what: fields.FactSentence
    reason: fields.FactReason
    event_id: Annotated[str, "Id of the fact, unique everywhere."]
    taken_back_by: Annotated[int | None, "Position of the undo that took it back, null: in force."]


class WrittenFact(Record):
    """A fact."""

    position: fields.FactPosition
    fact: fields.FactTopic
    what: fields.FactSentence


class WrittenRecord(Record):
    """What a verb that writes recorded."""

    id: Annotated[str, "Id of the tournament, for --tournament."]
    facts: Annotated[list[WrittenFact], "The facts, in order."]
    notes: Annotated[Sequence[str], "Sentences a person should read."]


def log_view(
    facts: Sequence[Recorded], sentence_at: Callable[[int], str], taken_back_by: Mapping[int, int],
    head: TournamentAt,
) -> View:  # fmt: skip
    """Return facts as a log; times are local in the table, UTC (recorded_at) for programs.

    sentence_at gives the sentence of the fact at a position, taken_back_by the undo of those that
    were taken back.
    """
    rows = [
        LogRow(
            stamp.position, stamp.recorded_at.astimezone().strftime("%Y-%m-%d %H:%M:%S"),
            stamp.recorded_at.isoformat(), stamp.actor, fact.TOPIC, sentence_at(stamp.position),
            fact.reason, stamp.event_id, taken_back_by.get(stamp.position),
        )
        for fact, stamp in facts
    ]  # fmt: skip
    return View("", LOG_COLUMNS, rows, head)

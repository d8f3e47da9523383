"""The records of `audit --json`: the same report for programs, part by part."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from desk.answers.why import ClaimRow, VerdictOrUnread
from desk.formats.order_of_pairing import PairedRow
from desk.formats.season import SeasonPairedRow
from ledger.messages import Sentence
from ledger.records import LeftOut, Record, Spread
from pairing.review.advice import Answer
from projections.games.rounds import TournamentAt
from projections.log.dossier import ProtestRow
from projections.views import fields
from projections.views.columns import NAME, NUMBER, Kind

ClaimsAsInWhy = Annotated[list[ClaimRow], "Claims, as `why --json` has them."]


OrderRow: TypeAlias = PairedRow | SeasonPairedRow


class AuditPart(Record):
    """A part of the report."""

    lines: Annotated[tuple[Sentence, ...], "The same for people."]


class PublishedPart(AuditPart):
    """When, by whom and from what it was published, or paired again by an engine."""

    position: fields.FactPosition
    recorded_at: fields.UtcTime
    actor: fields.FactActor
    basis: Annotated[int | None, "Position it was computed from."]
    rules: Annotated[str, "Rulebook of then."]
    rules_hash: Annotated[str, "Its hash as recorded."]
    engine: Annotated[str | None, "Engine, null: by hand."]
    engine_version: Annotated[str | None, "Version of the engine, null: by hand."]
    head: Annotated[str | None, "Short head recorded at it, null: none was."]
    changed: fields.ChangedByHand
    publication: Annotated[int, "Which publication of the round it is, 1: the first."]
    publications: Annotated[int, "How often it was published: once, and whenever paired again."]


class StandingPart(AuditPart):
    """The table that the round was paired from, as known then, by the rulebook of the round."""

    rows: Annotated[
        list[OrderRow],
        "In the order of the standing; `place` is that of pairing.",
    ]


class RecomputedPart(AuditPart):
    """The round paired again from the basis."""

    verdict: Annotated[
        VerdictOrUnread, "same, outdated, colours, different, illegal, impossible or unread."
    ]
    claims: ClaimsAsInWhy


class ExplainedPart(AuditPart):
    """The board that the question is about."""

    claims: ClaimsAsInWhy


class BearingFact(Record):
    """A fact that affects the pairing."""

    position: fields.FactPosition
    fact: fields.FactTopic
    what: fields.FactSentence
    reason: fields.FactReason


class SincePart(AuditPart):
    """The facts recorded after its basis that affect it."""

    facts: Annotated[list[BearingFact], "A fact each."]


class BrokenNorm(Record):
    """A board, or the bye, that breaks a norm by what is known now."""

    board: Annotated[int | None, "Number of the board, null: the bye."]
    players: Annotated[list[int], "Numbers of white and black, or of the one with the bye."]
    clause: Annotated[str, "The norm."]
    since: Annotated[int | None, "Correction since which it does, null: it did as it was made."]


class AllowedPart(AuditPart):
    """What F6 and F7 allow."""

    begun_at: Annotated[
        int | None, "Position of the fact from which on the pairing stands, null: none."
    ]
    breaks: Annotated[list[BrokenNorm], "Boards that break a norm."]
    corrections: Annotated[list[int], "Corrections newer than the pairing, by position."]
    may_amend: Annotated[bool, "Whether the arbiter may pair the round again."]
    answer: Annotated[
        Answer,
        "norm, correction: may be paired again, because of a norm or a correction; begun, decided, "
        "later-round, impossible, same, order, too-late, regulations, no-ground: why not. order: "
        "only the order of the boards would be another.",
    ]
    clause: Annotated[str | None, "The clause that it rests on, null: none of the rulebook."]


class TodayRow(Record):
    """A board that only one of the two pairings has."""

    found_in: Annotated[str, "played, or engine.", Kind(words="found-in")]
    white: fields.WhiteNumber
    white_name: fields.WhiteName
    black: Annotated[int | None, "Number of the player with black, null: the bye.", NUMBER]
    black_name: Annotated[str | None, "Name of the player with black, null: the bye.", NAME]
    colours_only: Annotated[bool, "Whether the same players meet with other colours."]


class TodayPart(AuditPart):
    """The pairing by today's facts."""

    same: Annotated[bool, "Whether that is what stands."]
    rows: Annotated[LeftOut[list[TodayRow] | None], "Boards that differ, where there are some."]


class ProtestsPart(AuditPart):
    """Protests about the round."""

    rows: Annotated[list[ProtestRow], "A protest each, as `protests --json` has them."]


class AuditRecord(Record):
    """A report on a published pairing."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    rules: fields.RulebookId
    same: Annotated[bool, "Whether the engine finds the published pairing again."]
    published: Annotated[PublishedPart, "When, by whom, from what it was published."]
    known: Annotated[StandingPart, "The table that the round was paired from."]
    recomputed: Annotated[RecomputedPart, "The round paired again from the basis."]
    explained: Annotated[LeftOut[ExplainedPart | None], "The board asked about, if any."]
    not_taken_in: Annotated[
        LeftOut[SincePart | None], "What was recorded before the publication and not taken in."
    ]
    since: Annotated[SincePart, "What was recorded since and bears on it."]
    allowed: Annotated[AllowedPart, "What F6 and F7 allow."]
    today: Annotated[TodayPart, "What would be paired with what is known now."]
    protests: Annotated[ProtestsPart, "Protests about the round."]

"""The views for an appeals committee: the protests, and one fact with all related facts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias, cast

from ledger.facts.stamps import Recorded
from ledger.facts.tournament import AnyFact, PairingAmended, PairingMadeByHand, PairingPublished
from ledger.messages import Sentence, message, run_on
from ledger.records import Record, Spread
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.tournament import undone
from ledger.values import RulingBehalf, RulingVerdict
from projections.games.as_of import position_of
from projections.games.rounds import TournamentAt, head
from projections.log.sentences import teller
from projections.views import fields
from projections.views.columns import NAME, Kind, columns_of
from projections.views.view import View


class RulingRow(Record):
    """A ruling."""

    verdict: Annotated[RulingVerdict, "How it was decided."]
    text: Annotated[str, "Why."]
    facts: Annotated[tuple[int, ...], "What was done because of it, by position."]
    position: fields.FactPosition
    recorded_at: fields.UtcTime
    reason: fields.FactReason
    behalf: Annotated[RulingBehalf | None, "On whose behalf, null: nobody said so."]


class ProtestRow(Record):
    """A protest, with its rulings."""

    number: Annotated[int, "Number of the protest."]
    round: fields.NumberOfRound
    player: fields.PlayerNumber
    player_name: Annotated[str, "Number and name of who lodged it.", NAME]
    text: Annotated[str, "What is contested."]
    facts: Annotated[tuple[int, ...], "Facts it is about, by position."]
    position: fields.FactPosition
    lodged: Annotated[str, "When it was lodged, local time."]
    lodged_at: Annotated[str, "When it was lodged (UTC)."]
    deadline: Annotated[str | None, "Until when it could be lodged."]
    in_time: Annotated[str | None, "yes, late, or null without deadline.", Kind(words="in-time")]
    verdict: Annotated[
        RulingVerdict | None, "The newest ruling, null: none yet.", Kind(words="verdict")
    ]
    ruling: Annotated[str | None, "Why."]
    behalf: Annotated[
        RulingBehalf | None, "On whose behalf, null: nobody said so.", Kind(words="behalf")
    ]
    rulings: Annotated[list[RulingRow], "All rulings, oldest first."]


PROTEST_COLUMNS = columns_of(
    ProtestRow,
    "number",
    "round",
    "player_name",
    "text",
    "lodged",
    "in_time",
    "verdict",
    "ruling",
    "behalf",
    spare=("behalf",),
    headings={
        "number": message("columns.protest"),
        "player_name": message("columns.actor"),
        "text": message("columns.what"),
    },
)


def protests_view(book: Book, round_: int | None = None) -> View:
    """Return the protests (of a round, None: all) with their rulings; the newest counts.

    Where there is more than one ruling, a note has them all.
    """
    rows = []
    for protest in book.state.protests.values():
        if round_ not in (None, protest.round):
            continue
        last = protest.rulings[-1] if protest.rulings else None
        lodged = _recorded_at(book, protest.position)
        rulings = []
        for r in protest.rulings:
            at = _recorded_at(book, r.position).isoformat()
            rulings.append(
                RulingRow(
                    verdict=r.verdict,
                    text=r.text,
                    facts=r.facts,
                    position=r.position,
                    recorded_at=at,
                    reason=r.reason,
                    behalf=r.behalf,
                )
            )
        in_time = {True: "yes", False: "late", None: None}[protest.in_time(lodged)]
        deadline = None if protest.deadline is None else protest.deadline.isoformat()
        rows.append(
            ProtestRow(
                number=protest.number,
                round=protest.round,
                player=book.state.label(protest.player),
                player_name=book.called(protest.player),
                text=protest.text,
                facts=protest.facts,
                position=protest.position,
                lodged=local(lodged, book.zone),
                lodged_at=lodged.isoformat(),
                deadline=deadline,
                in_time=in_time,
                verdict=last.verdict if last else None,
                ruling=last.text if last else None,
                behalf=last.behalf if last else None,
                rulings=rulings,
            )
        )
    waiting = sum(not row.rulings for row in rows)
    notes: list[Sentence] = [message("log.without-ruling", n=waiting)] if waiting else []
    notes += [_all_rulings(row) for row in rows if len(row.rulings) > 1]
    title = message("log.protests", tournament=book.state.name)
    return View(title, PROTEST_COLUMNS, rows, head(book), tuple(notes))


def _all_rulings(row: ProtestRow) -> Sentence:
    """Return every ruling on a protest that was ruled on more than once, oldest first."""
    rulings = [
        run_on(
            f"#{ruling.position} ",
            message(f"cells.verdict.{ruling.verdict.replace(' ', '-')}"),
            f": {ruling.text}",
            message(f"log.behalf.{ruling.behalf}") if ruling.behalf else "",
            f" ({ruling.reason})" if ruling.reason else "",
        )
        for ruling in row.rulings
    ]
    listed = run_on(*rulings, between="; ")
    return message("log.rulings", number=row.number, rulings=listed)


def _recorded_at(book: Book, position: int) -> dt.datetime:
    return book.recorded[position - 1].stamp.recorded_at


def local(moment: dt.datetime, zone: dt.tzinfo | None) -> str:
    """Write a moment in the tournament's time zone, as an arbiter reads it; None: local time."""
    return moment.astimezone(zone).strftime("%d-%m-%Y %H:%M")


OF_PLAYERS = frozenset(
    (
        "player",
        "players",
        "white",
        "black",
        "bye",
        "whites",
        "blacks",
        "last_player",
        "newcomers",
        "before",
        "without",
    )
)
"""The fields of facts that name players by their keys; a test holds that none is missing."""


FactRelation: TypeAlias = Literal[
    "of the same command",
    "corrects",
    "corrected by",
    "taken back by",
    "named by",
    "takes back",
    "names",
]
"""The relation of one fact to another."""


class RelatedFact(Record):
    """A fact that is related to another."""

    position: fields.FactPosition
    why: Annotated[FactRelation, "corrects, corrected by, taken back by, of the same command ..."]
    what: fields.FactSentence


class FactHead(Record):
    """One complete fact."""

    at: Spread[TournamentAt]
    fact: fields.FactTopic
    version: Annotated[int, "Version of its fields."]
    what: fields.FactSentence
    in_force: Annotated[bool, "Whether it was not taken back."]
    related: Annotated[list[RelatedFact], "Facts that belong to it."]


class FieldRow(Record):
    """A field."""

    field: Annotated[str, "Name of the field.", Kind(words="field")]
    value: Annotated[object, "Its value as recorded: a player is their place of entry."]
    shown: Annotated[
        object,
        "The same, but each player is their number, as lists have it.",
        Kind(words="stored", day=True),
    ]


FACT_COLUMNS = columns_of(FieldRow, "field", "shown")


def fact_view(book: Book, fact: str) -> View | Refusal:
    """Return all content of one fact, by its position, and the facts related to it.

    Those are the others of the same command, the facts it corrects, and the later facts that
    corrected it or took it back. The boards of a pairing stand in notes, with names.
    """
    position = position_of(book.recorded, fact, book.zone)
    if isinstance(position, Refusal):
        return position
    recorded = book.recorded[position - 1]
    content, stamp = recorded
    sentence_at = teller(book)
    plain = teller(book, marked=False)
    values = {
        "fact": message("log.topic", topic=content.TOPIC, version=content.VERSION),
        "position": stamp.position,
        "event_id": stamp.event_id,
        "recorded_at": stamp.recorded_at,
        "actor": stamp.actor,
        "reason": content.reason,
        "correlation_id": stamp.correlation_id,
        "causation_id": stamp.causation_id,
        **{name: value for name, value in content if name != "reason"},
    }
    for name in content.NONE_IS_LEFT_OUT:
        if values[name] is None:
            del values[name]
    rows = [
        FieldRow(name, _plain(value), _shown(book, name, value)) for name, value in values.items()
    ]
    related = [
        RelatedFact(
            other.stamp.position,
            why,
            (plain if why == "takes back" else sentence_at)(other.stamp.position),
        )
        for other in book.recorded
        for why in _relations(recorded, other)
    ]
    what = sentence_at(position)
    in_force = position not in undone(book.facts)
    top = FactHead(
        at=head(book),
        fact=content.TOPIC,
        version=content.VERSION,
        what=what,
        in_force=in_force,
        related=related,
    )
    title = run_on(f"#{position} ", what)
    return View(title, FACT_COLUMNS, rows, top, (*_boards(book, content), *map(_related, related)))


def _related(other: RelatedFact) -> Sentence:
    why = message(f"cells.relation.{other.why.replace(' ', '-')}")
    there = run_on(why, f": #{other.position}")
    return there if other.why == "taken back by" else run_on(there, " ", other.what)


def _plain(value: object) -> object:
    """Return a field in JSON form: moments and dates as text, tuples as lists."""
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _shown(book: Book, name: str, value: object) -> object:
    """Return a field for people: players by number, and a rulebook by its length alone."""
    if name in ("rulebook_text", "edition_text"):
        return message("log.whole-rulebook", n=len(str(value)))
    if name not in OF_PLAYERS or value is None:
        return _plain(value)
    label = book.state.label
    return [label(p) for p in value] if isinstance(value, tuple) else label(cast(int, value))


def _boards(book: Book, fact: AnyFact) -> Iterator[Sentence]:
    """Yield the boards of a whole pairing, and the player with the bye."""
    if not isinstance(fact, PairingPublished | PairingMadeByHand | PairingAmended):
        return
    for board, (white, black) in enumerate(zip(fact.whites, fact.blacks, strict=True), 1):
        one = book.called(white)
        other = book.called(black)
        yield message("log.board", board=board, white=one, black=other)
    if fact.bye is not None:
        yield message("log.without-opponent", who=book.called(fact.bye))


def _relations(recorded: Recorded, other: Recorded) -> list[FactRelation]:
    """Return the relations of another fact to this one."""
    fact, stamp = recorded
    other_fact, other_stamp = other
    if other_stamp.position == stamp.position:
        return []
    relations = list[FactRelation]()
    if stamp.correlation_id and other_stamp.correlation_id == stamp.correlation_id:
        relations.append("of the same command")
    if getattr(fact, "corrects", None) == other_stamp.position:
        relations.append("corrects")
    if getattr(other_fact, "corrects", None) == stamp.position:
        relations.append("corrected by")
    if stamp.position in getattr(other_fact, "facts", ()):
        relations.append("taken back by" if other_fact.TOPIC == "command-undone" else "named by")
    if other_stamp.position in getattr(fact, "facts", ()):
        relations.append("takes back" if fact.TOPIC == "command-undone" else "names")
    return relations

"""What happened in a tournament that the public is told: rounds, corrections, protests, rulings.

What was written in a protest or a ruling is not in it, and a reason that was typed where the
organiser shows them alone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple

from desk.site.contents import Contents
from desk.site.records import EventKind
from ledger.facts.disputes import ProtestLodged, RulingRecorded
from ledger.facts.season import ExternalGameCorrected
from ledger.facts.tournament import (
    BoardAdded,
    ColoursCorrected,
    PairingAmended,
    PairingMadeByHand,
    PairingPublished,
    RatingCorrected,
    ResultCorrected,
    TournamentClosed,
)
from ledger.messages import Sentence, message
from ledger.values import RulingVerdict
from projections.log.sentences import teller

_CORRECTIONS = (
    ResultCorrected
    | ColoursCorrected
    | PairingAmended
    | BoardAdded
    | RatingCorrected
    | ExternalGameCorrected
)


class PublicEvent(NamedTuple):
    """An event: the fact that it is, its kind, the sentence, the round and the page it is about.

    `corrects` is the fact that it corrects, None for none; `verdict` that of a ruling. `reason` is
    what was typed, "" where the organiser does not show it.
    """

    position: int
    kind: EventKind
    what: Sentence
    moment: dt.datetime
    round: int | None = None
    href: str = ""
    corrects: int | None = None
    verdict: RulingVerdict | None = None
    reason: str = ""


def public_events(of: Contents) -> list[PublicEvent]:
    """Return the events of a tournament, oldest first."""
    facts = of.book.facts
    told = (
        event._replace(reason=facts[event.position - 1].reason or "")
        if of.choices.reasons and is_of_log(event)
        else event
        for event in _of_facts(of)
    )
    events = [*told, *_finished(of)]
    return sorted(events, key=lambda event: (event.position, event.kind == "finished"))


def _of_facts(of: Contents) -> Iterator[PublicEvent]:
    book = of.book
    told = teller(book, marked=False)
    rounds = {protest.number: protest.round for protest in book.state.protests.values()}
    for position, fact in book.in_force:
        if position > len(book.recorded):
            return
        moment = book.recorded[position - 1].stamp.recorded_at
        match fact:
            case PairingPublished(round=number) | PairingMadeByHand(round=number):
                what = message("site.event.published", round=number, n=len(fact.whites))
                yield PublicEvent(position, "published", what, moment, number, f"round/{number}/")
            case _ if isinstance(fact, _CORRECTIONS):
                about: int | None = getattr(fact, "round", None)
                href = f"correction/{position}/"
                yield PublicEvent(
                    position,
                    "correction",
                    told(position),
                    moment,
                    about,
                    href,
                    getattr(fact, "corrects", None),
                )
            case ProtestLodged():
                what = message("site.event.protest", number=fact.number, round=fact.round)
                yield PublicEvent(position, "protest", what, moment, fact.round, "log/")
            case RulingRecorded():
                verdict = message(f"cells.verdict.{fact.verdict.replace(' ', '-')}")
                what = message("site.event.ruling", number=fact.number, verdict=verdict)
                about = rounds.get(fact.number)
                yield PublicEvent(
                    position, "ruling", what, moment, about, "log/", verdict=fact.verdict
                )
            case TournamentClosed():
                what = message("site.event.end")
                yield PublicEvent(position, "end", what, moment, None, "standing/")
            case _:
                pass


def _finished(of: Contents) -> Iterator[PublicEvent]:
    """Yield the end of each round that is done: the fact that was the last one it waited for."""
    book = of.book
    for round_ in book.state.rounds[: of.done]:
        first = [game.earlier[0][0] if game.earlier else game.set_by for game in round_.games]
        position = max(first, default=0)
        if not round_.position < position <= len(book.recorded):
            continue
        yield PublicEvent(
            position,
            "finished",
            message("site.event.finished", round=round_.number),
            book.recorded[position - 1].stamp.recorded_at,
            round_.number,
            f"standing/{round_.number}/",
        )


def is_of_log(event: PublicEvent) -> bool:
    """Tell whether an event stands in the log: a correction, a protest or a ruling."""
    return event.kind in ("correction", "protest", "ruling")

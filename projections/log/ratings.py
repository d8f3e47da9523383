"""The log of rating lists, the start rank, numbers by hand, and rating periods."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ledger.facts import ratings
from ledger.messages import Sentence, message


def of_ratings(fact: ratings.RatingFact, called: Callable[[int], Sentence]) -> Sentence:
    """Return one of these facts in a sentence; `called` writes a player."""
    match fact:
        case ratings.RatingListRecorded():
            since = message("ratings.log.since", day=fact.valid_from) if fact.valid_from else ""
            listed = {"kind": message(f"ratings.kind.{fact.kind}"), "list": fact.name}
            if len(fact.players) == len(fact.ratings) == 1:
                return message(
                    "ratings.log.list-of-one",
                    **listed,
                    since=since,
                    who=called(fact.players[0]),
                    rating=fact.ratings[0] or message("log.unrated"),
                )
            return message("ratings.log.list", **listed, since=since, n=len(fact.players))
        case ratings.StartRankDeclared():
            of = message("ratings.log.of", federation=fact.federation) if fact.federation else ""
            second = message(f"ratings.log.second.{fact.second}", seed=fact.seed or "")
            return message("ratings.log.start-rank", method=fact.method, of=of, second=second)
        case ratings.RatingsTaken():
            if len(fact.players) == len(fact.ratings) == 1:
                rating = fact.ratings[0] or message("log.unrated")
                return message("ratings.log.taken-one", who=called(fact.players[0]), rating=rating)
            return message("ratings.log.taken", n=len(fact.players))
        case ratings.RatingPeriodsDeclared():
            by = message(f"ratings.log.tie-breaks.{fact.tie_breaks.replace('_', '-')}")
            if len(fact.first_rounds) < 2:
                return message("ratings.log.one-period", tie_breaks=by)
            firsts = ", ".join(map(str, fact.first_rounds))
            return message("ratings.log.periods", rounds=firsts, tie_breaks=by)
        case ratings.EditionDeclared():
            return message(f"ratings.log.edition.{fact.subject}", edition=fact.edition)
        case ratings.PersonMatched():
            by = "confirmed" if fact.confirmed else "by-program"
            return message(
                "ratings.log.matched",
                who=called(fact.player),
                list=fact.rating_list,
                month=fact.holds_from,
                certainty=message(f"ratings.log.certainty.{fact.certainty}"),
                how=message(f"ratings.log.{by}"),
            )
        case _:
            assert_never(fact)

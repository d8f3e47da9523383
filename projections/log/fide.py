"""The log of what only systems of FIDE know: who may not meet, virtual points, FIDE mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from ledger.facts import fide
from ledger.messages import MOST_NAMES, Sentence, message, names_in_words, rounds_in_words
from ledger.values import halves_text


def of_fide(fact: fide.FideFact, called: Callable[[int], Sentence]) -> Sentence:
    """Return one of these facts in a sentence; `called` writes a player."""
    match fact:
        case fide.PairsProhibited():
            when = rounds_apart(fact.from_round, fact.to_round)
            return message("log.pairs-prohibited", who=_several(fact.players, called), when=when)
        case fide.PairsAllowed():
            who = _several(fact.players, called)
            return message("log.pairs-allowed", who=who, round=fact.from_round)
        case fide.ByesBarred():
            return message("byes.barred", who=called(fact.player))
        case fide.ByesAllowed():
            return message("byes.allowed", who=called(fact.player))
        case fide.VirtualPointsGiven():
            return message(
                "log.virtual-points-given",
                who=_several(fact.players, called),
                points=halves_text(fact.halves),
                rounds=rounds_in_words(range(fact.from_round, fact.to_round + 1)),
            )
        case fide.AccelerationGroupFixed():
            return message(
                "log.acceleration-group-fixed",
                n=fact.size,
                last=called(fact.last_player),
                points=", ".join(map(halves_text, fact.halves)),
            )
        case fide.FideModeLeft():
            return message("log.fide-mode-left")
        case fide.ManualPairingBegun():
            return message("log.manual-pairing-begun", round=fact.round)
        case fide.ManualPairingEnded(engine=None):
            return message("log.manual-pairing-given-up", round=fact.round)
        case fide.ManualPairingEnded():
            return message("log.manual-pairing-ended", round=fact.round)
        case fide.RatedResultCorrected():
            return message(
                "log.rated-result-corrected",
                round=fact.round,
                white=called(fact.white),
                black=called(fact.black),
                outcome=fact.outcome,
                corrects=fact.corrects,
            )
        case _:
            assert_never(fact)


def rounds_apart(first: int, last: int | None) -> Sentence:
    """Return the rounds of a prohibition in words; None: until the end."""
    if last is None:
        return message("log.from-round-on", round=first)
    return message("log.in-rounds", rounds=rounds_in_words(range(first, last + 1)))


def _several(players: Sequence[int], called: Callable[[int], Sentence]) -> Sentence:
    return names_in_words(map(called, players), MOST_NAMES)

"""The criteria of an edition as rows of a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from ledger.values import halves_text
from pairing.explain import decisions as shared
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit
from pairing.fide.edition import Edition
from pairing.fide.judge import BracketJudge
from pairing.fide.players import FidePlayer
from pairing.norms.model import Pairing

COLOURS = ("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5")
"""The clauses of the colour rules, as those of 2026."""


CLAIM_KINDS: Final = {
    "floats": "FIDE: who floats down, or up, and the key in which it is worse if they stay; null: "
    "the others could not all be paired",
}
"""The kinds of claims that only FIDE's systems make."""


def keys_of(edition: Edition, floats: str, *more: DecisionKey) -> tuple[DecisionKey, ...]:
    """Return every key of an edition, in the order of its rows.

    `floats` is the meaning of how far floaters are from the bracket; `more` are other keys.
    """
    criteria = (*edition.of_bye, *edition.criteria)
    no_order = DecisionKey("bye", edition.bye, "half points", shared.BYE_MEANING)
    return (
        *map(shared.key_of, criteria),
        *(() if edition.of_bye else (no_order,)),
        DecisionKey("float", edition.bracket, "half points", floats),
        *shared.colour_keys(*sorted(map(edition.colour, COLOURS))),
        *more,
        shared.not_recomputed("C4"),
    )


def decided(
    pairing: Pairing,
    judge: BracketJudge,
    rows: Callable[[int, Any], Iterator[KeyValue]],
    scores: Sequence[int],
) -> Decided:
    """Return a round as the engine pairs it: the bye, the brackets with their rows, the colours.

    Who has the bye and is in no bracket comes before these, who floats from the last after them.
    `scores` are those of all.
    """
    brackets = [one for number in range(len(judge.best)) for one in rows(number, judge)]
    has_bye = () if pairing.bye is None else (judge.players[pairing.bye],)
    bye = [one for player in has_bye for one in of_bye(judge.edition, player, scores)]
    keys = [*brackets, *bye] if judge.bye is None else [*bye, *brackets]
    return Decided(pairing, [*keys, *shared.colours(pairing.boards)])


def of_bye(edition: Edition, player: FidePlayer, scores: Sequence[int]) -> Iterator[KeyValue]:
    """Yield what each criterion of the bye has for who has it; `scores` are those of all."""
    unit = Unit(0, "bye", (player.key,), 0)
    if not edition.of_bye:
        yield KeyValue(unit, "bye", player.points_halves)
    for one in edition.of_bye:
        wanted = min(scores) if one.wanted else None
        yield KeyValue(unit, one.key, one.sign * one.of_player(player), wanted)


def of_bracket(
    number: int, judge: BracketJudge, places: Sequence[int], floaters: Sequence[int]
) -> Iterator[KeyValue]:
    """Yield the keys of a bracket as the engine pairs it, how far the floaters are from it last.

    `places` are its players in an order, and `floaters` those of them who floated into it.
    """
    players = judge.field.players
    level = judge.level(number)
    way = judge.own(number)
    keys, floating = (tuple(players[i].key for i in some) for some in (places, floaters))
    unit = Unit(number + 1, halves_text(level), keys, len(way.pairs), floating)
    yield from (shared.of_criterion(unit, one, way) for one in judge.edition.criteria)
    yield from shared.floats(unit, [abs(players[i].points_halves - level) for i in floaters])

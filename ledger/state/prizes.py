"""What the facts about prizes add up to: the rules in force, and who was given which prize."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from ledger.facts.prizes import PrizeChanged, PrizeFact, PrizePaid, PrizesAnnounced, PrizesAwarded
from ledger.values import PrizeHandedOut


class PrizeGiven(NamedTuple):
    """A prize as awarded; `category` is "" for a main prize. `changed_at`: the arbiter changed it.

    That is the position of the fact, None: it is as computed.
    """

    player: int
    category: str
    place: int
    cents: int
    goods: str
    changed_at: int | None = None


def prizes_of(given: Iterable[PrizeGiven], player: int) -> frozenset[PrizeGiven]:
    """Return the prizes of a player, regardless of who decided on them."""
    return frozenset(one._replace(changed_at=None) for one in given if one.player == player)


@dataclass(slots=True)
class PrizeState:
    """The prizes of a tournament.

    `rules_text` is the canonical text of their rules, "" where none was announced. `awarded_at` is
    the position at which they were awarded, None: they were not; `basis` that of the standing they
    go by. `changed` are the prizes, by category and place, on which the arbiter decided since.
    `handed_out` are the players who were paid, or did not collect their prize.
    """

    rules_text: str = ""
    awarded_at: int | None = None
    basis: int = 0
    given: tuple[PrizeGiven, ...] = ()
    changed: frozenset[tuple[str, int]] = frozenset()
    handed_out: dict[int, PrizeHandedOut] = field(default_factory=dict)

    def take(self, fact: PrizeFact, at: int) -> None:
        """Take one more fact in, recorded at a position."""
        match fact:
            case PrizesAnnounced():
                self.rules_text = fact.rules_text
            case PrizesAwarded():
                columns = (fact.players, fact.categories, fact.places, fact.cents, fact.goods)
                before = self.given
                self.given = tuple(PrizeGiven(*cells) for cells in zip(*columns, strict=True))
                self.awarded_at = at
                self.basis = fact.basis
                self.changed = frozenset()
                self.handed_out = {
                    player: how
                    for player, how in self.handed_out.items()
                    if prizes_of(before, player) == prizes_of(self.given, player)
                }
            case PrizeChanged():
                self.given = tuple(self._changed(fact, at))
                self.changed |= {(fact.category, fact.place)}
            case PrizePaid():
                self.handed_out[fact.player] = fact.how
            case _:
                assert_never(fact)

    def _changed(self, fact: PrizeChanged, at: int) -> list[PrizeGiven]:
        given = [
            one
            for one in self.given
            if (one.category, one.place, one.player) != (fact.category, fact.place, fact.before)
        ]
        if fact.player is not None:
            given.append(
                PrizeGiven(fact.player, fact.category, fact.place, fact.cents, fact.goods, at)
            )
        return given

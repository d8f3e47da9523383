"""Who has which prize: as the standing is, or as it was awarded, and whether these differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ledger.state.book import Book
from ledger.state.prizes import PrizeGiven
from projections.prizes.allotment import Award
from projections.prizes.contest import Contest, Ranked, contest_of


class Given(NamedTuple):
    """A prize that somebody has; `award` is how it is computed, None: the arbiter gave it."""

    prize: PrizeGiven
    award: Award | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The prizes of a tournament: `given` in the order of the standing.

    `contest` is what they are computed by: the standing that they were awarded by, before that the
    one of now. `awarded_at` is the position at which, None: they were not awarded, and this is a
    preview. `changed` are the prizes on which the arbiter decided, by category and place. `now` is
    what the standing of now gives where it differs from what was awarded.
    """

    contest: Contest
    given: tuple[Given, ...]
    awarded_at: int | None = None
    now: tuple[Given, ...] | None = None
    changed: frozenset[tuple[str, int]] = frozenset()

    def line(self, player: int) -> Ranked:
        """Return a player's line; place 0 for one who could not win anything."""
        lines = self.contest.lines
        return next((one for one in lines if one.player == player), Ranked(player, 0, 0, True))

    def decided_otherwise(self, player: int) -> list[Given]:
        """Return the prizes that the standing gave a player, and the arbiter did not."""
        have = {
            (one.prize.category, one.prize.place)
            for one in self.given
            if one.prize.player == player
        }
        return [
            one
            for one in computed(self.contest)
            if one.prize.player == player
            and (one.prize.category, one.prize.place) in self.changed - have
        ]

    @property
    def paid_cents(self) -> int:
        """Return the money of all prizes."""
        return sum(one.prize.cents for one in self.given)


def outcome_of(book: Book) -> Outcome | None:
    """Return the prizes as awarded, before that by the standing of now; None without prizes."""
    contest = contest_of(book)
    if contest is None:
        return None
    now = computed(contest)
    prizes = book.state.prizes
    if prizes.awarded_at is None:
        return Outcome(contest, now)
    then = contest_of(book.at(prizes.basis)) or contest
    before = computed(then)
    awards = {(one.prize.category, one.prize.place, one.prize.player): one for one in before}
    given = []
    for prize in prizes.given:
        same = awards.get((prize.category, prize.place, prize.player))
        as_it_was = same is not None and prize.changed_at is None
        given.append(Given(prize, same.award if same and as_it_was else None))
    rank = {line.player: at for at, line in enumerate(then.lines)}
    given.sort(key=lambda one: (rank.get(one.prize.player, len(rank)), one.prize.category))
    differs = {one.prize for one in before} != {one.prize for one in now}
    return Outcome(then, tuple(given), prizes.awarded_at, now if differs else None, prizes.changed)


def computed(contest: Contest) -> tuple[Given, ...]:
    """Return the prizes that a standing gives, best placed first."""
    return tuple(
        Given(
            PrizeGiven(
                contest.player(award),
                contest.rules.name_of(award.category),
                award.place,
                award.cents,
                award.goods,
            ),
            award,
        )
        for award in contest.allotment.awards
    )

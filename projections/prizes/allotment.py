"""Who gets which prize: main prizes and categories, by the rules of prizes and a standing.

Nothing here knows a tournament: players are places in an order, best first.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from projections.prizes.division import divided, shares
from projections.prizes.rules import MAIN, Category, Prize, PrizeRules

Item: TypeAlias = "tuple[int, int | None]"
"""What is given at a time: a category and a place in it, None: its divided prizes."""

Queued: TypeAlias = "tuple[tuple[int, int, int], Item]"
"""An item after its turn."""

_SOON = 20


class Contenders(NamedTuple):
    """Those who can win a prize: places in the order of the standing, 0 the best.

    `ties` has a value for each, the same for players who are equal. `orders` are for each category
    those who can win it, the best first, and `category_ties` likewise. `entries` is the number of
    players who entered.
    """

    ties: Sequence[object]
    orders: Sequence[Sequence[int]] = ()
    category_ties: Sequence[Sequence[object]] = ()
    entries: int = 0


class Award(NamedTuple):
    """A prize that somebody gets.

    `who` is their place in the field. `category` is the index of the category, None: a main prize.
    `place` is the prize in its list, from 1: of a divided one the place of the player among those
    who share in the list. `equal_with` counts those who divide it, the player too, from place
    `first` on; `sum_cents` is what they divide. `place_cents` is what the main prizes would give
    them beside the others who have one, `now_cents` what those have who are at that place now;
    None: they have it.
    """

    who: int
    category: int | None
    place: int
    cents: int
    goods: str = ""
    value_cents: int = 0
    equal_with: int = 1
    first: int = 0
    sum_cents: Fraction = Fraction(0)
    place_cents: int | None = None
    now_cents: int | None = None

    @property
    def worth_cents(self) -> int:
        """Return what it is worth in comparing."""
        return self.cents + self.value_cents


class Step(NamedTuple):
    """A step of the allotment: who, what of, and its worth; `before_cents` they had, None: none.

    takes: a prize of a category. left: the main prizes, for that. back: a prize of a category went
    to the next, for the main prizes. skipped: a prize of a category was worth no more to them.
    """

    what: Literal["takes", "left", "back", "skipped"]
    who: int
    category: int
    place: int
    cents: int
    before_cents: int | None


class NotTaken(NamedTuple):
    """A prize that nobody gets, by category (None: main) and place; `few`: too few can win it."""

    category: int | None
    place: int
    few: bool = False


@dataclass(frozen=True, slots=True)
class Allotment:
    """Who gets which prize, best placed first, and how it came about.

    `scaled_cents` is what was announced, with the reserve, as far as the number of entries lets it
    be given. `settled` is False where the steps had to be ended: see `_Group`.
    """

    awards: tuple[Award, ...]
    steps: tuple[Step, ...]
    not_taken: tuple[NotTaken, ...]
    scaled_cents: Fraction
    settled: bool = True

    @property
    def paid_cents(self) -> int:
        """Return the money of all prizes."""
        return sum(award.cents for award in self.awards)


def allot(players: Contenders, rules: PrizeRules) -> Allotment:
    """Return who gets which prize; the money is never more than what was announced."""
    groups = [_Group(players, rules, name, which) for name, which in _groups(rules)]
    for group in groups:
        group.allot()
    awards = [award for group in groups for award in group.awards()]
    awards.sort(key=lambda one: (one.who, one.category is not None, one.category, one.place))
    part = rules.share_of_entries(players.entries)
    allotment = Allotment(
        tuple(awards),
        tuple(step for group in groups for step in group.steps),
        tuple(one for group in groups for one in group.not_taken()),
        (rules.declared_cents - rules.reserve_cents) * part + rules.reserve_cents,
        all(group.settled for group in groups),
    )
    assert allotment.paid_cents <= allotment.scaled_cents
    return allotment


def _groups(rules: PrizeRules) -> Iterator[tuple[bool, list[int]]]:
    """Yield the groups in which a person has one prize: with the main prizes or not, categories."""
    every = range(len(rules.categories))
    if rules.one_prize == "yes":
        yield True, [*every]
        return
    if rules.one_prize == "no":
        yield True, []
        yield from ((False, [index]) for index in every)
        return
    names = dict.fromkeys([MAIN, *(category.group for category in rules.categories)])
    for name in names:
        yield name == MAIN, [i for i in every if rules.categories[i].group == name]


class _Held(NamedTuple):
    """A prize of a category that somebody has: `item` is its place in the queue."""

    item: Item
    award: Award


@dataclass(slots=True)
class _Group:
    """Prizes of which a person has one; `of_main`: the main prizes are among them.

    A player who leaves the main prizes may return to them for more, or takes a better prize of a
    category: values rise, so that it ends. Should they fall, as several return at once, nobody
    returns after `_SOON` steps for each prize; `settled` is False where it did not end even then.
    """

    players: Contenders
    rules: PrizeRules
    of_main: bool
    which: list[int]
    steps: list[Step] = field(default_factory=list)
    told: set[Step] = field(default_factory=set)
    settled: bool = True
    members: list[int] = field(default_factory=list)
    main: dict[int, Award] = field(default_factory=dict)
    held: dict[int, _Held] = field(default_factory=dict)
    amounts: list[Fraction] = field(default_factory=list)
    lists: dict[int, list[tuple[Prize, int]]] = field(default_factory=dict)
    idle: list[Queued] = field(default_factory=list)

    def allot(self) -> None:
        """Give the prizes to the players."""
        rules = self.rules
        part = rules.share_of_entries(self.players.entries)
        if self.of_main:
            self.amounts = [prize.cents * part for prize in rules.main]
        for index in self.which:
            category = rules.categories[index]
            how = rules.division_of(index)._replace(method="by_rank")
            self.lists[index] = [
                (prize, divided([prize.cents * part], how)[0])
                for prize in category.prizes[: self._enough(category, index)]
            ]
        first = rules.choice != "category_first"
        if first:
            self.members = [*range(len(self.players.ties))]
        self._share()
        self._give_categories()
        if not first:
            self.members = [p for p in range(len(self.players.ties)) if p not in self.held]
            self._share()

    def _enough(self, category: Category, index: int) -> int | None:
        """Return how many prizes of a category are given, None: all of them."""
        each = category.eligible_per_prize
        return len(self.players.orders[index]) // each if each else None

    def _share(self) -> None:
        """Divide the main prizes among the members."""
        self.main = self._shared_among(self.members) if self.of_main else {}

    def _shared_among(self, members: Sequence[int]) -> dict[int, Award]:
        awards = self._divided(None, self.rules.main, self.amounts, members, self.players.ties)
        return {award.who: award for award in awards}

    def _divided(
        self,
        category: int | None,
        prizes: Sequence[Prize],
        amounts: Sequence[Fraction],
        among: Sequence[int],
        ties: Sequence[object] | Mapping[int, object],
    ) -> Iterator[Award]:
        """Yield what each gets of a list of prizes; `among` are players, best first."""
        last = len(amounts)
        while 0 < last < len(among) and ties[among[last]] == ties[among[last - 1]]:
            last += 1
        of = among[:last]
        how = self.rules.division_of(category)
        pot = self.rules.reserve_cents if category is None else 0
        dealt = shares([ties[who] for who in of], amounts, how, pot)
        for place, (who, share) in enumerate(zip(of, dealt, strict=True), 1):
            prize = prizes[place - 1] if place <= len(prizes) else Prize()
            if share.cents or prize.goods:
                yield Award(
                    who=who,
                    category=category,
                    place=place,
                    cents=share.cents,
                    goods=prize.goods,
                    value_cents=prize.value_cents,
                    equal_with=share.equal_with,
                    first=share.first,
                    sum_cents=share.sum_cents,
                )

    def _give_categories(self) -> None:
        """Give the prizes of categories in their order, until nobody takes one any more."""
        queue = [self._queued(item) for item in self._items()]
        heapq.heapify(queue)
        soon = _SOON * (len(queue) + 1)
        turns = 0
        while queue:
            turns += 1
            key, item = heapq.heappop(queue)
            index, place = item
            taken = self._take(index) if place is None else self._take_one(index, place)
            if taken is None:
                self.idle.append((key, item))
            for back in taken or ():
                heapq.heappush(queue, self._queued(back))
            for back in self._again() if turns < soon and self.rules.main_again else ():
                heapq.heappush(queue, self._queued(back))
            if turns >= soon**2:
                self.settled = False
                return
            if not queue and turns < soon:
                queue = [one for one in self.idle if self._wanted(one[1])]
                self.idle = [one for one in self.idle if one not in queue]

    def _items(self) -> Iterator[Item]:
        """Yield what is given at a time: a prize by rank, or the divided prizes of a category."""
        for index, prizes in self.lists.items():
            if self.rules.division_of(index).method == "by_rank":
                yield from ((index, place) for place in range(1, len(prizes) + 1))
            elif prizes:
                yield index, None

    def _queued(self, item: Item) -> Queued:
        """Return a prize with its turn: the dearest first, or as listed."""
        index, place = item
        prize, cents = self.lists[index][(place or 1) - 1]
        dear = cents + prize.value_cents if self.rules.category_order == "value" else 0
        return (-dear, index, place or 1), (index, place)

    def _worth(self, who: int) -> int:
        """Return what a player's present prize is worth, -1 without one."""
        if who in self.held:
            return self.held[who].award.worth_cents
        return self.main[who].worth_cents if who in self.main else -1

    def _takes(self, who: int, worth: int | Fraction) -> bool:
        """Tell whether a player takes a prize of a category of so much worth."""
        present = self._worth(who)
        if self.rules.choice != "best":
            return present < 0
        as_much = self.rules.equal_choice == "category" and who not in self.held
        return present < worth or (as_much and present == worth)

    def _taker(self, index: int, place: int) -> int | None:
        prize, cents = self.lists[index][place - 1]
        worth = cents + prize.value_cents
        return next((p for p in self.players.orders[index] if self._takes(p, worth)), None)

    def _wanted(self, item: Item) -> bool:
        """Tell whether somebody takes a prize that nobody took."""
        index, place = item
        if place is None:
            return bool(self._divided_among(index))
        return self._taker(index, place) is not None

    def _take_one(self, index: int, place: int) -> list[Item] | None:
        """Give a prize by rank to the first who takes it; return what comes free, None: nobody."""
        prize, cents = self.lists[index][place - 1]
        if (who := self._taker(index, place)) is None:
            return None
        worth = cents + prize.value_cents
        for other in self.players.orders[index]:
            if other == who:
                break
            step = Step("skipped", other, index, place, worth, self._worth(other))
            if step not in self.told:
                self.told.add(step)
                self.steps.append(step)
        award = Award(who, index, place, cents, prize.goods, prize.value_cents, 1, place)
        return self._give((index, place), [award])

    def _take(self, index: int) -> list[Item] | None:
        """Divide the prizes of a category; return what comes free, None: nobody takes a share."""
        awards = self._divided_among(index)
        return self._give((index, None), awards) if awards else None

    def _divided_among(self, index: int) -> list[Award]:
        """Return the shares in a category, of those to whom theirs is worth more than they have.

        Who would lose by it drops out, the highest placed first, and it is divided anew.
        """
        part = self.rules.share_of_entries(self.players.entries)
        prizes = [prize for prize, _ in self.lists[index]]
        amounts = [prize.cents * part for prize in prizes]
        most = max(*amounts, Fraction(self.rules.least_cents))
        most += max(prize.value_cents for prize in prizes)
        order = self.players.orders[index]
        ties = dict(zip(order, self.players.category_ties[index], strict=True))
        among = [who for who in order if self._takes(who, most)]
        while True:
            awards = [*self._divided(index, prizes, amounts, among, ties)]
            out = next((one for one in awards if not self._takes(one.who, one.worth_cents)), None)
            if out is None:
                return awards
            del among[out.place - 1]

    def _give(self, item: Item, awards: Sequence[Award]) -> list[Item]:
        """Give a prize of a category, and return what its takers had of others."""
        free = list[Item]()
        for award in awards:
            who = award.who
            assert award.category is not None
            before = self._worth(who)
            step = Step("takes", who, award.category, award.place, award.worth_cents, before)
            self.steps.append(step)
            if who in self.held:
                free.append(self.held[who].item)
                self._release(self.held[who].item)
            self.held[who] = _Held(item, award)
        if self.rules.choice == "best":
            self._leave([award for award in awards if award.who in self.members])
        return free

    def _leave(self, awards: Sequence[Award]) -> None:
        """Take players out of the main prizes, and divide these anew if one had a part of them."""
        had = [award for award in awards if award.who in self.main]
        for award in awards:
            del self.members[bisect_left(self.members, award.who)]
        for award in had:
            assert award.category is not None
            before = self.main[award.who].worth_cents
            place = award.place
            self.steps.append(
                Step("left", award.who, award.category, place, award.worth_cents, before)
            )
        if had:
            self._share()

    def _release(self, item: Item) -> None:
        """Take a prize of a category from those who have it; they are in the main prizes again."""
        for who in [who for who, held in self.held.items() if held.item == item]:
            del self.held[who]
            insort(self.members, who)
        self._share()

    def _again(self) -> Iterator[Item]:
        """Let players return to the main prizes for more, the best placed first.

        Yield the prizes of categories that they give back.
        """
        while (
            back := next((who for who in sorted(self.held) if self._gains(who)), None)
        ) is not None:
            held = self.held[back]
            worth = held.award.worth_cents
            self._release(held.item)
            step = Step("back", back, held.item[0], held.award.place, self._worth(back), worth)
            self.steps.append(step)
            yield held.item

    def _gains(self, who: int) -> bool:
        if self.rules.choice != "best":
            return False
        beside = self._beside(who)
        return beside is not None and beside.worth_cents > self.held[who].award.worth_cents

    def _beside(self, who: int) -> Award | None:
        """Return the part in the main prizes that a player would have beside those in them."""
        at = bisect_left(self.members, who)
        ties = self.players.ties
        first = at
        while first and ties[self.members[first - 1]] == ties[who]:
            first -= 1
        if not self.of_main or first >= len(self.amounts):
            return None
        members = [*self.members]
        if members[at : at + 1] != [who]:
            members.insert(at, who)
        return self._shared_among(members).get(who)

    def awards(self) -> Iterator[Award]:
        """Yield who gets which prize."""
        yield from self.main.values()
        for who, held in self.held.items():
            beside = self._beside(who)
            at = bisect_left(self.members, who)
            here = self.members[at] if at < len(self.members) else None
            now = None if here is None else self.main.get(here)
            yield held.award._replace(
                place_cents=beside.worth_cents if beside else 0,
                now_cents=now.worth_cents if now else 0,
            )

    def not_taken(self) -> Iterator[NotTaken]:
        """Yield the prizes that nobody gets."""
        if self.of_main:
            for place in range(len(self.members) + 1, len(self.rules.main) + 1):
                yield NotTaken(None, place)
        given = {(held.award.category, held.award.place) for held in self.held.values()}
        divided_ = {held.item[0] for held in self.held.values() if held.item[1] is None}
        for index in self.which:
            for place in range(1, len(self.rules.categories[index].prizes) + 1):
                if place > len(self.lists[index]):
                    yield NotTaken(index, place, few=True)
                elif index in divided_:
                    if place > len(self.players.orders[index]):
                        yield NotTaken(index, place)
                elif (index, place) not in given:
                    yield NotTaken(index, place)

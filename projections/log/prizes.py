"""The log of the prizes: announced, awarded, changed, handed out."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ledger.facts import prizes
from ledger.messages import Sentence, message, names_in_words, run_on
from projections.prizes.rules import rules_of_text
from projections.prizes.words import amount_and_goods, prize_name
from projections.views.view import money

_SHOWN = 6


def of_prizes(fact: prizes.PrizeFact, called: Callable[[int], Sentence]) -> Sentence:
    """Return one of these facts in a sentence; `called` writes a player."""
    match fact:
        case prizes.PrizesAnnounced():
            try:
                rules = rules_of_text(fact.rules_text)
            except ValueError:  # no prizes of ours: a copy of another program
                return message("prizes.log.announced-unread", hash=fact.rules_hash[:12])
            names = [one.name for one in rules.categories]
            listed = message("prizes.log.categories", names=tuple(names)) if names else ""
            return message(
                "prizes.log.announced",
                n=len(rules.main),
                amount=money(rules.declared_cents),
                categories=listed,
                hash=fact.rules_hash[:12],
            )
        case prizes.PrizesAwarded():
            lines = zip(fact.players, fact.cents, fact.goods, strict=False)
            shown = [
                run_on(called(player), " ", amount_and_goods(cents, goods))
                for player, cents, goods in lines
            ]
            return message(
                "prizes.log.awarded",
                n=len(shown),
                amount=money(sum(fact.cents)),
                who=names_in_words(shown, _SHOWN) if shown else "",
            )
        case prizes.PrizeChanged():
            which = prize_name(fact.category, fact.place)
            before = message("prizes.nobody") if fact.before is None else called(fact.before)
            now = message("prizes.nobody") if fact.player is None else called(fact.player)
            what = amount_and_goods(fact.cents, fact.goods)
            return message("prizes.log.changed", which=which, before=before, now=now, what=what)
        case prizes.PrizePaid():
            return message(f"prizes.log.paid.{fact.how.replace('_', '-')}", who=called(fact.player))
        case _:
            assert_never(fact)

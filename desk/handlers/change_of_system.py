"""Judging a change of rules: what can another pairing system use of the earlier rounds?"""

from __future__ import annotations

from typing import TypeAlias

from desk.commands.decision import Warn
from desk.commands.warnings import warn
from ledger.messages import Blank, Sentence, do, message, run_on
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from pairing.systems.registry import pair_round, system_of
from projections.games.crosstable import of_tournament

Judgement: TypeAlias = Refusal | tuple[Warn, ...]


def judged(book: Book, rules: Rulebook) -> Judgement:
    """Return the obstacles and warnings of continuing under a rulebook of another system.

    Before round 1 is paired there are no earlier rounds, and no obstacles. A season's values are
    not points, and a table of rounds cannot include the games of other rounds.

    Rule: mwkeizer 2; berger B1a.
    """
    old = system_of(book.rules)
    new = system_of(rules)
    state = book.state
    if state.fide.in_mode and not rules.has_fide_mode:
        what = message("handlers.rules-leave-fide", rules=rules.id)
        return warn(book, "rules-leave-fide", what)
    if not state.rounds and not state.season.externals:
        return ()
    if book.rules.format is not rules.format:
        return _of_another_format(book, rules)
    if new.takes_everybody:
        return () if _same_table(book, rules) else _no_table(book, rules)
    if old is new:
        return ()
    unused = [what for what in old.history if what not in new.history]
    number = state.next_round
    used = run_on(*new.history, between=", ")
    useless = run_on(*unused, between=", ")
    goes_by = message("handlers.system-uses", history=used)
    what = message(
        "handlers.system-changes",
        round=number,
        new=new.name,
        old=old.name,
        used=goes_by if new.history else message("handlers.system-pairs-nothing"),
        unused=message("handlers.system-unused", history=useless) if unused else "",
    )
    return warn(book, "system-changes", what, str(number))


def _anew(rules: Rulebook) -> Sentence:
    opening = do("init", name=Blank("NAME"), rules=rules.family)
    return message("handlers.on-its-own", finish=do("finish"), open=opening)


def _of_another_format(book: Book, rules: Rulebook) -> Refusal:
    by_value = [one for one in (book.rules, rules) if one.ranks_by_value]
    if len(by_value) != 1:
        what = message("handlers.another-format", rules=rules.id)
        return Refusal("system-cannot-change", what, _anew(rules))
    season = by_value[0]
    key = "handlers.points-no-values" if season is rules else "handlers.values-no-points"
    what = message(key, season=season.id)
    return Refusal("system-cannot-change", what, _anew(rules), f"{season.family} 2")


def _same_table(book: Book, rules: Rulebook) -> bool:
    """Return whether the published rounds stand in the table of the new rules as they are.

    Rule: berger table.
    """
    if system_of(book.rules) is not system_of(rules):
        return False
    table = of_tournament(book.state, rules)
    before = [table.after(number) for number in range(table.rounds)]
    first, second = (
        [pair_round(each, version, set(table.cells), False) for each in before]
        for version in (book.rules, rules)
    )
    return first == second


def _no_table(book: Book, rules: Rulebook) -> Refusal:
    number = len(book.state.rounds)
    what = message("handlers.no-table", rules=rules.id, round=number)
    return Refusal("system-cannot-change", what, _anew(rules), f"{rules.family} B1a")

"""The pairing systems, one line each, and questions to the system of a rulebook.

A system is imported when a rulebook names it, so that a program loads only the systems it uses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Final

import pairing
from ledger.messages import Sentence, do, message, names_in_words, run_on
from ledger.refusals import Refusal, Refusals
from ledger.rulebooks.files import load, with_keys
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.section import Section, Systems
from ledger.text_files import quoted
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.system import System
from projections.games.crosstable import Crosstable

SYSTEMS: Final = {
    "wp": "pairing.wp.system",
    "rating": "pairing.rating.system",
    "fide-dutch": "pairing.fide_dutch.system",
    "fide-dutch-2017": "pairing.fide_dutch.system_2017",
    "fide-burstein": "pairing.fide_burstein.system",
    "fide-dubov": "pairing.fide_dubov.system",
    "keizer": "pairing.keizer.system",
    "round-robin": "pairing.berger.system",
}
"""The module of each system, by its name in rulebooks; the System is called SYSTEM there."""

NO_SYSTEM: Final = "none"
"""The name in rulebooks that have rules for tie-breaks only."""


def engines() -> str:
    """Return every engine with its version: another text means that pairings may differ."""
    return ", ".join(f"{one.engine} {one.version}" for one in map(system_named, SYSTEMS))


def system_of(rules: Rulebook) -> System:
    """Return the system of a rulebook; an unknown name gives the one that pairs nothing."""
    return system_named(rules.system)


def system_named(name: str) -> System:
    """Return the system of a name; an unknown name gives the one that pairs nothing."""
    return _loaded(SYSTEMS.get(name, "pairing.systems.no_system"))


@cache
def _loaded(module: str) -> System:
    system = import_module(module).SYSTEM
    assert isinstance(system, System), f"{module} has no SYSTEM"
    return system


def folder_of(name: str) -> Path:
    """Return the folder of a system; its sentences lie in `words`, one file per language."""
    return Path(pairing.__file__).parent.parent.joinpath(*SYSTEMS[name].split(".")[:-1])


def load_rulebook(name: str, changes: Mapping[str, str] | None = None) -> Rulebook | Refusals:
    """Load a rulebook of an existing system; see `ledger.rulebooks.files.load`."""
    return load(name, changes, _systems())


def changed_rulebook(rules: Rulebook, changes: Mapping[str, str]) -> Rulebook | Refusals:
    """Return a rulebook in force with some keys changed; see `ledger.rulebooks.files.with_keys`."""
    return with_keys(rules, changes, _systems())


def _systems() -> Systems:
    """Return every name that a rulebook can have, each with the keys of its system's own."""
    return {name: partial(_keys_of, name) for name in (*SYSTEMS, NO_SYSTEM)}


def _keys_of(name: str) -> tuple[type[Section], ...]:
    return system_named(name).keys


def claim_keys() -> tuple[str, ...]:
    """Return the keys of claims of every system, in the order of the systems."""
    keys = (key for name in SYSTEMS for key in system_named(name).claim_keys())
    return tuple(dict.fromkeys(keys))


def without_engine(rules: Rulebook) -> Refusal | None:
    """Return the refusal of a rulebook whose system has no engine; None if it has one."""
    if rules.system in SYSTEMS:
        return None
    what = message("systems.tie-breaks-only", rules=rules.id)
    if rules.system != NO_SYSTEM:
        what = message("systems.not-here", rules=rules.id, system=quoted(rules.system))
    step = message("systems.open-with-another", command=do("rules-list"))
    return Refusal("rulebook-does-not-pair", what, step)


def contestants(
    table: Crosstable, rules: Rulebook, present: Collection[int], last_round: bool
) -> list[Contestant]:
    """Return the players to be paired after the table's rounds, in the order of their system."""
    return system_of(rules).contestants(ToPair(table, rules, present, last_round))


def pair_round(
    table: Crosstable, rules: Rulebook, present: Collection[int], last_round: bool
) -> Pairing | NoPairing:
    """Return the next round's pairing of those present, by the system of the rulebook."""
    return system_of(rules).pair(ToPair(table, rules, present, last_round), None)


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round as its system pairs it: the players in its order, and the pairing.

    `rules` are those of the round: as long as they stay, no others get their id.
    """

    rules: Rulebook
    contestants: tuple[Contestant, ...]
    pairing: Pairing | NoPairing


def paired_again(to_pair: ToPair) -> PairedRound:
    """Return a round that was paired before as its system pairs it.

    The table keeps it, so that all who ask about the round share it.
    """
    table, rules, present, last_round = to_pair
    key = ("paired", id(rules), frozenset(present), last_round)
    kept = table.derived.get(key)
    if not isinstance(kept, PairedRound):
        system = system_of(rules)
        field = tuple(system.contestants(to_pair))
        kept = table.derived[key] = PairedRound(rules, field, system.pair(to_pair, field))
    return kept


def no_pairing(
    number: int,
    result: NoPairing,
    rules: Rulebook,
    called: Callable[[int], str],
    next_step: Sentence,
) -> Refusal:
    """Return the refusal for a field that cannot be paired, with the players that prove it."""
    who = names_in_words(map(called, result.players))
    bracketed = run_on(" (", who, ")") if result.players else ""
    what = message("systems.no-pairing", round=number, why=result.why, who=bracketed)
    return Refusal("no-legal-pairing", what, next_step, clause=f"{rules.family} {result.clause}")

"""The arbiter's desk: open a ledger, choose a tournament, read it.

The command line and any other front end use this module and `desk.writing`, which carries commands
out; they hold no rules and no storage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ledger.messages import Blank, also, do, message, run_on
from ledger.names import folded
from ledger.place import LedgerPlace
from ledger.refusals import Exit, Refusal, Refusals
from ledger.runtime import Runtime
from ledger.state.book import Book, book_of
from ledger.state.details import zone_of
from ledger.store.imported_files import TakenBack, taken_back
from ledger.store.listing import Listed
from ledger.store.store import Store
from projections.games.as_of import known


@dataclass(frozen=True, slots=True)
class Desk:
    """A ledger and its surroundings. Relative file names start from the folder `base`."""

    place: LedgerPlace
    runtime: Runtime = field(default_factory=Runtime)
    base: Path = field(default_factory=Path.cwd)

    def tournaments(self) -> tuple[tuple[str, str], ...]:
        """Return id and name of every tournament; raise DamagedLedger where one is damaged."""
        with Store(self.place) as store:
            return store.tournaments()

    def listed(self) -> Listed:
        """Return id and name of every readable tournament, and the damaged ones with the reason."""
        with Store(self.place) as store:
            return store.listed()

    def names_put_right(self) -> dict[str, str]:
        """Return the names of tournaments that were put right after their opening, by id."""
        with Store(self.place) as store:
            return store.names_put_right()

    def taken_back(self) -> dict[str, TakenBack]:
        """Return the ids of the tournaments that were taken back, each with what was."""
        with Store(self.place) as store:
            return taken_back(store)

    def read(self, tournament: str | None = None, as_of: str | None = None) -> Book | Refusals:
        """Return the book of a tournament as known at a moment; see `games.as_of.known`."""
        with Store(self.place) as store:
            if isinstance(chosen := choose(store, tournament), Refusal):
                return (chosen,)
            recorded = store.facts(chosen)
            people = store.records(chosen, recorded)
            heads = {head.size: head for head in store.heads(chosen)}
        if isinstance(known_then := known(recorded, as_of, zone_of(people)), Refusal):
            return (known_then,)
        return book_of(known_then, people, self.runtime.new_seed, heads, self.runtime.now)


def _choose_another(refused: Mapping[str, Refusal], wanted: str | None) -> Refusal:
    """Return the refusal of the damaged tournament, with the way to reach the others."""
    refusal = refused.get(wanted or "", next(iter(refused.values())))
    option = also(tournament=Blank("NAME"))
    step = message("desk.or-choose-another", step=refusal.next, option=option)
    return replace(refusal, next=step)


_A_FEW = 5
"""The number of tournament names in a message that asks to choose one."""


def choose(store: Store, wanted: str | None) -> str | Refusal:
    """Return the tournament by id, name or a unique part of either; None: the only one.

    One that was taken back is chosen where there is no other. A damaged tournament stops
    only callers who do not give the id or the whole name of another.
    """
    tournaments, refused = store.listed()
    choice = tournaments
    if wanted is not None:
        part = folded(wanted)
        right = store.names_put_right()
        called = {t: (*t, right.get(t[0], "")) for t in tournaments}
        choice = tuple(t for t in tournaments if wanted in called[t])
        if refused and len(choice) != 1:
            return _choose_another(dict(refused), wanted)
        choice = choice or tuple(
            t
            for t, (id_, *names) in called.items()
            if (part and any(part in folded(name) for name in names)) or id_.startswith(wanted)
        )
    elif refused:
        return _choose_another(dict(refused), wanted)
    if len(choice) > 1:
        gone = taken_back(store)
        choice = tuple(t for t in choice if t[0] not in gone) or choice
    if len(choice) == 1:
        return choice[0][0]
    several = choice if len(choice) > 1 else tournaments
    named = [f'"{name}" ({tournament[:8]})' for tournament, name in several[:_A_FEW]]
    more = [message("desk.and-more", n=len(several) - _A_FEW)] if len(several) > _A_FEW else []
    listed = run_on(*named, *more, between="; ")
    if not tournaments:
        what = message("desk.no-tournament", file=str(store.place))
        return Refusal("no-tournament", what, do("init", name=Blank("NAME")), exit=Exit.USAGE)
    what = message("desk.several", n=len(tournaments), tournaments=listed)
    if wanted is not None:
        what = message("desk.names-none", wanted=wanted, tournaments=listed)
        if choice:
            what = message("desk.names-several", wanted=wanted, n=len(choice), tournaments=listed)
    option = also(tournament=Blank("NAME"))
    which = message("desk.choose", option=option)
    if len(several) > _A_FEW:
        which = message("desk.choose-from-list", option=option, command=do("tournaments"))
    return Refusal("which-tournament", what, which, exit=Exit.USAGE)

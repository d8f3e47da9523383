"""What the desk knows of a command before it reads its fields: who may give it, when, who judges.

The class of a command carries its `Spec`; dispatch, roles, forms and pages read it. What people read
of a command (its Dutch name, its button, help, hints) stands in the room `command` of the catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from desk.access.roles import ARBITERS, Role
from ledger.values import Format

if TYPE_CHECKING:
    from ledger.rulebooks.rulebook import Rulebook
    from ledger.state.tournament import Tournament


class Phase(Enum):
    """How far a competition is; each command is of use in some."""

    UNOPENED = auto()
    BEFORE = auto()
    PLAYING = auto()
    BY_HAND = auto()
    ENDED = auto()
    TAKEN_BACK = auto()


class Why(Enum):
    """Where the reason of a command stands on its form: aside, in sight, or in sight and wanted."""

    ASIDE = auto()
    IN_SIGHT = auto()
    REQUIRED = auto()


class Of(Enum):
    """Which round a command is about: one to come, or one that is published."""

    COMING = auto()
    PUBLISHED = auto()


class About(Enum):
    """Whom a command is about: no player first of all, any player, one who plays, one who left.

    Or one who never stood in a published pairing.
    """

    NOBODY = auto()
    PLAYER = auto()
    WHO_PLAYS = auto()
    WHO_LEFT = auto()
    WHO_NEVER_PLAYED = auto()


SEASON = frozenset({Format.SEASON})
RATED = frozenset(Format) - SEASON
"""The formats whose games are reported for rating, and whose players have a start rank."""
UNTIL_THE_END = frozenset({Phase.BEFORE, Phase.PLAYING, Phase.BY_HAND})
ALWAYS = UNTIL_THE_END | {Phase.ENDED}

_NEXT_PAGE = {"players": "players", "round": "round", "results": "round", "season": "evening"}
"""The page that follows on a command of a group."""


class Spec(NamedTuple):
    """What the desk knows of a command; each default is that of most commands.

    `handler` is the function that judges it, "module:function" below `desk.handlers`. `group` is
    its group on the page of all forms, "" for a command with a page of its own; `then` is the page
    that follows on it, "" for that of its group. `roles` may give it, in `formats` and `phases`;
    `in_mode`: in FIDE mode alone; `can`: under rules that have what it does. The form of a command
    `about` a player begins with them, and leads to the others of that kind. `judges` are the
    functions of formats in which another one judges it.

    `records` are the topics of the facts that a command records which is not reserved to arbiters:
    whoever may give it may take them back.
    """

    handler: str
    group: str = ""
    then: str = ""
    roles: frozenset[Role] = ARBITERS
    records: tuple[str, ...] = ()
    formats: frozenset[Format] = frozenset(Format)
    phases: frozenset[Phase] = UNTIL_THE_END
    in_mode: bool = False
    can: Callable[[Rulebook], bool] = lambda _: True
    reason: Why = Why.ASIDE
    round: Of = Of.COMING
    about: About = About.NOBODY
    judges: Mapping[Format, str] = MappingProxyType({})

    @property
    def next_page(self) -> str:
        """Return the page that follows on the command."""
        return self.then or _NEXT_PAGE.get(self.group, "more")

    def judge(self, of: Format | None = None) -> Callable[..., Any]:
        """Return the function that judges the command in a format, None: before there is one.

        Its module is imported when first needed.
        """
        handler = self.handler if of is None else self.judges.get(of, self.handler)
        module, _, name = handler.partition(":")
        judge: Callable[..., Any] = getattr(import_module(f"desk.handlers.{module}"), name)
        return judge

    def usable(self, rules: Rulebook, state: Tournament) -> bool:
        """Tell whether the command has a place in a competition as it stands."""
        in_mode = state.fide.in_mode or not self.in_mode
        now = phase_of(state) in self.phases and in_mode
        return rules.format in self.formats and now and self.can(rules)


def phase_of(state: Tournament) -> Phase:
    """Return how far a competition is."""
    if not state.rulebook_text:
        return Phase.UNOPENED
    if state.import_undone or state.opening_undone:
        return Phase.TAKEN_BACK
    if state.closed:
        return Phase.ENDED
    if state.fide.manual is not None:
        return Phase.BY_HAND
    return Phase.PLAYING if state.rounds else Phase.BEFORE

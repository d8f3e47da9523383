"""Addresses of pages: a page says its own above its function, with who may ask for it.

    @get("prizes", "/{t}/prizes", EVERYBODY)
    def prizes(request: Request, services: Services) -> Page: ...

Addresses are written by the names of their pages; `desk.web.contents` has all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, Literal, TypeVar

from desk.access.roles import ARBITERS, CHIEF, EVERYBODY, JUDGES, READERS, STAFF, Role
from desk.commands.commands import SPECS
from desk.web.answers import Answer


@dataclass(frozen=True, slots=True)
class WebRoute:
    """An address: `path` has its values in braces: {t} is the tournament, {p:int} a player's number.

    `page` is the function that answers, of a request and the services; `roles` who may ask. `below`
    is the page of the bar that it counts as, "" for itself or its module's.
    """

    name: str
    method: Literal["GET", "POST"]
    path: str
    roles: frozenset[Role]
    page: Callable[..., Answer]
    below: str = ""

    @property
    def of_tournament(self) -> bool:
        """Return whether it belongs to one tournament."""
        return self.path.startswith("/{t}")

    def answer(self, request: object, services: object) -> Answer:
        """Return what the page answers to a request."""
        return self.page(request, services)


ROUND: Final = "/{t}/round/{n:int}"
BOARD: Final = "/{t}/round/{n:int}/board/{b:int}"

_BY_NAME: dict[str, WebRoute] = {}

Function = TypeVar("Function", bound=Callable[..., Answer])


def get(
    name: str, path: str, roles: frozenset[Role], below: str = ""
) -> Callable[[Function], Function]:
    """Return what gives a page its address, for those who may read it."""
    return partial(_registered, name, "GET", path, roles, below)


def post(
    name: str, path: str, roles: frozenset[Role], below: str = ""
) -> Callable[[Function], Function]:
    """Return what gives the address to which a form is sent to the function that takes it."""
    return partial(_registered, name, "POST", path, roles, below)


def _registered(
    name: str,
    method: Literal["GET", "POST"],
    path: str,
    roles: frozenset[Role],
    below: str,
    page: Function,
) -> Function:
    assert name not in _BY_NAME, "every address has a name of its own"
    _BY_NAME[name] = WebRoute(name, method, path, roles, page, below)
    return page


def routes() -> tuple[WebRoute, ...]:
    """Return the addresses of all pages that are imported, in the order in which they are tried.

    What stands at the top comes before the tournaments, whose addresses begin with their names.
    """
    return tuple(sorted(_BY_NAME.values(), key=lambda each: each.of_tournament))


@cache
def pieces_of(name: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a route's address, each with the name of its value, "" for none."""
    parts = route(name).path.split("/")
    return tuple((p, p[1:-1].partition(":")[0] if p.startswith("{") else "") for p in parts)


def route(name: str) -> WebRoute:
    """Return a route by its name."""
    return _BY_NAME[name]


def may_do(role: Role, command: str) -> bool:
    """Tell whether a role may give a command."""
    spec = SPECS.get(command)
    return spec is not None and role in spec.roles


TOPICS_OF: dict[str, frozenset[Role]] = {
    "published": EVERYBODY,
    "results": EVERYBODY,
    "standing": EVERYBODY,
    "players": EVERYBODY,
    "claims": READERS,
    "check-in": STAFF,
}
"""Who may hear that something changed: those who have a page that shows it; see `Change.topics`."""


def may_hear(role: Role, topic: str) -> bool:
    """Tell whether a role may hear of a topic; of a board its own players may, too."""
    return role in (READERS if topic.startswith("board-") else TOPICS_OF.get(topic, ()))


SHEETS_OF = {"slips": STAFF, "score-sheets": STAFF, "audit": JUDGES, "decision": JUDGES}
"""Sheets that not every reader may have: whoever holds the slips holds the code of every player."""


def may_print(role: Role, sheet: str) -> bool:
    """Tell whether a role may have a sheet of paper."""
    return role in SHEETS_OF.get(sheet, READERS)


def may_take_back(role: Role, topic: str) -> bool:
    """Tell whether a role may give the command that records a fact, and so take the fact back."""
    return role in CHIEF | (STAFF & _recording(topic))


@cache
def _recording(topic: str) -> frozenset[Role]:
    """Return who may give a command that records a fact: the arbiters, where none says so."""
    roles = [spec.roles for spec in SPECS.values() if topic in spec.records]
    return frozenset().union(*roles or [ARBITERS])

"""Who asks: sessions in cookies, and the token that every form carries."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import Request

from desk.access.roles import Role
from ledger.runtime import Runtime

COOKIE = "desk"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks for a page.

    `key` is the actor of their facts ("chief-1", "player-7"), `name` how the page calls them.
    `csrf` is the token of their forms. Of a player: their key and the round; of a board's code the
    board.
    """

    role: Role = Role.PUBLIC
    key: str = "public"
    name: str = ""
    csrf: str = ""
    player: int | None = None
    round: int | None = None
    board: int | None = None
    tournament: str = "*"


@dataclass(slots=True)
class Doors:
    """The sessions of a server."""

    runtime: Runtime
    sessions: dict[str, Visitor] = field(default_factory=dict)

    def let_in(self, visitor: Visitor) -> str:
        """Return the cookie of a new session."""
        token = self.runtime.new_seed()
        self.sessions[token] = visitor
        return token

    def visitor(self, request: Request, tournament: str | None) -> Visitor:
        """Return who asks; for a tournament in which they have no role, a spectator."""
        found = self.sessions.get(request.cookies.get(COOKIE, ""), Visitor())
        return found if found.tournament in ("*", tournament) else Visitor()

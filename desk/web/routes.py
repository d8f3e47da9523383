"""Every address of the desk, with its method, its roles and its page.

A page is a function of a request and the services, named "module.function" below `desk.web`; its module is imported
when it is first asked for. Nothing else is served but the files of `static` and the answer of
`health`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Literal

from desk.access.roles import ARBITERS, CHIEF, EVERYBODY, JUDGES, PLAYERS, READERS, STAFF, Role
from desk.commands.commands import SPECS
from desk.web.answers import Answer


@dataclass(frozen=True, slots=True)
class WebRoute:
    """An address: `path` has its values in braces: {t} is the tournament, {p:int} a player's number.

    `page` is the function that answers, `roles` who may ask.
    """

    name: str
    method: Literal["GET", "POST"]
    path: str
    page: str
    roles: frozenset[Role]

    @property
    def of_tournament(self) -> bool:
        """Return whether it belongs to one tournament."""
        return self.path.startswith("/{t}")

    def handler(self) -> Callable[..., Answer]:
        """Return the function that answers."""
        module, _, name = self.page.rpartition(".")
        answer: Callable[..., Answer] = getattr(import_module(f"desk.web.{module}"), name)
        return answer


def _get(name: str, path: str, page: str, roles: frozenset[Role]) -> WebRoute:
    return WebRoute(name, "GET", path, page, roles)


def _post(name: str, path: str, page: str, roles: frozenset[Role]) -> WebRoute:
    return WebRoute(name, "POST", path, page, roles)


_ROUND = "/{t}/round/{n:int}"
_BOARD = "/{t}/round/{n:int}/board/{b:int}"

ROUTES: tuple[WebRoute, ...] = (
    # The house: tournaments of the file, doors
    _get("home", "/", "pages.home.tournaments", EVERYBODY),
    _get("login", "/login", "pages.people.login", EVERYBODY),
    _post("log-in", "/login", "pages.people.log_in", EVERYBODY),
    _post("logout", "/logout", "pages.people.log_out", EVERYBODY),
    _get("invitation", "/invite/{token}", "pages.people.invitation", EVERYBODY),
    _post("accept", "/invite/{token}", "pages.people.accept", EVERYBODY),
    _get("account", "/account", "pages.people.account_page", EVERYBODY),
    _post("account-phrase", "/account", "pages.people.change_phrase", EVERYBODY),
    _post("account-sessions", "/account/sessions", "pages.people.end_others", EVERYBODY),
    _get("check", "/check", "public.check.check", EVERYBODY),
    _get("ticket", "/q/{ticket}", "public.phone.arrive", EVERYBODY),
    _get("new", "/new", "pages.setup.new", CHIEF),
    _post("open", "/new", "pages.setup.open_tournament", CHIEF),
    _get("import", "/import", "pages.files.choose", CHIEF),
    _post("import-look", "/import", "pages.files.look", CHIEF),
    _post("import-record", "/import/record", "pages.files.record", CHIEF),
    # A tournament, and one form for every command
    _get("tournament", "/{t}", "pages.home.tournament", EVERYBODY),
    _get("stream", "/{t}/events", "pages.events.events", EVERYBODY),
    _get("more", "/{t}/more", "pages.home.more", READERS),
    _get("do", "/{t}/do/{command}", "pages.setup.form", STAFF),
    _post("done", "/{t}/do/{command}", "pages.setup.carry_out", STAFF),
    _post("undo", "/{t}/undo", "pages.round.undo", STAFF),
    _get("people", "/{t}/people", "pages.people.people", CHIEF),
    _post("invite", "/{t}/people/invite", "pages.people.invite", CHIEF),
    _post("withdraw", "/{t}/people/withdraw", "pages.people.withdraw", CHIEF),
    _post("role", "/{t}/people/role", "pages.people.change_role", CHIEF),
    # The round
    _get("round", "/{t}/round", "pages.round.now", READERS),
    _get("round-n", _ROUND, "pages.round.show", READERS),
    _post("results", f"{_ROUND}/results", "pages.round.enter", STAFF),
    _post("start", f"{_ROUND}/start", "pages.round.start", ARBITERS),
    _post("close", f"{_ROUND}/close", "pages.round.close", ARBITERS),
    _get("default", f"{_BOARD}/default", "pages.corrections.default", STAFF),
    _post("forfeit", f"{_BOARD}/default", "pages.corrections.forfeit", STAFF),
    _get("correct", f"{_BOARD}/correct", "pages.corrections.correct", STAFF),
    _post("correct-record", f"{_BOARD}/correct", "pages.corrections.record", STAFF),
    _post("take", f"{_BOARD}/take", "pages.claims.take", STAFF),
    _post("take-agreed", f"{_ROUND}/take", "pages.claims.take_agreed", STAFF),
    # The evening, step by step
    _get("tonight", "/{t}/tonight", "pages.tonight.show", ARBITERS),
    _post("tonight-step", "/{t}/tonight", "pages.tonight.carry_out", ARBITERS),
    # The pairing
    _get("draft", "/{t}/draft", "pages.draft.show", JUDGES),
    _post("publish", "/{t}/draft", "pages.draft.publish", ARBITERS),
    _get("change", f"{_ROUND}/change", "pages.changes.show", ARBITERS),
    _post("change-record", f"{_ROUND}/change", "pages.changes.record", ARBITERS),
    _get("why", f"{_BOARD}/why", "public.why.board", EVERYBODY),
    _get("why-player", f"{_ROUND}/player/{{p:int}}/why", "public.why.player", EVERYBODY),
    _get("why-not", f"{_ROUND}/why-not", "public.why.not_another", EVERYBODY),
    # Who is there
    _get("check-in", "/{t}/check-in", "pages.check_in.show", STAFF),
    _get("check-in-ask", "/{t}/check-in/{p:int}", "pages.check_in.ask", STAFF),
    _post("check-in-record", "/{t}/check-in/{p:int}", "pages.check_in.record", STAFF),
    _get("missing", "/{t}/check-in/missing", "pages.check_in.ask_missing", STAFF),
    _post("missing-record", "/{t}/check-in/missing", "pages.check_in.record_missing", STAFF),
    _get("players", "/{t}/players", "pages.players.show", READERS),
    _get("enter", "/{t}/players/enter", "pages.players.form", ARBITERS),
    _post("enter-record", "/{t}/players/enter", "pages.players.enter", ARBITERS),
    _post("players-look", "/{t}/players/file", "pages.players.look", ARBITERS),
    # What everybody may read
    _get("pairings", "/{t}/pairings", "public.standing.pairings", EVERYBODY),
    _get("standing", "/{t}/standing", "public.standing.standing", EVERYBODY),
    _get("crosstable", "/{t}/crosstable", "public.standing.crosstable", EVERYBODY),
    _get("player", "/{t}/player/{p:int}", "public.standing.card", EVERYBODY),
    _get("prizes", "/{t}/prizes", "public.standing.prizes", EVERYBODY),
    _get("rules", "/{t}/rules", "public.rules.rulebook", EVERYBODY),
    _get("wall", "/{t}/wall", "public.wall.wall", EVERYBODY),
    _get("screens", "/{t}/screens", "public.wall.choose", EVERYBODY),
    _get("prints", "/{t}/print", "public.prints.choose", READERS),
    _get("print", "/{t}/print/{sheet}", "public.prints.sheet", READERS),
    # A player's own phone
    _get("game", "/{t}/game", "public.phone.game", PLAYERS),
    _get("claim", "/{t}/game/claim", "public.phone.claim", PLAYERS),
    _post("claim-record", "/{t}/game/claim", "public.phone.record", PLAYERS),
    _post("claim-withdraw", "/{t}/game/withdraw", "public.phone.withdraw", PLAYERS),
    _get("absence", "/{t}/game/absence", "public.phone.absence", PLAYERS),
    _post("absence-record", "/{t}/game/absence", "public.phone.announce", PLAYERS),
    # Disputes and the log
    _get("disputes", "/{t}/disputes", "pages.disputes.show", JUDGES),
    _get("protest", "/{t}/disputes/new", "pages.disputes.form", JUDGES),
    _post("protest-record", "/{t}/disputes/new", "pages.disputes.lodge", JUDGES),
    _get("dispute", "/{t}/disputes/{d:int}", "pages.disputes.one", JUDGES),
    _post("ruling", "/{t}/disputes/{d:int}", "pages.disputes.rule", JUDGES),
    _get("audit", f"{_ROUND}/audit", "pages.disputes.audit", JUDGES),
    _get("log", "/{t}/log", "pages.log.show", READERS),
    # A club season
    _get("evening", "/{t}/evening", "pages.season.show", STAFF),
    _post("evening-record", "/{t}/evening", "pages.season.record", STAFF),
    _get("overviews", "/{t}/overview", "pages.season.overview", EVERYBODY),
    _get("overview", "/{t}/overview/{page}", "pages.season.overview", EVERYBODY),
    # Files
    _get("files", "/{t}/files", "pages.files.show", READERS),
    _get("export", "/{t}/export/{kind}", "pages.files.export", READERS),
    _post("report", "/{t}/export/{kind}", "pages.files.report", ARBITERS),
)
"""In the order in which they are tried."""


@cache
def pieces_of(name: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a route's address, each with the name of its value, "" for none."""
    parts = route(name).path.split("/")
    return tuple((p, p[1:-1].partition(":")[0] if p.startswith("{") else "") for p in parts)


@cache
def route(name: str) -> WebRoute:
    """Return a route by its name."""
    return next(each for each in ROUTES if each.name == name)


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


SHEETS_OF = {"slips": STAFF, "score-sheets": STAFF, "audit": JUDGES}
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

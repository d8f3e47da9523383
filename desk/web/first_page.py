"""The desk that was opened without a ledger: its first page asks which one, then serves it.

The page is for whoever sits at this machine: its address has a secret that the program alone tells
the browser it opens, and the chief arbiter of the ledger that is open; the server listens on this
machine only. It stays when a ledger is open, so that another one can be chosen.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from desk.access.accounts import EVERYWHERE, accounts
from desk.access.invitations import invite_chief
from desk.access.roles import Role
from desk.making.demo_hall import demo_hall
from desk.manual.pages import FRONTS, is_page, plain, text_of
from desk.own_ledgers import OwnLedgers
from desk.web import manual
from desk.web.app import application, form_of, language_of
from desk.web.gate import Gate
from desk.web.office import Office
from desk.web.rendering import STATIC, environment
from desk.web.seats import Seats
from desk.web.words import in_words
from ledger.errors import StoreError
from ledger.messages import Message, Sentence, message
from ledger.refusals import Exit, Refusal
from ledger.runtime import Runtime
from ledger.store.places import check_kind_of_file
from ledger.store.store import Store
from ledger.system_errors import said_by_system
from ledger.values import Language

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

CHOICES: Final = ("open", "new", "example")
"""What can be chosen on the first page, beside stopping."""


class NotChosen(Exception):
    """What was chosen cannot be had; `refusal` says why, and the way on."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def _unusable(what: Sentence) -> NotChosen:
    step = message("web-first.another")
    return NotChosen(Refusal("file-unusable", what, step, exit=Exit.USAGE))


class FirstPage:
    """An application of ASGI: the first page, and the desk of the ledger that was chosen last.

    `begin` is called with the office once it is there, in place of the one before; `stop` when the
    program is to end.
    """

    def __init__(
        self,
        ledgers: OwnLedgers,
        runtime: Runtime,
        *,
        address: str,
        hosts: frozenset[str],
        begin: Callable[[Office], None],
        stop: Callable[[], None],
    ) -> None:
        self.ledgers = ledgers
        self.runtime = runtime
        self.address = address
        self.hosts = hosts
        self.seats = Seats()
        self.office: Office | None = None
        self._begin = begin
        self._stop = stop
        self._secret = runtime.new_token()
        page = Route(self.path, self._answer, methods=["GET", "POST"])
        files = Mount("/static", StaticFiles(directory=STATIC))
        self._own = Gate(Starlette(routes=[files, page, *_manual()]), self)
        self._desk: Gate | None = None

    @property
    def path(self) -> str:
        """Return the path of the first page, which nobody guesses."""
        return f"/first/{self._secret}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        at_desk = self._desk if scope.get("path") != self.path else None
        await (at_desk or self._own)(scope, receive, send)

    async def _answer(self, asked: Request) -> Response:
        language = language_of(asked)
        if asked.method == "GET":
            return await run_in_threadpool(self._page, language)
        sent = await form_of(asked)
        if sent is None:
            return Response(status_code=400)  # nobody reads it
        if isinstance(sent, Refusal):
            return await run_in_threadpool(self._page, language, NotChosen(sent))
        form = {key: str(value) for key, value in sent.items()}
        if form.get("do") == "stop":
            self._stop()
            return stopped_page(language)
        return await run_in_threadpool(self._chosen, form, language)

    def _chosen(self, form: Mapping[str, str], language: Language) -> Response:
        try:
            path = self._ledger(form)
            address = self.open(path, lost=form.get("lost") == "yes")
        except NotChosen as error:
            return self._page(language, error, form)
        return RedirectResponse(address, 303)

    def _ledger(self, form: Mapping[str, str]) -> Path:
        """Return the ledger that a form asks for, made where it is a new one."""
        typed = form.get("name", "").strip()
        try:
            if form.get("do") == "example":
                path = self.ledgers.free("example")
                demo_hall(path, self.runtime)
                return path
            if form.get("do") == "new":
                path = self.ledgers.free(typed)
                with Store(path, create=True):
                    return path
            return Path(typed.strip('"')).expanduser().absolute()
        except StoreError as error:
            raise NotChosen(error.refusal) from error
        except (OSError, RuntimeError, ValueError) as error:
            what = message("web-first.not-made", error=said_by_system(error))
            raise _unusable(what) from error

    def open(self, path: Path, *, lost: bool = False) -> str:
        """Serve the desk of a ledger from now on; return the path at which to begin.

        `lost`: a new passphrase for the chief arbiter. Raise NotChosen, and serve on as before.
        """
        try:
            check_kind_of_file(path)
            with Store(path):
                pass
            office = Office.of(path, self.runtime)
            chiefs = [one for one in accounts(office.doors.file) if _is_chief(one.roles)]
            begins = "/"
            if lost or not any(one.ready for one in chiefs):
                begins = f"/invite/{invite_chief(office.doors.file)}"
        except StoreError as error:
            raise NotChosen(error.refusal) from error
        except (OSError, sqlite3.Error, ValueError) as error:
            raise _unusable(message("web-first.not-opened", file=str(path))) from error
        self.ledgers.remember(path)
        office.address, office.hosts, office.seats = self.address, self.hosts, self.seats
        office.stop = self._stop
        office.first_page = self.path
        before, self.office = self.office, office
        self._desk = application(office)
        if before is not None:
            before.streams.end()
        self._begin(office)
        return begins

    def _page(
        self, language: Language, wrong: NotChosen | None = None, typed: Mapping[str, str] = {}
    ) -> Response:
        say = in_words(language)
        fields = {
            "say": lambda key, **values: say(message(key, **values)),
            "language": language,
            "manual": manual.address(FRONTS[language]),
            "path": self.path,
            "is_open": self.office.live.place.name if self.office else "",
            "recent": self.ledgers.recent(),
            "others": self.ledgers.others(),
            "folder": str(self.ledgers.folder),
            "what": say(wrong.refusal.what) if wrong else "",
            "step": say(wrong.refusal.next) if wrong else "",
            "typed": typed.get("name", "") if wrong else "",
            "was": typed.get("do", "") if wrong else "",
        }
        text = environment().get_template("first.html").render(**fields)
        return HTMLResponse(text, 422 if wrong else 200, {"Cache-Control": "no-store"})


def _manual() -> list[Mount | Route]:
    """Return where the manual is read before there is a desk: its site, or the texts of its pages."""
    pages: list[Mount | Route] = [*manual.site()]
    return [Route("/manual", _front), *(pages or [Route("/manual/{_}/{page}.html", _text)])]


async def _front(asked: Request) -> Response:
    return RedirectResponse(manual.address(FRONTS[language_of(asked)]))


async def _text(asked: Request) -> Response:
    page = asked.path_params["page"]
    name = FRONTS[language_of(asked)] if page == "index" else page
    if not is_page(name):
        return PlainTextResponse("404", 404)
    return PlainTextResponse(plain(text_of(name)))


def _is_chief(roles: Mapping[str, Role]) -> bool:
    return roles.get(EVERYWHERE) is Role.CHIEF


def stopped_page(language: Language) -> Response:
    """Return the page that is shown when the program has stopped."""
    say = in_words(language)
    fields = {"say": lambda key: say(Message(key, ())), "language": language}
    text = environment().get_template("stopped.html").render(**fields)
    return HTMLResponse(text, headers={"Cache-Control": "no-store"})

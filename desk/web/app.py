"""Requests and answers: those of HTTP become those that pages have, and answers responses of HTTP."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from urllib.parse import quote

from python_multipart.exceptions import FormParserError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from desk.access.roles import PLAYERS, READERS
from desk.service_log import ERROR, note
from desk.web import manual
from desk.web.answers import AWAY, Answer, Download, Page, Redirect, Stream
from desk.web.contents import ROUTES
from desk.web.entrance import is_of_this_form
from desk.web.gate import MOST_FILE, Gate, TooLarge
from desk.web.health import PATH, health
from desk.web.office import Office
from desk.web.page_cache import MadePage
from desk.web.rendering import STATIC, rendered
from desk.web.request import Browser, Request, SentFile
from desk.web.routes import WebRoute, route
from desk.web.security import AGES_S, Visitor, own_cookies, sent_name
from desk.web.services import Services
from desk.web.trouble import AGAIN_S, trouble
from ledger.errors import StoreError
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.values import Language, whole_number


def application(office: Office) -> Gate:
    """Return the desk as an application of ASGI, behind its gate."""
    routes: list[Mount | Route] = [
        Mount("/static", StaticFiles(directory=STATIC)),
        *manual.site(),
        Route(PATH, health(office)),
    ]
    routes += [
        Route(each.path, _endpoint(office, each), methods=[each.method], name=each.name)
        for each in ROUTES
    ]
    desk = Starlette(routes=routes, exception_handlers={404: _not_found(office)})
    return Gate(desk, office)


def _endpoint(office: Office, route: WebRoute) -> Callable[[HttpRequest], Awaitable[Response]]:
    async def answer(asked: HttpRequest) -> Response:
        try:
            request, edition = await office.pages.looked(_looked, office, route, asked)
        except StoreError as error:
            return await run_in_threadpool(_out_of_order, office, asked, error)
        if request.role in READERS:
            office.seats.know(request.browser.sender)
        if "lang" in asked.query_params or "theme" in asked.query_params:
            return _settings(asked)
        if route.of_tournament and not request.tournament:
            return await run_in_threadpool(_nothing_there, office, request)
        if route.method == "POST":
            return await _written(office, request, asked)
        make = partial(_answered, office, request)
        if route.name == "stream":
            return (await office.pages.looked(make)).response
        return await office.pages.page(request, edition, office.live, make)

    return answer


async def _written(office: Office, request: Request, asked: HttpRequest) -> Response:
    """Return the answer to a form; who may not send it is answered before it is read."""
    if request.role in request.route.roles:
        sent = await form_of(asked)
        if sent is None:
            return Response(status_code=400)  # nobody reads it
        if isinstance(sent, Refusal):
            status = 413 if sent.code == "too-large" else 400
            return await run_in_threadpool(_refused, office, request, sent, status)
        form = {key: value for key, value in sent.items() if isinstance(value, str)}
        files = {
            key: SentFile(value.filename or "", await value.read())
            for key, value in sent.items()
            if isinstance(value, UploadFile)
        }
        request = replace(request, form=form, files=files)
    response = await office.pages.written(partial(_answered, office, request))
    await asked.close()
    return response


async def form_of(asked: HttpRequest) -> FormData | Refusal | None:
    """Return the form that was sent, or why it cannot be read; None: who sent it is gone."""
    try:
        return await asked.form(max_files=4, max_fields=4000)
    except TooLarge:
        return _too_large()
    except (HTTPException, FormParserError):
        return _unreadable()
    except ClientDisconnect:
        return None


def _is_secure(asked: HttpRequest) -> bool:
    """Tell whether a browser asks over HTTPS, as this server or a proxy that is believed has it."""
    return asked.url.scheme == "https"


def _looked(office: Office, route: WebRoute, asked: HttpRequest) -> tuple[Request, int | None]:
    """Return a request as pages see it, and the edition of its tournament; see `Live.edition`."""
    request = request_of(office, route, asked)
    return request, office.live.edition(request.tournament) if request.tournament else None


def request_of(office: Office, route: WebRoute, asked: HttpRequest) -> Request:
    """Return a request as pages see it; raise StoreError when the ledger cannot be used.

    It asks the ledger and the accounts, so it may wait for a server: call it in a thread.
    """
    office.live.check()
    path = dict(asked.path_params)
    slug = str(path.pop("t", ""))
    tournament, name = office.slugs().get(slug, ("", "")) if slug else ("", "")
    query = str(asked.url.query)
    browser = _browser(asked)
    return Request(
        route=route,
        visitor=office.doors.visitor(browser.cookies, tournament, route.roles),
        language=language_of(asked),
        theme=asked.cookies.get("theme", ""),
        address=asked.url.path + (f"?{query}" if query else ""),
        slug=slug,
        tournament=tournament,
        tournament_name=name,
        partial="hx-request" in asked.headers,
        by_script="x-form" in asked.headers,
        path=path,
        query=dict(asked.query_params),
        browser=browser,
    )


def _browser(asked: HttpRequest) -> Browser:
    secure = _is_secure(asked)
    return Browser(
        cookies=own_cookies(asked.cookies, secure=secure),
        sender=asked.client.host if asked.client else "",
        agent=asked.headers.get("user-agent", ""),
        secure=secure,
        seen=_seen(asked),
        known_tag=asked.headers.get("if-none-match", ""),
        takes_gzip="gzip" in asked.headers.get("accept-encoding", ""),
    )


def _seen(asked: HttpRequest) -> int | None:
    """Return the position of the last event that a stream had, or of the page it belongs to."""
    return whole_number(asked.headers.get("last-event-id") or asked.query_params.get("seen", ""))


def _answered(office: Office, request: Request) -> MadePage:
    services = Services(office, request)
    try:
        answer = _answer(request, services)
        told = answer.refusals if isinstance(answer, Page) and not answer.is_noted else ()
        if request.route.method == "POST" and told and not services.has_noted:
            services.noted(told)
        return _response(request, services, answer)
    except StoreError as error:
        if request.route.method == "POST":
            services.noted((error.refusal,))
        if trouble(error.refusal.code):
            reads = request.route.method == "GET"
            return MadePage(_outside(office, request, error, reads=reads), shared=False)
        return _response(request, services, services.refuse(error.refusal, status=AWAY))
    except Exception:
        traceback.print_exc(file=sys.stderr)
        note("fault", ERROR, page=request.route.name, tournament=request.tournament)
        fault = Refusal("fault", message("web.fault"), message("web.fault-step"))
        return _response(request, services, services.refuse(fault, status=500))


def _answer(request: Request, services: Services) -> Answer:
    if request.role not in request.route.roles:
        return _not_allowed(request, services)
    if request.route.method == "POST" and not is_of_this_form(request):
        return services.refuse(_old_form())
    return request.route.answer(request, services)


def _response(request: Request, services: Services, answer: Answer) -> MadePage:
    """Return the response of an answer; a page without refusals and tokens may be kept."""
    headers = {} if request.visitor.nobody else {"Cache-Control": "no-store"}
    if isinstance(answer, Page) and answer.template == "trouble.html":
        headers = {"Cache-Control": "no-store", "Retry-After": str(AGAIN_S)}
    shared = False
    response: Response
    cookies: Mapping[str, str] = {}
    match answer:
        case Page():
            page = rendered(request, services, answer)
            cookies = {**answer.cookies, **page.cookies}
            shared = answer.status == 200 and not page.has_token
            if request.partial and request.tournament:
                headers["X-Position"] = str(services.book.state.position)
            response = Response(page.body, answer.status, headers, "text/html")
        case Redirect():
            cookies = answer.cookies
            response = _elsewhere(request, answer, headers)
        case Download():
            kind = "inline" if answer.inline else "attachment"
            name = quote(answer.name, safe="")
            named = {"Content-Disposition": f"{kind}; filename*=utf-8''{name}"}
            response = Response(answer.content, 200, headers | named, answer.media_type)
        case Stream():
            response = StreamingResponse(answer.pieces, 200, headers, "text/event-stream")
    _set_cookies(response, cookies, secure=request.browser.secure)
    return MadePage(response, shared)


def _elsewhere(request: Request, answer: Redirect, headers: dict[str, str]) -> Response:
    """Return the response that leads to another address, by htmx, by the script, or by itself."""
    if request.partial:
        # htmx would put the page at the other address into this one: it is to open it.
        return Response(status_code=204, headers={**headers, "HX-Redirect": answer.link})
    if request.by_script:
        return Response(status_code=204, headers={**headers, "X-To": answer.link})
    return RedirectResponse(answer.link, 303, headers)


def _set_cookies(response: Response, cookies: Mapping[str, str], *, secure: bool) -> None:
    """Set the cookies that a page wants the browser to keep, or to forget."""
    for name, value in cookies.items():
        response.set_cookie(
            sent_name(name, secure=secure),
            value,
            max_age=AGES_S[name] if value else 0,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
    if cookies:
        response.headers["Cache-Control"] = "no-store"


def _out_of_order(office: Office, asked: HttpRequest, error: StoreError) -> Response:
    """Return what is wrong with the files of the desk, where not even the visitor can be known."""
    request = Request(
        route=route("home"),
        visitor=Visitor(),
        language=language_of(asked),
        theme=asked.cookies.get("theme", ""),
        address=asked.url.path,
        browser=_browser(asked),
    )
    return _outside(office, request, error, reads=asked.method == "GET")


def _outside(office: Office, request: Request, error: StoreError, *, reads: bool) -> Response:
    """Return what is wrong with the ledger on a page that asks nothing of it.

    A page that was only to be read (`reads`) asks again by itself.
    """
    again = request.address if reads and not request.address.startswith("//") else "/"
    outside = Request(
        route=route("home"),
        visitor=Visitor(),
        language=request.language,
        theme=request.theme,
        address=again,
        browser=request.browser,
    )
    services = Services(office, outside)
    response = _response(outside, services, services.refuse(error.refusal)).response
    if reads:
        response.headers["Refresh"] = str(AGAIN_S)
    return response


def _refused(office: Office, request: Request, refusal: Refusal, status: int) -> Response:
    services = Services(office, request)
    return _response(request, services, services.refuse(refusal, status=status)).response


def _old_form() -> Refusal:
    return Refusal("old-form", message("web.old-form"), message("web.old-form-step"))


def _too_large() -> Refusal:
    what = message("web-people.too-large", megabytes=MOST_FILE // 1_000_000)
    return Refusal("too-large", what, message("web-people.too-large-step"))


def _unreadable() -> Refusal:
    what = message("web-people.unreadable")
    return Refusal("form-unreadable", what, message("web.old-form-step"))


def _not_allowed(request: Request, services: Services) -> Answer:
    """Return the way to the log-in, for who has none and asks for a page; else the refusal."""
    nobody = request.visitor.nobody
    status = 401 if nobody else 403
    if request.route.roles == PLAYERS:
        scan = Refusal("not-allowed", message("web-people.scan"), message("web-people.scan-step"))
        return replace(services.refuse(scan, status=status), template="phone-gone.html")
    if nobody and request.route.method == "GET" and not request.partial:
        return Redirect(request.link("login", then=request.address))
    return replace(services.not_for(), status=status)


def _nothing_there(office: Office, request: Request) -> Response:
    services = Services(office, request)
    return _response(request, services, services.nowhere()).response


def _not_found(office: Office) -> Callable[[HttpRequest, Exception], Awaitable[Response]]:
    async def answer(asked: HttpRequest, _: Exception) -> Response:
        try:
            nowhere = await office.pages.looked(request_of, office, route("home"), asked)
        except StoreError as error:
            return await run_in_threadpool(_out_of_order, office, asked, error)
        return await run_in_threadpool(_nothing_there, office, nowhere)

    return answer


def language_of(asked: HttpRequest) -> Language:
    """Return the language that the reader chose, or that their browser asks for; else Dutch."""
    chosen = asked.cookies.get("lang")
    if chosen in ("nl", "en"):
        return "nl" if chosen == "nl" else "en"
    wanted = asked.headers.get("accept-language", "").casefold()
    at = {language: wanted.find(language) for language in ("nl", "en")}
    return "en" if at["en"] >= 0 and not 0 <= at["nl"] < at["en"] else "nl"


def _settings(asked: HttpRequest) -> Response:
    """Keep the language or theme that the reader chose, and show the same page."""
    rest = asked.url.remove_query_params(["lang", "theme"])
    answer = RedirectResponse(rest.path + (f"?{rest.query}" if rest.query else ""), 303)
    for name, values in (("lang", ("nl", "en")), ("theme", ("light", "dark", "auto"))):
        if (chosen := asked.query_params.get(name)) in values:
            answer.set_cookie(name, str(chosen), max_age=31_536_000, samesite="lax")
    return answer

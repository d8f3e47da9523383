"""Requests and answers: each request becomes a visit, each answer a response of HTTP."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from desk.access.roles import PLAYERS, READERS
from desk.service_log import ERROR, note
from desk.web.answers import Answer, Download, Page, Redirect, Stream
from desk.web.gate import MOST_FILE, Gate, TooLarge
from desk.web.health import PATH, health
from desk.web.office import Office
from desk.web.page_cache import MadePage
from desk.web.rendering import STATIC, rendered
from desk.web.routes import ROUTES, WebRoute
from desk.web.security import AGES_S, Visitor, is_of_this_form, own_cookies, sent_name
from desk.web.trouble import AGAIN_S, trouble
from desk.web.visit import AWAY, Visit
from ledger.errors import StoreError
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.values import Language, whole_number


def application(office: Office) -> Gate:
    """Return the desk as an application of ASGI, behind its gate."""
    routes: list[Mount | Route] = [
        Mount("/static", StaticFiles(directory=STATIC)),
        Route(PATH, health(office)),
    ]
    routes += [
        Route(each.path, _endpoint(office, each), methods=[each.method], name=each.name)
        for each in ROUTES
    ]
    desk = Starlette(routes=routes, exception_handlers={404: _not_found(office)})
    return Gate(desk, office)


def _endpoint(office: Office, route: WebRoute) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            visit, edition = await office.pages.looked(_looked, office, route, request)
        except StoreError as error:
            return await run_in_threadpool(_out_of_order, office, request, error)
        if visit.role in READERS:
            office.seats.know(visit.sender)
        if "lang" in request.query_params or "theme" in request.query_params:
            return _settings(request, visit)
        if route.of_tournament and not visit.tournament:
            return await run_in_threadpool(_nothing_there, visit)
        if route.method == "POST":
            return await _written(request, visit)
        if route.name == "stream":
            return (await office.pages.looked(_answered, visit)).response
        return _with_cookies(request, visit, await office.pages.page(visit, edition, _answered))

    return answer


async def _written(request: Request, visit: Visit) -> Response:
    """Return the answer to a form; who may not send it is answered before it is read."""
    if visit.role in visit.route.roles:
        try:
            form = await request.form(max_files=4, max_fields=4000)
        except (TooLarge, HTTPException) as error:
            large = isinstance(error, TooLarge)
            refusal = _too_large() if large else _unreadable()
            page = visit.refuse(refusal, status=413 if large else 400)
            return await run_in_threadpool(_response, visit, page)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        visit.form = {key: value for key, value in form.items() if isinstance(value, str)}
        visit.files = {key: value for key, value in form.items() if isinstance(value, UploadFile)}
    response = await visit.office.pages.written(visit, _answered)
    await request.close()
    return _with_cookies(request, visit, response)


def _with_cookies(request: Request, visit: Visit, response: Response) -> Response:
    """Set the cookies that a page wants the browser to keep, or to forget."""
    secure = _is_secure(request)
    for name, value in visit.cookies.items():
        response.set_cookie(
            sent_name(name, secure=secure),
            value,
            max_age=AGES_S[name] if value else 0,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
    if visit.cookies:
        response.headers["Cache-Control"] = "no-store"
    return response


def _is_secure(request: Request) -> bool:
    """Tell whether a browser asks over HTTPS, as this server or a proxy that is believed has it."""
    return request.url.scheme == "https"


def _looked(office: Office, route: WebRoute, request: Request) -> tuple[Visit, int | None]:
    """Return a request as pages see it, and the edition of its tournament; see `Live.edition`."""
    visit = visit_of(office, route, request)
    return visit, office.live.edition(visit.tournament) if visit.tournament else None


def visit_of(office: Office, route: WebRoute, request: Request) -> Visit:
    """Return a request as pages see it; raise StoreError when the ledger cannot be used.

    It asks the ledger and the accounts, so it may wait for a server: call it in a thread.
    """
    office.live.check()
    path = dict(request.path_params)
    slug = str(path.pop("t", ""))
    tournament, name = office.slugs().get(slug, ("", "")) if slug else ("", "")
    query = str(request.url.query)
    had = own_cookies(request.cookies, secure=_is_secure(request))
    visitor = office.doors.visitor(had, tournament, route.roles)
    sender = request.client.host if request.client else ""
    return Visit(
        office=office,
        route=route,
        had=had,
        visitor=visitor,
        sender=sender,
        agent=request.headers.get("user-agent", ""),
        language=_language(request),
        theme=request.cookies.get("theme", ""),
        address=request.url.path + (f"?{query}" if query else ""),
        slug=slug,
        tournament=tournament,
        tournament_name=name,
        partial="hx-request" in request.headers,
        by_script="x-form" in request.headers,
        path=path,
        query=dict(request.query_params),
        seen=_seen(request),
        known_tag=request.headers.get("if-none-match", ""),
        takes_gzip="gzip" in request.headers.get("accept-encoding", ""),
    )


def _seen(request: Request) -> int | None:
    """Return the position of the last event that a stream had, or of the page it belongs to."""
    return whole_number(
        request.headers.get("last-event-id") or request.query_params.get("seen", "")
    )


def _answered(visit: Visit) -> MadePage:
    try:
        answer = _answer(visit)
        if visit.route.method == "POST" and visit.refusals and not visit.is_noted:
            visit.noted(visit.refusals)
        return MadePage(_response(visit, answer), isinstance(answer, Page) and answer.shared)
    except StoreError as error:
        if visit.route.method == "POST":
            visit.noted((error.refusal,))
        if trouble(error.refusal.code):
            reads = visit.route.method == "GET"
            return MadePage(_outside(visit, error, reads=reads), shared=False)
        return MadePage(_response(visit, visit.refuse(error.refusal, status=AWAY)), shared=False)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        note("fault", ERROR, page=visit.route.name, tournament=visit.tournament)
        fault = Refusal("fault", message("web.fault"), message("web.fault-step"))
        response = _response(visit, visit.refuse(fault, status=500))
        return MadePage(response, shared=False)


def _answer(visit: Visit) -> Answer:
    if visit.role not in visit.route.roles:
        return _not_allowed(visit)
    if visit.route.method == "POST" and not is_of_this_form(visit):
        return visit.refuse(_old_form())
    return visit.route.handler()(visit)


def _response(visit: Visit, answer: Answer) -> Response:
    headers = {} if visit.visitor.nobody else {"Cache-Control": "no-store"}
    if isinstance(answer, Page) and answer.template == "trouble.html":
        headers = {"Cache-Control": "no-store", "Retry-After": str(AGAIN_S)}
    match answer:
        case Page():
            body = rendered(visit, answer.template, answer.values)
            if visit.partial and visit.tournament:
                headers["X-Position"] = str(visit.position)
            return Response(body, answer.status, headers, "text/html")
        case Redirect() if visit.partial:
            # htmx would put the page at the other address into this one: it is to open it.
            return Response(status_code=204, headers={**headers, "HX-Redirect": answer.link})
        case Redirect() if visit.by_script:
            return Response(status_code=204, headers={**headers, "X-To": answer.link})
        case Redirect():
            return RedirectResponse(answer.link, 303, headers)
        case Download():
            kind = "inline" if answer.inline else "attachment"
            name = quote(answer.name, safe="")
            named = {"Content-Disposition": f"{kind}; filename*=utf-8''{name}"}
            return Response(answer.content, 200, headers | named, answer.media_type)
        case Stream():
            return StreamingResponse(answer.pieces, 200, headers, "text/event-stream")


def _out_of_order(office: Office, request: Request, error: StoreError) -> Response:
    """Return what is wrong with the files of the desk, where not even the visitor can be known."""
    visit = Visit(
        office=office,
        route=ROUTES[0],
        visitor=Visitor(),
        language=_language(request),
        theme=request.cookies.get("theme", ""),
        address=request.url.path,
    )
    return _outside(visit, error, reads=request.method == "GET")


def _outside(visit: Visit, error: StoreError, *, reads: bool) -> Response:
    """Return what is wrong with the ledger on a page that asks nothing of it.

    A page that was only to be read (`reads`) asks again by itself.
    """
    again = visit.address if reads and not visit.address.startswith("//") else "/"
    outside = Visit(
        office=visit.office,
        route=ROUTES[0],
        visitor=Visitor(),
        language=visit.language,
        theme=visit.theme,
        address=again,
    )
    response = _response(outside, outside.refuse(error.refusal))
    if reads:
        response.headers["Refresh"] = str(AGAIN_S)
    return response


def _old_form() -> Refusal:
    return Refusal("old-form", message("web.old-form"), message("web.old-form-step"))


def _too_large() -> Refusal:
    what = message("web-people.too-large", megabytes=MOST_FILE // 1_000_000)
    return Refusal("too-large", what, message("web-people.too-large-step"))


def _unreadable() -> Refusal:
    what = message("web-people.unreadable")
    step = message("web.old-form-step")
    return Refusal("form-unreadable", what, step)


def _not_allowed(visit: Visit) -> Answer:
    """Return the way to the log-in, for who has none and asks for a page; else the refusal."""
    nobody = visit.visitor.nobody
    if visit.route.roles == PLAYERS:
        what = message("web-people.scan")
        step = message("web-people.scan-step")
    elif nobody and visit.route.method == "GET" and not visit.partial:
        return Redirect(visit.link("login", then=visit.address))
    else:
        what = message("web.not-allowed")
        step = message("web.not-allowed-step")
    page = visit.refuse(Refusal("not-allowed", what, step), status=401 if nobody else 403)
    return replace(page, template="phone-gone.html") if visit.route.roles == PLAYERS else page


def _nothing_there(visit: Visit) -> Response:
    refusal = Refusal(
        "not-found", message("web.not-found"), message("web.not-found-step"), exit=Exit.USAGE
    )
    return _response(visit, visit.refuse(refusal, status=404))


def _not_found(office: Office) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, _: Exception) -> Response:
        try:
            nowhere = await office.pages.looked(visit_of, office, ROUTES[0], request)
        except StoreError as error:
            return await run_in_threadpool(_out_of_order, office, request, error)
        return await run_in_threadpool(_nothing_there, nowhere)

    return answer


def _language(request: Request) -> Language:
    """Return the language that the reader chose, or that their browser asks for; else Dutch."""
    chosen = request.cookies.get("lang")
    if chosen in ("nl", "en"):
        return "nl" if chosen == "nl" else "en"
    wanted = request.headers.get("accept-language", "").casefold()
    at = {language: wanted.find(language) for language in ("nl", "en")}
    return "en" if at["en"] >= 0 and not 0 <= at["nl"] < at["en"] else "nl"


def _settings(request: Request, visit: Visit) -> Response:
    """Keep the language or theme that the reader chose, and show the same page."""
    rest = request.url.remove_query_params(["lang", "theme"])
    answer = RedirectResponse(rest.path + (f"?{rest.query}" if rest.query else ""), 303)
    for name, values in (("lang", ("nl", "en")), ("theme", ("light", "dark", "auto"))):
        if (chosen := request.query_params.get(name)) in values:
            answer.set_cookie(name, str(chosen), max_age=31_536_000, samesite="lax")
    return answer

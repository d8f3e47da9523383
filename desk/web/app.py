"""Requests and answers: each request becomes a visit, each answer a response of HTTP."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from desk.access.roles import Role
from desk.web.answers import Answer, Download, Page, Redirect, Stream
from desk.web.office import Office
from desk.web.rendering import STATIC, rendered
from desk.web.routes import ROUTES, WebRoute
from desk.web.visit import STATUS, Visit
from ledger.errors import StoreError
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.values import Language

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def application(office: Office) -> Starlette:
    """Return the desk as an application of ASGI."""
    routes: list[Mount | Route] = [Mount("/static", StaticFiles(directory=STATIC))]
    routes += [
        Route(each.path, _endpoint(office, each), methods=[each.method], name=each.name)
        for each in ROUTES
    ]
    return Starlette(routes=routes, exception_handlers={404: _not_found(office)})


def _endpoint(office: Office, route: WebRoute) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        form = dict(await request.form()) if route.method == "POST" else {}
        visit = visit_of(office, route, request, form)
        if "lang" in request.query_params or "theme" in request.query_params:
            return _settings(request, visit)
        if visit is not None and not (route.of_tournament and not visit.tournament):
            return await run_in_threadpool(_answered, visit)
        return await run_in_threadpool(_nothing_there, visit)

    return answer


def visit_of(
    office: Office, route: WebRoute, request: Request, form: Mapping[str, Any] | None = None
) -> Visit:
    """Return a request as pages see it."""
    path = dict(request.path_params)
    slug = str(path.pop("t", ""))
    tournament, name = office.slugs().get(slug, ("", "")) if slug else ("", "")
    texts = {key: value for key, value in (form or {}).items() if isinstance(value, str)}
    files = {key: value for key, value in (form or {}).items() if isinstance(value, UploadFile)}
    query = str(request.url.query)
    return Visit(
        office=office, route=route, visitor=office.doors.visitor(request, tournament or None),
        language=_language(request), theme=request.cookies.get("theme", ""),
        address=request.url.path + (f"?{query}" if query else ""), slug=slug,
        tournament=tournament, tournament_name=name, partial="hx-request" in request.headers,
        path=path, query=dict(request.query_params), form=texts, files=files,
    )  # fmt: skip


def _answered(visit: Visit) -> Response:
    if visit.role not in visit.route.roles:
        return _response(visit, _not_allowed(visit))
    if visit.route.method == "POST" and visit.form.get("csrf") != visit.csrf:
        return _response(visit, _refused(visit, _old_form()))
    try:
        return _response(visit, visit.route.handler()(visit))
    except StoreError as error:
        return _response(visit, _refused(visit, error.refusal))
    except Exception:
        traceback.print_exc(file=sys.stderr)
        fault = Refusal("fault", message("web.fault"), message("web.fault-step"))
        return _response(visit, replace(_refused(visit, fault), status=500))


def _response(visit: Visit, answer: Answer) -> Response:
    match answer:
        case Page():
            body = rendered(visit, answer.template, answer.values)
            return Response(body, answer.status, HEADERS, "text/html")
        case Redirect() if visit.partial:
            return Response(status_code=204, headers={**HEADERS, "HX-Redirect": answer.link})
        case Redirect():
            return RedirectResponse(answer.link, 303, HEADERS)
        case Download():
            kind = "inline" if answer.inline else "attachment"
            named = {"Content-Disposition": f'{kind}; filename="{answer.name}"'}
            return Response(answer.content, 200, {**HEADERS, **named}, answer.media_type)
        case Stream():
            return StreamingResponse(answer.pieces, 200, HEADERS, "text/event-stream")


def _refused(visit: Visit, refusal: Refusal) -> Page:
    visit.refusals = (refusal,)
    return Page("refused.html", status=STATUS[refusal.exit], shared=False)


def _old_form() -> Refusal:
    return Refusal("old-form", message("web.old-form"), message("web.old-form-step"))


def _not_allowed(visit: Visit) -> Page:
    refusal = Refusal("not-allowed", message("web.not-allowed"), message("web.not-allowed-step"))
    status = 401 if visit.role is Role.PUBLIC else 403
    return replace(_refused(visit, refusal), status=status)


def _nothing_there(visit: Visit) -> Response:
    refusal = Refusal("not-found", message("web.not-found"), message("web.not-found-step"),
                      exit=Exit.USAGE)  # fmt: skip
    return _response(visit, replace(_refused(visit, refusal), status=404))


def _not_found(office: Office) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, _: Exception) -> Response:
        nowhere = visit_of(office, ROUTES[0], request)
        return await run_in_threadpool(_nothing_there, nowhere)

    return answer


def _language(request: Request) -> Language:
    """Return the language that the reader chose, or that their browser asks for; else Dutch."""
    chosen = request.cookies.get("lang")
    if chosen in ("nl", "en"):
        return "nl" if chosen == "nl" else "en"
    asked = request.headers.get("accept-language", "").casefold()
    at = {language: asked.find(language) for language in ("nl", "en")}
    return "en" if at["en"] >= 0 and not 0 <= at["nl"] < at["en"] else "nl"


def _settings(request: Request, visit: Visit) -> Response:
    """Keep the language or theme that the reader chose, and show the same page."""
    rest = request.url.remove_query_params(["lang", "theme"])
    answer = RedirectResponse(rest.path + (f"?{rest.query}" if rest.query else ""), 303, HEADERS)
    for name, values in (("lang", ("nl", "en")), ("theme", ("light", "dark", "auto"))):
        if (chosen := request.query_params.get(name)) in values:
            answer.set_cookie(name, str(chosen), max_age=31_536_000, samesite="lax")
    return answer

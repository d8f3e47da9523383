"""Whether the desk can do its work, for programs that watch servers: it shows nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response

from desk.web.office import Office
from ledger.errors import StoreError

if TYPE_CHECKING:
    from starlette.requests import Request

PATH = "/healthz"


def health(office: Office) -> Callable[[Request], Response]:
    """Return the function that answers; it may wait for the ledger, and is called in a thread."""

    def answer(_: Request) -> Response:
        code = _fault(office)
        what = {"status": "ok"} if code is None else {"status": "unavailable", "code": code}
        headers = {"Cache-Control": "no-store"}
        return JSONResponse(what, status_code=200 if code is None else 503, headers=headers)

    return answer


def _fault(office: Office) -> str | None:
    """Return the code of the refusal that every page would have now, None where all is well."""
    office.live.look()
    if office.live.fault is not None:
        return office.live.fault.code
    try:
        office.doors.file.check()
    except StoreError as error:
        return error.refusal.code
    return None

"""Addresses as forms send them, without their empty fields."""

from __future__ import annotations

from desk.web.request import Request


def without_blanks(request: Request, route: str) -> str | None:
    """Return the address without the empty fields that a form sends, None where it has none."""
    if all(request.query.values()):
        return None
    kept = {key.replace("-", "_"): value for key, value in request.query.items() if value}
    return request.link(route, **request.path, **kept)

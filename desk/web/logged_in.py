"""Browsers that are logged in, and a form of accounts that is shown again."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from desk.access.sessions import ListedSession
from desk.web.answers import Page
from desk.web.services import PageFunction, Services
from ledger.messages import Sentence
from ledger.refusals import Refusals


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """A browser that is logged in: what it is called, since when, when it was last used."""

    device: str
    began: dt.datetime
    used: dt.datetime
    here: bool
    who: Sentence = ""


def as_logged_in(one: ListedSession, who: Sentence = "", zone: dt.tzinfo | None = None) -> LoggedIn:
    """Return a session as a page shows it; `zone` is that of its times, None: of this computer."""
    began, used = (dt.datetime.fromtimestamp(s, zone) for s in (one.began_s, one.used_s))
    return LoggedIn(one.device, began, used, one.here, who)


def form_again(
    services: Services, page: PageFunction, refusals: Refusals, status: int = 422
) -> Page:
    """Return the page of a form again, with what is wrong and what was typed."""
    answer = services.again(page, refusals)
    assert isinstance(answer, Page)
    return replace(answer, status=max(status, answer.status))

"""A website is made and sent, by one program at a time: by the verb, an evening, or a served desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from desk.desk import Desk
from desk.site.folder import SiteSent
from desk.site.kept import WebsiteKept, keep_website, website_of
from desk.site.sending import Target, send, target_of
from desk.site.site import Site, Wanted, make_site
from desk.version import VERSION
from ledger.errors import StoreError
from ledger.locks import alone
from ledger.messages import message
from ledger.place import LedgerPlace
from ledger.refusals import Exit, Refusal
from ledger.system_errors import cannot_be_written


@dataclass(frozen=True, slots=True)
class Made:
    """A website that was made: `sent` is what was sent, or why not; None: it is sent nowhere."""

    site: Site
    sent: SiteSent | Refusal | None = None


def wanted_of(website: WebsiteKept, *, changed: bool) -> Wanted:
    """Return what a website is wanted of; `changed`: only tournaments with new facts are made."""
    return Wanted(
        tournament=website.tournament or None,
        language=website.language,
        program=VERSION,
        address=website.address,
        why=website.why,
        changed=changed,
    )


def made_and_sent(
    desk: Desk,
    folder: Path,
    wanted: Wanted,
    target: Target | None = None,
    *,
    tried: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
    places: Sequence[LedgerPlace] = (),
) -> Made | Refusal:
    """Make a website and send it; `tried`: only list what would be sent. Raise OSError, StoreError.

    `places` are several ledgers, in place of that of the desk.
    Who finds another at the same folder is refused.
    """
    with _alone_at(folder) as is_alone:
        if not is_alone:
            what = message("site-send.busy", folder=str(folder))
            return Refusal("website-busy", what, message("site-send.busy-next"))
        site = make_site(desk, folder, wanted, progress, places)
        if isinstance(site, Refusal):
            return site
        return Made(site, None if target is None else send(folder, target, tried=tried))


@contextmanager
def _alone_at(folder: Path) -> Iterator[bool]:
    """Give whether nobody else makes this website now; where no lock can be had nobody is kept out."""
    whole = folder.absolute()
    held = alone(whole.parent / f"{whole.name}.lock")
    try:
        held.__enter__()
    except BlockingIOError:
        yield False
        return
    except OSError:
        yield True
        return
    try:
        yield True
    finally:
        held.__exit__(None, None, None)


def attempted(place: LedgerPlace, website: WebsiteKept) -> Refusal | None:
    """Make and send the website that is kept, as far as it changed; return why that failed."""
    desk = Desk(place)
    target = target_of(website.target) if website.target else None
    if isinstance(target, Refusal):
        return target
    wanted = wanted_of(website, changed=True)
    try:
        made = made_and_sent(desk, Path(website.folder), wanted, target)
    except StoreError as error:
        return error.refusal
    except OSError as error:
        what = cannot_be_written(website.folder, error)
        return Refusal("file-unusable", what, message("site-send.again"), exit=Exit.USAGE)
    if isinstance(made, Refusal):
        return made
    if isinstance(made.sent, Refusal):
        return made.sent
    note_done(website, desk)
    return None


def note_done(website: WebsiteKept, desk: Desk) -> None:
    """Note that a website was made and sent now, where it is the one that is kept."""
    now = website_of(desk.place)
    if now is not None and (now.folder, now.target) == (website.folder, website.target):
        moment = desk.runtime.now().isoformat(timespec="seconds")
        with suppress(OSError):  # it is only told when
            keep_website(desk.place, now.model_copy(update={"done_at": moment}))

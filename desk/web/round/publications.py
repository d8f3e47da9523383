"""The publications of a round among which a reader of its inquiry or its whys may choose."""

from __future__ import annotations

from desk.web.request import Request
from ledger.state.book import Book
from pairing.review.questions import publications


def publication_links(
    request: Request, book: Book, number: int, shown: int | None
) -> list[tuple[int, str]]:
    """Return each publication of a round with the address of this page about it, "" for that shown.

    `shown` None: the last. The list is empty where there is only one, and for a draft.
    """
    round_ = book.state.round(number)
    several = 0 if round_ is None else len(publications(round_))
    if several < 2:
        return []
    rest = {key: value for key, value in request.query.items() if key != "publication"}
    return [
        (one, "" if one == (shown or several) else request.here({**rest, "publication": one}))
        for one in range(1, several + 1)
    ]

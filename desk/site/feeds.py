"""What happened, as feeds: Atom (RFC 4287) and JSON Feed 1.1; newest first.

An entry has an id by its fact, which never changes; a correction is a new entry that names the fact
that it corrects.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator

from markupsafe import escape

from desk.render.catalogue import Words
from desk.site.contents import Contents
from desk.site.events import PublicEvent, public_events
from ledger.characters import visible, visible_in_json
from ledger.messages import message

NEWEST = 60
"""Entries that a feed has at most."""


class Feeds:
    """The feeds of a tournament in one language.

    `host` is the domain in the ids of entries. `address` is the whole address of the folder of the
    tournament in this language, "" where it is not known: links are then relative.
    """

    def __init__(self, of: Contents, words: Words, host: str, address: str) -> None:
        self.of = of
        self.words = words
        self.host = host
        self.address = address
        self.events = public_events(of)[: -NEWEST - 1 : -1]

    def _id(self, event: PublicEvent | None) -> str:
        opened = self.of.book.recorded[0].stamp.recorded_at if self.of.book.recorded else None
        year = opened.astimezone(dt.UTC).year if opened else 0
        own = f"tag:{self.host},{year}:{self.of.book.id}"
        if event is None:
            return own
        kind = f":{event.kind}" if event.kind == "finished" else ""
        return f"{own}:{event.position}{kind}"

    def _said(self, event: PublicEvent) -> str:
        return visible(self.words(event.what))

    def _text(self, event: PublicEvent) -> str:
        """Return the text of an entry, which names the fact that it is, and that it corrects."""
        if event.corrects is None:
            text = self.words(message("site.entry", position=event.position))
        else:
            corrected = {"position": event.position, "corrects": event.corrects}
            text = self.words(message("site.entry-corrects", **corrected))
        return f"{self._said(event)} {text}"

    def atom(self) -> bytes:
        """Return the feed as Atom."""
        return "\n".join(self._atom()).encode()

    def _atom(self) -> Iterator[str]:
        name = escape(visible(self.of.book.state.name))
        recorded = self.of.book.recorded
        updated = self.events[0].moment if self.events else recorded[0].stamp.recorded_at
        yield '<?xml version="1.0" encoding="utf-8"?>'
        yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{self.words.language}">'
        yield f"<id>{escape(self._id(None))}</id>"
        yield f"<title>{name}</title>"
        yield f"<updated>{_moment(updated)}</updated>"
        yield f"<author><name>{name}</name></author>"
        yield f'<link rel="self" type="application/atom+xml" href="{escape(self.address)}feed.xml"/>'
        yield f'<link rel="alternate" type="text/html" href="{escape(self.address)}index.html"/>'
        for event in self.events:
            yield "<entry>"
            yield f"<id>{escape(self._id(event))}</id>"
            yield f"<title>{escape(self._said(event))}</title>"
            yield f"<updated>{_moment(event.moment)}</updated>"
            yield f'<link rel="alternate" type="text/html" href="{escape(self._link(event))}"/>'
            yield f"<content>{escape(self._text(event))}</content>"
            yield "</entry>"
        yield "</feed>\n"

    def _link(self, event: PublicEvent) -> str:
        return f"{self.address}{event.href}index.html"

    def json(self) -> bytes:
        """Return the feed as JSON Feed."""
        feed: dict[str, object] = {
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.of.book.state.name,
            "language": self.words.language,
        }
        if self.address:
            feed |= {
                "home_page_url": f"{self.address}index.html",
                "feed_url": f"{self.address}feed.json",
            }
        feed["items"] = [
            {
                "id": self._id(event),
                "url": self._link(event),
                "title": self._said(event),
                "content_text": self._text(event),
                "date_published": _moment(event.moment),
            }
            for event in self.events
        ]
        return visible_in_json(json.dumps(feed, ensure_ascii=False, indent=1) + "\n").encode()


def _moment(moment: dt.datetime) -> str:
    return f"{moment.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}"

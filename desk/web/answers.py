"""What a page answers: a whole page, a part of one, another address, or a file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from desk.commands.decision import Warn
from ledger.refusals import Exit, Refusals

STATUS: Final = {Exit.USAGE: 422, Exit.REFUSED: 409, Exit.DAMAGED: 503, Exit.FINDINGS: 409}
"""The status of a refusal in HTTP, by its kind."""

AWAY: Final = 503
"""The status where the ledger cannot be read or written now: the same request may succeed later."""


class Model(Protocol):
    """What a page shows: a NamedTuple whose fields say what they hold."""

    def _asdict(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a template, with its model; see `desk.web.rendering` for what it always has.

    The names of the model's fields are those of the template; None: it needs nothing else.

    `status` is that of HTTP. `refusals` are shown above it, `warnings` are to be answered.
    `cookies` are those that the browser is to keep ("": to forget). `is_noted`: the log has already
    why nothing was recorded.
    """

    template: str
    model: Model | None = None
    status: int = 200
    refusals: Refusals = ()
    warnings: tuple[Warn, ...] = ()
    cookies: Mapping[str, str] = field(default_factory=dict)
    is_noted: bool = False


@dataclass(frozen=True, slots=True)
class Redirect:
    """Another address; after a form the answer is this one, so that reloading repeats nothing.

    `cookies` are those that the browser is to keep ("": to forget).
    """

    link: str
    cookies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Download:
    """A file to keep or to show, with its name and type."""

    content: bytes
    name: str
    media_type: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Stream:
    """Server-sent events, piece by piece."""

    pieces: AsyncIterator[bytes]


Answer: TypeAlias = Page | Redirect | Download | Stream

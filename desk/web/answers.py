"""What a page answers: a whole page, a part of one, another address, or a file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a template, with its values; see `desk.web.rendering` for those it always has.

    `status` is that of HTTP. `shared`: every reader of the same role and language gets the same
    bytes but for the tokens of forms, so that they may be kept.
    """

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    shared: bool = True


@dataclass(frozen=True, slots=True)
class Redirect:
    """Another address; after a form the answer is this one, so that reloading repeats nothing."""

    link: str


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

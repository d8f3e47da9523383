"""The addresses of tournaments and of their pages: the same served and as files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from desk.live.live import TournamentNames
from ledger.characters import normal_form
from ledger.messages import message
from ledger.names import natural
from ledger.refusals import Exit, Refusal

PERSON: Final = "person"
"""The first part of the addresses of people on a website of several tournaments."""

NOT_TOURNAMENTS = frozenset(
    {
        "new",
        "import",
        "login",
        "manual",
        "logout",
        "invite",
        "static",
        "stop",
        "check",
        "check-in",
        "q",
        "people",
        "account",
        "favicon.ico",
        "healthz",
        "at",
        "clubs",
        "years",
        PERSON,
    }
)
"""First parts of addresses that are not tournaments, of the desk or of a website."""


@lru_cache(maxsize=8)
def slugs_of(names: tuple[TournamentNames, ...]) -> Mapping[str, tuple[str, str]]:
    """Return tournaments, by id and name, by their names in addresses; every request asks this.

    The name is the one that was put right, where it was; the address is that of the opening.
    """
    slugs: dict[str, tuple[str, str]] = {}
    for tournament, opening, name in names:
        slug = slug_of(opening)
        if not slug or slug in slugs or slug in NOT_TOURNAMENTS:
            slug = tournament[:8]
        slugs[slug] = (tournament, name)
    return slugs


def slug_of(name: str) -> str:
    """Return a name for addresses: De Toren, najaar 2026 is de-toren-najaar-2026; maybe "".

    It has at most 40 letters, so that addresses stay short.
    """
    plain = normal_form("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return re.sub("[^a-z0-9]+", "-", plain)[:40].strip("-")


@lru_cache(maxsize=50_000)
def person_address(name: str) -> str:
    """Return the address of the tournaments of a name: ~person/jan-bos/.

    It follows from the name alone, so that a player's page need not know of other tournaments. Case, accents and
    the order of the parts make no difference, other letters do: a name that has any, of one word or
    very long, ends in a check.
    """
    plain = natural(name).replace(" ", "-")
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)+", plain) or len(plain) > 60:
        check = hashlib.sha256(natural(name).encode()).hexdigest()[:8]
        plain = "-".join(filter(None, (slug_of(plain), check)))
    return f"~{PERSON}/{plain}/"


def wrong_address(address: str) -> Refusal | None:
    """Return what is wrong with the address of a folder on the web, None for a good one."""
    if re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", address):
        return None
    what = message("site.no-address", address=address)
    return Refusal("wrong-address", what, message("site.address-so"), exit=Exit.USAGE)

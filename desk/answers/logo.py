"""The logo of a club: an image that is given once, and stands in the head of every sheet.

It is kept beside the ledger, as it is no fact of a tournament, and is that of all its tournaments.
"""

from __future__ import annotations

import struct
from base64 import b64encode
from typing import Final

from desk.answers.beside_ledger import keep, kept
from ledger.kept_names import LOGO
from ledger.messages import message
from ledger.place import LedgerPlace
from ledger.refusals import Exit, Refusal

MOST_KILOBYTES: Final = 100
"""The size of a logo: it stands on each leaf of a sheet."""

_LEAST, _MOST = 16, 4000
"""Pixels of a side."""

_ALL: Final = "*"
"""The entry of all tournaments of a ledger."""


def logo_of(place: LedgerPlace) -> str:
    """Return the logo as an address with all of it in it, "" for none."""
    address = kept(place, LOGO, _ALL).get("address", "")
    return address if isinstance(address, str) and address.startswith("data:image/") else ""


def keep_logo(place: LedgerPlace, image: bytes) -> Refusal | None:
    """Keep an image as the logo, b"" for none; return why it is not taken. Raise OSError."""
    if not image:
        keep(place, LOGO, _ALL, {})
        return None
    step = message("sheets.give-image", kilobytes=MOST_KILOBYTES)
    if len(image) > MOST_KILOBYTES * 1024:
        what = message("sheets.image-too-large", size=-(-len(image) // 1024), most=MOST_KILOBYTES)
        return Refusal("image-too-large", what, step, exit=Exit.USAGE)
    kind = _kind_of(image)
    if kind is None:
        what = message("sheets.not-an-image")
        return Refusal("not-an-image", what, step, exit=Exit.USAGE)
    address = f"data:image/{kind};base64,{b64encode(image).decode()}"
    keep(place, LOGO, _ALL, {"address": address})
    return None


def _kind_of(image: bytes) -> str | None:
    """Return png or jpeg for an image that is whole and of a fit size, None for anything else."""
    if image[:8] == b"\x89PNG\r\n\x1a\n" and image[12:16] == b"IHDR" and b"IEND" in image[-12:]:
        sides = struct.unpack(">II", image[16:24])
        return "png" if all(_LEAST <= side <= _MOST for side in sides) else None
    if image[:3] == b"\xff\xd8\xff" and image.rstrip(b"\x00")[-2:] == b"\xff\xd9":
        return "jpeg"
    return None

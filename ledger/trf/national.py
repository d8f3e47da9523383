"""National records of a tournament file: the number of a player at the own federation.

Source: the national rating records of TRF26 (NRS). They have the columns of a 001 line, with the
code of the federation in front and the national number in place of the FIDE id; what is blank is as
in the 001 line.
"""

from __future__ import annotations

from ledger.trf.model import TrfFile
from ledger.values import whole_number

_TAG = "NED"
_ID = slice(57, 68)


def national_line(number: int, national_id: str) -> str:
    """Return the record of a player's number at the KNSB."""
    return f"{_TAG} {number:>4}".ljust(57) + f"{national_id[:11]:>11}"


def national_ids(file: TrfFile) -> dict[int, str]:
    """Return the numbers at the KNSB that a file has, by start rank."""
    of_lines = {player_of(kept.text): kept.text[_ID].strip() for kept in file.other}
    return {player: id_ for player, id_ in of_lines.items() if player and id_.isdecimal()}


def player_of(text: str) -> int | None:
    """Return the start rank of a national record, None for any other line."""
    return whole_number(text[4:8]) if text[:4] == f"{_TAG} " else None


def says_no_more(text: str) -> bool:
    """Tell whether a line is a national record with a player's number there and nothing else."""
    player, id_ = player_of(text), text[_ID].strip()
    return player is not None and id_.isdecimal() and text == national_line(player, id_)

"""National records of a tournament file: the number of a player at the own federation.

Source: the national rating records of TRF26 (NRS), see `ledger.trf.records.TrfNational`.
"""

from __future__ import annotations

from dataclasses import replace

from ledger.trf.findings import WrongLine
from ledger.trf.model import TrfFile
from ledger.trf.records import OWN_FEDERATION, TrfNational, line_of, read_record
from ledger.values import whole_number


def national_ids(file: TrfFile) -> dict[int, str]:
    """Return the numbers at the KNSB that a file has, by start rank."""
    return {
        record.number: record.national_id
        for record in file.of_kind(TrfNational)
        if record.federation == OWN_FEDERATION and record.national_id.isdecimal()
    }


def national_ratings(file: TrfFile, federation: str) -> dict[int, int | None]:
    """Return the ratings in the records of a federation, by start rank; None: it has none."""
    return {
        record.number: record.rating
        for record in file.of_kind(TrfNational)
        if record.federation == federation
    }


def with_rating(text: str, rating: int | None) -> str:
    """Return a national record with another rating; a line that is none is returned as it is."""
    try:
        record = read_record(TrfNational, text)
    except WrongLine:
        return text
    assert isinstance(record, TrfNational)
    return line_of(replace(record, rating=rating))


def player_of(text: str, federation: str = OWN_FEDERATION) -> int | None:
    """Return the start rank of a national record, None for any other line."""
    return whole_number(text[4:8]) if text[:4] == f"{federation} " else None


def is_national(text: str) -> bool:
    """Tell whether a line is a national record of any federation."""
    return text[:3].isalpha() and text[:3].isupper() and text[3:4] == " " and _reads(text)


def _reads(text: str) -> bool:
    try:
        read_record(TrfNational, text)
    except WrongLine:
        return False
    return True


def says_no_more(text: str) -> bool:
    """Tell whether a line is a national record with a player's number there and nothing else."""
    if player_of(text) is None:
        return False
    try:
        record = read_record(TrfNational, text)
    except WrongLine:
        return False
    return isinstance(record, TrfNational) and record.says_no_more

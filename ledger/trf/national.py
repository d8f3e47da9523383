"""National records of a tournament file: the number of a player at the own federation.

Source: the national rating records of TRF26 (NRS), see `ledger.trf.records.TrfNational`.
"""

from __future__ import annotations

from ledger.trf.findings import WrongLine
from ledger.trf.model import TrfFile
from ledger.trf.records import OWN_FEDERATION, TrfNational, line_of, read_record
from ledger.values import whole_number


def national_line(number: int, national_id: str) -> str:
    """Return the record of a player's number at the KNSB."""
    return line_of(TrfNational(OWN_FEDERATION, number, national_id=national_id[:11]))


def national_ids(file: TrfFile) -> dict[int, str]:
    """Return the numbers at the KNSB that a file has, by start rank."""
    return {
        record.number: record.national_id
        for record in file.of_kind(TrfNational)
        if record.federation == OWN_FEDERATION and record.national_id.isdecimal()
    }


def player_of(text: str) -> int | None:
    """Return the start rank of a national record, None for any other line."""
    return whole_number(text[4:8]) if text[:4] == f"{OWN_FEDERATION} " else None


def says_no_more(text: str) -> bool:
    """Tell whether a line is a national record with a player's number there and nothing else."""
    if player_of(text) is None:
        return False
    try:
        record = read_record(TrfNational, text)
    except WrongLine:
        return False
    return isinstance(record, TrfNational) and record.says_no_more

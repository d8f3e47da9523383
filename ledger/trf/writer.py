"""Values -> tournament report file: each record in its columns, each line in its old place."""

from __future__ import annotations

from ledger.characters import without_hidden
from ledger.trf.model import MAX_START_RANK, TrfCell, TrfFile, TrfPlayer, TrfPoints

_LINE_ENDS = str.maketrans({"\r": " ", "\n": " ", "\0": " "})


def write(file: TrfFile) -> bytes:
    """Return the file as bytes, in its own encoding and with its own line ends.

    Lines that were read stand in their old order; new ones follow the line before them in the usual
    order: header, rounds, colour, points, absentees, players. A text too long for its columns is
    cut. A control character of an old text is written as ?. A text that latin-1 cannot hold makes
    the file UTF-8.

    Raises OverflowError for a number that its columns cannot hold: a start rank or rating over
    9,999, points over 999.
    """
    ordered: list[tuple[int, str]] = []
    after = 0
    for line, text in _records(file):
        # A record without a line of its own goes after the record that precedes it.
        after = line or after
        ordered.append((after, text))
    ordered.sort(key=lambda entry: entry[0])
    newline = file.newline if file.newline in ("\n", "\r\n", "\r") else "\n"
    lines = (without_hidden(entry.translate(_LINE_ENDS)).rstrip(" \t") for _, entry in ordered)
    text = "".join(line + newline for line in lines)
    return _encoded(text, file.encoding)


def _encoded(text: str, encoding: str) -> bytes:
    if encoding == "utf-8-sig":
        return text.encode("utf-8-sig", "replace")
    if encoding in ("latin-1", "cp1252"):
        try:
            data = text.encode(encoding)
            # Read again as UTF-8 it would be another text; so it may only be in its old encoding
            # when it cannot be mistaken.
            data.decode("utf-8")
        except UnicodeEncodeError:
            pass
        except UnicodeDecodeError:
            return data
    return text.encode("utf-8", "replace")


def _records(file: TrfFile) -> list[tuple[int, str]]:
    """Return (line or 0, text) of every record, in the usual order."""
    return [
        *((header.line, f"{header.tag} {header.text}") for header in file.header),
        *_settings(file),
        *((player.line, _player(player)) for player in file.players),
        *((kept.line, kept.text) for kept in file.other),
    ]


def _settings(file: TrfFile) -> list[tuple[int, str]]:
    """Return the settings, each by the tags it had in the file, or by its XX line."""
    places = dict(file.places)
    records: list[tuple[int, str]] = []

    def tags(record: str, extension: str) -> list[str]:
        return [tag for tag in (extension, record) if tag in places] or [extension]

    def add(tag: str, text: object) -> None:
        records.append((places.get(tag, 0), f"{tag} {text}"))

    if file.rounds_planned is not None:
        for tag in tags("142", "XXR"):
            add(tag, file.rounds_planned)
    words = ["rank"] if file.by_position else []
    if file.first_colour:
        if "XXC" in tags("152", "XXC"):
            words.append({"w": "white1", "b": "black1"}[file.first_colour])
        if "152" in places:
            add("152", file.first_colour.upper())
    if words:
        add("XXC", " ".join(words))
    if file.points is not None:
        record = _record_162(file.points)
        for tag in tags("162", "XXS") if record else ["XXS"]:
            add(tag, record if tag == "162" else _record_xxs(file.points))
    if file.absent_next:
        add("XXZ", " ".join(map(str, file.absent_next)))
    return records


def _record_xxs(points: TrfPoints) -> str:
    return " ".join(f"{token}={_decimal(halves)}" for token, halves in points.halves().items())


def _record_162(points: TrfPoints) -> str | None:
    """Return record 162, or None when its letters cannot say all that XXS says.

    A letter stands in column 6, its points in 7-10, the next letter nine columns on.
    """
    values = {"W": points.ww, "D": points.wd, "L": points.wl, "A": points.fl, "P": points.pab}
    again = TrfPoints()
    for symbol, token in (("W", "W"), ("D", "D"), ("L", "L"), ("A", "ZPB"), ("A", "FL")):
        again = again.with_token(token, values[symbol])
    if again.with_token("PAB", values["P"]) != points:
        return None
    if values["A"] == 0:
        del values["A"]
    if values["P"] == values["W"]:
        del values["P"]
    return "  ".join(f" {symbol}{_decimal(halves):>4} " for symbol, halves in values.items())


def _player(player: TrfPlayer) -> str:
    if not 1 <= player.number <= MAX_START_RANK:
        raise OverflowError(f"start rank {player.number} is not from 1 to {MAX_START_RANK}")
    points = "" if player.points_halves is None else _decimal(player.points_halves)
    if len(points) > 4:
        points = points.removesuffix(".0")
    rating = _four(0 if player.zero_rating and not player.rating else player.rating, "rating")
    fixed = (
        f"001 {player.number:>4} {player.sex[:1]:1}{player.title[:3]:>3} {player.name[:33]:33}"
        f" {rating} {player.federation[:3]:3} {player.fide_id[:11]:>11} {player.birth[:10]:10}"
        f" {_fits(points, 'points')} {_four(player.rank, 'rank')}"
    )
    return "  ".join((fixed, *map(_cell, player.cells)))


def _cell(cell: TrfCell | None) -> str:
    if cell is None:
        return " " * 8
    opponent = "0000" if cell.opponent is None else _four(cell.opponent, "opponent")
    return f"{opponent} {cell.colour} {cell.code}"


def _four(number: int | None, name: str) -> str:
    return _fits("" if number is None else str(number), name)


def _fits(text: str, name: str) -> str:
    if len(text) > 4:
        raise OverflowError(f"{name} {text} needs more than the four columns of a TRF field")
    return f"{text:>4}"


def _decimal(halves: int) -> str:
    return f"{halves // 2}.{5 * (halves % 2)}"

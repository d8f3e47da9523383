"""Values -> tournament report file: each record in its columns, each line in its old place."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.characters import without_hidden
from ledger.trf.columns import decimal
from ledger.trf.model import MAX_START_RANK, TrfCell, TrfFile, TrfPlayer, TrfPoints
from ledger.trf.profiles import Profile, as_profile
from ledger.trf.records import line_of
from ledger.trf.settings import OF_BBP

_LINE_ENDS = str.maketrans({"\r": " ", "\n": " ", "\0": " "})


def write(file: TrfFile, profile: Profile | None = None) -> bytes:
    """Return the file as bytes: as a profile has it, or None, as it is.

    As it is it has its own encoding and line ends. Lines that were read stand in their old order;
    new ones follow the line before them in the usual order: header, rounds, colour, points,
    absentees, players, records. A text too long for its columns is cut. A control character of an
    old text is written as ?. A text that latin-1 cannot hold makes the file UTF-8.

    Raises OverflowError for a number that its columns cannot hold: a start rank or rating over
    9,999, points over 999.
    """
    if profile is not None:
        file = as_profile(file, profile)
    ordered: list[tuple[int, str]] = []
    after = 0
    for line, text in _records(file, by_tag=profile in ("trf26", "bbp")):
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


def _records(file: TrfFile, *, by_tag: bool) -> list[tuple[int, str]]:
    """Return (line or 0, text) of every line, in the usual order.

    `by_tag`: the lines of the header and the settings stand in the order of their tags.
    """
    header = [(header.line, f"{header.tag} {header.text}") for header in file.header]
    header += _settings(file)
    if by_tag:
        header.sort(key=lambda entry: entry[1][:3])
    return [
        *header,
        *((player.line, _player(player)) for player in file.players),
        *((record.line, line_of(record)) for record in file.records),
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
        ways = _ways(file.points, places)
        chosen = {tag for tag in ways if tag in places}
        if chosen & OF_BBP.keys():
            chosen |= ways.keys() & OF_BBP.keys()
        for tag in sorted(chosen) or [tag for tag in ("XXS", "162") if tag in ways][:1]:
            add(tag, ways[tag])
    if file.absent_next:
        add("XXZ", " ".join(map(str, file.absent_next)))
    return records


def _record_xxs(points: TrfPoints) -> str:
    return " ".join(f"{token}={decimal(halves)}" for token, halves in points.halves().items())


def _ways(points: TrfPoints, places: Mapping[str, int]) -> dict[str, str]:
    """Return the lines that say the value of the results, by tag; only what can say all of it.

    XXS cannot say the value of an adjourned game; where no other line can it is there all the same.
    Of the lines of bbpPairings only those in places are there where they are enough.
    """
    ways = {"162": text} if (text := _record_162(points)) else {}
    if points.x is None or not ways:
        ways["XXS"] = _record_xxs(points)
    for tags in ([tag for tag in OF_BBP if tag in places], [*OF_BBP]):
        again = TrfPoints()
        for tag in tags:
            again = again.with_token(OF_BBP[tag], _halves_of(points, OF_BBP[tag]))
        if "BBU" not in tags:
            again = again.with_token("PAB", again.ww)
        if again == points:
            lines = {tag: f"{decimal(_halves_of(points, OF_BBP[tag])):>4}" for tag in tags}
            return ways | lines
    return ways


def _halves_of(points: TrfPoints, token: str) -> int:
    halves: int = points.halves()[token if len(token) > 1 else f"W{token}"]
    return halves


def _record_162(points: TrfPoints) -> str:
    """Return record 162, or "" when its letters cannot say all that XXS says.

    A letter stands in column 6, its points in 7-10, the next letter nine columns on.
    """
    values = {"W": points.ww, "D": points.wd, "L": points.wl, "A": points.fl, "P": points.pab}
    again = TrfPoints(x=points.x)
    for symbol, token in (("W", "W"), ("D", "D"), ("L", "L"), ("A", "ZPB"), ("A", "FL")):
        again = again.with_token(token, values[symbol])
    if again.with_token("PAB", values["P"]) != points:
        return ""
    if values["A"] == 0:
        del values["A"]
    if values["P"] == values["W"]:
        del values["P"]
    if points.x is not None:
        values["X"] = points.x
    return "  ".join(f" {symbol}{decimal(halves):>4} " for symbol, halves in values.items())


def _player(player: TrfPlayer) -> str:
    if not 1 <= player.number <= MAX_START_RANK:
        raise OverflowError(f"start rank {player.number} is not from 1 to {MAX_START_RANK}")
    points = "" if player.points_halves is None else decimal(player.points_halves)
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

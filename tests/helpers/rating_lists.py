"""Rating lists of invented people, in the layouts that FIDE, the KNSB and the DSB publish."""

from __future__ import annotations

import csv
import io
import random
import zipfile
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape


class Invented(NamedTuple):
    """A person nobody is; ratings of 0 are none."""

    fide_id: int
    name: str
    federation: str
    sex: str
    title: str
    birth: int
    standard: int
    rapid: int
    blitz: int
    knsb: int
    flag: str


FIRST_NUMBER = 99000001
"""FIDE numbers from here on, which no list uses."""

PEOPLE = (
    ("Abbink, Marlies", "NED", "F", "WFM", 1994, 2088, 2011, 1990, 2080, "w"),
    ("van den Berg-Oost, Pieter", "NED", "M", "", 1961, 1874, 0, 0, 1891, "i"),
    ("Çelik, Deniz", "GER", "M", "FM", 1999, 2311, 2290, 2304, 0, ""),
    ("Dekker, Jan Willem", "NED", "M", "", 2009, 1702, 1688, 1655, 1725, ""),
    ("d'Hondt, Lucie", "BEL", "F", "", 2005, 1810, 1799, 0, 0, "w"),
    ("Groen, A.", "NED", "M", "", 0, 0, 0, 0, 1402, ""),
    ("Jansen, Kees", "NED", "M", "", 1950, 1650, 0, 0, 1660, "i"),
    ("Jansen, Kees", "NED", "M", "", 1987, 1999, 1950, 1948, 2012, ""),
    ("Müller, Anne", "GER", "F", "", 1979, 1755, 1744, 0, 0, "w"),
    ("Quist, Ben", "NED", "M", "", 1974, 0, 1550, 0, 0, ""),
    ("de Ruiter, Sanne", "NED", "F", "WGM", 1992, 2301, 2280, 2266, 2290, "w"),
    ("ter Zee, Bo", "NED", "", "", 2014, 0, 0, 0, 0, ""),
)


def people() -> list[Invented]:
    """Return a dozen people: two of one name, one without a year, one with a rapid rating alone."""
    return [Invented(FIRST_NUMBER + 7 * at, *one) for at, one in enumerate(PEOPLE)]


FIDE_COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  WTit"
    " OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
FIDE_SINGLE = FIDE_COMBINED.partition("SRtng")[0] + "{month} Gms K  B-day Flag"


def _start(one: Invented) -> str:
    women = one.title if one.title.startswith("W") else ""
    name = one.name.translate(_WITHOUT_MARKS)
    return (
        f"{one.fide_id:<15}{name:<61.60}{one.federation:<4}{one.sex:<4}{one.title:<5}{women:<5}"
        f"{'':<15}{'':<4}"
    )


_WITHOUT_MARKS = str.maketrans("ÇçüöäéÜŻŁł", "CcuoaeUZLl")


def fide_combined_line(one: Invented) -> str:
    """Return the line of a person in FIDE's combined list."""
    ratings = "".join(
        f"{rating or '':<6}{0 if rating else '':<4}{20 if rating else '':<3}"
        for rating in (one.standard, one.rapid, one.blitz)
    )
    return f"{_start(one)}{ratings}{one.birth or '0000':<6}{one.flag}"


def fide_combined(persons: Iterable[Invented]) -> str:
    """Return FIDE's combined list of people, in text."""
    return "\n".join([FIDE_COMBINED, *map(fide_combined_line, persons)]) + "\n"


def fide_single(persons: Iterable[Invented], tempo: str, month: str = "NOV26") -> str:
    """Return FIDE's list of one tempo, in text: those with a rating there."""
    lines = [FIDE_SINGLE.format(month=month)]
    for one in persons:
        if rating := getattr(one, tempo):
            lines.append(f"{_start(one)}{rating:<6}{0:<4}{20:<3}{one.birth or '0000':<6}{one.flag}")
    return "\n".join(lines) + "\n"


def fide_xml_player(one: Invented) -> str:
    """Return a person in FIDE's combined list in XML."""
    women = one.title if one.title.startswith("W") else ""
    name = escape(one.name.translate(_WITHOUT_MARKS))
    ratings = "".join(
        f"<{before}rating>{rating}</{before}rating><{before}games>0</{before}games>"
        f"<{before}k>{20 if rating else 0}</{before}k>"
        for before, rating in (("", one.standard), ("rapid_", one.rapid), ("blitz_", one.blitz))
    )
    return (
        f"<player><fideid>{one.fide_id}</fideid><name>{name}</name><country>{one.federation}"
        f"</country><sex>{one.sex}</sex><title>{one.title}</title><w_title>{women}</w_title>"
        f"<o_title></o_title><foa_title></foa_title>{ratings}<birthday>{one.birth or ''}"
        f"</birthday><flag>{one.flag}</flag></player>"
    )


def fide_xml(persons: Iterable[Invented]) -> str:
    """Return FIDE's combined list of people, in XML."""
    begin = '<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n'
    return begin + "\n".join(map(fide_xml_player, persons)) + "\n</playerslist>\n"


def _csv(header: str, rows: Iterable[Iterable[object]], separator: str) -> bytes:
    out = io.StringIO()
    out.write(header + "\r\n")
    csv.writer(out, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return out.getvalue().encode("cp1252", "replace")


def knsb(persons: Iterable[Invented]) -> bytes:
    """Return the KNSB's list of people: those with a rating there."""
    rows = (
        (
            7000001 + at,
            one.name,
            one.title,
            one.federation,
            one.knsb,
            12,
            one.birth or "",
            _sex(one),
        )
        for at, one in enumerate(persons)
        if one.knsb
    )
    return _csv("Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S", rows, ";")


def _sex(one: Invented) -> str:
    return "w" if one.sex == "F" else ""


DSB_HEADER = (
    'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,Geburtsjahr,'
    "Letzte Auswertung,DWZ,Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land,Vorname,Nachname,"
    "FIDE-Frauentitel,FIDE-Elozahl-Schnellschach,FIDE-Elozahl-Blitz"
)


def dsb(persons: Iterable[Invented], status: str = "A") -> bytes:
    """Return the DSB's list of people."""
    rows: list[list[object]] = []
    for at, one in enumerate(persons):
        surname, _, given = one.name.partition(", ")
        title = "" if one.title.startswith("W") else one.title
        women = one.title if one.title.startswith("W") else ""
        dwz = max(one.standard - 30, 0) or ""
        sex = {"F": "W"}.get(one.sex, one.sex)
        rows.append(
            [
                *(10000000 + at, "9Z001", f"{at + 1:04}", status, f"{surname},{given}", sex, ""),
                *(one.birth or "", "202644", dwz, 9, one.standard or "", title, one.fide_id),
                *(one.federation, given, surname, women, one.rapid or "", one.blitz or ""),
            ]
        )
    return _csv(DSB_HEADER, rows, ",")


def zipped(**members: bytes) -> bytes:
    """Return a zip of texts, dated 1 November 2026; __ in a name is a dot."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            info = zipfile.ZipInfo(name.replace("__", "."), (2026, 11, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, data)
    return out.getvalue()


_BEGINS = ("b", "d", "k", "m", "r", "st", "v", "w", "h", "j", "l", "n", "p", "br", "gr", "sch")
_VOWELS = ("a", "e", "i", "o", "u", "aa", "ee", "oe", "ij", "ei")
_ENDS = ("k", "n", "r", "s", "l", "m", "t", "rs", "ng", "nd", "kov", "sen", "man", "stra", "ez")
_FEDERATIONS = ("IND", "RUS", "GER", "ESP", "FRA", "POL", "ITA", "USA", "NED", "CHN", "TUR", "BEL")


def crowd(size: int, seed: int = 7) -> Iterator[Invented]:
    """Yield invented people, as many as wanted: 30 of 100 have a standard rating, names repeat."""
    chance = random.Random(seed)

    def word(parts: int) -> str:
        text = "".join(chance.choice(_BEGINS) + chance.choice(_VOWELS) for _ in range(parts))
        return (text + chance.choice(_ENDS)).capitalize()

    surnames = [word(chance.choice((1, 1, 2))) for _ in range(60_000)]
    given = [word(chance.choice((1, 1, 2))) for _ in range(6_000)]
    for at in range(size):
        low = int(chance.random() ** 2 * len(surnames))
        first = given[int(chance.random() ** 3 * len(given))]
        infix = "van der " if at % 90 == 0 else ""
        rated = chance.random() < 0.3
        rating = chance.randrange(1400, 2400) if rated else 0
        yield Invented(
            fide_id=1_000_000 + at * 5 + chance.randrange(5),
            name=f"{infix}{surnames[low]}, {first}",
            federation=chance.choice(_FEDERATIONS),
            sex="F" if at % 9 == 0 else "M",
            title="FM" if rating > 2350 else "",
            birth=chance.randrange(1940, 2018),
            standard=rating,
            rapid=rating and chance.choice((0, rating - 20)),
            blitz=rating and chance.choice((0, rating + 15)),
            knsb=0,
            flag="w" if at % 9 == 0 else "",
        )

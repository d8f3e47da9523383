"""The rating lists of a tournament file: FIDE's ratings, national ones, and the start rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ledger.facts.ratings import RatingFact, RatingListRecorded, RatingsTaken, StartRankDeclared
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from ledger.trf.national import national_ratings
from ledger.trf.records import OWN_FEDERATION, TrfNational
from ledger.values import ListKind
from projections.games.rating_lists import rating_by


def lines_used(file: TrfFile, rules: Rulebook) -> frozenset[int]:
    """Return the lines that are facts under a rulebook of FIDE, and say nothing else."""
    if not rules.speaks_trf26 or file.rank_method is None:
        return frozenset()
    lines = {header.line for header in file.header if header.tag == "172"}
    records = file.of_kind(TrfNational)
    if all(_says_rating_alone(one) for one in records):
        lines |= {one.line for one in records}
    return frozenset(lines)


def _says_rating_alone(record: TrfNational) -> bool:
    rating = record.rating
    number = record.national_id
    return record == TrfNational(
        record.federation, record.number, rating=rating, national_id=number
    )


def rating_facts(file: TrfFile, rules: Rulebook) -> Iterator[RatingFact]:
    """Yield the start rank of a file (172), its lists, and the ratings that follow; else nothing.

    A file says neither the name nor the day of a list: these are FIDE or the federation, and from
    ever. Its players keep their numbers, whatever criterion ordered equal ones.
    """
    said = file.rank_method
    if not rules.speaks_trf26 or said is None:
        return
    federation = said.federation or OWN_FEDERATION
    national = {p: r for p, r in national_ratings(file, federation).items() if r is not None}
    if national:
        fide = {player.number: player.rating for player in file.players}
        yield _list("fide", "FIDE", fide)
        yield _list("national", federation, national)
    yield StartRankDeclared(method=said.method, federation=said.federation, second="alphabet")
    changed: dict[int, int | None] = {}
    for player in file.players if national else ():
        lists: dict[ListKind, int | None] = {"fide": player.rating}
        if player.number in national:
            lists["national"] = national[player.number]
        elif said.method == "NRO":
            continue
        if said.method != "OTHER" and (new := rating_by(said.method, lists)) != player.rating:
            changed[player.number] = new
    if changed:
        yield RatingsTaken(players=tuple(changed), ratings=tuple(changed.values()))


def _list(kind: ListKind, name: str, ratings: Mapping[int, int | None]) -> RatingListRecorded:
    return RatingListRecorded(
        kind=kind,
        name=name,
        valid_from=None,
        players=tuple(sorted(ratings)),
        ratings=tuple(ratings[player] for player in sorted(ratings)),
    )

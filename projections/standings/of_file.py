"""The standing of a tournament file beside that of the rules: points, and places by tie-breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Annotated, cast

from ledger.messages import Sentence, message
from ledger.records import Record
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import LAST, NUMBER, TieBreak
from ledger.trf.codes import tie_break_list
from ledger.trf.model import TrfFile, last_round_with_a_result
from ledger.trf.profiles import in_the_rounds
from ledger.values import halves_text
from projections.games.crosstable_of_trf import of_file
from projections.standings.standing import OF_SCORE, StandingLine, final_standing, standing


class StandingDifference(Record):
    """A player who has other points, or another place, in the file than by the rules."""

    player: Annotated[int, "Start rank."]
    points_in_file: Annotated[float | None, "Points in the file; null: none."]
    points: Annotated[
        float,
        "Points by the rules (3.5 is three and a half), with the byes to come that the file counts.",
    ]
    place_in_file: Annotated[int | None, "Place in the file; null: none."]
    first_place: Annotated[int, "The best place by the rules."]
    last_place: Annotated[int, "The last place by the rules: another where tie-breaks leave a tie."]


class StandingCheck(Record):
    """The standing of a file held against the rules."""

    after: Annotated[int, "Rounds that count."]
    tie_breaks: Annotated[str, "The tie-breaks that decided, as a file has them (202)."]
    of_file: Annotated[bool, "Whether the file names them; if not, they are those of the rulebook."]
    not_compared: Annotated[
        list[str], "Tie-breaks of the file that are not here: no place is held."
    ]
    players: Annotated[int, "Players that were compared."]
    same: Annotated[int, "Players with the points and the place of the rules."]
    differences: Annotated[list[StandingDifference], "The other players, by place."]

    @property
    def counts(self) -> bool:
        """Tell whether the file differs: in points, or in places by the tie-breaks it names."""
        return any(d.points_in_file not in (None, d.points) for d in self.differences) or (
            self.of_file and bool(self.differences)
        )

    def lines(self) -> Iterator[Sentence]:
        """Yield what people read."""
        for one in self.differences:
            if one.points_in_file not in (None, one.points):
                yield message(
                    "trf.other-points",
                    player=one.player,
                    points=_text(one.points),
                    in_file=_text(one.points_in_file or 0),
                )
            elif one.place_in_file is not None:
                yield message(
                    "trf.other-place",
                    player=one.player,
                    in_file=one.place_in_file,
                    place=message("trf.places", first=one.first_place, last=one.last_place)
                    if one.first_place != one.last_place
                    else str(one.first_place),
                )
        if self.not_compared:
            yield message("trf.tie-breaks-unknown", names=", ".join(self.not_compared))
        of = "trf.standing-by-file" if self.of_file else "trf.standing-by-rules"
        yield message(of, n=self.players, same=self.same, names=self.tie_breaks)


def _text(points: float) -> str:
    return halves_text(round(2 * points))


@dataclass(frozen=True, slots=True)
class _Place:
    first: int
    last: int
    halves: int


def standing_check(file: TrfFile, rules: Rulebook) -> StandingCheck:
    """Hold points (81-84) and places (86-89) of all players against the rules.

    Places go by the tie-breaks that the file names (202, else 212), and by those of the rulebook
    where it names none. Players whom they leave equal share their places: lots and numbers are no
    difference.
    """
    codes = file.tie_breaks or tuple(c for c in file.ranking if c.acronym != "PTS")
    unknown = [code.text for code in codes if code.name is None]
    names = tuple(dict.fromkeys(code.name for code in codes if code.name is not None))
    table = of_file(file, rules, file.rounds_paired)
    if codes:
        keys: tuple[TieBreak, ...] = tuple(n for n in names if n not in LAST)
        ranking = rules.ranking.model_copy(update={"final": (*keys, NUMBER())})
        held = final_standing(table, rules.model_copy(update={"ranking": ranking}))
    else:
        held = standing(table, rules)
        keys = rules.ranking.final[:-1]
        if rules.classifies_by_resistance:
            keys = OF_SCORE
    places = _places(held.lines, by_resistance=rules.classifies_by_resistance and not codes)
    sums = _sums(file, rules)
    differences = []
    for player in file.players:
        place = places[player.number]
        rank = None if unknown else player.rank
        points = player.points_halves
        by_rules = place.halves
        if points is not None and points in sums[player.number]:
            by_rules = points
        if points not in (None, by_rules) or not (
            rank is None or place.first <= rank <= place.last
        ):
            in_file = None if points is None else points / 2
            first = place.first
            last = place.last
            differences.append(
                StandingDifference(
                    player=player.number,
                    points_in_file=in_file,
                    points=by_rules / 2,
                    place_in_file=rank,
                    first_place=first,
                    last_place=last,
                )
            )
    differences.sort(key=lambda one: (one.first_place, one.player))
    count = len(file.players)
    return StandingCheck(
        after=file.rounds_paired,
        tie_breaks=tie_break_list(keys),
        of_file=bool(codes),
        not_compared=unknown,
        players=count,
        same=count - len(differences),
        differences=differences,
    )


def _sums(file: TrfFile, rules: Rulebook) -> dict[int, frozenset[int]]:
    """Return each player's half points without byes to come, and with those of 1, 2 ... rounds."""
    whole = in_the_rounds(file)
    last = last_round_with_a_result(whole.players)
    cells = of_file(whole, rules, whole.rounds_recorded).cells.items()
    return {
        player: frozenset([*accumulate((cell.halves for cell in row), initial=0)][last:])
        for player, row in cells
    }


def _places(lines: tuple[StandingLine, ...], *, by_resistance: bool) -> dict[int, _Place]:
    """Return the places of each player; equal players have the same ones."""

    def key(line: StandingLine) -> object:
        return (
            cast("object", line.score)
            if by_resistance
            else (line.score.points_halves, line.tie_breaks)
        )

    places: dict[int, _Place] = {}
    for _, group in groupby(lines, key):
        equal = list(group)
        for line in equal:
            place = _Place(equal[0].rank, equal[-1].rank, line.score.points_halves)
            places[line.player] = place
    return places

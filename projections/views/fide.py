"""What is agreed under rules of FIDE besides results: who may not meet, and virtual points."""

from __future__ import annotations

from typing import Annotated, Literal

from ledger.messages import Blank, Sentence, do, message, names_in_words, rounds_in_words, run_on
from ledger.records import Record, Spread
from ledger.state.book import Book
from ledger.state.fide import LAST_ROUND
from ledger.values import halves_text
from projections.games.acceleration import group_now, virtual_points
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.columns import columns_of
from projections.views.view import View, number


class ProhibitedRow(Record):
    """Players of whom no two may meet in some rounds."""

    players: Annotated[list[int], "Numbers of the players."]
    who: Annotated[Sentence, "The players by number and name."]
    from_round: Annotated[int, "The first round in which they may not meet."]
    to_round: Annotated[int | None, "The last such round, null: until the end."]
    when: Annotated[Sentence, "The rounds in words."]
    position: fields.FactPosition
    reason: fields.FactReason


PROHIBITED_COLUMNS = columns_of(
    ProhibitedRow,
    "who",
    "when",
    "position",
    "reason",
    spare=("position",),
    headings={
        "who": message("columns.players"),
        "when": message("columns.rounds"),
        "position": message("columns.fact"),
    },
)


def prohibited_view(book: Book) -> View:
    """Return the prohibitions that were not taken back, in the order in which they were given."""
    rows = []
    for one in book.state.fide.prohibitions:
        until_the_end = one.last == LAST_ROUND
        when = (
            message("log.from-round-on", round=one.first)
            if until_the_end
            else rounds_in_words(range(one.first, one.last + 1))
        )
        rows.append(
            ProhibitedRow(
                players=[book.state.label(player) for player in one.players],
                who=names_in_words(map(book.called, one.players)),
                from_round=one.first,
                to_round=None if until_the_end else one.last,
                when=when,
                position=one.position,
                reason=one.reason,
            )
        )
    title = message("views.prohibited", name=book.state.name)
    nobody = message("views.nobody-prohibited")
    return View(title, PROHIBITED_COLUMNS, rows, head(book), empty=nobody)


class AccelerationHead(Record):
    """How the pairings of a tournament are accelerated."""

    at: Spread[TournamentAt]
    rules: fields.RulebookId
    method: Annotated[Literal["none", "baku", "by_player"], "How virtual points are given."]
    size: Annotated[int | None, "Players of the group GA as round 1 was paired; null: no group."]
    last_player: Annotated[int | None, "Number of the last player of GA, null: no group."]
    fixed: Annotated[bool, "Whether the group is fixed: round 1 was paired."]


class AccelerationRow(Record):
    """A player with virtual points."""

    number: fields.PlayerNumber
    name: fields.PlayerName
    points: Annotated[list[float], "Virtual points in round 1, 2 ..."]
    shown: Annotated[str, "The same, as people write them."]


ACCELERATION_COLUMNS = columns_of(
    AccelerationRow,
    "number",
    "name",
    "shown",
    headings={"shown": message("columns.virtual-points")},
)


def acceleration_view(book: Book) -> View:
    """Return who has virtual points in which rounds, by number.

    Rule: fide-dutch-2026 ACC1.4, ACC1.5.
    """
    state = book.state
    rules = book.rules
    label = book.state.label
    numbers = {entrant.player: label(entrant.player) for entrant in state.in_number_order()}
    last_given = max((r for by_round in state.fide.virtual.values() for r in by_round), default=0)
    rounds = state.rounds_planned or max(last_given, state.next_round)
    points = virtual_points(state, rules, numbers, rounds - 1)
    rows = [
        AccelerationRow(
            numbers[player],
            book.name(player),
            [number(halves) for halves in points[player]],
            " ".join(map(halves_text, points[player])),
        )
        for player in numbers
        if player in points
    ]
    group = group_now(state, rules, numbers)
    chosen = rules.acceleration
    fixed = state.fide.group is not None
    top = AccelerationHead(
        at=head(book),
        rules=rules.id,
        method=chosen,
        size=group.size if group else None,
        last_player=label(group.last_player) if group else None,
        fixed=fixed,
    )
    notes = []
    if group is not None:
        key = "views.group-fixed" if fixed else "views.group-now"
        last = book.called(group.last_player)
        notes.append(message(key, n=group.size, last=last, now=len(rows)))
    if rows:
        rule = message(f"acceleration.rules-{chosen.replace('_', '-')}")
        notes += [rule, message("views.others-have-none")]
    title = message(f"views.acceleration-{chosen.replace('_', '-')}", name=state.name)
    step = message("views.no-virtual-points")
    if chosen == "by_player":
        step = message(
            "views.give-virtual-points", command=do("accelerate", players=Blank("PLAYER"))
        )
    return View(title, ACCELERATION_COLUMNS, rows, top, tuple(notes), empty=step)


def rated_otherwise(book: Book, rounds: int) -> tuple[Sentence, ...]:
    """Return a footnote for each result, up to a round, that another counts for in the rating."""
    notes = []
    for (of_round, white, black), outcome in sorted(book.state.fide.rated_as.items()):
        round_ = book.state.round(of_round)
        game = round_.game_of(white) if round_ and of_round <= rounds else None
        if game is not None:
            players = run_on(book.called(white), " - ", book.called(black))
            notes.append(
                message(
                    "integrity-events.footnote",
                    round=of_round,
                    players=players,
                    was=game.outcome or "",
                    now=outcome,
                )
            )
    return tuple(notes)

"""A tournament at the desk: points and tie-breaks, a bye, a crosstable.

What knows of pairing, of prizes and of forecasts is imported when first needed, so that a status
starts fast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from desk.formats.base import DeskFormat
from ledger.later import Later
from ledger.messages import Blank, Sentence, do, message, run_on
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import TieBreak
from ledger.state.book import Book
from projections.formats.tournament_moves import ranking_of, standing_on_the_way
from projections.games.colours import difference_text, preference
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.rounds import head, rounds_done
from projections.standings.scores import Score, scores
from projections.standings.standing import OF_SCORE, Standing
from projections.views.crosstables import CardHead, CrosstableHead, crosstable_view, player_view
from projections.views.fide import rated_otherwise
from projections.views.forecasts import RatingForecast, StandingForecast
from projections.views.gone import gone, gone_notes
from projections.views.people import personal
from projections.views.round_robins import matrix_view
from projections.views.rulebook_names import heading_name
from projections.views.standings import (
    WITHOUT_COLUMN,
    PrizeRow,
    PrizesHead,
    StandingHead,
    StandingRow,
    abbreviated,
    standings_view,
)
from projections.views.view import Row, View, exact_number, number

if TYPE_CHECKING:
    from desk.formats import drafts, order_of_pairing
    from desk.formats import prizes as prize_lists
    from pairing.explain.question import Question
    from pairing.systems import registry
    from pairing.systems.draft import Draft
    from projections.prizes.outcome import Outcome
    from projections.views import rating_forecast
else:
    drafts = Later("desk.formats.drafts")
    order_of_pairing = Later("desk.formats.order_of_pairing")
    prize_lists = Later("desk.formats.prizes")
    rating_forecast = Later("projections.views.rating_forecast")
    registry = Later("pairing.systems.registry")


class TournamentFormat(DeskFormat):
    """A tournament of one person against another."""

    bar = (
        "round",
        "check-in",
        "draft",
        "standing",
        "players",
        "disputes",
        "log",
        "tonight",
        "pairings",
        "crosstable",
        "prizes",
        "rules",
        "prints",
        "screens",
        "people",
        "more",
    )

    def after_the_end(self, book: Book) -> tuple[Sentence, ...]:
        """Return what may still be done with a tournament that has ended."""
        reader = "fide" if book.state.fide.began_in_mode else "federation"
        report = do("export", reader=reader, output=Blank("FILE"))
        return (
            message("status.is-reported", report=report),
            message("status.goes-on", reopen=do("reopen")),
        )

    def standings(self, book: Book, after: int, final: bool, rules: Rulebook | None) -> View:
        """Return the standing after some rounds, or the final ranking."""
        of = rules or book.rules_of(after)
        table = of_tournament(book.state, of, after, throughout=rules is not None)
        return _standing_view(book, ranking_of(book, table, of, final), of)

    def with_forecasts(
        self, rows: Sequence[Row], forecasts: Mapping[int, StandingForecast]
    ) -> list[Row]:
        """Return the rows of a standing with the forecast of each player."""
        return [
            replace(row, forecast=forecasts[row.line.id]) if isinstance(row, StandingRow) else row
            for row in rows
        ]

    def prizes(self, book: Book, outcome: Outcome) -> View:
        """Return who gets which prize by the final ranking.

        Rule: knsb-wp-2014 F12.1.
        """
        rows = [
            PrizeRow(
                rank=line.rank,
                number=book.state.label(line.player),
                name=book.name(line.player),
                points=exact_number(Fraction(line.points, 2)),
                given=prize_lists.prize_of_player(book, outcome, one),
            )
            for one in outcome.given
            for line in [outcome.line(one.prize.player)]
        ]
        top = PrizesHead(head(book), prize_lists.prizes_at(outcome))
        notes = [*prize_lists.prize_notes(outcome, "prizes", book.called)]
        if not book.state.closed:
            notes.append(message("standings.unfinished", finish=do("finish")))
        title = message("prizes.title", name=book.state.name, round=rounds_done(book))
        columns = prize_lists.prize_columns(PrizeRow, outcome, "points")
        return View(title, columns, rows, top, tuple(notes))

    def crosstable(self, book: Book, after: int) -> View | Refusal:
        """Return the crosstable after a number of rounds; of a table who met whom."""
        rules = book.rules_of(after)
        table = of_tournament(book.state, rules, after)
        ranking = standing_on_the_way(book, table, rules)

        title = message("standings.crosstable", name=book.state.name, round=after)
        top = CrosstableHead(head(book), rules.id, table.rounds)
        if registry.system_of(rules).takes_everybody:
            view = matrix_view(
                table,
                ranking,
                name_of=book.name,
                title=title,
                head=top,
                cycles=rules.round_robin.cycles,
            )
            notes = view.notes
        else:
            view = crosstable_view(table, ranking, book.name, title, top)
            notes = view.notes + rated_otherwise(book, after)
        notes = (*notes, *gone_notes(book.state, after, book.called))
        return replace(view, columns=abbreviated(view.columns, rules), notes=notes)

    def card(self, book: Book, player: int) -> View | Refusal:
        """Return the indelingskaart of a player, with the colour they should get next.

        Rule: knsb-wp-2014 A5.
        """
        return self.cards(book)(player)

    def cards(self, book: Book) -> Callable[[int], View]:
        """Return what gives the card of any player: their table and its scores are made once."""
        table = of_tournament(book.state, book.rules)
        return partial(
            _card, book, table, scores(table, book.rules), rating_forecast.forecaster_of(book)
        )

    def draft(self, book: Book, draft: Draft) -> View:
        """Return a draft with the points before the round."""
        return drafts.draft_by_points(book, draft)

    def order_of_pairing(self, book: Book, question: Question) -> View:
        """Return the table that a published round was paired from; `book` has the names."""
        return order_of_pairing.order_of_pairing(book, question)

    def deciding(self, rules: Rulebook, final: bool) -> tuple[TieBreak, ...]:
        """Return the tie-breaks that have a value, in the order in which they decide."""
        if rules.classifies_by_resistance and not final:
            return OF_SCORE
        return tuple(name for name in rules.ranking.final if name.base not in WITHOUT_COLUMN)

    def page_columns(self, deciding: Sequence[str]) -> tuple[str, ...] | None:
        """Return the columns of a standing on a page: what decides, in its order."""
        return (*self.phone_columns, *deciding, "colours", "decided_by")


def _card(
    book: Book,
    table: Crosstable,
    by_player: Mapping[int, Score],
    forecaster: Callable[[int], RatingForecast | None],
    player: int,
) -> View:
    """Return the card of a player, from the table of all and its scores."""
    entrant = book.state.players[player]
    colours = table.colours(player)
    planned = book.state.rounds_planned
    histories = []
    points = 0
    for after, cell in enumerate(table.counted.cells[player], 1):
        points += cell.halves
        lifted = book.rules.colours.topscorer_exempt and planned == after + 1 and points > after
        so_far = colours[:after]
        histories.append((difference_text(so_far), str(preference(so_far, lifted))))
    mine = by_player[player]
    details = {k: v for k, v in book.people.get(entrant.person, {}).items() if k != "name"}
    top = CardHead(
        at=head(book),
        number=book.state.label(player),
        name=book.name(player),
        rating=entrant.rating,
        rating_source=entrant.source_of_rating,
        title=entrant.title,
        points=number(mine.points_halves),
        ws=number(mine.ws_halves),
        wp=number(mine.wp_halves),
        sb=number(mine.sb_quarters, 4),
        record=details,
        forecast=forecaster(player),
    )
    mark = book.rules.mark("F3", "GHR3.4")
    view = player_view(
        table,
        player,
        score=by_player,
        histories=histories,
        name_of=book.name,
        head=top,
        mark=mark,
    )
    rating = message("views.rating", rating=entrant.rating or message("views.none"))
    if entrant.source_of_rating == "estimated":
        rating = message("views.rating-estimated", rating=entrant.rating or 0)
    notes = view.notes
    if top.forecast is not None:
        explained = do("why-rating", player=top.number)
        notes += (rating_forecast.forecast_note(top.forecast, explained),)
    notes += (run_on(rating, *personal(details), between=", "),)
    return replace(view, columns=abbreviated(view.columns, book.rules), notes=notes)


def _standing_view(book: Book, ranking: Standing, rules: Rulebook) -> View:
    """Return a standing as a view."""
    title = message(
        "standings.final-title" if ranking.final else "standings.title",
        name=book.state.name,
        round=ranking.rounds,
        rules=heading_name(rules),
        position=book.state.position,
    )
    shares = ranking.final and book.state.fide.in_mode
    marks = gone(book.state, ranking.rounds)
    view = standings_view(
        ranking, rules, name_of=book.name, title=title, marks=marks, shares=shares
    )
    top = StandingHead(head(book), rules.id, ranking.rounds, ranking.final, ranking.provisional)
    unfinished = ranking.final and not book.state.closed
    notes = (*view.notes, *_struck(book, ranking, rules), *rated_otherwise(book, ranking.rounds))
    notes += (*gone_notes(book.state, ranking.rounds, book.called),)
    unfinished_note = message("standings.unfinished", finish=do("finish"))
    return replace(view, head=top, notes=(*notes, unfinished_note) if unfinished else notes)


def _struck(book: Book, ranking: Standing, rules: Rulebook) -> list[Sentence]:
    """Return a note for each player of a round robin whose games do not count.

    Rule: berger withdrawal.
    """
    return [
        message("standings.struck", who=book.called(player), rules=rules.family)
        for player in sorted(ranking.struck)
    ]


FORMAT = TournamentFormat()

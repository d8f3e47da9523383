"""The answers of the read verbs, made from a book. Each function is one verb.

Modules that only some verbs need are imported by them, so that each starts fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ledger.facts.stamps import still_to_come
from ledger.messages import Blank, Sentence, also, do, message, run_on, spans
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.details import details_of, recorded_details
from ledger.state.numbers import numbers_left_empty, numbers_missing, waiting
from ledger.values import KindOfFact
from projections.games.colours import difference_text, preference
from projections.games.crosstable import Crosstable, of_tournament, own_rules
from projections.games.rounds import head, no_final_standing, rounds_counted, rounds_done
from projections.standings.scores import scores
from projections.standings.standing import Standing, ranking_at_the_end, standing
from projections.views.fide import rated_otherwise
from projections.views.gone import gone, gone_notes
from projections.views.standings import (
    PRIZE_COLUMNS,
    PrizeRow,
    PrizesHead,
    StandingHead,
    standings_view,
)
from projections.views.status import (
    next_command,
    players_view,
    rounds_view,
    status_details,
    status_view,
)
from projections.views.view import View, money, number

if TYPE_CHECKING:
    from ledger.trf.model import TrfFile
    from ledger.trf.profiles import Profile


def status(book: Book) -> View:
    """Return where the tournament stands."""
    state = book.state
    expected = {p for p, e in state.players.items() if book.attends(e, state.next_round)}
    season = None
    if book.rules.plays_season:
        from desk.reports.season import season_status

        season = season_status(book)
    rounds = state.rounds_planned
    table = None
    if rounds is None or numbers_missing(state.players):
        from pairing.systems.draft import rounds_of, rounds_of_table

        rounds = rounds_of(book)
        table = rounds_of_table(book)
    details = status_details(details_of(state, book.people))
    step = next_command(state, rounds, table)
    if state.closed:
        step = _after_the_end(book, step)
    view = status_view(
        state,
        rules_id=book.rules.id,
        at=head(book),
        expected=expected,
        rounds=rounds,
        details=details,
        step=step,
        season=season,
    )
    return replace(view, notes=_of_the_clock(book))


def _after_the_end(book: Book, standing: Sentence) -> Sentence:
    """Return what may still be done with a tournament that has ended, its final ranking first."""
    if book.rules.plays_season:
        return message("status.season-has-ended", standing=standing, reopen=do("reopen"))
    reader = "fide" if book.state.fide.began_in_mode else "federation"
    report = do("export", reader=reader, output=Blank("FILE"))
    return message("status.has-ended", standing=standing, report=report, reopen=do("reopen"))


def _of_the_clock(book: Book) -> tuple[Sentence, ...]:
    """Return a note on the first fact with a future time, which holds up every later one."""
    stamps = [stamp for _, stamp in book.recorded]
    ahead = None if book.now is None else still_to_come(stamps, book.now(), book.zone)
    return () if ahead is None else (run_on(f"#{ahead[0]} ", ahead[1]),)


def players(book: Book) -> View:
    """Return all players with their announcements."""
    return players_view(book.state, book.name, head(book))


def rounds(book: Book) -> View:
    """Return all rounds."""
    return rounds_view(book.state, head(book))


def prohibited(book: Book) -> View:
    """Return who may not meet."""
    from projections.views.fide import prohibited_view

    return prohibited_view(book, head(book))


def acceleration(book: Book) -> View:
    """Return who has virtual points in which rounds."""
    from projections.views.fide import acceleration_view

    return acceleration_view(book, book.rules, head(book))


def standings(
    book: Book, after: int | None = None, final: bool = False, rules: Rulebook | None = None
) -> View | Refusal:
    """Return the standing after a number of rounds (None: all that are done).

    `rules` replaces the tournament's own rulebook by another.
    """
    if final and after is not None:
        what = message("standings.after-and-final")
        step = message("standings.after-or-final", after=also(after=True), final=also(final=True))
        return Refusal("after-and-final", what, step, exit=Exit.USAGE)
    chosen = rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    if final and (missing := no_final_standing(book)):
        return missing[0]
    rulebook = rules or book.rules_of(chosen)
    if rulebook.plays_season:
        from desk.reports import season as keizer_reports

        return keizer_reports.standings(book, chosen, final, rules)
    table = of_tournament(book.state, rulebook, chosen, throughout=rules is not None)
    return standing_of(book, ranking_of(book, table, rulebook, final), rulebook)


def ranking_of(book: Book, table: Crosstable, rules: Rulebook, final: bool) -> Standing:
    """Return the final ranking of a tournament that is not a season, or a standing on the way."""
    if final:
        return ranking_at_the_end(table, rules, book.state)
    return _classification(book, table, rules)


def standing_of(book: Book, ranking: Standing, rules: Rulebook) -> View:
    """Return a standing as a view."""
    title = message(
        "standings.final-title" if ranking.final else "standings.title",
        name=book.state.name,
        round=ranking.rounds,
        rules=rules.id,
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


def _classification(book: Book, table: Crosstable, rules: Rulebook) -> Standing:
    """Return the standing; rules without a pairing system leave the preferences to those played."""
    last_round_next = book.state.rounds_planned == table.rounds + 1
    if rules.pairs_nothing:
        last_round_next &= book.rules_of(table.rounds).colours.topscorer_exempt
    return standing(table, rules, last_round_next)


def prizes(book: Book) -> View | Refusal:
    """Return the prizes by the final ranking, in cents, as the rulebook divides them.

    Rule: knsb-wp-2014 F12.1.
    """
    from projections.standings.prizes import prizes as prizes_of

    amounts = book.state.prizes_cents
    if not amounts:
        step = do("prizes-declare", amounts=(500, 300, 200))
        if book.state.closed:
            what = message("prizes.none-at-the-end", name=book.state.name)
            return Refusal("no-prizes", what, do("standings", final=True))
        return Refusal("no-prizes", message("prizes.none"), step)
    rules = book.rules
    if rules.plays_season:
        from desk.reports import season as keizer_reports

        return keizer_reports.prizes(book, amounts, rules)
    if missing := no_final_standing(book):
        return missing[0]
    table = of_tournament(book.state, rules, rounds_done(book))
    ranking = ranking_at_the_end(table, rules, book.state)
    rows = [
        PrizeRow(
            rank=prize.rank,
            number=book.state.label(prize.player),
            name=book.name(prize.player),
            points=number(prize.points_halves),
            equal_with=prize.equal_with,
            cents=prize.cents,
            prize=money(prize.cents),
        )
        for prize in prizes_of(ranking, amounts, rules.prizes.method)
    ]
    top = PrizesHead(head(book), rules.prizes.method, amounts)
    method = message(f"cells.prizes.{rules.prizes.method.replace('_', '-')}")
    notes: list[Sentence] = [
        message("prizes.divided", method=method),
        message("prizes.declared", amount=money(sum(amounts))),
    ]
    if not book.state.closed:
        notes.append(message("standings.unfinished", finish=do("finish")))
    title = message("prizes.title", name=book.state.name, round=table.rounds)
    return View(title, PRIZE_COLUMNS, rows, top, tuple(notes))


def crosstable(book: Book, after: int | None = None) -> View | Refusal:
    """Return the crosstable after a number of rounds (None: all published, open games too)."""
    chosen = len(book.state.rounds) if after is None else rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    rules = book.rules_of(chosen)
    if rules.plays_season:
        from desk.reports import season as keizer_reports

        return keizer_reports.crosstable(book, chosen)
    table = of_tournament(book.state, rules, chosen)
    ranking = _classification(book, table, rules)
    from pairing.systems.registry import system_of
    from projections.views.crosstables import CrosstableHead, crosstable_view
    from projections.views.round_robins import matrix_view
    from projections.views.standings import abbreviated

    title = message("standings.crosstable", name=book.state.name, round=chosen)
    top = CrosstableHead(head(book), rules.id, table.rounds)
    if system_of(rules).takes_everybody:
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
        notes = view.notes + rated_otherwise(book, chosen)
    notes = (*notes, *gone_notes(book.state, chosen, book.called))
    return replace(view, columns=abbreviated(view.columns, rules), notes=notes)


def fixtures(book: Book) -> View | Refusal:
    """Return the whole schedule of a round robin."""
    from desk.reports.round_robin import fixtures

    return fixtures(book)


def player(book: Book, player: str) -> View | Refusal:
    """Return the indelingskaart of a player, with the colour they should get next.

    In a season it is how their total is built up.

    Rule: knsb-wp-2014 A5.
    """
    entrant = book.find_player(player)
    if isinstance(entrant, Refusal):
        return entrant
    if book.rules.plays_season:
        from desk.reports import season as keizer_reports

        return keizer_reports.player(book, entrant.player)
    from projections.views.crosstables import CardHead, player_view
    from projections.views.standings import abbreviated

    table = of_tournament(book.state, book.rules)
    colours = table.colours(entrant.player)
    planned = book.state.rounds_planned
    histories = []
    points = 0
    for after, cell in enumerate(table.counted.cells[entrant.player], 1):
        points += cell.halves
        lifted = book.rules.colours.topscorer_exempt and planned == after + 1 and points > after
        so_far = colours[:after]
        histories.append((difference_text(so_far), str(preference(so_far, lifted))))
    by_player = scores(table, book.rules)
    mine = by_player[entrant.player]
    details = {k: v for k, v in book.people.get(entrant.person, {}).items() if k != "name"}
    top = CardHead(
        at=head(book),
        number=book.state.label(entrant.player),
        name=book.name(entrant.player),
        rating=entrant.rating,
        rating_source=entrant.source_of_rating,
        title=entrant.title,
        points=number(mine.points_halves),
        ws=number(mine.ws_halves),
        wp=number(mine.wp_halves),
        sb=number(mine.sb_quarters, 4),
        record=details,
    )
    mark = book.rules.mark("F3", "GHR3.4")
    view = player_view(
        table,
        entrant.player,
        score=by_player,
        histories=histories,
        name_of=book.name,
        head=top,
        mark=mark,
    )
    rating = message("views.rating", rating=entrant.rating or message("views.none"))
    if entrant.source_of_rating == "estimated":
        rating = message("views.rating-estimated", rating=entrant.rating or 0)
    personal = [
        message(f"person.{key.replace('_', '-')}", value=str(details[key])) for key in details
    ]
    notes = (*view.notes, run_on(rating, *personal, between=", "))
    return replace(view, columns=abbreviated(view.columns, book.rules), notes=notes)


def pairings(book: Book, round_number: int | None, by_name: bool = False) -> View | Refusal:
    """Return a published round (None: the last)."""
    from projections.season.pairings import with_values
    from projections.views.pairings import Alone, pairings_view

    last = max(len(book.state.rounds), 1)
    round_ = book.find_round(last if round_number is None else round_number)
    if isinstance(round_, Refusal):
        return round_
    of_season = book.rules_of(round_.number).plays_season
    alone: Alone = "no-opponent" if of_season else "bye"
    recorded = book.heads.get(round_.changed_at)
    top = recorded.record() if recorded else None
    view = pairings_view(
        book.state,
        round_.number,
        name_of=book.name,
        by_name=by_name,
        at=head(book),
        head=top,
        alone=alone,
    )
    notes = (*view.notes, message("views.head", head=recorded.short)) if recorded else view.notes
    scanned = recorded.scanned(book.id) if recorded else ""
    view = replace(view, notes=notes, scanned=scanned)
    return with_values(book, round_.number, view) if of_season else view


def blame(
    book: Book, what: str, player: str, after: int | None = None, since: int | None = None
) -> View | Refusal:
    """Return the facts that make a player's standing after a number of rounds (None: all done)."""
    from projections.log.blame import blame as blame_of

    assert what == "standings"
    chosen = rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    return blame_of(book, player, chosen, since, head(book))


def protests(book: Book) -> View:
    """Return the protests and their rulings."""
    from projections.log.dossier import protests_view

    return protests_view(book, head(book))


def fact(book: Book, fact: str) -> View | Refusal:
    """Return one complete fact."""
    from projections.log.dossier import fact_view

    return fact_view(book, fact, head(book))


def diff(book: Book, moments: tuple[str, ...], after: int | None = None) -> View | Refusal:
    """Return the differences between two moments."""
    from projections.log.diff import diff_view

    return diff_view(book, moments, after, head(book))


def integrity(book: Book) -> View:
    """Return the departures from the engine and the rules, and the corrections.

    The rounds of an imported file that the engine pairs otherwise are among them.
    """
    from pairing.review.of_import import paired_otherwise
    from projections.log.departures import departures_view

    otherwise = {
        one.position: message(
            "log.paired-otherwise",
            round=one.round,
            rules=one.rules.id,
            verdict=message(f"why.{one.verdict}"),
        )
        for one in paired_otherwise(book)
    }
    return departures_view(book, head(book), otherwise)


def log(book: Book, last: int | None = None, positions: Sequence[int] | None = None) -> View:
    """Return the facts as sentences, oldest first; `last` limits them to the newest.

    `positions` are those of the facts to show, None: all.
    """
    from projections.log.entries import log_view

    shown = book.recorded if positions is None else [book.recorded[at - 1] for at in positions]
    return log_view(book, shown[-(last or 0) :], head(book))


def part_of_log(
    book: Book,
    *,
    last: int | None = None,
    player: str | None = None,
    round_number: int | None = None,
    kind: KindOfFact | None = None,
    actor: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> View | Refusal:
    """Return the facts about a player or a round, of a kind, by somebody, in a time."""
    from projections.log.selection import log_part, selected

    part = log_part(
        book,
        player=player,
        round_number=round_number,
        kind=kind,
        actor=actor,
        since=since,
        until=until,
    )
    return part if isinstance(part, Refusal) else log(book, last, selected(book, part))


def tournament_file(
    book: Book, comments: Iterable[str] = (), profile: Profile = "trf16"
) -> TrfFile | Refusal:
    """Return the tournament as a file that can be written by a profile.

    `comments` are lines that other programs pass over.
    """
    from ledger.trf.meaning import FILE_RECORD
    from projections.exports.trf import file_of
    from projections.standings.keizer import ranking

    state = book.state
    if numbers_missing(state.players):
        return Refusal("numbers-missing", message("views.no-numbers"), do("lots"))
    table = of_tournament(state, book.rules)
    records = {e.player: book.people.get(e.person, {}) for e in state.players.values()}
    kept = book.people.get(FILE_RECORD, {}).get("lines", "")
    kept = "\n".join([*([kept] if kept else []), *(" ".join(one.splitlines()) for one in comments)])
    if book.rules.plays_season:
        order = [line.player for line in ranking(table, book.rules).lines]
    else:
        order = [line.player for line in _classification(book, table, book.rules).lines]
    order += [player for player in table.numbers if player not in order]  # yet to join
    ranks = {player: rank for rank, player in enumerate(order, 1)}
    if state.closed and state.fide.in_mode:
        last = ranking_at_the_end(table, book.rules, state)
        ranks = {line.player: line.rank for line in last.lines}
    details = recorded_details(state, book.people)
    return file_of(
        state,
        table,
        ranks=ranks,
        rules=book.rules,
        records=records,
        kept_lines=kept,
        details=details,
        profile=profile,
    )


def not_in_file(book: Book) -> list[Sentence]:
    """Return what a tournament file has no place for, or no value yet."""
    notes = list[Sentence]()
    by_round = own_rules(book.state, book.rules, len(book.state.rounds))
    if by_round and not book.rules.plays_season:
        notes.append(message("exports.points-by-round", rules=book.rules.id))
    for round_ in book.state.rounds:
        if count := len(round_.open_games):
            notes.append(message("exports.no-result", round=round_.number, n=count))
    if without := waiting(book.state.players):
        players = book.called_some(without)
        numbers = [int(book.state.label(p)) for p in without]
        notes.append(
            message("waiting.in-file", n=len(without), players=players, numbers=spans(numbers))
        )
    if empty := numbers_left_empty(book.state.players):
        notes.append(message("exports.empty-numbers", n=len(empty), numbers=spans(empty)))
    if not book.rules.plays_season:
        return notes
    season = book.state.season
    notes.append(message("exports.season"))
    if season.externals:
        notes.append(message("exports.season-externals", n=len(season.externals)))
    if season.periods:
        notes.append(message("exports.season-periods"))
    return notes

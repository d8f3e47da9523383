"""Norms for display: who can still make one, and for a player each condition with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Annotated, Literal

from ledger.messages import Sentence, do, message, names_in_words, run_on
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.state.details import days_of, details_of
from ledger.values import Exemption, NormTitle, halves_text
from projections.games.rounds import TournamentAt, head
from projections.ratings.norm import Condition, NormGame, Verdict
from projections.ratings.norm_forecast import NormForecast, Wish, forecast, least_against, wish
from projections.ratings.norm_players import Norms
from projections.views import fields
from projections.views.columns import AMOUNT, Kind, columns_of
from projections.views.view import View, number, with_number

NormState = Literal["met", "possible", "out-of-reach"]


class NormsHead(Record):
    """The norms of a tournament, as far as they are met or can still be."""

    at: Spread[TournamentAt]
    edition: Annotated[str, "Edition of the title rules."]
    declared: Annotated[bool, "Whether the tournament keeps it; else it is that of the first day."]
    rounds: Annotated[int, "Rounds that are planned."]
    to_come: Annotated[int, "Rounds that are not published yet."]
    exemption: Annotated[Exemption | None, "Exemption from the rule of federations (1.4.3)."]
    foreigners: Annotated[int, "Rated foreigners in the round with the fewest (1.4.3d)."]
    strong: Annotated[bool, "Whether a title can take its norm of here (1.5.6)."]


class NormRow(Record):
    """A player and a norm."""

    number: fields.PlayerNumber
    name: fields.PlayerName
    norm: Annotated[NormTitle, "Title of the norm."]
    state: Annotated[NormState, "met, possible or out-of-reach.", Kind(words="norm-state")]
    games: Annotated[int, "Games that count."]
    points: fields.PlayerPoints
    average: Annotated[int | None, "Average of the opponents, the lowest raised; null: none."]
    performance: Annotated[int | None, "Performance; null: no game."]
    lacks: Annotated[list[Condition], "Conditions that do not hold on the games so far."]
    dropped: Annotated[list[int], "Rounds that are left out."]
    by: Annotated[str | None, "Clause that gives the number of games; null: none is needed."]
    counts: Annotated[int | None, "Games that it counts for the title; null: no norm."]
    needs: Annotated[Sentence, "What the rounds to come must bring, in words."]


COLUMNS = columns_of(
    NormRow,
    "number",
    "name",
    "norm",
    "state",
    "games",
    "points",
    "average",
    "performance",
    "needs",
    spare=("average", "games"),
)


class ConditionRow(Record):
    """A condition of a norm of a player."""

    norm: Annotated[NormTitle, "Title of the norm."]
    condition: Annotated[Condition, "The condition.", Kind(words="norm-condition")]
    clause: Annotated[str, "Clause of the title rules."]
    has: Annotated[float | None, "What there is; null: nothing to count."]
    takes: Annotated[float, "What it takes: at least, of federations of players at most."]
    holds: Annotated[bool, "Whether it holds on the games that count."]
    holds_text: Annotated[Sentence, "That in a word."]


PLAYER_COLUMNS = columns_of(
    ConditionRow,
    "norm",
    "condition",
    "clause",
    "has",
    "takes",
    "holds_text",
)


class GameRow(Record):
    """A round as a certificate has it."""

    round: fields.NumberOfRound
    opponent_name: fields.OpponentName
    fide_id: Annotated[str, "FIDE number of the opponent."]
    federation: Annotated[str, "Federation of the opponent."]
    title: fields.PlayerTitle
    rating: Annotated[int | None, "Rating of the opponent; null: unrated."]
    result: Annotated[Sentence, "Points over the board, or how the round went.", AMOUNT]
    counted: Annotated[bool, "Whether the game counts for the norm."]


GAME_COLUMNS = columns_of(
    GameRow,
    "round",
    "opponent_name",
    "federation",
    "title",
    "rating",
    "fide_id",
    "result",
    headings={"opponent_name": message("columns.name")},
)


class CertificateHead(Record):
    """The data of a certificate of a norm (IT1)."""

    at: Spread[TournamentAt]
    norm: Annotated[NormTitle, "Title of the norm."]
    number: fields.PlayerNumber
    name: fields.PlayerName
    fide_id: Annotated[str, "FIDE number of the player."]
    federation: Annotated[str, "Federation of the player."]
    sex: Annotated[str, "m or w."]
    birth: Annotated[str, "Date or year of birth."]
    title: fields.PlayerTitle
    rating: Annotated[int | None, "Rating at the start."]
    place: Annotated[str, "Place of the tournament."]
    event_federation: Annotated[str, "Federation of the tournament."]
    begins: Annotated[str | None, "First day, YYYY-MM-DD."]
    ends: Annotated[str | None, "Last day."]
    tempo: Annotated[str, "Time allowed."]
    arbiter: Annotated[str, "Chief arbiter."]
    rounds: Annotated[int, "Rounds of the tournament."]
    games: Annotated[int, "Games that count."]
    points: fields.PlayerPoints
    average: Annotated[int | None, "Average of the opponents (1.4.7)."]
    performance: Annotated[int | None, "Performance (1.4.8)."]
    raised: Annotated[int | None, "Rating that was raised to the floor (1.4.6); null: none."]
    counts: Annotated[int | None, "Games that it counts for the title."]
    dropped: Annotated[list[int], "Rounds that are left out (1.4.1e, f)."]
    by: Annotated[str | None, "Clause that gives the number of games."]
    exemption: Annotated[Exemption | None, "Exemption from the rule of federations (1.4.3)."]
    strong: Annotated[bool, "Whether a title can take its norm of here (1.5.6)."]
    edition: Annotated[str, "Edition of the title rules."]


def norms(
    book: Book,
    player: str | None = None,
    certificate: NormTitle | None = None,
    exemption: Exemption | None = None,
    least_games: int | None = None,
) -> View | Refusal:
    """Return the norms that are met or possible, or those of a player by condition.

    `certificate` is the title of a norm that the player met: its data; without a player, who met it. `exemption` and
    `least_games` are what the arbiter says of the tournament.
    """
    of = Norms(book, exemption, least_games)
    if not of.tempo_is_standard:
        what = message("titles.not-standard")
        return Refusal("norms-not-standard", what, do("details"), exit=Exit.USAGE)
    if player is None:
        return _of_all(book, of, certificate)
    entrant = book.find_player(player)
    if isinstance(entrant, Refusal):
        return entrant
    if certificate is not None:
        return _certificate(book, of, entrant.player, certificate)
    return _of_player(book, of, entrant.player)


def _head(book: Book, of: Norms) -> NormsHead:
    return NormsHead(
        at=head(book),
        edition=of.edition.id,
        declared="norms" in book.state.ratings.editions,
        rounds=of.rounds,
        to_come=of.to_come,
        exemption=of.event.exemption,
        foreigners=of.foreigners.rated,
        strong=of.strong,
    )


def _of_all(book: Book, of: Norms, certificate: NormTitle | None) -> View:
    """Return the norms that are met or possible; with a title those that have a certificate."""
    rows = list[NormRow]()
    for entrant in book.state.in_number_order():
        games = of.games(entrant.player)
        for title in of.titles(entrant.player):
            if of.far_away(title, games):
                continue
            row = _row(book, of, entrant.player, title, games)
            wanted = certificate is None or (row.state, row.norm) == ("met", certificate)
            if row.state != "out-of-reach" and wanted:
                rows.append(row)
    heading = message("titles.title", name=book.state.name)
    notes = (_by(book, of), message("titles.forecast"))
    return View(heading, COLUMNS, rows, _head(book, of), notes, empty=message("titles.nobody"))


def _by(book: Book, of: Norms) -> Sentence:
    """Return which edition judges, and which exemption holds."""
    said = message("titles.by", edition=of.edition.id)
    if of.event.exemption is None:
        return said
    return run_on(said, message("titles.exempt", letter=of.event.exemption), between="; ")


def _row(book: Book, of: Norms, player: int, title: NormTitle, games: list[NormGame]) -> NormRow:
    verdict = of.verdict(title, player, games)
    state, needs = _outlook(of, player, verdict, games)
    return NormRow(
        number=book.state.label(player),
        name=book.name(player),
        norm=title,
        state=state,
        games=verdict.games,
        points=number(verdict.halves),
        average=verdict.average,
        performance=verdict.performance,
        lacks=list(verdict.lacks),
        dropped=list(verdict.dropped),
        by=verdict.by,
        counts=verdict.counts,
        needs=needs,
    )


def _outlook(
    of: Norms, player: int, verdict: Verdict, games: list[NormGame]
) -> tuple[NormState, Sentence]:
    """Return whether a norm is met, possible or out of reach, and what the rounds to come need."""
    waiting = any(one.how == "open" for one in games)
    if verdict.met:
        return "met", _met(verdict)
    candidate = of.candidate(player)
    if waiting and of.to_come == 0:
        made = forecast(verdict.title, games, candidate, of.event, of.edition)
        if made is not None:
            possible = made.possible_from is not None
            return ("possible" if possible else "out-of-reach"), _of_forecast(made)
    to_come = of.to_come + sum(one.how == "open" for one in games)
    counted = [one for one in games if one.how == "played" and one.federation != "NON"]
    wanted = wish(verdict.title, counted, to_come, candidate, of.event, of.edition)
    if to_come == 0 or wanted.impossible:
        return "out-of-reach", _lacking(wanted.impossible if to_come else verdict.lacks)
    strongest = of.strongest(player, games, to_come)
    told = [one for one in wanted.averages if strongest is not None and one[1] <= strongest]
    if not told:
        return "out-of-reach", _lacking(("performance",))
    return "possible", _of_wish(wanted._replace(averages=tuple(told)))


def _met(verdict: Verdict) -> Sentence:
    parts = [message("titles.counts", n=verdict.counts or 0)]
    if verdict.by is not None:
        parts.append(message("titles.by-clause", clause=verdict.by))
    if verdict.dropped:
        rounds = ", ".join(map(str, verdict.dropped))
        parts.append(message("titles.dropped", n=len(verdict.dropped), rounds=rounds))
    return run_on(*parts, between="; ")


def _of_forecast(made: NormForecast) -> Sentence:
    if made.possible_from is None:
        return message("titles.no-result", n=made.games)
    least = halves_text(made.possible_from)
    if made.certain_from == made.possible_from:
        return message("titles.least", least=least, n=made.games)
    return message("titles.some-results", least=least, n=made.games)


def _of_wish(wanted: Wish) -> Sentence:
    """Return points, foreigners, titles and averages that must come."""
    parts: list[Sentence] = []
    foreign = wanted.rounds - wanted.own_at_most
    for key, amount in (
        ("foreign", foreign),
        ("new-federations", wanted.new_federations),
        ("titled", wanted.titled),
        ("of-title", wanted.of_title),
    ):
        if amount > 0:
            parts.append(message(f"titles.wish.{key}", n=amount))
    for halves, average in wanted.averages:
        least = max(0, ceil(average))
        parts.append(message("titles.wish.average", points=halves_text(halves), average=least))
    return run_on(*parts, between=", ")


def _lacking(conditions: tuple[Condition, ...]) -> Sentence:
    words = [message(f"cells.norm-condition.{one}") for one in conditions]
    return message("titles.lacks", conditions=run_on(*words, between=", "))


def _of_player(book: Book, of: Norms, player: int) -> View:
    games = of.games(player)
    rows = list[ConditionRow]()
    notes: list[Sentence] = [_by(book, of)]
    for title in of.titles(player):
        verdict = of.verdict(title, player, games)
        for one in verdict.found:
            whole = one.condition != "score"
            rows.append(
                ConditionRow(
                    norm=title,
                    condition=one.condition,
                    clause=one.clause,
                    has=one.has if whole else number(one.has or 0),
                    takes=one.takes if whole else number(one.takes),
                    holds=one.holds,
                    holds_text=message("titles.holds" if one.holds else "titles.lacking"),
                )
            )
        state, needs = _outlook(of, player, verdict, games)
        word = message(f"cells.norm-state.{state}")
        notes.append(message("titles.outlook", norm=title, state=word, needs=needs))
        if state == "possible":
            notes += _whom(book, of, player, title, games)
    if not of.titles(player):
        notes.append(message("titles.has-all"))
    notes.append(message("titles.forecast"))
    name = with_number(book.state.label(player), book.name(player))
    title_ = message("titles.of-player", who=name, tournament=book.state.name)
    return View(title_, PLAYER_COLUMNS, rows, _head(book, of), tuple(notes))


def _whom(
    book: Book, of: Norms, player: int, title: NormTitle, games: list[NormGame]
) -> Iterator[Sentence]:
    """Yield against whom a norm is still possible in the last round, with the least points."""
    if of.to_come != 1 or any(one.how == "open" for one in games):
        return
    least: dict[int, list[int]] = {}
    for other in of.yet_to_meet(player):
        one = of.against(of.rounds, other)
        halves = least_against(title, games, one, of.candidate(player), of.event, of.edition)
        if halves is not None:
            least.setdefault(halves, []).append(other)
    for halves in sorted(least):
        names = names_in_words([book.called(each) for each in least[halves]])
        yield message("titles.against", norm=title, points=halves_text(halves), names=names)
    if not least:
        yield message("titles.against-nobody", norm=title)


def _certificate(book: Book, of: Norms, player: int, title: NormTitle) -> View | Refusal:
    games = of.games(player)
    verdict = of.verdict(title, player, games)
    label = book.state.label(player)
    if not verdict.met or title not in of.titles(player):
        what = message("titles.no-norm", norm=title, who=book.called(player))
        return Refusal("no-norm", what, do("norms", player=label))
    person = of.person(player)
    details = details_of(book.state, book.people)
    first, last = days_of(book.state, book.people)
    top = CertificateHead(
        at=head(book),
        norm=title,
        number=label,
        name=book.name(player),
        fide_id=person.get("fide_id", ""),
        federation=person.get("federation", ""),
        sex=person.get("sex", ""),
        birth=person.get("birth", ""),
        title=book.state.players[player].title,
        rating=of.against(1, player).rating,
        place=details.get("city", ""),
        event_federation=of.home,
        begins=first.isoformat() if first else None,
        ends=last.isoformat() if last else None,
        tempo=details.get("tempo", ""),
        arbiter=details.get("arbiter", ""),
        rounds=of.rounds,
        games=verdict.games,
        points=number(verdict.halves),
        average=verdict.average,
        performance=verdict.performance,
        raised=verdict.raised,
        counts=verdict.counts,
        dropped=list(verdict.dropped),
        by=verdict.by,
        exemption=of.event.exemption,
        strong=of.strong,
        edition=of.edition.id,
    )
    rows = [_game_row(book, of, player, one, verdict) for one in games]
    title_ = message("titles.certificate", norm=title, who=top.name, tournament=book.state.name)
    return View(title_, GAME_COLUMNS, rows, top, tuple(_data(top)))


def _data(top: CertificateHead) -> Iterator[Sentence]:
    """Yield the data of a certificate, line by line."""
    for key, value in top.as_dict().items():
        if key in ("tournament", "id", "position", "number", "name", "norm", "dropped", "strong"):
            continue
        if value is not None and value != "":
            name = message(f"titles.data.{key.replace('_', '-')}")
            yield message("titles.data-line", name=name, value=str(value))
    if top.dropped:
        rounds = ", ".join(map(str, top.dropped))
        yield message("titles.dropped", n=len(top.dropped), rounds=rounds)
    yield message("titles.strong" if top.strong else "titles.not-strong")


def _game_row(book: Book, of: Norms, player: int, game: NormGame, verdict: Verdict) -> GameRow:
    round_ = book.state.rounds[game.round - 1]
    at = round_.game_of(player)
    opponent = None if at is None else at.opponent_of(player)
    played = game.how == "played"
    counted = played and game.federation != "NON" and game.round not in verdict.dropped
    result: Sentence = halves_text(game.halves)
    if not played:
        result = message(f"cells.norm-round.{game.how}")
    return GameRow(
        round=game.round,
        opponent_name="" if opponent is None else book.name(opponent),
        fide_id="" if opponent is None else of.person(opponent).get("fide_id", ""),
        federation=game.federation,
        title=game.title,
        rating=game.rating,
        result=result,
        counted=counted,
    )

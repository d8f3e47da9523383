"""Commands of a club season: presence, games for teams, periods, members who leave, catch-ups.

Rule: mwkeizer extern-meetellen, inhalen, 2.
"""

from __future__ import annotations

import datetime as dt
from typing import TypeAlias

from desk.commands.decision import Decision, Warn
from desk.commands.players import Absent, Enter, Withdraw
from desk.commands.season import (
    CatchUp,
    CorrectExternal,
    Join,
    Leave,
    Period,
    Present,
    RecordExternal,
)
from desk.commands.warnings import warn
from desk.handlers import players
from desk.handlers.games import (
    correction_reason,
    of_round,
    reason_required,
    same_player,
    stays_published,
)
from ledger.facts import season as events
from ledger.facts.tournament import AbsenceAnnounced, AbsenceWithdrawn
from ledger.messages import Blank, Sentence, also, do, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book, keys_of_season, rulebook_of
from ledger.state.tournament import Entrant
from ledger.text_files import shortened
from projections.games.crosstable import of_tournament
from projections.standings.keizer import ranking

_External: TypeAlias = events.ExternalGameRecorded | events.ExternalGameCorrected

_ABSENCES = {
    "notice": AbsenceAnnounced,
    "no notice": events.AbsenceReported,
    "club duty": events.ClubDutyAssigned,
}


def present(book: Book, command: Present) -> Decision | Refusals:
    """Announce presence; where everybody is expected it withdraws an absence."""
    if isinstance(keys := keys_of_season(book), Refusal):
        return (keys,)
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    refusals = _round_to_come(book, entrant, command.round)
    is_coming = (entrant.player, command.round) in book.state.season.coming
    away = command.round in entrant.away
    if is_coming or (keys.presence == "expected" and not away):
        name = book.called(entrant.player)
        what = message("handlers.expected-already", player=name, round=command.round)
        refusals.append(Refusal("already-expected", what, do("status")))
    if refusals:
        return tuple(refusals)
    kind = AbsenceWithdrawn if keys.presence == "expected" else events.PresenceAnnounced
    fact = kind(player=entrant.player, round=command.round, reason=command.reason)
    return Decision((fact,))


def absent(book: Book, command: Absent) -> Decision | Refusals:
    """Record an absence of a member: announced, without notice, or for the club.

    After publication it can only change why they were absent: with a reason, and not for a member
    who was paired.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    number = command.round
    player = entrant.player
    name = book.called(entrant.player)
    round_ = book.state.round(number)
    refusals = [] if round_ else _round_to_come(book, entrant, number)
    if round_ and (round_.game_of(player) or round_.bye == player):
        board = round_.board_of(player)
        key = "handlers.is-paired" if board else "handlers.has-no-opponent"
        what = message(key, player=name, round=number)
        step = do("pairings", round_number=number)
        if board:
            step = do("forfeit", round=number, board=board)
        refusals.append(Refusal("round-already-published", what, step, events=(round_.position,)))
    elif round_ and (command.cancel or not entrant.there_in(number)):
        what = message("handlers.was-not-in-it", round=number, player=name)
        step = message("handlers.shows-rounds", command=do("player", player=Blank("PLAYER")))
        refusals.append(Refusal("round-already-published", what, step, events=(round_.position,)))
    elif round_ and command.reason is None:
        refusals.append(reason_required(book, round_, of_round(number)))
    kind = kind_of_absence(book, entrant, number)
    if command.cancel and kind is None:
        what = message("handlers.not-absent", player=name, round=number)
        refusals.append(Refusal("not-absent", what, do("status")))
    if not command.cancel and kind == command.kind:
        cancel = do("absent", player=book.state.label(player), round=number, cancel=True)
        step = message("handlers.takes-it-back", command=cancel)
        why = message(f"handlers.absence.{kind.replace(' ', '-')}")
        what = message("handlers.out-already-as", player=name, round=number, kind=why)
        refusals.append(Refusal("already-absent", what, step))
    if refusals:
        return tuple(refusals)
    announcement = AbsenceWithdrawn if command.cancel else _ABSENCES[command.kind]
    fact = announcement(player=player, round=number, reason=command.reason)
    return Decision((fact,), notes=stays_published(book, number))  # type: ignore[arg-type]


def kind_of_absence(book: Book, entrant: Entrant, number: int) -> str | None:
    """Return why a member misses a round, with the words of `absent`; None if they do not."""
    key = (entrant.player, number)
    season = book.state.season
    if number not in entrant.away:
        return None
    return (
        "club duty"
        if key in season.duties
        else "no notice"
        if key in season.unannounced
        else "notice"
    )


def _round_to_come(book: Book, entrant: Entrant, number: int) -> list[Refusal]:
    """Return the refusals of a change of a member's presence in a coming round."""
    state = book.state
    refusals = []
    name = book.called(entrant.player)
    if number < state.next_round:
        what = message("handlers.round-is-published", round=number)
        refusals.append(
            Refusal("round-already-published", what, do("pairings", round_number=number))
        )
    refusals += players.beyond_the_plan(book, number)
    if not entrant.there_in(number):
        what = message("handlers.not-a-member", player=name, round=number)
        refusals.append(Refusal("not-a-member", what, do("players")))
    return refusals


def external(book: Book, command: RecordExternal) -> Decision | Refusals:
    """Record a game for a team of the club.

    Rule: mwkeizer extern, extern-meetellen.
    """
    if isinstance(keys := keys_of_season(book), Refusal):
        return (keys,)
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    number = command.round
    player = entrant.player
    refusals = []
    if number > book.state.next_round:
        what = message("handlers.round-to-come", next=book.state.next_round, round=number)
        refusals.append(Refusal("round-to-come", what, message("handlers.when-played")))
    if not entrant.there_in(number):
        what = message("handlers.not-a-member", player=book.called(player), round=number)
        refusals.append(Refusal("not-a-member", what, do("players")))
    before = book.state.season.externals.get((player, number))
    if before is not None:
        name = book.called(player)
        what = message("handlers.external-already", player=name, team=before.team, round=number)
        step = do("correct-external", player=book.state.label(player), round=number)
        refusals.append(Refusal("external-already-recorded", what, step, events=(before.set_by,)))
    fact = events.ExternalGameRecorded(
        player=player,
        round=number,
        team=command.team,
        board=command.board,
        colour=command.colour,
        result=command.result,
        club_evening=command.club_evening,
        announced_to=command.announced_to,
        date=command.date,
        reason=command.reason,
    )
    refusals += _against_game(book, fact)
    warnings = second_game(book, fact)
    return tuple(refusals) or Decision(
        (fact,), notes=_does_not_count(book, fact), warnings=warnings
    )


def correct_external(book: Book, command: CorrectExternal) -> Decision | Refusals:
    """Replace a wrong game for a team by the right one, or strike it.

    Rule: mwkeizer extern, extern-meetellen.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    number = command.round
    player = entrant.player
    before = book.state.season.externals.get((player, number))
    if before is None:
        what = message("handlers.no-external", player=book.called(player), round=number)
        step = do("external", player=Blank("PLAYER"), round=Blank("ROUND"))
        return (Refusal("nothing-to-correct", what, step),)
    fields = ("team", "board", "colour", "result", "club_evening", "announced_to", "date")
    old = {name: getattr(before, name) for name in fields}
    changes = {name: getattr(command, name) for name in fields}
    new = old | {name: value for name, value in changes.items() if value is not None}
    if new == old and not command.strike:
        what = message("handlers.external-same", player=book.called(player), round=number)
        result = also(result="1/2")
        strike = also(strike=True)
        step = message("handlers.give-what-was-wrong", result=result, strike=strike)
        return (Refusal("nothing-to-correct", what, step, events=(before.set_by,)),)
    reason = correction_reason(book, command.reason, number + 1, of_round(number))
    if isinstance(reason, Refusal):
        return (reason,)
    fact = events.ExternalGameCorrected(
        player=player,
        round=number,
        **new,
        corrects=before.set_by,
        struck=command.strike,
        reason=reason,
    )
    refusals = [] if command.strike else _against_game(book, fact)
    notes = () if command.strike else _does_not_count(book, fact)
    asked_before = command.strike or before.club_evening
    return tuple(refusals) or Decision(
        (fact,),
        notes=notes + stays_published(book, number),
        warnings=() if asked_before else second_game(book, fact),
    )


def second_game(book: Book, fact: _External) -> tuple[Warn, ...]:
    """Return the warning that a member was paired on the evening of a game for a team.

    A game that was caught up is of another day.
    """
    round_ = book.state.round(fact.round)
    if round_ is None or not fact.club_evening:
        return ()
    game = round_.game_of(fact.player)
    if not (game and not game.catch_up) and round_.bye != fact.player:
        return ()
    key = "handlers.second-game" if game else "handlers.no-opponent-and-team"
    what = message(key, player=book.called(fact.player), round=fact.round)
    return warn(book, "second-game", what)


def _against_game(book: Book, fact: _External) -> list[Refusal]:
    """Return the refusals of a game for a team: no value for its board, or another period."""
    refusals: list[Refusal] = []
    tables = [
        rules.season_keys.external
        for _, text, _ in book.state.rules
        if (rules := rulebook_of(text)).ranks_by_value
    ]
    values = next((table[fact.team] for table in tables if fact.team in table), ())
    if fact.board > len(values):
        what = message("handlers.no-value", team=shortened(fact.team), board=fact.board)
        key = f"keizer.external.{shortened(fact.team)}"
        change = do("rules-change", set=f"{key}=[70, 68, 66]")
        step = message("handlers.name-values", command=change)
        refusals.append(Refusal("no-value", what, step, clause=book.clause("extern")))
    if not fact.club_evening and fact.date is not None:
        other = _period_of_date(book, fact.date)
        if other not in (None, book.state.season.period_of(fact.round)):
            what = message(
                "handlers.other-period", date=fact.date, period=other or 1, round=fact.round
            )
            step = message("handlers.own-period")
            refusals.append(Refusal("other-period", what, step, book.clause("extern-meetellen")))
    return refusals


def _period_of_date(book: Book, date: dt.date) -> int | None:
    """Return the period of a day by the dates of the rounds; None where they are inconclusive."""
    dates = book.state.dates
    starts = [1, *(start for start, _ in book.state.season.periods)]
    if any(start not in dates for start in starts[1:]):
        return None
    return 1 + sum(dates[start] <= date for start in starts[1:])


def _does_not_count(book: Book, fact: _External) -> tuple[Sentence, ...]:
    if fact.club_evening or fact.announced_to is not None:
        return ()
    clause = book.clause("extern-meetellen")
    return (message("handlers.does-not-count", clause=clause or ""),)


def period(book: Book, command: Period) -> Decision | Refusals:
    """Begin a period with an unpublished round, or name the first, at any moment.

    Rule: mwkeizer 2.
    """
    if isinstance(keys := keys_of_season(book), Refusal):
        return (keys,)
    state = book.state
    refusals = players.beyond_the_plan(book, command.round)
    latest = max([1, *(start for start, _ in state.season.periods)])
    if command.round == 1:
        refusals += _first_has_begun(book, command.name)
    elif command.round < state.next_round:
        what = message("handlers.no-period-with", round=command.round)
        refusals.append(Refusal("round-already-published", what, do("rounds")))
    elif command.round <= latest:
        what = message("handlers.period-begins", round=latest)
        refusals.append(Refusal("period-in-place", what, message("handlers.later-round")))
    fact = events.PeriodStarted(from_round=command.round, name=command.name, reason=command.reason)
    return tuple(refusals) or Decision((fact,))


def _first_has_begun(book: Book, name: str) -> Refusals:
    """Return the refusal to begin the first period, which may only be given a name, once."""
    named = book.state.season.first_period
    if name and not named:
        return ()
    if named:
        what = message("handlers.first-period-called", name=named)
        return (Refusal("period-in-place", what, message("handlers.later-round")),)
    what = message("handlers.first-period-begins")
    step = message("handlers.give-it-a-name", option=also(name=Blank("NAME")))
    return (Refusal("period-in-place", what, step),)


def catch_up(book: Book, command: CatchUp) -> Decision | Refusals:
    """Record a game played later for two members who had none in that round.

    Rule: mwkeizer inhalen.
    """
    if isinstance(keys := keys_of_season(book), Refusal):
        return (keys,)
    if not keys.catch_up:
        step = message("handlers.allows-catch-up", command=do("rules-change"))
        what = message("handlers.no-catch-up")
        return (Refusal("no-catch-up", what, step, clause=book.clause("inhalen")),)
    round_ = book.find_round(command.round)
    players = [book.find_player(reference) for reference in (command.white, command.black)]
    refusals = [item for item in (round_, *players) if isinstance(item, Refusal)]
    there = [item for item in players if isinstance(item, Entrant)]
    if isinstance(round_, Refusal) or len(there) < 2:
        return tuple(refusals)
    white, black = there
    if white is black:
        refusals.append(same_player(book.called(white.player)))
    for entrant in dict.fromkeys((white.player, black.player)):
        board = round_.board_of(entrant)
        if board is not None:
            name = book.called(entrant)
            what = message("handlers.has-a-game", player=name, round=round_.number)
            step = do("correct-result", round=round_.number, board=board, result=Blank("RESULT"))
            refusals.append(Refusal("has-a-game", what, step))
        elif not book.state.players[entrant].there_in(round_.number):
            name = book.called(entrant)
            what = message("handlers.not-a-member", player=name, round=round_.number)
            refusals.append(Refusal("not-a-member", what, do("players")))
    fact = events.CatchUpGamePlayed(
        round=round_.number,
        white=white.player,
        black=black.player,
        outcome=command.result,
        date=command.date,
        reason=command.reason,
    )
    return tuple(refusals) or Decision((fact,), notes=stays_published(book, round_.number))


def join(book: Book, command: Join) -> Decision | Refusals:
    """Enter a new member; they begin last of the ranking.

    Rule: mwkeizer startwaarde.
    """
    if isinstance(keys := keys_of_season(book), Refusal):
        return (keys,)
    fields = command.model_dump(exclude={"command"})
    return players.enter(book, Enter(**fields, matches=command.matches))


def withdraw(book: Book, command: Withdraw) -> Decision | Refusals:
    """Withdraw a player from the coming rounds: they leave the season."""
    if command.expelled:
        step = do("leave", player=Blank("PLAYER"), reason=Blank("TEXT"))
        return (Refusal("no-expulsion", message("expelled.not-of-season"), step),)
    return leave(book, command)


def leave(book: Book, command: Leave | Withdraw) -> Decision | Refusals:
    """Let a member leave; the value they keep is recorded, as declared or as it stands now.

    Rule: mwkeizer schommelen.
    """
    if isinstance(keys := keys_of_season(book), Refusal):
        return (keys,)
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    value = command.value if isinstance(command, Leave) else None
    if value is None:
        standing = ranking(of_tournament(book.state, book.rules), book.rules)
        value = standing.values[entrant.player]
    state = book.state
    name = book.called(entrant.player)
    number = command.from_round or state.next_round
    refusals = players.beyond_the_plan(book, number)
    if number < state.next_round:
        what = message("handlers.cannot-leave", player=name, round=number, next=state.next_round)
        refusals.append(Refusal("round-is-past", what, do("status")))
    if entrant.withdrawn_in(number):
        what = message("handlers.has-left", player=name)
        refusals.append(Refusal("already-withdrawn", what, do("players")))
    player = entrant.player
    reason = command.reason
    fact = events.MemberLeft(player=player, from_round=number, value=value, reason=reason)
    return tuple(refusals) or Decision((fact,))

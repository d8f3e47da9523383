"""Commands about players: entering, absences, byes, leaving and coming back."""

from __future__ import annotations

from typing import Literal

from desk.commands import tournament as commands
from desk.commands.decision import Decision
from desk.handlers.forgetting import is_forgotten
from desk.handlers.games import correction_reason
from desk.handlers.round_robin import numbered, rounds_fact
from ledger.facts import tournament as events
from ledger.messages import Blank, Sentence, also, do, run_on
from ledger.names import natural
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant, Round
from ledger.store.people import PersonRecord
from ledger.wording import count_of
from pairing.systems.registry import system_of

_PERSON_FIELDS = ("federation", "fide_id", "national_id", "birth", "club", "sex")


def person_fields(command: commands.PersonFields) -> dict[str, str]:
    """Return the personal fields that a command gives, without the name."""
    fields = {key: getattr(command, key) for key in _PERSON_FIELDS}
    return {key: value for key, value in fields.items() if value is not None}


def enter(book: Book, command: commands.Enter) -> Decision | Refusals:
    """Register a player.

    A late one gets the next free number; the rounds he missed are 0R.

    Rule: knsb-wp-2014 D; knsb-rating-2014 A1.
    """
    state = book.state
    record = {"name": command.name, **person_fields(command)}
    refusals = list(_entered_already(book, record))
    if command.estimated and command.rating is None:
        refusals.append(_nothing_estimated(command.name))
    from_round = command.from_round or state.next_round
    if from_round < state.next_round:
        refusals.append(_round_is_past(state.next_round, f"cannot enter from round {from_round}"))
    refusals += beyond_the_plan(book, from_round)
    refusals += _beyond_the_values(book)
    if system_of(book.rules).takes_everybody and state.rounds:
        what = "the table of a round robin is fixed once round 1 is published"
        refusals.append(Refusal("field-is-fixed", what, do("players")))
    if refusals:
        return tuple(refusals)
    player = state.entries + 1
    person = PersonRecord(f"p{player}", tuple(record.items()), book.new_seed())
    numbers = [e.number for e in state.players.values() if e.number is not None]
    fact = events.PlayerRegistered(
        player=player, person=person.key, person_hash=person.hash, rating=command.rating,
        rating_source="estimated" if command.estimated else "given", title=command.title,
        number=max(numbers) + 1 if numbers else None, from_round=from_round,
        reason=command.reason,
    )  # fmt: skip
    drawn = bool(numbers) and numbered(book)
    rounds = rounds_fact(book, book.rules, len(numbers) + 1, anew=True) if drawn else ()
    assert not isinstance(rounds, Refusal)
    return Decision((fact, *rounds), (person,))


def _beyond_the_values(book: Book) -> list[Refusal]:
    """Return the refusal when a season has no value left for one member more.

    Rule: mwkeizer startwaarde.
    """
    if not book.rules.plays_season:
        return []
    keys, state = book.rules.season_keys, book.state
    members = 1 + sum(not e.withdrawn_in(state.next_round) for e in state.players.values())
    if keys.top >= members * keys.step:
        return []
    need = count_of(members, "member needs", "members need")
    what = f"{need} a top value of {members * keys.step} at least, not {keys.top}"
    step = do("rules-change", rulebook=book.rules.id, set=f"keizer.top={2 * members * keys.step}")
    return [Refusal("top-too-low", what, step, clause=book.clause("startwaarde"))]


def _entered_already(book: Book, record: dict[str, str]) -> list[Refusal]:
    for entrant in book.state.players.values():
        other = book.people.get(entrant.person, {})
        same_id = any(
            record.get(key) and record.get(key) == other.get(key)
            for key in ("fide_id", "national_id")
        )
        same_name = natural(other.get("name", "")) == natural(record["name"])
        told_apart = any(
            record.get(key) and other.get(key) and record[key] != other[key]
            for key in ("fide_id", "national_id", "birth")
        )
        if same_id or (same_name and not told_apart):
            what = f"{record['name']} is entered as {book.called(entrant.player)}"
            step = "give the birth date or federation id of both when they are two people"
            return [Refusal("already-entered", what, step)]
    return []


def absent(book: Book, command: commands.Absent) -> Decision | Refusals:
    """Announce an absence from a round to come, or take it back.

    Rule: knsb-wp-2014 F5.
    """
    entrant = _available(book, command.player, command.round, cancelling=command.cancel)
    if not isinstance(entrant, Entrant):
        return entrant
    kind = events.AbsenceWithdrawn if command.cancel else events.AbsenceAnnounced
    fact = kind(player=entrant.player, round=command.round, reason=command.reason)
    return Decision((fact,))


def bye(book: Book, command: commands.RequestBye) -> Decision | Refusals:
    """Record a requested half-point bye for a round to come.

    Rule: knsb-wp-2014 F9.
    """
    if not book.rules.bye.half_point_allowed:
        what = "the regulations of this tournament give no half-point byes"
        step = run_on(do("absent", player=command.player, round=command.round), " (0 points)")
        clause = book.clause("F9, key bye.half_point_allowed")
        return (Refusal("half-point-bye-not-allowed", what, step, clause),)
    entrant = _available(book, command.player, command.round, cancelling=False)
    if not isinstance(entrant, Entrant):
        return entrant
    fact = events.ByeRequested(player=entrant.player, round=command.round, reason=command.reason)
    return Decision((fact,))


def _available(
    book: Book, reference: int | str, number: int, *, cancelling: bool
) -> Entrant | Refusals:
    """Find a player whose presence in a round can still change; otherwise all that is against."""
    if isinstance(entrant := book.find_player(reference), Refusal):
        return (entrant,)
    label, called = book.state.label(entrant.player), book.called(entrant.player)
    refusals: list[Refusal] = []
    if (round_ := book.state.round(number)) is not None:
        paired = f"; {called} is paired" if round_.game_of(entrant.player) is not None else ""
        what = f"round {number} is published{paired}"
        step = _after_publication(label, round_, entrant.player)
        at, clause = (round_.position,), book.clause("F6")
        refusals.append(Refusal("round-already-published", what, step, clause, at))
    refusals += beyond_the_plan(book, number)
    if number < entrant.from_round:
        what = f"{called} plays from round {entrant.from_round}; before it he has 0R"
        refusals.append(Refusal("not-entered-yet", what, do("players"), book.clause("D")))
    if entrant.withdrawn_in(number):
        step = do("return", player=Blank("PLAYER"))
        refusals.append(Refusal("player-withdrew", f"{called} has withdrawn", step))
    if cancelling and number not in entrant.away:
        what = f"{called} is not absent in round {number}"
        refusals.append(Refusal("not-absent", what, do("status")))
    if not cancelling and number in entrant.away:
        what = f"{called} is already out of round {number}"
        step = run_on(do("absent", player=label, round=number, cancel=True), " takes it back")
        refusals.append(Refusal("already-absent", what, step))
    return tuple(refusals) or entrant


def _after_publication(label: int, round_: Round, player: int) -> Sentence:
    """Return what can still be done about a player's presence in a published round."""
    board = round_.board_of(player)
    if board is not None:
        return do("forfeit", round=round_.number, board=board)
    if round_.bye == player:
        swap = do("board-swap", round=round_.number, first=label, second=Blank("OTHER"))
        return run_on(swap, " gives the bye to another")
    return run_on(do("board-add"), ", when he comes to play after all")


def withdraw_or_return(
    book: Book, command: commands.Withdraw | commands.Return
) -> Decision | Refusals:
    """Take a player out of the rounds to come, or a withdrawn one back into them.

    Rule: knsb-wp-2014 F5.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    leaves, called = isinstance(command, commands.Withdraw), book.called(entrant.player)
    number = command.from_round or book.state.next_round
    if number < book.state.next_round:
        what = f"cannot {'withdraw from' if leaves else 'return in'} round {number}"
        return (_round_is_past(book.state.next_round, what),)
    if beyond := beyond_the_plan(book, number):
        return tuple(beyond)
    withdrawn = entrant.withdrawn_in(number)
    if leaves and withdrawn:
        what = f"{called} has withdrawn already"
        return (Refusal("already-withdrawn", what, do("status")),)
    if not leaves and not withdrawn:
        return (Refusal("not-withdrawn", f"{called} has not withdrawn", do("status")),)
    kind = events.PlayerWithdrew if leaves else events.PlayerReinstated
    fact = kind(player=entrant.player, from_round=number, reason=command.reason)
    return Decision((fact,))


def correct_rating(book: Book, command: commands.CorrectRating) -> Decision | Refusals:
    """Correct a rating for the pairings still to be made, or estimate one.

    Rule: knsb-wp-2014 F7; knsb-rating-2014 A1, F7.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    rating = command.rating or None
    if command.estimated and rating is None:
        return (_nothing_estimated(book.called(entrant.player)),)
    same_source = command.estimated == (entrant.rating_source == "estimated")
    if entrant.rating == rating and same_source:
        what = f"{book.called(entrant.player)} has that rating already"
        return (Refusal("nothing-to-correct", what, do("players")),)
    reason = correction_reason(book, command.reason, entrant.from_round, "what was known then")
    if isinstance(reason, Refusal):
        return (reason,)
    source: Literal["corrected", "estimated"] = "estimated" if command.estimated else "corrected"
    fact = events.RatingCorrected(
        player=entrant.player, rating=rating, rating_source=source, reason=reason
    )
    return Decision((fact,))


def _nothing_estimated(who: str) -> Refusal:
    what = f"{who}: an estimate needs a rating"
    return Refusal(
        "rating-missing", what, also(rating=Blank("NUMBER"), estimated=True), exit=Exit.USAGE
    )


def correct_person(book: Book, command: commands.CorrectPerson) -> Decision | Refusals:
    """Correct a player's record beside the ledger; the fact holds its new hash alone."""
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    if entrant.forgotten is not None:
        return (is_forgotten(book, entrant),)
    old = dict(book.people.get(entrant.person, {}))
    new = old | person_fields(command) | ({"name": command.name} if command.name else {})
    if new == old:
        what = f"nothing in the record of {book.called(entrant.player)} changes"
        step = run_on(do("player", player=Blank("PLAYER")), " shows the record")
        return (Refusal("nothing-to-correct", what, step),)
    reason = correction_reason(book, command.reason, entrant.from_round, "what was known then")
    if isinstance(reason, Refusal):
        return (reason,)
    person = PersonRecord(entrant.person, tuple(new.items()), book.new_seed())
    fact = events.PersonCorrected(player=entrant.player, person_hash=person.hash, reason=reason)
    return Decision((fact,), (person,))


def _round_is_past(next_round: int, what: str) -> Refusal:
    return Refusal("round-is-past", f"{what}: the next round to pair is {next_round}", do("status"))


def beyond_the_plan(book: Book, number: int) -> list[Refusal]:
    """Return the refusal for a round after the last one planned."""
    planned = book.state.rounds_planned
    if planned is None or number <= planned:
        return []
    what = f"{count_of(planned, 'round is', 'rounds are')} planned, not {number}"
    step = run_on(do("plan", rounds=Blank("ROUNDS")), " changes the number")
    return [Refusal("no-such-round", what, step)]

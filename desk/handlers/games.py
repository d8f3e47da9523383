"""Commands about games and rounds: results, defaults, adjournments, corrections, closing."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from desk.commands.decision import Decision, Warn
from desk.commands.games import Adjourn, CorrectColours, CorrectResult, Forfeit, Result
from desk.commands.warnings import warn
from ledger.facts import tournament as events
from ledger.facts.fide import RatedResultCorrected
from ledger.facts.tournament import AnyFact
from ledger.messages import Blank, Sentence, also, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book, GameOfRound
from ledger.state.tournament import Game, Round
from ledger.values import by_default, mirrored


def result(book: Book, command: Result) -> Decision | Refusals:
    """Record a result over the board; also the later result of an adjourned game."""
    if not isinstance(place := _undecided(book, command.round, command.board), GameOfRound):
        return place
    game = place.game
    fact = events.ResultRecorded(
        round=command.round,
        white=game.white,
        black=game.black,
        outcome=command.result,
        rated=command.rated,
        reason=command.reason,
    )
    warnings = _who_won(book, place, command)
    later = _later_rounds(book, command.round)
    mark = book.mark("F11")
    if later is None or not game.adjourned:
        return Decision((fact,), warnings=warnings)
    note = message("handlers.counted-as-draw", rounds=later, mark=mark)
    return Decision((fact,), notes=(note,), warnings=warnings)


def _who_won(book: Book, place: GameOfRound, command: Result | CorrectResult) -> tuple[Warn, ...]:
    """Return the warning that a result beside the name of black is not that player's own.

    A result has white's points first, and people write their own first.
    """
    if type(command.board) is int or mirrored(command.result) == command.result:
        return ()
    if not book.named_black(place, command.board):
        return ()
    game = place.game
    board = place.round.games.index(game) + 1
    what = message(
        "handlers.named-has-black",
        black=book.called(game.black),
        white=book.called(game.white),
        result=command.result,
        otherwise=mirrored(command.result),
        board=board,
    )
    return warn(book, "named-has-black", what)


def forfeit(book: Book, command: Forfeit) -> Decision | Refusals:
    """Decide a game by default; a player absent without notice is out of the coming rounds.

    Rule: knsb-wp-2014 A1d; knsb-wp-2014 F10.
    """
    if command.white is None and command.black is None:
        what = message("handlers.who-was-not-there")
        next_step = do("forfeit", round=command.round, board=command.board, black="no word")
        return (Refusal("cause-missing", what, next_step, exit=Exit.USAGE),)
    if not isinstance(place := _undecided(book, command.round, command.board), GameOfRound):
        return place
    game = place.game
    outcome: Literal["1-0R", "0-1R", "0-0R"] = (
        "0-0R" if command.white and command.black else "0-1R" if command.white else "1-0R"
    )
    facts: list[AnyFact] = [
        events.GameForfeited(
            round=command.round,
            white=game.white,
            black=game.black,
            outcome=outcome,
            white_cause=command.white,
            black_cause=command.black,
            reason=command.reason,
        )
    ]
    if book.rules.arbiter.no_word_withdraws:
        number = book.state.next_round
        for player, cause in ((game.white, command.white), (game.black, command.black)):
            if cause == "no word" and not book.state.players[player].withdrawn_in(number):
                withdrawal = events.PlayerWithdrew(
                    player=player, from_round=number, announced=False
                )
                facts.append(withdrawal)
    return Decision(tuple(facts))


def adjourn(book: Book, command: Adjourn) -> Decision | Refusals:
    """Record that a game was adjourned; it counts as a draw for pairing until finished.

    Rule: knsb-wp-2014 F11.
    """
    if not isinstance(place := _undecided(book, command.round, command.board), GameOfRound):
        return place
    game = place.game
    if game.adjourned:
        who = book.called_both(game)
        what = message("handlers.adjourned-already", round=command.round, players=who)
        next_step = do("result", round=command.round, board=command.board, result=Blank("RESULT"))
        return (Refusal("already-adjourned", what, next_step, events=(game.set_by,)),)
    number = command.round
    white = game.white
    black = game.black
    fact = events.GameAdjourned(round=number, white=white, black=black, reason=command.reason)
    what = message("integrity-events.adjourned", round=number, players=book.called_both(game))
    return Decision((fact,), warnings=warn(book, "game-adjourned", what))


def correct_result(book: Book, command: CorrectResult) -> Decision | Refusals:
    """Replace a wrong result by the right one; existing pairings stay as they are.

    Rule: knsb-wp-2014 F7.
    """
    if not isinstance(place := book.find_game(command.round, command.board), GameOfRound):
        return place
    game = place.game
    if game.outcome is None:
        who = book.called_both(game)
        what = message("handlers.no-result", round=command.round, players=who)
        next_step = do("result", round=command.round, board=command.board, result=command.result)
        if by_default(command.result):
            next_step = do("forfeit", round=command.round, board=command.board)
        return (Refusal("nothing-to-correct", what, next_step),)
    of_rating = book.state.fide.rated_as.get((command.round, game.white, game.black))
    counts = of_rating if command.rating_only and of_rating else game.outcome
    if counts == command.result:
        what = _is_already(book, replace(game, outcome=counts), command.round)
        next_step = do("pairings", round_number=command.round)
        return (Refusal("nothing-to-correct", what, next_step, events=(game.set_by,)),)
    number = command.round
    reason = correction_reason(book, command.reason, number + 1, of_round(number))
    if isinstance(reason, Refusal):
        return (reason,)
    if command.rating_only:
        return _for_rating(book, command, place, reason)
    fact = events.ResultCorrected(
        round=command.round,
        white=game.white,
        black=game.black,
        outcome=command.result,
        corrects=game.set_by,
        reason=reason,
    )
    notes = stays_published(book, command.round) + _still_withdrawn(book, game)
    what = message(
        "integrity-events.result-corrected",
        round=number,
        players=book.called_both(game),
        was=game.outcome,
        now=command.result,
    )
    number = command.round
    board = command.board
    outcome = command.result
    for_rating = (
        do("correct-result", round=number, board=board, result=outcome, rating_only=True)
        if reason is None
        else do(
            "correct-result",
            round=number,
            board=board,
            result=outcome,
            reason=reason,
            rating_only=True,
        )
    )
    warnings = _who_won(book, place, command) + warn(book, "result-corrected", what)
    warnings += _of_older_round(book, number, game, for_rating)
    return Decision((fact,), notes=notes, warnings=warnings)


def _for_rating(
    book: Book, command: CorrectResult, place: GameOfRound, reason: str | None
) -> Decision | Refusals:
    """Correct the result of an older round for the rating report alone."""
    game = place.game
    number = command.round
    who = book.called_both(game)
    if not is_older(book, number, game):
        what = message("integrity-events.not-older", round=number, players=who)
        step = do("correct-result", round=number, board=command.board, result=command.result)
        return (Refusal("correct-it-wholly", what, step, events=(game.set_by,)),)
    fact = RatedResultCorrected(
        round=number,
        white=game.white,
        black=game.black,
        outcome=command.result,
        corrects=game.set_by,
        reason=reason,
    )
    what = message(
        "integrity-events.rated-as",
        round=number,
        players=who,
        was=game.outcome or "",
        now=command.result,
    )
    warnings = _who_won(book, place, command) + warn(book, "result-corrected", what)
    return Decision((fact,), warnings=warnings)


def is_older(book: Book, number: int, game: Game) -> bool:
    """Tell whether a result is of a round before the last closed one, and was paired from since."""
    rounds = book.state.rounds
    closed = max((round_.number for round_ in rounds if round_.closed), default=0)
    return number < closed and game.set_by < rounds[-1].position


def _of_older_round(
    book: Book, number: int, game: Game, instead: Sentence | None = None
) -> tuple[Warn, ...]:
    if not is_older(book, number, game):
        return ()
    what = message("integrity-events.older", round=number, players=book.called_both(game))
    step = instead and message("integrity-events.for-rating", command=instead)
    return warn(book, "older-result", what, instead=step)


def correct_colours(book: Book, command: CorrectColours) -> Decision | Refusals:
    """Record that the colours of a game were reversed at the board.

    Rule: knsb-wp-2014 F7.
    """
    if not isinstance(place := book.find_game(command.round, command.board), GameOfRound):
        return place
    game = place.game
    if game.outcome is not None and by_default(game.outcome):
        what = message("handlers.no-colours", round=command.round, players=book.called_both(game))
        blank = Blank("RESULT")
        step = do("correct-result", round=command.round, board=command.board, result=blank)
        return (Refusal("nothing-to-correct", what, step, book.clause("F3"), (game.set_by,)),)
    number = command.round
    reason = correction_reason(book, command.reason, number + 1, of_round(number))
    if isinstance(reason, Refusal):
        return (reason,)
    fact = events.ColoursCorrected(
        round=command.round, white=game.white, black=game.black, corrects=game.set_by, reason=reason
    )
    who = book.called_both(game)
    what = message("integrity-events.colours-corrected", round=number, players=who)
    warnings = warn(book, "result-corrected", what) + _of_older_round(book, number, game)
    warnings += _not_played_yet(book, place, command)
    return Decision((fact,), notes=stays_published(book, command.round), warnings=warnings)


def _not_played_yet(book: Book, place: GameOfRound, command: CorrectColours) -> tuple[Warn, ...]:
    """Return the warning that nothing is recorded of a game whose colours are corrected."""
    number = command.round
    game = place.game
    if not game.open:
        return ()
    swap = do(
        "board-swap",
        round=number,
        first=book.state.label(game.white),
        second=book.state.label(game.black),
        reason=Blank("TEXT"),
    )
    who = book.called_both(game)
    what = message("handlers.not-played-yet", round=number, players=who, swap=swap)
    return warn(book, "colours-before-result", what)


def _undecided(book: Book, number: int, board: int | str) -> GameOfRound | Refusals:
    place = book.find_game(number, board)
    if not isinstance(place, GameOfRound) or place.game.outcome is None:
        return place
    what = _is_already(book, place.game, number)
    step = do("correct-result", round=number, board=board, result=Blank("RESULT"))
    return (Refusal("result-already-recorded", what, step, events=(place.game.set_by,)),)


def same_player(player: str) -> Refusal:
    """Return the refusal of a game of a player against themselves."""
    what = message("handlers.same-player", player=player)
    step = message("handlers.name-two-players")
    return Refusal("same-player", what, step, exit=Exit.USAGE)


def _is_already(book: Book, game: Game, number: int) -> Sentence:
    who = book.called_both(game)
    return message("handlers.is-already", round=number, players=who, result=game.outcome or "")


def of_round(number: int) -> Sentence:
    """Return a round as the subject of a correction."""
    return message("handlers.of-round", round=number)


def correction_reason(
    book: Book, reason: str | None, later: int, corrected: Sentence
) -> str | Refusal | None:
    """Return the reason of a correction, None: none was given and none is required.

    Once round `later` is published it must be given.

    Rule: knsb-wp-2014 F7.
    """
    if reason is not None:
        return reason
    round_ = book.state.round(later)
    return None if round_ is None else reason_required(book, round_, corrected)


def reason_required(book: Book, later: Round, corrected: Sentence) -> Refusal:
    """Return the refusal of a correction without a reason after a later pairing was published.

    Rule: knsb-wp-2014 F7.
    """
    what = message("handlers.paired-before", later=later.number, corrected=corrected)
    step = message("handlers.say-why", option=also(reason=Blank("TEXT")))
    clause = book.clause("F7")
    at = (later.position,)
    return Refusal("reason-required", what, step, clause, at, exit=Exit.USAGE)


def _later_rounds(book: Book, number: int) -> Sentence | None:
    """Return the note that the published rounds after a round stay as they are, if any."""
    last = len(book.state.rounds)
    if last <= number:
        return None
    if last == number + 1:
        return message("handlers.round-stays", round=last)
    return message("handlers.rounds-stay", first=number + 1, last=last)


def stays_published(book: Book, number: int) -> tuple[Sentence, ...]:
    """Return notes for the arbiter after a correction: published pairings stay.

    Rule: knsb-wp-1996 F7; knsb-wp-2014 F7.
    """
    later = _later_rounds(book, number)
    if later is None:
        return ()
    mark = book.mark("F7")
    notes = [message("handlers.counts-later", rounds=later, mark=mark)]
    last = book.state.rounds[-1]
    if book.rules.arbiter.f7_may_amend and last.begun_at is None:
        by_hand = last.source in ("arbiter", "import")
        change = do("board-swap" if by_hand else "amend", round=last.number)
        notes.append(
            message("handlers.may-still-change", round=last.number, mark=mark, command=change)
        )
    return tuple(notes)


def _still_withdrawn(book: Book, game: Game) -> tuple[Sentence, ...]:
    """Return a note for each player whom this default, now corrected, took out (F10)."""
    causes = ((game.white, game.white_cause), (game.black, game.black_cause))
    mark = book.mark("F10")
    return tuple(
        message(
            "handlers.still-withdrawn",
            player=book.called(player),
            mark=mark,
            command=do("return", player=book.state.label(player)),
        )
        for player, cause in causes
        if cause == "no word" and book.state.players[player].withdrawn_in(book.state.next_round)
    )

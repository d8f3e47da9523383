"""The verbs of tamper evidence: verify, heads, proofs, bundles, and forgetting a person."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from desk.answers.integrity import (
    bring_up_to_date,
    bundle_of,
    chosen,
    heads,
    heads_as_view,
    open_bundle,
    verify_bundle_file,
    verify_ledger,
)
from desk.answers.integrity import prove as proof_of
from desk.answers.integrity_view import exit_of, proof_view
from ledger.hash_tree import parse_head
from ledger.integrity.bundle import written_bundle
from ledger.integrity.proofs import check_proof, read_proof
from ledger.integrity.signing import sign as signed_with
from ledger.integrity.signing import trusted
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.text_files import quoted
from ledger.values import whole_number

if TYPE_CHECKING:
    from desk.answers.integrity import Chosen, Verification
    from ledger.hash_tree import KnownHead
from desk.terminal.answers import (
    FILE,
    FILE_OR_SERVER,
    NEW_FILE,
    NUMBER,
)
from desk.terminal.files import bytes_of, save
from desk.terminal.misuse import Misuse
from desk.terminal.options import output_option, read_options, together
from desk.terminal.output import leave, or_leave, progress_of, put, say, say_notes
from desk.terminal.registry import Registry
from desk.terminal.session import Session, place_of_typed
from desk.terminal.tables import show
from desk.version import VERSION

here = Registry()

_key_option = click.option("--key", type=FILE)
head_options = together(click.option("--head", metavar="HEAD"), _key_option)


def known_head(text: str | None, key: str | None) -> KnownHead | None:
    """Return a head that was typed, scanned, or signed in a file; or exit."""
    if text is None:
        return None
    typed = parse_head(text)
    if typed is not None:
        return typed
    if not Path(text).is_file():
        form = message("terminal.head-form")
        raise Misuse(message("terminal.no-head", text=quoted(text), form=form))
    if key is None:
        raise Misuse(message("terminal.key-missing", file=text))
    return or_leave(trusted(bytes_of(text), bytes_of(key)))


def _tell(outcome: Verification | Refusal) -> None:
    """Show a verification and exit with its code."""
    verification = or_leave(outcome)
    show(verification.view)
    sys.exit(exit_of(verification.findings))


@here.verb("verify")
@head_options
@click.option("--file-head", metavar="HEAD")
@click.option("--against", type=FILE_OR_SERVER)
@click.option("--accept-loss", is_flag=True)
@read_options
@click.pass_obj
def verify(
    session: Session,
    *,
    head: str | None,
    key: str | None,
    file_head: str | None,
    against: str | None,
    accept_loss: bool,
) -> None:
    """Check that the ledger is as it was recorded; exit 1: findings but no damage, 4: damaged."""
    trust = known_head(head, key)
    of_file = known_head(file_head, key)
    if of_file is not None and of_file.tournament:
        raise Misuse(message("terminal.not-file-head"))
    other = None if against is None else place_of_typed(against)
    verified = verify_ledger(
        session.desk(),
        tournament=session.tournament,
        head=trust,
        other=other,
        of_file=of_file,
        progress=progress_of,
        accept_loss=accept_loss,
    )
    _tell(verified)


@here.verb("upgrade")
@click.pass_obj
def upgrade(session: Session) -> None:
    """Bring a ledger of an earlier version up to date, after checking all that can be checked."""
    upgraded = or_leave(bring_up_to_date(session.desk(), VERSION, progress_of))
    for fact in upgraded.facts:
        covered = getattr(fact.fact, "facts", 0)
        at = fact.stamp.position
        say(message("terminal.hashes-begin", position=at, covered=covered))
    if upgraded.tables:
        say(message("terminal.tables-newer"))
    elif not upgraded.facts:
        say(message("terminal.hashes-there"))
    say(message("terminal.keep-heads"))
    for name, head in upgraded.heads:
        say(message("terminal.head-of", name=name, head=head.short))
    say(message("terminal.head-of-file", head=upgraded.head.short))


@here.verb("head")
@click.argument("round_number", metavar="[ROUND]", type=NUMBER, required=False)
@click.option("--qr", is_flag=True)
@click.option("--svg", type=NEW_FILE)
@click.option("--sign", type=FILE)
@click.option("-o", "--output", type=NEW_FILE)
@read_options
@click.pass_obj
def head(
    session: Session,
    *,
    round_number: int | None,
    qr: bool,
    svg: str | None,
    sign: str | None,
    output: str | None,
) -> None:
    """Show the heads: at each publication (or that of ROUND), and now."""
    one = _chosen(session)
    published = or_leave(heads(one, round_number))
    text = published[-1][1].scanned(one.tournament)
    if qr or svg:
        _draw(text, qr, svg)
    if sign is not None:
        signed = or_leave(signed_with(one.tournament, published[-1][1], bytes_of(sign)))
        save((signed.model_dump_json(indent=1) + "\n").encode(), output)
    if not (qr or svg or sign):
        show(heads_as_view(one, published))


def _draw(text: str, here: bool, svg: str | None) -> None:
    from desk.render.qr import qr_svg, qr_text  # segno, for those who ask for a code

    if svg:
        save((qr_svg(text, sized=True) + "\n").encode(), svg)
    if here:
        put(qr_text(text))
        put(text)


def _chosen(session: Session) -> Chosen:
    return or_leave(chosen(session.desk(), session.tournament))


@here.verb("prove")
@click.argument("event", metavar="[EVENT]", required=False)
@click.option("--from", "start", metavar="HEAD")
@_key_option
@output_option
@click.pass_obj
def prove(
    session: Session, event: str | None, start: str | None, key: str | None, output: str | None
) -> None:
    """Write the proof that fact EVENT (#140) is in the ledger, or that it continues a HEAD."""
    if (event is None) == (start is None):
        raise Misuse(message("terminal.event-or-head"))
    number = whole_number((event or "1").lstrip("#"))
    if number is None:
        raise Misuse(message("terminal.no-position", text=quoted(event)))
    proof = or_leave(proof_of(_chosen(session), number, known_head(start, key)))
    save((proof.model_dump_json(indent=1) + "\n").encode(), output)


@here.verb("verify-proof")
@click.argument("file", type=FILE)
@head_options
@read_options
def verify_proof(file: str, head: str | None, key: str | None) -> None:
    """Check a proof without the ledger, and against a head you trust; exit 4: it does not hold."""
    proof = read_proof(bytes_of(file))
    trust = known_head(head, key)
    if isinstance(proof, Refusal):
        leave(proof)
    findings = check_proof(proof, trust)
    show(proof_view(proof, findings, trust is not None))
    sys.exit(exit_of(findings))


bundle = here.of_section("bundle")


@bundle.verb("make")
@output_option
@click.option("--with-names", is_flag=True)
@click.pass_obj
def bundle_make(session: Session, output: str | None, with_names: bool) -> None:
    """Write the tournament with its rulebooks, heads and proofs, without names, as one file."""
    content = or_leave(bundle_of(session.desk(), session.tournament, with_names))
    save(written_bundle(content), output, private=with_names)


@bundle.verb("verify")
@click.argument("file", type=FILE)
@head_options
@read_options
def bundle_verify(file: str, head: str | None, key: str | None) -> None:
    """Check a bundle without the ledger; exit 4: damaged."""
    _tell(verify_bundle_file(Path(file), known_head(head, key)))


@bundle.verb("open")
@click.argument("file", type=FILE)
@click.pass_obj
def bundle_open(session: Session, file: str) -> None:
    """Check a bundle and add its tournament to the ledger, which is created if it is missing."""
    desk = session.desk()
    verified = or_leave(open_bundle(desk, Path(file)))
    size = verified.head.size
    file = str(desk.place)
    say(message("terminal.opened", n=size, name=verified.name, file=file))
    say_notes(verified.notes, err=False)
    say(message("terminal.head", head=verified.head.short))

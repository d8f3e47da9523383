"""The next steps of refusals in a browser: each has a name, and an address or a place to type."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from desk.access.roles import Role
from desk.commands.commands import COMMANDS
from desk.commands.fields import fields_of
from desk.render.catalogue import room
from desk.web.app import request_of
from desk.web.contents import ROUTES
from desk.web.request import Request
from desk.web.routes import route
from desk.web.services import Services
from desk.web.steps import ELSEWHERE, NOT_FIELDS, PLACES, linked, links, rule_link, step_of
from desk.web.words import in_words
from ledger.messages import Blank, Do, also, do, message, run_on
from ledger.state.book import Book
from ledger.values import Language
from tests.helpers.browsing import Browsing, demo
from tests.helpers.parsed import nodes_of
from tests.helpers.places import PROGRAM, ROOT
from tests.helpers.words import words


def _called() -> Iterator[ast.Call]:
    for path in PROGRAM:
        if "terminal" not in path.relative_to(ROOT).parts:
            for node in nodes_of(path):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield node


@cache
def verbs() -> frozenset[str]:
    """Return every verb that the program names in `do`, outside of the terminal."""
    return frozenset(
        verb.value
        for node in _called()
        if isinstance(node.func, ast.Name) and node.func.id == "do" and node.args
        for verb in ast.walk(node.args[0])
        if isinstance(verb, ast.Constant) and isinstance(verb.value, str) and verb.value
    )


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("steps")))


def asked_for(
    browsing: Browsing, name: str = "more", role: Role = Role.CHIEF
) -> tuple[Request, Book]:
    """Return a request for a page of the newest tournament, and the book that it reads."""
    caught: list[Request] = []
    client = browsing.client(role)
    _catching(client, browsing, name, caught)
    return caught[0], Services(browsing.office, caught[0]).book


def _catching(client: TestClient, browsing: Browsing, name: str, caught: list[Request]) -> None:
    from starlette.requests import Request as HttpRequest

    cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    path = {"t": browsing.slug, "command": "enter"}
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/{browsing.slug}/{name}",
        "query_string": b"",
        "headers": [(b"cookie", cookies.encode()), (b"host", b"testserver")],
        "server": ("testserver", 80),
        "scheme": "http",
        "path_params": path,
    }
    caught.append(request_of(browsing.office, route(name), HttpRequest(scope)))


@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_step_and_every_command_has_a_name_in_both_languages(language: Language) -> None:
    texts, of_commands = room("web-steps", language), room("command", language)
    assert [command for command in COMMANDS if f"{command}.button" not in of_commands] == []
    assert [verb for verb in verbs() - COMMANDS.keys() if f"verb.{verb}" not in texts] == []


def test_every_step_is_done_somewhere(browsing: Browsing) -> None:
    asked = asked_for(browsing)
    for verb in sorted(verbs()):
        if verb in ELSEWHERE:
            assert step_of(*asked, Do(verb)).link is None
        else:
            assert step_of(*asked, Do(verb)).link is not None, verb


def test_what_is_typed_on_the_laptop_is_named_as_it_is_typed() -> None:
    for language, where in (("nl", "op de laptop: "), ("en", "on the laptop: ")):
        for verb in sorted(ELSEWHERE):
            typed = where + words(do(verb), language)  # type: ignore[arg-type]
            lan = " --lan" if verb == "serve" else ""  # nobody else reaches it without
            assert in_words(language)(do(verb)) == typed + lan


def test_every_place_is_a_route_with_the_values_it_wants() -> None:
    paths = {each.name: each.path for each in ROUTES}
    for verb, place in PLACES.items():
        assert place.route in paths, verb
        wanted = set(re.findall(r"{(\w+)", paths[place.route])) - {"t"}
        assert wanted <= set(place.values), verb


@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_field_that_a_form_or_a_step_names_has_a_label(language: Language) -> None:
    texts = room("web-steps", language)
    names = {field.name for command in COMMANDS for field in fields_of(command)}
    names |= {
        str(keyword.arg)
        for node in _called()
        if isinstance(node.func, ast.Name) and node.func.id == "also"
        for keyword in node.keywords
        if keyword.arg
    }
    unnamed = {name for name in names if f"field.{name.replace('_', '-')}" not in texts}
    assert unnamed == set()


def test_a_sentence_has_its_steps_as_links_and_nothing_of_a_name_as_markup(
    browsing: Browsing,
) -> None:
    asked = asked_for(browsing)
    step = do("enter", name="<b>\x00Ann\x000\x00</b>")
    html = linked(*asked, run_on("<i>Bo</i>\x000\x00", step, between=": "))
    assert "&lt;i&gt;Bo&lt;/i&gt;" in html
    assert html.count("<a ") == 1
    assert "<b>" not in html


def test_a_step_without_a_right_is_no_link(browsing: Browsing) -> None:
    helper = asked_for(browsing, "check-in", Role.HELPER)
    assert step_of(*helper, Do("rules-change")).link is None
    assert step_of(*helper, Do("log")).link is not None
    deputy = asked_for(browsing, "more", Role.DEPUTY)
    assert step_of(*deputy, Do("finish")).link is None
    assert step_of(*deputy, Do("plan")).link is not None


def test_a_field_to_fill_in_leads_to_its_place_on_the_form(browsing: Browsing) -> None:
    form = asked_for(browsing, "do")
    assert [step.link for step in links(*form, also(from_round=Blank("ROUND")))] == [
        "#f-from-round"
    ]
    assert linked(*form, also(reason=Blank("TEXT"))).startswith("Vul in: ")
    assert step_of(*asked_for(browsing), Do("", (("reason", True),))).link is None


def test_fields_of_a_form_are_named_with_their_value_if_they_have_one(browsing: Browsing) -> None:
    form = asked_for(browsing, "do")
    step = Do("", (("reason", True), ("from_round", Blank("ROUND")), ("player", 3)))
    assert step_of(*form, step).label == "Reden, Vanaf ronde, Speler: 3"


def test_a_step_fills_its_form_in(browsing: Browsing) -> None:
    asked = asked_for(browsing)
    steps = [
        (do("absent", player=3, round=7, cancel=True), ('value="7"', "checked")),
        (do("plan", rounds=9), ('value="9"',)),
        (do("prizes-declare", amounts=(500, 300, 200)), ("500\n300\n200",)),
        (do("rules-change", rulebook="mwkeizer", set="keizer.top=70"), ("keizer.top=70",)),
        (do("lots", by="rating"), ('value="rating" selected',)),
    ]
    for step, wanted in steps:
        (named,) = links(*asked, step)
        assert named.link is not None
        page = browsing.client().get(named.link)
        assert page.status_code == 200
        for text in wanted:
            assert text in page.text, named.link


def test_a_refusal_names_no_command_line_in_a_browser(browsing: Browsing) -> None:
    t = browsing.slug
    page = browsing.send(f"/{t}/do/return", {"player": "3"})
    assert page.status_code == 409
    assert "toernooi" not in re.sub("(?s)<header.*?</header>", "", page.text)
    assert f'href="/{t}/round"' in page.text


def test_no_field_of_a_form_is_left_out_of_its_address() -> None:
    fields = {field.name for command in COMMANDS for field in fields_of(command)}
    assert NOT_FIELDS & fields <= {"file", "confirm"}
    assert message("web-forms.yes") != ""


def test_every_address_of_a_step_answers_with_a_page(browsing: Browsing) -> None:
    asked, client = asked_for(browsing), browsing.client()
    game = (("player", 3), ("round", 6), ("board", 1), ("which", 1), ("format", "trf"))
    for verb in sorted({*verbs(), *COMMANDS}):
        for fields in ((), game):
            link = step_of(*asked, Do(verb, fields)).link
            if link is not None:
                assert client.get(link).status_code in (200, 409), link


def test_a_clause_leads_to_its_words_in_the_rules_of_the_tournament_or_of_another_rulebook(
    browsing: Browsing,
) -> None:
    request, book = asked_for(browsing)
    own = book.rules.family
    name = next(iter(book.rules.clauses))
    assert rule_link(request, book, f"{own} {name}") == request.link("rules") + f"#{name}"
    assert rule_link(request, book, f"{own} {name}, key some.key").endswith(f"#{name}")
    assert rule_link(request, book, "knsb-wp-1996 B1b").endswith("?rules=knsb-wp-1996#B1b")
    for nothing in (None, "", own, f"{own} Z9", "of-a-club B1b"):
        assert rule_link(request, book, nothing) == ""
    page = browsing.client().get(rule_link(request, book, "knsb-wp-1996 B1b")).text
    assert '<li id="B1b">' in page

"""A view as one static page: HTML that needs no script and no other file, and prints well."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape as escape_html

from desk.render.text import shown
from ledger.characters import visible
from ledger.messages import Sentence
from projections.views.view import Column, RowValues, View, value_of

_STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #111; background: #fff; }
nav a { margin-right: 1em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { font-size: 1.25em; font-weight: bold; text-align: left; padding: 0 0 .6em; }
th, td { padding: .2em .6em; border-bottom: 1px solid #ccc; white-space: nowrap; }
thead th { border-bottom: 2px solid #444; vertical-align: bottom; }
tbody th { font-weight: normal; }
tbody tr:nth-child(even) { background: #f4f4f4; }
.left { text-align: left; }
.right { text-align: right; }
.center { text-align: center; }
.notes { color: #333; padding-left: 1.2em; }
.lines { white-space: pre-wrap; max-width: 50em; }
section caption { position: absolute; left: -10000px; }
@media print {
  body { font-size: 10pt; margin: 0; }
  nav { display: none; }
  .wide { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th, td { padding: .1em .35em; }
}
"""


def page(view: View, language: str, links: Sequence[tuple[str, str]] = (), figure: str = "") -> str:
    """Return a view as a whole HTML page; the same view gives the same bytes.

    language is that of its words. The first column that is set left names its row. links are
    (address, text) of pages beside it. figure is an SVG element that stands below, "" for none.
    """
    body = [
        *_nav(links),
        *_table(view, str(view.title)),
        *_notes([str(note) for note in view.notes]),
    ]
    body += [f"<figure>{figure}</figure>"] if figure else []
    return _whole(str(view.title), language, body)


def report_page(
    title: str, sections: Sequence[tuple[str, Sequence[str], View | None]], language: str
) -> str:
    """Return a report as a whole HTML page: for each section its heading, lines and table."""
    body = [f"<h1>{escape(title)}</h1>"]
    for heading, lines, view in sections:
        body += ["<section>", f"<h2>{escape(heading)}</h2>"]
        if lines:
            body.append(f'<p class="lines">{chr(10).join(map(escape, lines))}</p>')
        body += [] if view is None else _table(view, heading)
        body.append("</section>")
    return _whole(title, language, body)


def escape(text: str) -> str:
    """Return a text as a page has it, on one line and without control characters."""
    return escape_html(visible(text))


def _whole(title: str, language: str, body: Sequence[str]) -> str:
    lines = [
        "<!DOCTYPE html>", f'<html lang="{language}">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>", f"<style>{_STYLE}</style>", "</head>",
        "<body>", *body, "</body>", "</html>",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _table(view: View, caption: str) -> list[str]:
    naming = next((column for column in view.columns if column.align == "left"), None)
    return [
        '<div class="wide">', "<table>", f"<caption>{escape(caption)}</caption>",
        "<thead>", f"<tr>{''.join(_heading(column) for column in view.columns)}</tr>", "</thead>",
        "<tbody>", *(_line(view.columns, row, naming) for row in view.cells), "</tbody>",
        "</table>", "</div>",
    ]  # fmt: skip


def _nav(links: Sequence[tuple[str, str]]) -> list[str]:
    anchors = [f'<a href="{escape(address)}">{escape(text)}</a>\n' for address, text in links]
    return [f"<nav>\n{''.join(anchors)}</nav>"] if links else []


def _heading(column: Column) -> str:
    return f'<th scope="col" class="{column.align}">{escape(str(column.heading))}</th>'


def _line(columns: Sequence[Column], row: RowValues, naming: Column | None) -> str:
    cells = []
    for column in columns:
        text = escape(shown(value_of(row, column.key)))
        tag, scope = ("th", ' scope="row"') if column is naming else ("td", "")
        cells.append(f'<{tag}{scope} class="{column.align}">{text}</{tag}>')
    return f"<tr>{''.join(cells)}</tr>"


def _notes(notes: Sequence[Sentence]) -> list[str]:
    if not notes:
        return []
    return ['<ul class="notes">', *(f"<li>{escape(str(note))}</li>" for note in notes), "</ul>"]

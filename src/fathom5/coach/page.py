"""A review as one page that needs nothing else: curve, boards, sums and decisions."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fathom5.coach import tables, telling
from fathom5.coach.curve import curve
from fathom5.coach.judged import Decision, Judged
from fathom5.coach.tables import Row, Table
from fathom5.core.rule import STRANGER
from fathom5.draw.svg import mark
from fathom5.text.language import language, say
from fathom5.view import View

if TYPE_CHECKING:
    from fathom5.coach.reviews import Review

_FOLDER = Path(__file__).parent
_PIECE = re.compile(r"[^<]+|<[^<]*")
_PRESSED = re.compile(r' role="button" tabindex="0"')


def page(review: Review) -> str:
    """The page, in the language of the listener."""
    match = review.match
    title = f"{say('What was luck?')} {match.game.title}"
    moments = "".join(_moment(review, each) for each in telling.deciding(review))
    data = json.dumps(_positions(review), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    note = f"<p><small>{escape(telling.note(review))}</small></p>"
    sections = (
        (say("Where the results came from"), _table(review, tables.sums(review)) + note),
        (say("Decisions"), _table(review, tables.decisions(review))),
        (say("Jokers and disasters"), _table(review, tables.luck(review))),
    )
    body = [
        f"<h1>{escape(title)}</h1><p>{escape(match.headline())}</p>",
        f"<section><h2>{escape(say('What decided the game'))}</h2><ol>{moments}</ol></section>",
        f'<figure id="curve">{curve(review)}</figure>',
        _board(say("Arrow keys step through the moves; a click on the curve goes there.")),
        *(f"<section><h2>{escape(head)}</h2>{content}</section>" for head, content in sections),
    ]
    style, script = ((_FOLDER / name).read_text("utf-8") for name in ("page.css", "page.js"))
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">',
            f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>',
            f"<style>{style}</style></head>\n<body><main>",
            *body,
            f'</main>\n<script type="application/json" id="data">{data}</script>',
            f"<script>{script}</script></body></html>\n",
        ]
    )


def _moment(review: Review, judged: Judged) -> str:
    return f'<li><a href="#{judged.number}">{escape(telling.sentence(review, judged))}</a></li>'


def _board(keys: str) -> str:
    """Where positions are shown, and how to step through them."""
    ways = (("back", "←", say("One back")), ("on", "→", say("One on")))
    buttons = "".join(
        f'<button type="button" id="{name}" aria-label="{escape(said)}">{arrow}</button>'
        for name, arrow, said in ways
    )
    legend = "".join(f'<span class="{name}">{escape(said)}</span>' for name, said in _legend())
    return (
        f'<section id="position"><p id="said" aria-live="polite"></p>'
        f"<p>{buttons} <small>{escape(keys)}</small></p>"
        f'<div id="board"></div><p id="legend">{legend}</p></section>'
    )


def _legend() -> list[tuple[str, str]]:
    return [("played", say("played")), ("best", say("best"))]


def _table(review: Review, table: Table) -> str:
    """A table; a line about a move leads to its position."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in ["", *table.heads])
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>'
        + "".join(_row(review, row) for row in table.rows)
        + "</tbody></table></div>"
    )


def _row(review: Review, row: Row) -> str:
    svg = f'<svg class="seat" viewBox="-16 -16 32 32" aria-hidden="true">{mark(row.seat)}</svg>'
    cells = [escape(cell) for cell in row.cells]
    if row.at is not None:
        cells[0] = f'<a href="#{row.at}">{cells[0]}</a>'
    name = f'<th scope="row">{svg} {escape(review.match.names[row.seat])}</th>'
    return f"<tr>{name}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _positions(review: Review) -> dict[str, Any]:
    """Every position with a judged move, and the last: boards cut into pieces, each kept once."""
    pieces: dict[str, int] = {}
    steps = []
    for each in review.judged:
        view, moves = seen(review, each)
        steps.append(_step(view, pieces, each.number, telling.sentence(review, each), moves))
    end = review.match.view()
    steps.append(_step(end, pieces, len(review.match.history), review.match.headline(), []))
    return {"pieces": list(pieces), "steps": steps}


def seen(review: Review, judged: Judged) -> tuple[View, list[int]]:
    """A position with nothing open but the played and the best move, as who decided saw it, and these moves.

    Before a move of nature it is what a stranger sees, and there are none.
    """
    then = review.match.at(judged.number)
    if not isinstance(judged, Decision):
        return then.view(STRANGER), []
    view, moves = then.view(judged.seat), [judged.played, judged.best]
    view.ids = sorted(set(moves))
    return view, moves


def still(svg: str) -> str:
    """A board on which nothing can be pressed."""
    return _PRESSED.sub("", svg)


def _step(view: View, pieces: dict[str, int], at: int, said: str, moves: list[int]) -> dict[str, Any]:
    """A position: its board as runs of pieces (first and how many), what is said of it, played and best."""
    numbers = [pieces.setdefault(each, len(pieces)) for each in _PIECE.findall(still(view.svg()))]
    runs: list[int] = []
    for number in numbers:
        if runs and runs[-2] + runs[-1] == number:
            runs[-1] += 1
        else:
            runs += [number, 1]
    return {"at": at, "said": said, "board": runs, "moves": moves}

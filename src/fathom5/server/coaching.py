"""The review of a finished game: its page, which grows while moves are judged, and the same for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from fathom5.coach import Decision, Review, tables, telling
from fathom5.coach.curve import curve
from fathom5.coach.page import seen, still
from fathom5.core.rule import STRANGER
from fathom5.match import Match
from fathom5.server.forms import query_number
from fathom5.server.handlers import Handlers, Url
from fathom5.server.pages import Perspective
from fathom5.server.reviewing import Judging
from fathom5.server.room import Room
from fathom5.text.language import say

STEPS = 12
"""A page is told about so many times how far the work has come."""

LONGEST_WAIT = 8.0
"""Seconds that a page waits for news before it asks again."""


class Coaching(Handlers):
    """Handlers of reviews."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/table/{table}/review", self.review),
            ("GET", "/table/{table}/review.json", self.plain),
        ]

    async def review(self, request: Request) -> Response:
        """The page; for a script a position of it, or what is found as soon as there is more than it has."""
        room, query = await self.requested_room(request), request.query_params
        judging = await self.app.reviews.of(room)
        perspective = self.perspective(request, room)
        at = min(judging.total, query_number(query.get("at")) or 0)
        if "x-fathom5" not in request.headers:
            position = await self._position(room, judging, perspective, at)
            found = await self._found(room, judging, perspective)
            content: dict[str, Any] = {"room": room, "perspective": perspective, "judging": judging}
            return self.app.page(request, "review.html", **content, position=position, found=found)
        if "at" in query:
            return HTMLResponse(await self._position(room, judging, perspective, at))
        known = query_number(query.get("judged")) or 0
        wanted = known + max(1, judging.total // STEPS) if known else 1
        await judging.wait(min(wanted, judging.total), LONGEST_WAIT)
        return HTMLResponse(await self._found(room, judging, perspective))

    async def plain(self, request: Request) -> Response:
        """The review as JSON; before it is whole, with status 202, how far it has come."""
        room = await self.requested_room(request)
        judging = await self.app.reviews.of(room)
        found = judging.review()
        if found is None or not found.is_whole:
            return JSONResponse({"judged": judging.done, "moves": judging.total}, 202)
        return JSONResponse(await self.app.rooms.workshop.run(found.to_json))

    async def _found(self, room: Room, judging: Judging, perspective: Perspective) -> str:
        """Curve, tables and moments, as far as moves are judged, as HTML."""
        found, done, whole = judging.review(), judging.done, judging.is_whole
        key = ("review", room.id, done, perspective.language, perspective.upright)

        def render() -> str:
            content = _findings(found, perspective.upright) if found else {"review": None}
            progress = {"done": done, "total": judging.total, "whole": whole}
            return self.app.pages.part("_review.html", room=room, **content, **progress)

        return await self._made(key, room, render)

    async def _position(self, room: Room, judging: Judging, perspective: Perspective, at: int) -> str:
        """A position with the played and the best move, and what is said of it, as HTML."""
        found, done = judging.review(), judging.done
        key = ("review position", room.id, at, done, perspective.language, perspective.upright)

        def render() -> str:
            content = _shown(found, judging.match, at, perspective)
            return self.app.pages.part("_review_position.html", room=room, total=judging.total, **content)

        return await self._made(key, room, render)

    async def _made(self, key: tuple[object, ...], room: Room, render: Callable[[], str]) -> str:
        """What is rendered, once for each state of the room, in a thread."""
        text: str | None = self.app.pages.cache.get(key, room.stamp)
        if text is None:
            text = self.app.pages.cache.put(key, await self.app.rooms.workshop.run(render), room.stamp)
        return text


def _findings(review: Review, upright: bool) -> dict[str, Any]:
    """What the page shows besides a position."""
    whole = review.is_whole
    moments = [(each.number, telling.sentence(review, each)) for each in telling.deciding(review)]
    return {
        "review": review,
        "curve": curve(review, upright),
        "moments": moments if whole else [],
        "sums": tables.sums(review) if whole else None,
        "note": telling.note(review),
        "decisions": tables.decisions(review),
        "luck": tables.luck(review),
        "values": [
            (after, [telling.amount(review, worth) for worth in worths]) for after, worths in review.curve
        ],
    }


def _shown(review: Review | None, match: Match, at: int, perspective: Perspective) -> dict[str, Any]:
    """What the page shows of a position."""
    judged = {each.number: each for each in review.judged} if review else {}
    stops, each = sorted({*judged, len(match.history)}), judged.get(at)
    then = match.at(at)
    view, moves = seen(review, each) if review and each else (then.view(STRANGER), [])
    if at == len(match.history):
        said = match.headline()
    elif review and each:
        said = telling.sentence(review, each)
    elif review and review.is_whole:
        said = say("Nothing else could have been done here.")
    else:
        said = say("This move is not judged yet.")
    return {
        "at": at,
        "board": _marked(still(perspective.board(view)), moves),
        "said": said,
        "moves": [(name, view.name(move)) for name, move in zip(("played", "best"), moves, strict=False)],
        "verdict": _verdict(review, each) if review and isinstance(each, Decision) else "",
        "decides": then.actor is not None and then.actor >= 0,
        "eyes": view.seat,
        "back": max((stop for stop in stops if stop < at), default=0),
        "on": min((stop for stop in stops if stop > at), default=len(match.history)),
    }


def _verdict(review: Review, decision: Decision) -> str:
    """The class of a decision with its cost and interval."""
    name = f"{telling.verdict_name(decision.verdict)} {telling.sign(decision.verdict)}".strip()
    cost = tables.amounts(review, decision.cost)[0]
    if review.scale.in_points:
        return say("{verdict}: cost in points {cost}", verdict=name, cost=cost)
    return say("{verdict}: costs {cost} % of a win", verdict=name, cost=cost)


def _marked(svg: str, moves: list[int]) -> str:
    """A board with the places of the played and the best move marked."""
    for move, name in dict(zip(moves, ("played", "best"), strict=False)).items():
        svg = svg.replace(f'data-move="{move}"', f'data-move="{move}" data-judged="{name}"')
    return svg

"""Words that several pages use: how strong a bot is, when something was, what a guided game teaches."""

from __future__ import annotations

import time
from functools import cache

from fathom5.bots.levels import SEPARATOR, characters, is_level
from fathom5.core.game import Game
from fathom5.core.records import frozen
from fathom5.server.room import Room
from fathom5.server.seating import OPEN
from fathom5.text import guide
from fathom5.text.language import language, say, speaking

DAY = 86_400
TAUGHT = 3
"""How many lessons are named."""


def strength(level: str) -> str:
    """How strong a bot is; empty for bots of other packages."""
    words = {
        "random": say("plays anything"),
        "minnow": say("a beginner"),
        "seal": say("friendly"),
        "orca": say("strong"),
        "leviathan": say("merciless"),
    }
    return words.get(level, "")


def bot_name(level: str, game: Game | None = None) -> str:
    """A bot with its strength, as in Seal · friendly; or with its character and what that means in a game."""
    base, _, character = level.partition(SEPARATOR) if is_level(level) else (level, "", "")
    name, about = say(base), strength(base)
    name = name[:1].upper() + name[1:]
    if character:
        name, about = f"{name}, {say(character)}", ""
    if character and game and character in characters(game):
        about = say(characters(game)[character].description)
    return " · ".join(filter(None, [name, about]))


def when(at: float) -> str:
    """The day of a time in words, or as a date if it was long ago."""
    days = int(time.time() // DAY - at // DAY)
    if days < 1:
        return say("today")
    if days == 1:
        return say("yesterday")
    if days < 30:
        return say("{n} {n:day|days} ago", n=days)
    return time.strftime("%Y-%m-%d", time.gmtime(at))


def duration(seconds: int) -> str:
    """A time that a host may choose; without one, never."""
    if not seconds:
        return say("never")
    if seconds < 60:
        return say("{n} {n:second|seconds}", n=seconds)
    if seconds < DAY:
        return say("{n} {n:minute|minutes}", n=seconds // 60)
    return say("{n} {n:day|days}", n=seconds // DAY)


def sign(emote: str) -> str:
    """What an emote says."""
    words = {
        "hello": say("Hello"),
        "luck": say("Good luck"),
        "nice": say("Well played"),
        "oops": say("Oops"),
        "think": say("Let me think"),
        "thanks": say("Thank you"),
    }
    return words[emote]


def told_room(room: Room) -> str:
    """A sentence for whoever is sent a link to a room: who is there, or how it ended."""
    names = ", ".join(seat.name for seat in room.seats if seat.name)
    if room.match is None:
        free = sum(seat.kind == OPEN for seat in room.seats)
        return say("At the table: {names}. {n} {n:seat is|seats are} free.", names=names, n=free)
    return room.match.headline() if room.over else say("At the table: {names}.", names=names)


def lesson_titles(game: Game) -> list[str]:
    """What the guided first game teaches, the beginning of it; empty if there is none."""
    return _titles(game, language())


@cache
def _titles(game: Game, spoken: str) -> list[str]:
    with speaking(spoken):
        lessons = guide(game).lessons(frozen(game.box(), game.spec.box))
        return [lesson.title for lesson in lessons.values()][:TAUGHT]

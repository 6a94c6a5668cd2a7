"""The faces that emotes show: one pufferfish in six moods."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from fathom5.draw.svg import tag

SKIN, BELLY, INK, SHINE = "#2f86a6", "#bfe3ee", "#10293a", "#ffffff"
SPIKES = "".join(
    tag("path", d="M-2 -13 L0 -17 L2 -13Z", fill=SKIN, transform=f"rotate({turn})")
    for turn in range(0, 360, 45)
)
BODY = SPIKES + tag("circle", r=13, fill=SKIN) + tag("ellipse", cy=6, rx=10, ry=6.5, fill=BELLY)


def _eye(x: float, look: tuple[float, float] = (0, 0)) -> str:
    return tag("circle", cx=x, cy=-4, r=4, fill=SHINE) + tag(
        "circle", cx=x + look[0], cy=-4 + look[1], r=2, fill=INK
    )


def _line(path: str) -> str:
    return tag("path", d=path, fill="none", stroke=INK, stroke_width=2, stroke_linecap="round")


EYES = _eye(-5) + _eye(5)
MOODS = {
    "hello": EYES + _line("M-5 5 q5 5 10 0") + tag("path", d="M12 -2 q9 -6 6 -12 q-6 1 -8 8z", fill=BELLY),
    "luck": EYES
    + _line("M-4 6 q4 3 8 0")
    + tag("path", d="M0 -19 l2 4 4 .5 -3 3 1 4 -4 -2 -4 2 1 -4 -3 -3 4 -.5z", fill="#f0e442"),
    "nice": _line("M-8 -4 q3 -4 6 0")
    + _line("M2 -4 q3 -4 6 0")
    + tag("path", d="M-6 3 h12 q-6 9 -12 0z", fill=INK),
    "oops": _eye(-5, (0, 1.5)) + _eye(5, (0, 1.5)) + tag("ellipse", cy=6, rx=2.5, ry=3.5, fill=INK),
    "think": _eye(-5, (1.5, -1.5)) + _eye(5, (1.5, -1.5)) + _line("M-3 6 h7"),
    "thanks": _line("M-8 -3 q3 3 6 0 M2 -3 q3 3 6 0 M-5 4 q5 5 10 0")
    + tag("path", d="M0 13 c-6 -4 -4 -8 0 -5 c4 -3 6 1 0 5z", fill="#d55e00", transform="translate(10 3)"),
}
"""What is drawn upon the body, by the name of the emote."""


@cache
def face(emote: str) -> Markup:
    """The picture of an emote."""
    return Markup(tag("svg", BODY, MOODS[emote], viewBox="-19 -20 38 38", class_="face", aria_hidden="true"))

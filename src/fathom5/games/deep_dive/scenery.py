"""The scene of Deep Dive: sky, five depths of water, and the ice, far beyond the board on all sides."""

from __future__ import annotations

from fathom5.draw.svg import (
    ABYSS,
    BEYOND,
    DEEP,
    MIDDLE,
    PAPER,
    SAND,
    SHALLOWS,
    blend,
    group,
    part,
    path,
    rect,
    sea,
    sky,
)
from fathom5.games.deep_dive.drawings import FROST, SHADE, SNOW
from fathom5.games.deep_dive.layout import ICE_BLOCK, Layout
from fathom5.games.deep_dive.table import DEPTHS

BANDS = (SHALLOWS, blend(SHALLOWS, MIDDLE, 0.5), MIDDLE, DEEP, ABYSS)
ICE = blend(PAPER, "#7cc4d8", 0.16)
SHOAL = ((0, 0, 0.5), (54, -22, 0.4), (62, 20, 0.44), (112, 2, 0.36))
SHOALS = ((0, 0.82, 1), (1, 0.74, -1), (2, 0.86, 1), (3, 0.7, -1))
"""Fish of a shoal: where, and how large; and where shoals are: depth, how far across, which way they swim."""

WEEDS = ((0.52, 70), (0.55, 110), (0.585, 84), (0.8, 120), (0.835, 76), (0.93, 96), (0.96, 60))
"""How far across, and how tall."""


@part
def backdrop(layout: Layout) -> str:
    """Everything behind the tiles."""
    water = sea(list(zip(layout.tops, BANDS, strict=False)), layout.width, layout.height)
    ice = _ice_above_and_below(layout) if layout.upright else _floe_and_iceberg(layout)
    return water + sky(layout.sea) + group(*_shoals(layout), *_ground(layout), *ice, aria_hidden="true")


def _ice_above_and_below(layout: Layout) -> list[str]:
    """Upright: the ice with one's own catch, and at the bottom that of the others."""
    far, top, floor = layout.width + BEYOND, layout.ice, layout.tops[DEPTHS]
    edge = top + ICE_BLOCK
    outline = f"M{-BEYOND} {top}H{far}V{edge - 8}L470 {edge}L300 {edge - 7}L120 {edge + 1}L{-BEYOND} {edge}Z"
    return [
        path(outline, ICE),
        rect(-BEYOND, top - 5, far + BEYOND, 9, SNOW),
        rect(-BEYOND, floor, far + BEYOND, layout.height + BEYOND - floor, ICE),
    ]


def _floe_and_iceberg(layout: Layout) -> list[str]:
    """The floe where penguins wait, and the iceberg with the catch of all."""
    far, low = layout.width + BEYOND, layout.height + BEYOND
    peaks = f"M1104 150L1140 112L1224 92L1290 70L1360 84L{far} 60"
    return [
        path("M30 84l18 -13H1060l24 13l-34 32H66z", SHADE),
        path("M30 84l18 -13H1060l24 13z", SNOW),
        path(f"{peaks}V{low}H1104L1116 760L1098 520L1112 300Z", ICE),
        path(f"{peaks}V80L1362 100L1290 88L1230 108L1152 128L1118 168Z", FROST, fill_opacity=0.8),
    ]


def _shoals(layout: Layout) -> list[str]:
    """Fish far off in the water."""
    drawn, size = [], layout.scale
    for depth, across, way in SHOALS:
        for right, down, scale in SHOAL:
            x, y = across * layout.sea + right * size, layout.middle(depth) + 6 + down * size
            place = f"translate({x:.1f} {y:.1f}) scale({way * scale * size:.2f} {scale * size:.2f})"
            fish = "M-26 0C-8 -24 30 -22 48 0C30 22 -8 24 -26 0ZL-50 -22Q-42 0 -50 22Z"
            drawn.append(path(fish, SNOW, fill_opacity=0.1, transform=place))
    return drawn


def _ground(layout: Layout) -> list[str]:
    """Weeds on the bottom of the sea."""
    bottom = layout.tops[DEPTHS]
    ground = f"M{-BEYOND} {bottom}q200 -14 400 0t400 0t400 0t400 0t400 0V{layout.height + BEYOND}H{-BEYOND}Z"
    drawn = [path(ground, blend(ABYSS, SAND, 0.16))]
    for across, tall in WEEDS:
        third = tall * layout.scale / 3
        up, down = (
            f"q-18 {-third:.0f} 0 {-2 * third:.0f}t0 {-third:.0f}",
            f"q16 {third:.0f} 6 {2 * third:.0f}",
        )
        drawn.append(
            path(
                f"M{across * layout.sea:.0f} {bottom:.0f}{up}{down}t8 {third:.0f}z",
                "#3f8f7a",
                fill_opacity=0.3,
            )
        )
    return drawn

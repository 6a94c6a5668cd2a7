"""A board as pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from fathom5.draw.flat import FONT, FONT_FILES, flat
from fathom5.envs import needed

WIDTH = 800


def pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """A drawn board as rows of pixels of red, green and blue; raises Mistake without a renderer."""
    resvg, images = needed("resvg_py", "envs"), needed("PIL.Image", "envs")
    drawn = resvg.svg_to_bytes(
        svg_string=flat(svg),
        width=width,
        background="white",
        font_files=FONT_FILES,
        font_family=FONT,
        sans_serif_family=FONT,
    )
    return np.asarray(images.open(BytesIO(drawn)).convert("RGB"))

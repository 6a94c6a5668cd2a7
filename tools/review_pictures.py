"""Draw the curve of a recorded game of each kind: docs/pictures/review-GAME.svg, and tell its three moments.

python tools/review_pictures.py              all of them; some minutes
python tools/review_pictures.py scuba        one of them

The records are those that the tests keep. A tenth of the usual effort is enough for a picture.
"""

from __future__ import annotations

import re
import sys

from fathom5 import review
from fathom5.coach import telling
from fathom5.coach.curve import curve
from recorded_games import PLAYED, ROOT, recorded

EFFORT = 0.1
STRIP = re.compile(r'<rect [^>]*class="strip"[^>]*/?>(?:</rect>)?')
"""What can be pressed on a page."""


def write(game: str) -> None:
    """Write the curve of a game and print what decided it."""
    record = recorded(game)
    found = review(record, effort=EFFORT)
    picture = ROOT / "docs" / "pictures" / f"review-{game}.svg"
    picture.write_text(STRIP.sub("", curve(found)) + "\n", "utf-8")
    print(f"{game}: {found.match.headline()}")
    for each in telling.deciding(found):
        print(f"- {telling.sentence(found, each)}", flush=True)


if __name__ == "__main__":
    for name in sys.argv[1:] or PLAYED:
        write(name)

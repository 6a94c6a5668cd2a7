"""Compile loops of a game, for a process of its own: python -m fathom5.search NAME PACKAGE LOOP..."""

import sys

from fathom5.core.game import Game
from fathom5.engine import CompiledEngine

for name in sys.argv[3:]:
    getattr(CompiledEngine(Game(sys.argv[1], sys.argv[2])), name)

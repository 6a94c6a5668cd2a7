"""Compile loops of a game, for a process of its own: python -m fathom5.engine NAME PACKAGE LOOP..."""

import sys

from fathom5.core.game import Game
from fathom5.engine import CompiledEngine

engine = CompiledEngine(Game(sys.argv[1], sys.argv[2]))
for name in sys.argv[3:]:
    engine.load(name)

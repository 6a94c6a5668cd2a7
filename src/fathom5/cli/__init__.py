"""The command line.

Whatever needs numpy, the compiler or a game is opened by the command that uses it: `fathom5 --help` and the
completion of a shell answer at once.
"""

from __future__ import annotations

import inspect
import sys

import typer

import fathom5
from fathom5.cli import drilling, greeting, lab, learning, making, playing, reviewing, serving
from fathom5.cli.common import SERVING, app

__all__ = [
    "app",
    "drilling",
    "greeting",
    "lab",
    "learning",
    "main",
    "making",
    "playing",
    "reviewing",
    "serving",
]

PANELS = {
    playing: "Play",
    reviewing: "Play",
    drilling: "Play",
    serving: SERVING,
    lab: "The lab",
    learning: "The lab",
    making: "Make a game",
}
"""How `fathom5 --help` groups the commands of each module, what a player wants first."""

for _module, _panel in reversed(PANELS.items()):
    _own = [each for each in app.registered_commands if inspect.getmodule(each.callback) is _module]
    for _command in _own:
        _command.rich_help_panel = _panel
    app.registered_commands = [*_own, *(each for each in app.registered_commands if each not in _own)]


def main() -> None:
    """Run; a user's mistake is one sentence and exit code 2."""
    try:
        app(standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        print("Stopped.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
    except fathom5.Mistake as mistake:
        print(mistake, file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        print(f"{message().rstrip('.')}. See fathom5 --help.", file=sys.stderr)
        sys.exit(2)

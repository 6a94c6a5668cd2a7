"""The command line."""

from __future__ import annotations

import sys

import typer

from fathom5.cli import lab, making, playing, serving
from fathom5.cli.common import app
from fathom5.core.errors import Mistake

__all__ = ["app", "lab", "main", "making", "playing", "serving"]


def main() -> None:
    """Run; a user's mistake is one sentence and exit code 2."""
    try:
        app(standalone_mode=False)
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        print("Stopped.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
    except Exception as error:
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        print(f"{message().rstrip('.')}. See fathom5 --help.", file=sys.stderr)
        sys.exit(2)

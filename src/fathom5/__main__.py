"""`python -m fathom5` is the command line."""

from fathom5.cli import main

main()

"""Mutants of the rules: small wrong changes, one at a time, which the clause tests should notice.

`python -m tests.mutation GAME` makes the mutants of a game's rule modules, runs the clause tests on each,
interpreted, and shows those that no test notices.
"""

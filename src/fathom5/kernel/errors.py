"""What a person did wrong, said in a sentence."""


class Mistake(ValueError):  # noqa: N818 - it is the user's, not ours
    """A user's mistake: the text says what would be right; nothing was changed."""


class IllegalMove(Mistake):
    """A move that the rules do not allow now."""


def one_of(what: str, wrong: object, right: "list[str] | tuple[str, ...]") -> Mistake:
    """The mistake of naming something that does not exist, with what does."""
    return Mistake(f"There is no {what} “{wrong}”. Known: {', '.join(right) or 'none'}.")

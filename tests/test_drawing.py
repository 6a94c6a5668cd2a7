"""Parts of boards: made once for the same values, and anew in every language."""

from fathom5.draw.svg import part, rect, text
from fathom5.text.language import speaking


def test_a_part_is_drawn_once_for_the_same_values():
    drawn = []

    @part
    def card(name, points=0):
        drawn.append((name, points))
        return f"{name} {points}"

    assert [card("Ada", 1), card("Ada", 1), card("Ada", points=2)] == ["Ada 1", "Ada 1", "Ada 2"]
    assert drawn == [("Ada", 1), ("Ada", 2)]


def test_a_part_speaks_the_language_of_whoever_looks():
    spoken = []

    @part
    def card():
        spoken.append("once more")
        return "card"

    for language in ("en", "fr", "fr", "en"):
        with speaking(language):
            card()
    assert len(spoken) == 2


def test_values_that_are_equal_but_written_differently_are_not_mixed_up():
    assert ">1<" in text(0, 0, 1)
    assert ">1.0<" in text(0, 0, 1.0)
    assert ">True<" in text(0, 0, True)
    assert rect(1, 2, 3, 4, "red") == rect(1.0, 2.0, 3.0, 4.0, "red")

"""The five questions of docs/lab.md: plays their studies, draws their pictures, prints what they found.

python bench/lab_pictures.py            all of them, about ten minutes of two cores
python bench/lab_pictures.py first air  some of them
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from fathom5.lab import figures
from fathom5.lab.findings import Finding, find
from fathom5.lab.study import Study, study
from fathom5.lab.telling import change_told, summary, told

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"


def first() -> tuple[Study, str]:
    """The question: is the first player ahead in In Too Deep."""
    found = study("in-too-deep", [2, 3, 4, 5], 20_000, skill=None)
    shares = find(found.findings, topic="turn order", measure="win share")
    ahead = [
        Finding(
            **{
                **vars(each),
                "value": each.value - each.even,
                "low": each.low - each.even,
                "high": each.high - each.even,
                "even": 0.0,
            }
        )
        for each in shares
        if each.even is not None
    ]
    return found, figures.intervals(ahead, "win share above an even one", percent=True)


def stacks() -> tuple[Study, str]:
    """The question: what do loose stacks do in Deep Sea Adventure."""
    stacked = study("deep-sea-adventure", 4, 100_000, skill=None)
    loose = study("deep-sea-adventure", 4, 100_000, options={"loose-stacks": "yes"}, skill=None)
    shares = find(stacked.findings, topic="turn order", measure="win share")
    others = [
        Finding(**{**vars(each), "arm": "4 players, loose stacks"})
        for each in find(loose.findings, topic="turn order", measure="win share")
    ]
    for line in summary(loose):
        print(f"  loose stacks: {line}")
    return stacked, figures.intervals([*shares, *others], "win share", percent=True)


def animals() -> tuple[Study, str]:
    """The question: which animals and events of SCUBA does nobody see."""
    found = study("scuba", 4, 20_000, skill=None)
    seen = [
        each
        for each in find(found.findings, topic="use", measure="used by seats")
        if each.what.startswith(("seen: ", "event: "))
    ]
    return found, figures.intervals(
        sorted(seen, key=lambda each: -each.value), "divers who met it", percent=True
    )


def air() -> tuple[Study, str]:
    """The question: what does 30 air do in SCUBA."""
    found = study("scuba", 4, 20_000, against=["air=30"], skill=None)
    for each in find(found.findings, topic="difference")[:12]:
        print(f"  {each.what}, {each.measure}: {change_told(each)}; games saved: {each.saved:.1f}")
    return found, figures.histogram(
        [(total.arm.name, total.points) for total in found.totals], "points of a diver"
    )


def cards() -> tuple[Study, str]:
    """The question: which of Deeper's cards win."""
    found = study("deeper", 4, 3_000, skill=None)
    with_it = [
        each
        for each in find(found.findings, topic="use", measure="win share with it")
        if each.what.startswith(("card: ", "upgrade: ", "rocket: "))
    ]
    for each in with_it:
        print(f"  {each.what}: wins {told(each)}, {each.verdict}")
    return found, figures.intervals(
        sorted(with_it, key=lambda each: -each.value), "win share with it", percent=True
    )


QUESTIONS: dict[str, Callable[[], tuple[Study, str]]] = {
    each.__name__: each for each in (first, stacks, animals, air, cards)
}


def main() -> None:
    """Play the studies that are named, all by default."""
    for name in sys.argv[1:] or QUESTIONS:
        question = QUESTIONS[name]
        print(question.__doc__)
        found, picture = question()
        (PICTURES / f"lab-{name}.svg").write_text(picture + "\n", "utf-8")
        for line in summary(found):
            print(f"  {line}")


if __name__ == "__main__":
    main()

"""Playing in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from fathom5.bots import Bot, find_bot
from fathom5.core.errors import Mistake
from fathom5.core.rule import STRANGER
from fathom5.match import Match
from fathom5.text.language import say

HELP = "Type a move or its number. Also: board, why MOVE, undo, save FILE, help, quit."


class TerminalGame:
    """A match at the terminal: people type, the match's bots move by themselves."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match, self.console = match, console
        people = [seat for seat in range(match.players) if seat not in match.bots]
        self.watcher = people[0] if len(people) == 1 else STRANGER
        self.told = 0

    def play(self) -> None:
        """Until the game is over or somebody leaves."""
        self.console.print(f"[bold]{escape(self.match.game.title)}[/]. {say(HELP)}", style="")
        while not self.match.over:
            seat = self.match.actor
            assert seat is not None
            if not self._person(seat):
                return
        self._tell()
        self._result()

    def _tell(self, seat: int | None = None) -> None:
        """What happened since it was last told."""
        watcher = self.watcher if seat is None else seat
        for sentence in self.match.told(watcher, self.told):
            self.console.print(f"  {escape(sentence)}", style="cyan", highlight=False)
        self.told = len(self.match.history)

    def _person(self, seat: int) -> bool:
        """Ask until a move is made; False: they leave."""
        self._tell(seat)
        view = self.match.view(seat)
        self.console.print()
        self.console.print(view.text(), markup=False, highlight=False)
        self.console.print()
        while True:
            choices = "   ".join(f"{i} {name}" for i, name in enumerate(view.moves, 1))
            self.console.print(f"[bold]{escape(view.names[seat])}:[/] {escape(view.ask())}", highlight=False)
            self.console.print(f"  {escape(choices)}", highlight=False)
            try:
                line = input("> ").strip()
            except EOFError:
                return self._leave()
            try:
                done = self._obey(seat, line)
            except Mistake as mistake:
                self.console.print(escape(str(mistake)), style="yellow", highlight=False)
                continue
            if done is not None:
                return done

    def _obey(self, seat: int, line: str) -> bool | None:
        """Do what was typed: True when it is somebody's move now, False to leave, None to ask again."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], bool | None]] = {
            "": lambda: None,
            "help": self._help,
            "?": self._help,
            "board": lambda: self._print(self.match.view(seat).text()),
            "why": lambda: self._print(self._why(seat, rest)),
            "undo": lambda: self._undo(seat),
            "save": lambda: self._save(rest),
            "quit": self._leave,
            "exit": self._leave,
        }
        if word in commands:
            return commands[word]()
        ids = self.match.ids
        if line.isdigit() and 1 <= int(line) <= len(ids):
            self.match.play(ids[int(line) - 1])
        else:
            try:
                move = self.match.find(line)
            except Mistake:
                self._print(self._why(seat, line))
                return None
            self.match.play(move)
        return True

    def _print(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False)

    def _help(self) -> None:
        self._print(say(HELP))

    def _why(self, seat: int, words: str) -> str:
        view = self.match.view(seat)
        if not words:
            raise Mistake("Write which move: why turn back.")
        try:
            self.match.find(words)
        except Mistake:
            return view.why(words)
        return say("“{words}” is allowed now.", words=words)

    def _undo(self, seat: int) -> bool:
        """Back to this person's last decision; what chance did since will be drawn anew."""
        history = self.match.history
        mine = [number for number, (actor, _) in enumerate(history) if actor == seat]
        if not mine:
            raise Mistake("You have not moved yet; there is nothing to take back.")
        self.match.rewind(mine[-1])
        self.match.new_luck()
        self.told = len(self.match.history)
        self._print(say("Taken back to your last decision. Chance will be drawn anew."))
        return True

    def _save(self, name: str) -> None:
        if not name:
            raise Mistake("Write where to: save my-game.f5.")
        path = Path(name)
        try:
            path.write_text(str(self.match.record()), "utf-8")
        except OSError as error:
            raise Mistake(f"{path} cannot be written: {error.strerror}.") from None
        self._print(say("Saved as {name}.", name=name))

    def _leave(self) -> bool:
        self._print(say("You leave the table after {moves} moves.", moves=len(self.match.history)))
        return False

    def _result(self) -> None:
        match = self.match
        self.console.print()
        self.console.print(match.view(self.watcher).text(), markup=False, highlight=False)
        self.console.print()
        for line in standing(match):
            self._print(line)
        self.console.print(match.headline(), style="bold", markup=False, highlight=False)


def standing(match: Match) -> list[str]:
    """Places and points at the end, each one's points line by line."""
    view = match.view()
    rows = [
        (place, name, points, view.tally(seat))
        for seat, (place, name, points) in enumerate(
            zip(match.places, match.names, match.scores, strict=True)
        )
    ]
    if rival := view.rival():
        rows.append((rival.place, rival.title, rival.points, rival.lines))
    lines = []
    for place, name, points, tally in sorted(rows, key=itemgetter(0)):
        lines.append(f"  {place}.  {name:<14} {say('{points} {points:point|points}', points=points)}")
        lines += [f"      {line.points:>4}  {line.what}" for line in tally]
    return lines


def seated(seats: str, seed: int | None) -> tuple[list[str], dict[int, Bot]]:
    """Names, and bots by seat, out of `me,bot:seal,Ada`."""
    names: list[str] = []
    bots: dict[int, Bot] = {}
    for number, part in enumerate(seats.split(",")):
        kind, _, which = part.strip().partition(":")
        if kind == "bot":
            bots[number] = find_bot(which or "seal", None if seed is None else seed + number)
            base = (which or "seal").capitalize()
        else:
            if which or not kind:
                raise Mistake(f"A seat is a name or bot:LEVEL, not “{part}”.")
            base = kind.capitalize() if kind == "me" else kind
        same = [name for name in names if name == base or name.startswith(f"{base} ")]
        names.append(f"{base} {len(same) + 1}" if same else base)
    return names, bots

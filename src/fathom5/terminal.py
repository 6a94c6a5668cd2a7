"""Playing in the terminal."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

from fathom5.bots import AGENT, Bot, bot_name, find_bot
from fathom5.core.errors import Mistake, NotUnderstood
from fathom5.core.game import Game
from fathom5.core.rule import NATURE, STRANGER
from fathom5.engine import compile_elsewhere, is_compiled
from fathom5.engine.registry import PLAYING
from fathom5.match import NAMES, Match
from fathom5.text import guide, rules_text
from fathom5.text.finding import plain
from fathom5.text.guidance import GOAL
from fathom5.text.language import LANGUAGES, language, say, speaking
from fathom5.view import View

COMMANDS = (
    "help",
    "help MOVE",
    "why MOVE",
    "hint",
    "moves",
    "board",
    "rules",
    "undo",
    "save FILE",
    "quit",
)
ABOUT = (
    "the goal, a turn, the signs on the board, and this list",
    "what a move does and what may come of it",
    "why a move is not possible now",
    "what a strong player would do",
    "the moves that are possible now",
    "the board once more",
    "how the game is played, page by page",
    "take back your last decision",
    "keep the game in a file",
    "leave the table",
)
"""What can be typed besides moves, in capitals what is to be filled in, and what each does."""

WANTED = (*PLAYING, "heuristic", "guess", "search")
"""What a game at the terminal is faster with, in the order in which it is missed."""

LEAVES_RULES = ("q", "quit", "quitter")
ALSO = {"?": "help", "exit": "quit"}

SECONDS_FOR_A_HINT, SECONDS_UNCOMPILED = 1.0, 5.0
SHOWN_HINTS = 3
LONG_LIST = 2
"""A list of moves with more lines than this is grouped by kind."""


class TerminalGame:
    """A match at the terminal: people type, the match's bots move by themselves."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match, self.console = match, console
        people = [seat for seat in range(match.players) if seat not in match.bots]
        self.watcher = people[0] if len(people) == 1 else STRANGER
        self.told = 0
        self.is_compiling = False
        self.commands: dict[str, Callable[[str], bool | None]] = {
            "help": self._help,
            "why": self._why,
            "hint": self._hint,
            "moves": self._moves,
            "board": self._board,
            "rules": self._rules,
            "undo": self._undo,
            "save": self._save,
            "quit": self._leave,
        }
        """What each command does with the rest of the line: True when it is somebody's move now, False to
        leave, None to ask again."""

    def play(self) -> None:
        """Until the game is over or somebody leaves."""
        title = f"[bold]{escape(self.match.game.title)}[/]."
        if self.watcher != STRANGER:
            title += f" {escape(say('You are {name}.', name=self.match.names[self.watcher]))}"
        self.console.print(title, escape(say("Type a move or its number, or help.")), highlight=False)
        while not self.match.over:
            if not self._person():
                return
        self._tell()
        self._result()

    def compile_beside(self) -> None:
        """Compile the rules in another process, if they are not compiled, and say what that means."""
        game = self.match.game
        if is_compiled(game, WANTED):
            return
        compile_elsewhere(game, *WANTED)
        self.is_compiling = True
        self._print(
            say(
                "{title} is played for the first time here: its rules are compiled beside, once, for up to "
                "a minute. You can play meanwhile; bots and hints are slower until then.",
                title=game.title,
            )
        )

    def _use_compiled(self) -> None:
        """Go on with the compiled rules, once the other process has them ready."""
        if self.is_compiling and is_compiled(self.match.game):
            self.match.use_compiled()
            self.is_compiling = False

    @property
    def view(self) -> View:
        """What the person sees who decides."""
        assert self.match.actor is not None
        return self.match.view(self.match.actor)

    def _tell(self, seat: int | None = None) -> None:
        """What happened since it was last told."""
        watcher = self.watcher if seat is None else seat
        for sentence, same in groupby(self.match.told(watcher, self.told)):
            often = len(list(same))
            text = f"{sentence} (× {often})" if often > 1 else sentence
            self.console.print(f"  {escape(text)}", style="cyan", highlight=False)
        self.told = len(self.match.history)

    def _person(self) -> bool:
        """Ask until a move is made; False: they leave."""
        self._use_compiled()
        view = self.view
        self._tell(view.seat)
        self._print()
        self._board()
        self._print()
        self.console.print(
            escape(say("{who}: {question}", who=view.names[view.seat], question=view.ask())),
            style="bold",
            highlight=False,
        )
        self._moves()
        while True:
            line = typed("> ")
            if line is None:
                return bool(self._leave())
            try:
                done = self._obey(line)
            except Mistake as mistake:
                self.console.print(escape(str(mistake)), style="yellow", highlight=False)
                continue
            if done is not None:
                return done

    def _obey(self, line: str) -> bool | None:
        """Do what was typed: True when it is somebody's move now, False to leave, None to ask again."""
        word, _, rest = line.partition(" ")
        command = command_words().get(plain(word) or word)
        if command:
            return self.commands[command](rest.strip())
        if line:
            self.match.play(self._found(line))
            return True
        return None

    def _found(self, line: str) -> int:
        """The open move that somebody typed; raises Mistake with what to do instead."""
        try:
            return self.view.find(line)
        except NotUnderstood as not_understood:
            raise Mistake(f"{not_understood} {say('Type help to see what you can do.')}") from None

    # What the commands do

    def _board(self, rest: str = "") -> None:
        self._print(self.view.text())

    def _moves(self, rest: str = "") -> None:
        for line in listed(self.view, self.console.width):
            self._print(line)

    def _why(self, rest: str) -> None:
        if not rest:
            raise Mistake(say("Write which move: why {move}.", move=self.view.moves[0]))
        self._print(self.view.why(rest))

    def _help(self, rest: str) -> None:
        with self.console.capture() as told:
            if rest:
                self._help_with(self._found(rest))
            else:
                self._help_all()
        self._page(told.get().splitlines())

    def _help_all(self) -> None:
        """The goal, a turn, the signs on the board, and what can be typed."""
        view = self.view
        if lessons := guide(self.match.game).lessons(view.box):
            self._heading(say("The goal"))
            self._print(lessons[GOAL].text)
        if steps := view.turn():
            self._heading(say("A turn"))
            for step in steps:
                self._item("•", step)
        if signs := view.legend():
            self._heading(say("The signs on the board"))
            width = max(len(sign) for sign, _ in signs)
            for sign, meaning in signs:
                self._item(f"{sign:<{width}}", meaning)
        self._heading(say("What you can type"))
        commands = spoken_commands()
        first = say("a move or its number")
        width = max(map(len, [first, *commands]))
        self._item(f"{first:<{width}}", say("make that move; its beginning will do"))
        for place, command in enumerate(commands):
            self._item(f"{command:<{width}}", say(ABOUT[place]))

    def _help_with(self, move: int) -> None:
        """The lesson that a move belongs to, and what it would cost and bring now."""
        view, own = self.view, guide(self.match.game)
        lessons = own.lessons(view.box)
        if lessons:
            lesson = lessons[own.kind(view, view.decoded(move))]
            self._heading(lesson.title)
            self._print(lesson.text)
        if preview := view.preview(move):
            self._heading(say("Now: {move}", move=view.name(move)))
            self._print(preview)
        if not lessons:
            self._print(say("“{words}” is allowed now.", words=view.name(move)))

    def _hint(self, rest: str) -> None:
        seconds = SECONDS_FOR_A_HINT
        if not is_compiled(self.match.game, ("search",)):
            seconds = SECONDS_UNCOMPILED
            self._print(
                say(
                    "This game is not compiled yet, so thinking takes longer: {n} {n:second|seconds}.",
                    n=int(seconds),
                )
            )
        found = self.match.hint(seconds=seconds)
        self._print(say("The best move seems to be: {move}.", move=found[0].words))
        width = max(len(each.words) for each in found[:SHOWN_HINTS])
        for each in found[:SHOWN_HINTS]:
            self._item(
                f"{each.words:<{width}}",
                say(
                    "wins about {win} %, {points} {points:point|points} on average, {n} {n:try|tries}",
                    win=round(100 * each.win),
                    points=round(each.points),
                    n=each.playouts,
                ),
            )

    def _rules(self, rest: str) -> None:
        text = rules_text(self.match.game, language())
        if not text:
            raise Mistake(say("This game brings no page of rules."))
        with self.console.capture() as rendered:
            self.console.print(Markdown(without_pictures(text)))
        self._page(rendered.get().splitlines())

    def _page(self, lines: Sequence[str]) -> None:
        """Print lines screen by screen, if a person is there to go on."""
        lines = [line.rstrip() for line in lines]
        height = max(1, self.console.height - 2) if sys.stdin.isatty() else len(lines)
        for first in range(0, len(lines), height):
            self.console.file.write("\n".join(lines[first : first + height]) + "\n")
            if first + height < len(lines):
                on = typed(say("Enter: on   q: back to the game") + " ")
                if on is None or plain(on) in LEAVES_RULES:
                    return

    def _undo(self, rest: str) -> bool:
        """Back to this person's last decision; what chance did since will be drawn anew."""
        seat = self.match.actor
        mine = [number for number, (actor, _) in enumerate(self.match.history) if actor == seat]
        if not mine:
            raise Mistake(say("You have not moved yet; there is nothing to take back."))
        self.match.rewind(mine[-1])
        self.match.new_luck()
        self.told = len(self.match.history)
        self._print(say("Taken back to your last decision. Chance will be drawn anew."))
        return True

    def _save(self, name: str) -> None:
        if not name:
            raise Mistake(say("Write where to: save my-game.f5."))
        try:
            Path(name).write_text(str(self.match.record()), "utf-8")
        except OSError as error:
            raise Mistake(
                say("{name} cannot be written: {reason}.", name=name, reason=error.strerror)
            ) from None
        self._print(say("Saved as {name}.", name=name))

    def _leave(self, rest: str = "") -> bool:
        moves = sum(actor not in (NATURE, *self.match.bots) for actor, _ in self.match.history)
        self._print(say("You leave the table after {n} {n:move|moves}.", n=moves))
        return False

    # How it is printed

    def _print(self, text: str = "") -> None:
        self.console.print(text, markup=False, highlight=False)

    def _heading(self, text: str) -> None:
        self._print()
        self.console.print(text, style="bold", markup=False, highlight=False)

    def _item(self, sign: str, text: str) -> None:
        """A line of a list, further lines under its beginning."""
        width = max(20, self.console.width)
        indent = min(len(sign) + 4, width // 2)
        for line in textwrap.wrap(text, width, initial_indent=f"  {sign}  ", subsequent_indent=" " * indent):
            self._print(line)

    def _result(self) -> None:
        match = self.match
        self._print()
        self._print(match.view(self.watcher).text())
        self._print()
        for line in standing(match):
            self._print("\n".join(textwrap.wrap(line, self.console.width, subsequent_indent=" " * 12)))
        self.console.print(match.headline(), style="bold", markup=False, highlight=False)


def typed(prompt: str) -> str | None:
    """A line that somebody types, None at the end of the input; a script's lines are shown as if typed."""
    try:
        line = input(prompt).strip()
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(line)
    return line


def spoken_commands() -> list[str]:
    """The commands in the language of the listener."""
    return [say(COMMANDS[place]) for place in range(len(COMMANDS))]


@cache
def command_words() -> dict[str, str]:
    """The commands by every word for them, in all languages."""
    known = dict(ALSO)
    for each in LANGUAGES:
        with speaking(each):
            for spoken, command in zip(spoken_commands(), COMMANDS, strict=True):
                known[plain(spoken).split()[0]] = command.split()[0]
    return known


def listed(view: View, width: int) -> list[str]:
    """The open moves, numbered from 1, in lines of this width; if there are many, kind by kind."""
    numbered = [(move, f"{number} {view.name(move)}") for number, move in enumerate(view.open_moves, 1)]
    lines = _filled(numbered, width)
    if len(lines) > LONG_LIST:
        lines = _grouped(numbered, width, lambda move: type(move))
    return lines


def _grouped(numbered: Sequence[tuple[Any, str]], width: int, key: Callable[[Any], object]) -> list[str]:
    """Moves with something in common on lines of their own; a long group by the first argument."""
    lines = []
    for _, each in groupby(numbered, key=lambda each: key(each[0])):
        group = list(each)
        some = _filled(group, width)
        if len(some) > LONG_LIST and len(group[0][0]) > 1 and len({move[0] for move, _ in group}) > 1:
            some = _grouped(group, width, lambda move: move[0])
        lines += some
    return lines


def _filled(numbered: Sequence[tuple[Any, str]], width: int) -> list[str]:
    """Moves in as few lines as they fit, none of them broken."""
    lines = [""]
    for _, text in numbered:
        if lines[-1] and len(lines[-1]) + len(text) + 3 > width:
            lines.append("")
        lines[-1] += f"   {text}" if lines[-1] else f"  {text}"
    return lines


def without_pictures(text: str) -> str:
    """A rules page with what its pictures show, in words."""
    alone = re.sub(r"^!\[([^]]*)\]\(\S*\)$", r"*(\1)*", text, flags=re.MULTILINE)
    return re.sub(r"!\[([^]]*)\]\(\S*\)", r"\1", alone)


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


def seated(game: Game, seats: str, seed: int | None) -> tuple[list[str], dict[int, Bot]]:
    """Names, and bots by seat, out of `me,bot:seal:greedy,Ada`; raises Mistake for a bot that is none."""
    names: list[str] = []
    bots: dict[int, Bot] = {}
    parts = [part.strip() for part in seats.split(",")]
    for number, part in enumerate(parts):
        kind, _, which = part.partition(":")
        if kind == "bot":
            bots[number] = find_bot(which or "seal", None if seed is None else seed + number, game=game)
            base = bot_name(which or "seal").removeprefix(AGENT).partition(":")[0].capitalize()
        else:
            if which or not kind:
                raise Mistake(f"A seat is a name or bot:LEVEL, not “{part}”.")
            base = kind if kind != "me" else next(name for name in NAMES if name not in (*names, *parts))
        same = [name for name in names if name == base or name.startswith(f"{base} ")]
        names.append(f"{base} {len(same) + 1}" if same else base)
    return names, bots

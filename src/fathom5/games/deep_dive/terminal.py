"""Deep Dive in plain text: the board of a terminal, and the same in sentences for a screen reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fathom5.core import OVER
from fathom5.draw.svg import GLYPHS
from fathom5.games.deep_dive import rules, words
from fathom5.games.deep_dive.table import COLOURS, DEPTHS, OPEN_WATER, PREDATOR, ROCK, TOP, Phase, Player
from fathom5.text.guidance import Section, Sign, percent
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def seated(view: View) -> range:
    """The seats with a tableau: the players, and in a solo game the opponent."""
    return range(max(2, view.table.players))


def points(view: View, seat: int) -> int:
    """The points of a seat as they stand."""
    return int(rules.points_at(view.table, view.box, seat))


def lying(view: View, depth: int) -> list[tuple[int, int]]:
    """The kinds of face-up tiles at a depth and how many of each, but for predators."""
    row = view.table.face_up[depth]
    return [(kind, row[kind]) for kind in range(PREDATOR) if row[kind]]


def trapped(view: View, depth: int) -> list[int]:
    """The seats with a penguin on a predator at a depth, each as often as it has one there."""
    team = view.table.team
    return [seat for seat in range(view.table.players) for _ in range(team[seat].trapped[depth])]


def opponent_depth(view: View) -> int:
    """Where the penguin of the solo opponent stands; at an exhausted depth it does not wait (Solo End 3)."""
    table = view.table
    if table.turn == rules.OPPONENT:
        return int(table.opponent_depth)
    around = [(table.opponent_depth + step) % DEPTHS for step in range(DEPTHS)]
    return int(next((depth for depth in around if table.face_down[depth]), table.opponent_depth))


def status(view: View) -> str:
    """How near the end is."""
    if view.table.actor == OVER:
        return say("Game over")
    if view.table.last_dive:
        return say("Last dive")
    return say("The end is near") if view.table.ending else say("The hunt is on")


# In the terminal

TEXT_WIDTH = 90


def text(view: View) -> str:
    """Depths and tableaus for a terminal."""
    lines = [f"{status(view)}.", ""]
    lines += [_depth_line(view, depth) for depth in range(DEPTHS)]
    lines.append("")
    for seat in seated(view):
        lines += _player_lines(view, seat)
    return "\n".join(lines)


def legend(view: View) -> list[Sign]:
    """What the signs of the board in text mean."""
    signs = [
        Sign("▶", say("where the diver is, and whose turn it is")),
        Sign(say("risk"), say("how likely the next flip there is a predator")),
        Sign(f"{say('pink')} 1 1 2", say("face-up food of one colour, by its points")),
        Sign(f"{say('predator')} ({GLYPHS[0]})", say("whose penguin is trapped there")),
        Sign(say("token"), say("who begins every round")),
    ]
    if view.table.players == 1:
        signs.append(Sign(GLYPHS[rules.OPPONENT], say("where the opponent flips its next tile")))
    return signs


def _depth_line(view: View, depth: int) -> str:
    table = view.table
    here = "▶" if table.depth == depth and table.actor != OVER else " "
    opponent = GLYPHS[rules.OPPONENT] if table.players == 1 and opponent_depth(view) == depth else " "
    predators, tiles = words.unseen(table, depth)
    risk = f"{percent(predators, tiles)} %" if table.face_down[depth] else "–"
    down = say("{down} face down", down=table.face_down[depth])
    head = f"{here}{opponent} {say('depth')} {depth + 1}  {down:<14} {say('risk')} {risk:<5} "
    return _listed(head, _lying(view, depth) or ["–"], ", ")


def _lying(view: View, depth: int) -> list[str]:
    """What lies face up at a depth: food by colour, and how many of all else."""
    row = view.table.face_up[depth]
    listed = [
        f"{words.colour(colour)} {' '.join(map(str, points))}"
        for colour in range(COLOURS)
        if (points := [p for p in range(1, TOP + 1) for _ in range(row[rules.food(colour, p)])])
    ]
    for kind in (ROCK, OPEN_WATER, PREDATOR):
        if row[kind]:
            listed.append(words.tile(kind) + (f" ×{row[kind]}" if row[kind] > 1 else ""))
    if caught := "".join(GLYPHS[seat] for seat in trapped(view, depth)):
        listed[-1] += f" ({caught})"
    return listed


def _player_lines(view: View, seat: int) -> list[str]:
    table = view.table
    player = table.team[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    has = [
        say("{points} {points:point|points}", points=points(view, seat)),
        say("{rows} complete {rows:row|rows}", rows=rules.complete_rows(player)),
    ]
    if seat < table.players:
        has.append(say("{free} free {free:penguin|penguins}", free=view.box.penguins - player.caught))
    if player.rocks:
        has.append(say("{rocks} {rocks:rock|rocks}", rocks=player.rocks))
    if player.open_water:
        has.append(say("{tiles} open water", tiles=player.open_water))
    if seat == table.starter:
        has.append(say("token"))
    columns = [
        f"{words.colour(colour)} "
        + (" ".join(str(player.tableau[colour, row]) for row in range(player.foods[colour])) or "–")
        for colour in range(COLOURS)
    ]
    name = words.seat_name(view, seat)
    return [_listed(f"{turn} {GLYPHS[seat]} {name:<12} ", has, ", "), _listed(" " * 6, columns, "   ")]


def _listed(head: str, parts: Sequence[str], separator: str) -> str:
    """Parts behind a head; a line that gets too long goes on below, after a whole part."""
    lines = [head]
    for number, each in enumerate(parts):
        if number and len((lines[-1] + each + separator).rstrip()) > TEXT_WIDTH:
            lines.append(" " * len(head))
        lines[-1] += each + (separator if number < len(parts) - 1 else "")
    return "\n".join(line.rstrip() for line in lines)


# In sentences


def twin(view: View) -> list[Section]:
    """The whole position in sentences, with tiles and depths named as the moves name them."""
    here = [Section(say("The game"), [f"{status(view)}.", *_whereabouts(view)])]
    here += [
        Section(say("Depth {depth}", depth=depth + 1), _depth_sentences(view, depth))
        for depth in range(DEPTHS)
    ]
    return here + [
        Section(words.seat_name(view, seat), _player_sentences(view, seat)) for seat in seated(view)
    ]


def _whereabouts(view: View) -> list[str]:
    """Who dives where, and who begins every round."""
    table = view.table
    lines = []
    if table.actor != OVER and table.turn < table.players and table.phase in (Phase.STEP, Phase.FOUND):
        who = view.names[table.turn]
        lines.append(say("{who} dives at depth {depth}.", who=who, depth=table.depth + 1))
    if table.phase == Phase.FOUND:
        lines.append(say("Just flipped: {tile}.", tile=words.tile(table.flipped)))
    if table.players == 1:
        depth = opponent_depth(view) + 1
        lines.append(say("The opponent flips its next tile at depth {depth}.", depth=depth))
    else:
        lines.append(say("{who} has the token and begins every round.", who=view.names[table.starter]))
    return lines


def _depth_sentences(view: View, depth: int) -> list[str]:
    names = [
        f"{words.tile(kind)} × {count}" if count > 1 else words.tile(kind)
        for kind, count in lying(view, depth)
    ]
    up = say("Face up: {tiles}.", tiles=", ".join(names)) if names else say("No tile to take lies face up.")
    lines = [words.chances(view, depth), up]
    if predators := view.table.face_up[depth, PREDATOR]:
        lines.append(say("{predators} {predators:predator|predators} face up.", predators=predators))
    for seat in range(view.table.players):
        if count := view.table.team[seat].trapped[depth]:
            who = view.names[seat]
            lines.append(
                say("{who} has {count} {count:penguin|penguins} trapped here.", who=who, count=count)
            )
    return lines


def _player_sentences(view: View, seat: int) -> list[str]:
    player = view.table.team[seat]
    has = [say("{points} {points:point|points}", points=points(view, seat))]
    if seat < view.table.players:
        has.append(say("{free} free {free:penguin|penguins}", free=view.box.penguins - player.caught))
    has.append(say("{rocks} {rocks:rock|rocks}", rocks=player.rocks))
    if player.open_water:
        has.append(say("{tiles} open water", tiles=player.open_water))
    return [f"{', '.join(has)}.", *(_row_sentence(player, row) for row in range(rules.rows(player)))]


def _row_sentence(player: Player, row: int) -> str:
    tiles = [
        words.tile(rules.food(colour, player.tableau[colour, row]))
        for colour in range(COLOURS)
        if row < player.foods[colour]
    ]
    values = {"row": row + 1, "tiles": ", ".join(tiles)}
    if row < rules.complete_rows(player):
        return say("Row {row}, complete: {tiles}.", **values)
    lacking = ", ".join(words.colour(colour) for colour in range(COLOURS) if row >= player.foods[colour])
    return say("Row {row}: {tiles}; it lacks {colours}.", colours=lacking, **values)

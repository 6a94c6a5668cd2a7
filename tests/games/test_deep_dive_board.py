"""The board of Deep Dive and what is said around it: places, tableaus, warnings, moments, sentences."""

import re
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest
from test_deep_dive import GAME, begin, dive, eat, last_penguin, lay, opponent_at, solo, trap

from fathom5 import STRANGER, Match, find_game
from fathom5.core import OVER
from fathom5.draw import board
from fathom5.games.deep_dive import rules
from fathom5.games.deep_dive.drawings import TALL, WIDE
from fathom5.games.deep_dive.layout import DESK, GROWN, flip_spot, lair, line_up, narrow, spots
from fathom5.games.deep_dive.table import DEPTHS, ROCK, IngestRock, Phase, Take
from fathom5.games.deep_dive.tableaus import stands
from fathom5.testing import arranged, go_on
from fathom5.text.guidance import KINDS_OF_MOMENT
from fathom5.text.language import speaking

WINDOW = 620
"""Units of a phone's board that are in sight at once."""


def views(players, games=2):
    """Views of whoever decides, from games played at random."""
    for seed in range(games):
        chance = Random(seed)
        match = Match(GAME, players, seed=seed, compiled=False)
        while not match.over:
            yield match.view(match.actor)
            match.play(chance.choice(match.ids))
        yield match.view(0)


def names(drawn):
    return set(re.findall(r' id="([^"]+)"', drawn))


def piece_at(drawn, name):
    """Where a piece stands, and its size."""
    style = re.search(
        rf'id="{name}"[^>]*style="transform:translate\(([-\d.]+)px,([-\d.]+)px\) scale\(([\d.]+)', drawn
    )
    return tuple(map(float, style.groups()))


# Places


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_tiles_lie_within_their_depth_and_those_to_take_are_large_enough(players):
    for view in views(players):
        for layout, least in ((DESK, 63), (narrow(view), 64)):
            for depth in range(DEPTHS):
                tiles = {tile.name: tile for tile in line_up(view, depth)}
                places = spots(view, depth, layout)
                assert places.keys() == tiles.keys()
                half_wide, half_tall = WIDE * layout.scale / 2, TALL * layout.scale / 2
                for x, y, _ in places.values():
                    assert layout.left - 1 <= x - half_wide
                    assert x + half_wide <= layout.right + 1
                    assert layout.tops[depth] <= y - half_tall
                    assert y + half_tall <= layout.tops[depth + 1]
                lying = sorted((y, x) for name, (x, y, _) in places.items() if tiles[name].can_be_taken)
                for (y, x), (down, beside) in pairwise(lying):
                    assert down > y or beside - x >= least


def test_however_much_lies_there_what_can_be_taken_can_be_touched():
    match = dive(6)
    with arranged(match) as table:
        food = [f"{colour} {points}" for colour in ("pink", "green", "yellow") for points in (2, 3, 4)]
        lay(table, 2, "rock", *food, "open water")
        for seat in range(5):
            trap(table, seat, 2)
        begin(match, table)
    view = match.view(0)
    for layout in (DESK, narrow(view)):
        places = spots(view, 1, layout)
        lying = sorted(places[tile.name][1::-1] for tile in line_up(view, 1) if tile.can_be_taken)
        assert len(lying) == 10
        assert len({y for y, _ in lying}) == (2 if layout.upright else 1)
        apart = [across - x for (y, x), (down, across) in pairwise(lying) if down == y]
        assert min(apart) >= 63
        assert max(x for x, _, _ in places.values()) + layout.wide / 2 <= layout.right + 1


@pytest.mark.parametrize("upright", [False, True])
def test_a_flip_lies_large_in_the_middle_and_covers_nothing(upright):
    found = 0
    for view in views(4):
        if view.table.phase != Phase.FOUND:
            continue
        layout = narrow(view) if upright else DESK
        x, _, size = flip_spot(view, layout)
        assert size == pytest.approx(layout.scale * GROWN)
        assert abs(x - (layout.left + layout.right) / 2) <= 40
        for across, y, _ in spots(view, int(view.table.depth), layout).values():
            if y == layout.middle(int(view.table.depth)):
                assert abs(across - x) >= layout.wide * (1 + GROWN) / 2
        drawn = view.upright() if upright else view.svg()
        assert 'id="flipped"' in drawn
        found += 1
    assert found > 20


def test_a_predator_lies_beside_the_food_with_the_penguin_in_its_jaws():
    match = dive(3)
    with arranged(match) as table:
        lay(table, 2, "pink 4", "predator")
        trap(table, 1, 2, 2)
        begin(match, table)
    view = match.view(0)
    places = spots(view, 1, DESK)
    assert list(places) == ["tile-1-4", lair(1, 1, 0), lair(1, 1, 1), lair(1)]
    across = [x for x, _, _ in places.values()]
    assert {b - a for a, b in pairwise(across)} == {DESK.beside}
    drawn = view.svg()
    for number in range(2):
        x, y, _ = places[lair(1, 1, number)]
        assert piece_at(drawn, f"piece-1-{number}")[:2] == (x, y + 12)
        assert f"jaws-{lair(1, 1, number)}" in names(drawn)
    assert piece_at(drawn, "piece-1-2")[1] < DESK.ice


@pytest.mark.parametrize("players", range(1, 7))
def test_on_a_phone_ones_own_rows_and_all_depths_are_in_sight_together(players):
    view = dive(players).view(0)
    layout = narrow(view)
    own = stands(view, layout.ice, layout.tops[DEPTHS], True)[0]
    assert own.seat == 0
    assert own.y >= layout.ice
    assert layout.tops[DEPTHS] - layout.ice < WINDOW - 60
    assert layout.tops[0] > own.y + own.format.line * own.format.deep - 4


# A rock


def test_one_rock_is_picked_up_and_then_all_depths_are_its_places():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 2
        begin(match, table)
    view = match.view(0)
    rocks = [move for move in view.open_moves if isinstance(move, IngestRock)]
    assert [move.depth for move in rocks] == list(range(DEPTHS))
    assert {view.pick(move) for move in rocks} == {("rock", 0)}
    assert view.pick_name("rock", 0) == "dive with a rock"
    for drawn in (view.svg(), view.upright()):
        assert drawn.count('data-pick="rock-0"') == 1
        assert drawn.count('data-for="rock-0"') == DEPTHS
    assert "data-pick" not in match.view(1).svg()
    go_on(match, "Ada: rock to 3\nnature: reveal pink 4\nAda: take pink 4")
    assert "data-pick" not in match.view(1).svg()


def test_the_ids_of_moves_are_what_they_were_before_rocks_were_picked_up():
    moves = find_game(GAME).spec.moves
    assert [moves.encode(IngestRock(depth)) for depth in range(DEPTHS)] == [3, 4, 5, 6, 7]
    assert moves.encode(Take(0, ROCK)) == 8


# Tableaus


def test_ones_own_tableau_comes_first_and_everybody_has_one():
    match = dive(6)
    for seat in (*range(6), STRANGER):
        stood = stands(match.view(seat), DESK.ice, DESK.tops[DEPTHS], False)
        assert stood[0].seat == max(0, seat)
        assert sorted(stand.seat for stand in stood) == list(range(6))
    assert [stand.seat for stand in stands(solo().view(0), DESK.ice, 0, False)] == [0, 1]


@pytest.mark.parametrize("rows", [0, 1, 7, 12, 30])
@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_however_many_rows_a_tableau_stays_in_its_place_and_all_points_are_told(players, rows):
    match = dive(players)
    with arranged(match) as table:
        for seat in range(max(2, players)):
            eat(table.team[seat], [5] * rows, [4] * rows, [3] * max(0, rows - 1))
        begin(match, table)
    view = match.view(0)
    for stand in stands(view, DESK.ice, DESK.tops[DEPTHS], False):
        size = stand.format
        assert stand.y + size.head + size.line * size.deep <= DESK.height
        assert size.deep >= 5
    root = ElementTree.fromstring(view.svg())
    told = [
        text.text
        for text in root.iterfind(".//*[@id='tableau-0']//{http://www.w3.org/2000/svg}text")
        if text.text[0] in "=½"
    ]
    worth = sum(int(text.split()[-1]) for text in told)
    assert worth == view.scores[0]


def test_what_a_row_lacks_is_left_open():
    match = dive(2)
    with arranged(match) as table:
        eat(table.team[0], [2, 5], [1], [4])
        begin(match, table)
    own = match.view(0).svg().partition('id="tableau-0"')[2].partition('id="tableau-1"')[0]
    assert own.count("stroke-dasharray") == 2
    assert "= 7" in own
    assert "½ 2" in own


def test_what_players_have_stands_beside_their_names():
    match = dive(3)
    with arranged(match) as table:
        trap(table, 1, 1)
        table.team[1].rocks = 2
        eat(table.team[1], [2, 5], [1], [])
        begin(match, table)
    view = match.view(0)
    assert [held.label for held in view.holdings(1)] == [
        "2 free penguins", "pink: 2 tiles", "green: 1 tile", "yellow: 0 tiles", "2 rocks",
    ]  # fmt: skip
    assert view.holdings(0)[-1].label == "start player token"
    sheet = board(view.game).icons()
    held = [each for seat in range(3) for each in view.holdings(seat)]
    assert len(view.holdings(1)) <= 6
    assert all(f'id="{each.icon}"' in sheet for each in held)


def test_the_cover_and_the_icons_can_be_drawn():
    for drawn in (board(find_game(GAME)).cover(), f"<svg>{board(find_game(GAME)).icons()}</svg>"):
        assert ElementTree.fromstring(drawn) is not None


# What is said


def test_coming_home_with_nothing_says_so_on_its_button_and_what_it_gives_away():
    match = last_penguin((1, "pink 2"), (2, "green 4"))
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    view = match.view(0)
    warned = {view.name(move): view.warning(move) for move in view.ids}
    assert warned.pop("take nothing") == "Come home with nothing"
    assert not any(warned.values())
    assert view.preview(match.find("take nothing")) == "The penguins leave a tile worth 2 points to you."
    match = last_penguin((1, "rock"))
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    assert match.view(0).preview(match.find("take nothing")) == "The penguins come home, and that is all."


def test_what_waits_below_is_told_before_diving_deeper():
    match = dive(2, "nature: reveal pink 1")
    with arranged(match) as table:
        lay(table, 2, "green 3", "rock")
    told = match.view(0).preview(match.find("dive deeper"))
    assert told.startswith("Face up at depth 2: rock, green 3. A tile at depth 2: food")
    with arranged(match) as table:
        for depth in (1, 2, 3, 4):
            table.face_down[depth] = table.takeable[depth] = 0
        table.takeable[3] = 1
        table.face_up[3, rules.food(0, 6)] = 1
    told = match.view(0).preview(match.find("dive deeper"))
    assert told == "Face up at depth 4: pink 6. At depth 4 no tile is face down any more."
    with arranged(match) as table:
        table.takeable[3] = 0
    assert match.view(0).preview(match.find("dive deeper")) == "Nothing is left to take or flip down there."


def test_the_flip_of_the_last_tile_and_a_row_completed_are_foretold():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "yellow 2")
        table.face_down[0] = 1
        eat(table.team[0], [2], [1, 5], [])
        begin(match, table)
    view = match.view(0)
    assert "the end comes near" in view.preview(match.find("flip"))
    assert view.preview(match.find("take yellow 2")) == (
        "You would have 7 points, 4 more. Row 1 would be complete."
    )


def test_whoever_taps_in_vain_is_told_why():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "pink 1", "open water")
        lay(table, 3, "green 4", "predator")
        table.team[0].rocks = 1
        begin(match, table)
    go_on(match, "Ada: rock to 2\nnature: reveal rock")
    for language in ("en", "fr"):
        with speaking(language):
            view = match.view(0)
            drawn = view.svg()
            wishes = set(re.findall(r'data-why="([^"]+)"', drawn))
            assert len(wishes) >= 8
            for wish in wishes:
                assert view.why(wish).endswith((").", "is allowed now.", "possible maintenant.")), wish


@pytest.mark.parametrize("players", [1, 3])
def test_the_position_in_sentences_names_whatever_can_be_done(players):
    for view in views(players, games=1):
        twin = view.twin()
        depths = [section for section in twin if section.title.startswith("Depth")]
        assert [section.title for section in depths] == [f"Depth {depth}" for depth in range(1, 6)]
        for move in view.open_moves:
            if isinstance(move, Take):
                tile = view.name(move).partition(" ")[2].partition(" from")[0]
                assert any(tile in line for line in depths[move.depth].lines)
        assert len(twin) == 1 + DEPTHS + max(2, players)


def test_the_sentences_say_who_is_trapped_and_what_rows_lack():
    match = dive(2)
    with arranged(match) as table:
        trap(table, 1, 3)
        eat(table.team[0], [2, 5], [1], [4])
        begin(match, table)
    told = {section.title: section.lines for section in match.view(0).twin()}
    assert "Ben has 1 penguin trapped here." in told["Depth 3"]
    assert told["Ada"] == [
        "9 points, 3 free penguins, 0 rocks.",
        "Row 1, complete: pink 2, green 1, yellow 4.",
        "Row 2: pink 5; it lacks green, yellow.",
    ]
    assert told["The game"][1:] == ["Ada has the token and begins every round."]


# Moments


def latest(match):
    return [moment for moment in match.moments() if moment][-1]


def test_a_bite_is_staged_where_the_jaws_are():
    match = dive(2, "nature: reveal predator")
    moment = latest(match)
    assert (moment.kind, moment.text, moment.seat) == ("bite", "Snap! Ada loses a penguin", 0)
    assert moment.at in names(match.view(1).svg())
    assert moment.at in names(match.view(1).upright())
    match = last_penguin()
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    moment = latest(match)
    assert (moment.kind, moment.text) == ("bite", "Snap! The last penguin of Ada")
    assert moment.at == lair(3)
    assert moment.at in names(match.view(1).svg())


def test_a_row_a_rock_and_a_retreat_are_moments():
    match = dive(2)
    with arranged(match) as table:
        eat(table.team[0], [2], [1], [])
        lay(table, 1, "yellow 2")
        begin(match, table)
    match.play("take yellow 2")
    assert latest(match)[:3] == ("treasure", "Ada completes row 1", 0)
    assert latest(match).at in names(match.view(1).svg())
    match = last_penguin((1, "rock"))
    match.play("rock to 4")
    assert latest(match)[:3] == ("splash", "Ada sinks with a rock", 0)
    go_on(match, "nature: reveal predator\nAda: take rock from 1")
    assert latest(match)[:2] == ("surface", "All penguins of Ada are free again")


def test_the_end_is_heard_coming():
    match = dive(2)
    with arranged(match) as table:
        table.face_down[0] = 1
    match.play("reveal pink 1")
    assert latest(match)[:2] == ("alarm", "The end is near")
    go_on(match, "Ada: take pink 1\nnature: reveal predator")
    match.play(match.ids[0])
    kinds = [moment.kind for moment in match.moments() if moment]
    assert set(kinds) <= set(KINDS_OF_MOMENT)
    while not match.over:
        match.play(match.ids[0])
    assert latest(match)[:2] == ("end", "The last dive is over.")
    assert "Snap! Ben loses a penguin. One last dive for everybody" in [
        moment.text for moment in match.moments() if moment
    ]


def test_a_predator_does_not_bite_the_opponent():
    match = opponent_at(solo(), 2, "pink 4")
    match.play("reveal predator")
    assert not [moment for moment in match.moments() if moment]


# Every state


def start(players):
    return dive(players)


def flipped_tiles(players):
    return dive(
        players, "nature: reveal open water\nnature: reveal pink 3\nAda: dive deeper\nnature: reveal green 4"
    )


def third_penguin_trapped(players):
    match = dive(players)
    with arranged(match) as table:
        trap(table, 0, 1, 2)
        lay(table, 1, "pink 2", "rock")
        table.team[0].rocks = 1
        begin(match, table)
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    return match


def the_end(players):
    match = third_penguin_trapped(players)
    with arranged(match) as table:
        table.ending = table.last_dive = 1
        table.actor = OVER
    return match


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("state", [start, flipped_tiles, third_penguin_trapped, the_end])
def test_every_state_can_be_drawn_for_everybody_and_only_the_end_is_announced(state, players):
    match = state(players)
    for seat in (STRANGER, *range(players)):
        view = match.view(seat)
        for drawn in (view.svg(), view.upright()):
            assert ElementTree.fromstring(drawn) is not None
            penguins = re.findall(r'id="piece-(\d)-\d"', drawn)
            assert len(penguins) == 3 * players + (players == 1)
            assert ('id="status"' in drawn) == (state is the_end)
            assert ('id="flipped"' in drawn) == (state is flipped_tiles)
            assert drawn.count('id="jaws-lair') == (3 if state in (third_penguin_trapped, the_end) else 0)


def test_no_names_or_points_stand_on_the_board():
    match = dive(3, names=["Wolfgang Amadeus Moz", "Ben", "Cleo"])
    root = ElementTree.fromstring(match.view(0).svg())
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert not [text for text in texts if "Wolfgang" in text or "Ben" in text]

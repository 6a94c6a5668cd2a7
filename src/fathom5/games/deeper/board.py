"""The board of Deeper: the sea fills it; market, piles, rocket, bag, store, hand and upgrades lie around.

A desk shows it with the cards in strips at its edges, a phone with everything below the sea.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from fathom5.core import Array, encode
from fathom5.draw.svg import (
    button,
    frame,
    group,
    mark,
    part,
    path,
    picking,
    picture,
    placed,
    polygon,
    rect,
    regular,
    shape,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.deeper import sea
from fathom5.games.deeper.chart import (
    Chart,
    Zone,
    camera_at,
    depths,
    hex_ring,
    holds_of,
    label_of,
    lies_on_the_tile,
    overview,
    printed,
    several_hauls,
    water,
)
from fathom5.games.deeper.drawings import CARD, EDGE, INKED, NAVY, TONES, cover, hexagon, icons, sheet
from fathom5.games.deeper.table import (
    CARDS,
    DECK_CARDS,
    DEPTHS,
    KINDS,
    MARKET,
    PILES,
    ROCKETS,
    UPGRADES,
    Box,
    Breathe,
    Build,
    BuildRocket,
    Card,
    Convert,
    CraftUpgrade,
    Decline,
    Diver,
    Explore,
    Fetch,
    Follow,
    Gather,
    GatherOne,
    GiveBack,
    Haul,
    Lay,
    LeaveOut,
    PutUnder,
    Scan,
    Store,
    Swap,
    Swim,
    Take,
    Terraform,
)
from fathom5.games.deeper.terminal import legend, round_words, text
from fathom5.games.deeper.twin import twin
from fathom5.games.deeper.words import (
    card_name,
    card_words,
    code,
    due,
    listed,
    resource,
    rocket_name,
    tile_name,
    tile_words,
    upgrade_name,
    upgrade_use,
)
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

__all__ = ["cover", "icons", "legend", "svg", "text", "twin", "upright"]

WIDTH, HEIGHT, NARROW = 1420, 1000, 560
DESK = Zone(236, 150, 1412, 704)
BLUEPRINT, UPGRADE, ROCKET = "#2b5f9e", "#1d6a62", "#9c3f2b"
"""The bands of cards, by what they are."""

PALE = "#e4f3f8"
"""Text on the dark panels."""


def svg(view: View) -> str:
    """The whole board as a picture."""
    camera = camera_at(view.table, DESK, 1, 214, 508)
    trimming = view.table.market_size > MARKET
    return picture(
        WIDTH,
        HEIGHT,
        f"{view.game.title}. {round_words(view)}.",
        sheet(),
        Chart(view, camera).drawn(),
        depths(camera, WIDTH),
        _market(view, Grid(8, 8, 2, 110, 99, 50), 4 if trimming else 2),
        _piles(view, Grid(8, 452 if trimming else 256, 2, 110, 90, 46)),
        _rockets(view, Grid(240, 8, 6, 150, 0, 0), 144),
        overview(view, camera, 1157, 16, 5.45),
        _floor(),
        _trays(view, (8, 786), (604, 786)),
        _built(view.table.divers[looks(view)], 818, 1204, 1412),
        _hand(view, 8, 858, 588, 4),
        _upgrades(view, Grid(602, 858, 7, 116, 0, 0), 112),
        _ribbon(view, 240, 704, 1412, upwards=True),
        backdrop=water(camera, WIDTH),
    )


def upright(view: View) -> str:
    """The board for a phone held upright: the sea around the pawn, then what can be done with it.

    Hand and upgrades come first where something can be built or stowed, else the market.
    """
    home = sea.at_home(view.table.divers[view.table.turn])
    crafts = Build | CraftUpgrade | BuildRocket | Store | Fetch | Swap
    habitat_first = any(isinstance(move, crafts) for move in view.open_moves)
    floor = 350.0 if home else 396.0
    camera = camera_at(view.table, Zone(0, 0, NARROW, floor), 0.93, 150, 206)
    ribbon = _ribbon(view, 8, floor + 8, NARROW - 8)
    parts, y = [], floor + 12 + _ribbon_height(view, 8, NARROW - 8)
    blocks = (_narrow_habitat, _narrow_market) if habitat_first else (_narrow_market, _narrow_habitat)
    for block in blocks:
        drawn, y = block(view, y)
        parts.append(drawn)
    return picture(
        NARROW,
        y + 8,
        f"{view.game.title}. {round_words(view)}.",
        sheet(),
        Chart(view, camera).drawn(),
        depths(camera, NARROW),
        overview(view, camera, 414, 15, 2.9),
        rect(-480, floor, NARROW + 960, y + 500, NAVY),
        ribbon,
        *parts,
        backdrop=water(camera, NARROW),
    )


class Grid(NamedTuple):
    """Places for tiles or cards in rows: corner, columns, steps across and down, radius of hexes."""

    x: float
    y: float
    columns: int
    across: float
    down: float
    radius: float

    def spot(self, number: int) -> tuple[float, float]:
        """The corner of a place."""
        row, column = divmod(number, self.columns)
        return self.x + self.across * column, self.y + self.down * row


@shape
def _panel(x: float, y: float, width: float, height: float) -> str:
    """What lies behind tiles and cards on the sea."""
    return rect(x, y, width, height, NAVY, rx=14, fill_opacity=0.97)


@shape
def _floor() -> str:
    """The dark floor under one's own things at a desk."""
    return path("M-480 778" + "q60 -14 120 0t120 0" * 10 + "V1300H-480Z", NAVY, aria_hidden="true")


def looks(view: View) -> int:
    """Whose boards are shown: of the one who looks, else of the one whose turn it is."""
    return view.seat if view.seat >= 0 else int(view.table.turn)


class Doing(NamedTuple):
    """What can be done with something drawn: a move by number, its label if it is open, else why not."""

    move: int
    label: str
    why: str


def _doing(view: View, move: Any, why: str = "") -> Doing:
    number = encode(move)
    return Doing(number, label_of(view, move) if number in view.ids else "", why)


def _done(doing: Doing, drawn: str, glow: str) -> str:
    """Something drawn; where a move is open now, it glows and can be clicked, else it tells why not."""
    if doing.label:
        return button(doing.move, doing.label, drawn, glow)
    return group(drawn, data_why=doing.why) if doing.why else drawn


def _choice(view: View, move: Any, drawn: str, glow: str, why: str = "") -> str:
    """The same for a move as the one who looks may make it."""
    return _done(_doing(view, move, why), drawn, glow)


def _titled(label: str, *content: str, **more: object) -> str:
    """Something with its text for whoever points at it or cannot see it."""
    return group(tag("title", escape(label)), *content, role="img", aria_label=label, **more)


# Market and piles


def _market(view: View, grid: Grid, rows: int) -> str:
    """The tiles of the market: to be picked up where they fit, or to be put under their piles."""
    slots = max(grid.columns * rows, view.table.market_size)
    height = 36 + grid.down * rows
    drawn = [
        _panel(grid.x, grid.y, grid.across * grid.columns, height),
        write(grid.x + 14, grid.y + 28, say("Market"), 21, PALE, font_weight="bold"),
    ]
    for slot in range(slots):
        x, y = grid.spot(slot)
        drawn.append(placed(x + grid.across / 2, y + 34 + grid.down / 2, 1, _stall(view, slot, grid.radius)))
    return group(*drawn, id="market")


def _stall(view: View, slot: int, radius: float) -> str:
    """A tile of the market, or a place without a tile."""
    table, box = view.table, view.box
    if slot >= table.market_size:
        return polygon(regular(6, radius * 0.9, 0), "none", stroke="#5f7d92", stroke_width=2.4)
    tile = table.market[slot]
    drawn = _shown_tile(box, tile, holds_of(view, tile), radius)
    glow = hex_ring(radius * 0.97)
    if any(isinstance(move, Explore | Terraform) and move.slot == slot for move in view.open_moves):
        return picking("slot", slot, tile_name(table, box, slot), drawn, glow)
    return _choice(view, PutUnder(slot), drawn, glow, f"explore {code(box, tile)}")


@part
def _shown_tile(box: Box, tile: int, holds: tuple[int, ...], radius: float) -> str:
    label = say("{depth}: {words}", depth=DEPTHS[box.pile[tile]], words=tile_words(box, tile))
    return _titled(
        label,
        hexagon(int(box.rocks[tile]), radius, TONES[box.pile[tile]]),
        printed(holds, radius),
        data_thing=f"tile-{tile}",
    )


def _piles(view: View, grid: Grid) -> str:
    """The piles with what is known of them."""
    table = view.table
    return _drawn_piles(
        grid,
        tuple([sea.tiles_in(table, pile) for pile in range(PILES)]),
        table.put_under,
        tuple([_doing(view, Scan(pile), f"scan {DEPTHS[pile]}") for pile in range(PILES)]),
    )


@part
def _drawn_piles(
    grid: Grid, counts: tuple[int, ...], known: tuple[int, ...], scans: tuple[Doing, ...]
) -> str:
    rows = -(-PILES // grid.columns)
    drawn = [
        _panel(grid.x, grid.y, grid.across * grid.columns, 36 + grid.down * rows),
        write(grid.x + 14, grid.y + 28, say("Scan"), 21, PALE, font_weight="bold"),
    ]
    for pile in range(PILES):
        x, y = grid.spot(pile)
        shown = _done(
            scans[pile], _pile(pile, counts[pile], known[pile], grid.radius), hex_ring(grid.radius * 0.97)
        )
        drawn.append(placed(x + grid.across / 2, y + 34 + grid.down / 2, 1, shown))
    return group(*drawn, id="piles")


def _pile(pile: int, count: int, known: int, radius: float) -> str:
    label = say(
        "{depth} pile: {n} {n:tile|tiles}, {known} known at the bottom",
        depth=DEPTHS[pile],
        n=count,
        known=known,
    )
    return _titled(label, _stacked(pile, count, radius))


@shape
def _stacked(pile: int, count: int, radius: float) -> str:
    ink = INKED if pile == 0 else "#ffffff"
    back = [polygon([(x, y + 5) for x, y in regular(6, radius * 0.95, 0)], NAVY, **EDGE)] if count > 1 else []
    return "".join(
        [
            *back,
            polygon(regular(6, radius * 0.95, 0), TONES[min(pile, 4)] if pile != 1 else "#2f7f9c", **EDGE),
            write(0, -2, f"{20 * (pile + 1)} m", 22, ink, "middle", font_weight="bold"),
            write(0, 24, f"×{count}", 20, ink, "middle"),
        ]
    )


# Cards


class Face(NamedTuple):
    """What stands on a card."""

    name: str
    art: str
    band: str
    cost: tuple[int, ...]
    points: int
    words: str
    """What it does."""
    label: str
    """All of it for whoever cannot see it."""


CARD_HEIGHT = 136


@part
def _card(face: Face, width: float, is_built: bool, owner: int = -1) -> str:
    """A card: name, picture, what it costs or that it is built, points; wide ones say what it does."""
    roomy = width >= 240
    middle = 54 if roomy else width / 2 - (14 if face.points else 0)
    drawn = [
        rect(0, 0, width, CARD_HEIGHT, "#d9ece2" if is_built else CARD, rx=10, **EDGE),
        path(f"M1.2 28V10q0 -9 9 -9H{width - 10.2:g}q9 0 9 9v18z", face.band),
        _fitted(face.name, width / 2, 21, width - 10),
        use(face.art, middle, 66, 1.05),
    ]
    if roomy:
        room = width - 98 - (44 if face.points else 8)
        lines = _wrapped(face.words, int(room / 9.8))
        drawn += [write(94, 52 + 22 * i, line, 19, INKED) for i, line in enumerate(lines[:3])]
    if owner >= 0:
        drawn.append(placed(26, 114, 1, mark(owner, 14)))
    elif is_built:
        drawn.append(
            path("M10 113l9 9l17 -18", "none", stroke="#1b6b45", stroke_width=6, stroke_linecap="round")
        )
    else:
        drawn.append(_cost(face.cost, 22, 114, width - 20))
    if face.points:
        drawn.append(_points(face.points, width - 24, 54))
    return _titled(face.label, *drawn)


def _fitted(words: str, x: float, y: float, width: float) -> str:
    """A name in the band of a card, pressed together a little where it is long."""
    about = 10.4 * len(words)
    squeezed = {"textLength": round(width), "lengthAdjust": "spacingAndGlyphs"} if about > width else {}
    return write(x, y, words, 19, "#ffffff", "middle", font_weight="bold", **squeezed)


@shape
def _cost(cost: tuple[int, ...], x: float, y: float, width: float) -> str:
    """What is to be paid, as pictures."""
    kinds = [kind for kind, n in enumerate(cost) for _ in range(n)]
    step = min(31, width / max(1, len(kinds)))
    return "".join(use(f"kind-{kind}", x + step * i, y, 0.76) for i, kind in enumerate(kinds))


@shape
def _points(points: int, x: float, y: float) -> str:
    star = polygon(regular(5, 22, inner=11), "#f2cf63", stroke=INKED, stroke_width=2)
    return placed(x, y, 1, star, write(0, 8, points, 21, INKED, "middle", font_weight="bold"))


def _wrapped(words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _due(view: View, cost: Array[int]) -> tuple[int, ...]:
    """What a card costs whoever looks, now."""
    return tuple(due(view.table.divers[looks(view)], cost))


def _rocket_face(view: View, number: int) -> Face:
    owner = view.table.rockets[number]
    cost = _due(view, view.box.rockets[number].cost)
    return _rocket_told(view.box, number, cost, view.names[owner] if owner >= 0 else "")


@part
def _rocket_told(box: Box, number: int, cost: tuple[int, ...], owner: str) -> Face:
    points = int(box.rockets[number].points)
    told = [
        rocket_name(number),
        say("{n} {n:point|points}", n=points),
        say("built by {name}", name=owner)
        if owner
        else say("costs {cost}", cost=listed(cost) or say("no resources")),
    ]
    return Face(told[0], f"rocket-art-{number}", ROCKET, cost, points, "", ", ".join(told))


def _rockets(view: View, grid: Grid, width: float) -> str:
    """The parts of the rocket: what they cost, or who has built them."""
    table = view.table
    used = [number for number in range(len(ROCKETS)) if not table.unused[number]]
    shown = [
        Shown(
            f"rocket-{number}",
            _rocket_face(view, number),
            table.rockets[number] >= 0,
            table.rockets[number],
            _doing(view, BuildRocket(number), f"build {ROCKETS[number]}"),
        )
        for number in used
    ]
    return _cards("rocket", tuple(shown), grid, width)


class Shown(NamedTuple):
    """A card on the board."""

    id: str
    face: Face
    is_built: bool
    owner: int
    doing: Doing


@part
def _cards(name: str, shown: tuple[Shown, ...], grid: Grid, width: float) -> str:
    """Cards in their places, each to be built where that can be done now."""
    glow, drawn = frame(0, 0, width, CARD_HEIGHT), []
    for i, card in enumerate(shown):
        face = _card(card.face, width, card.is_built, card.owner)
        drawn.append(placed(*grid.spot(i), 1, _done(card.doing, face, glow), id=card.id))
    return group(*drawn, id=name)


def _upgrades(view: View, grid: Grid, width: float) -> str:
    """What can be crafted, with its cost, or is there already."""
    diver = view.table.divers[looks(view)]
    has = [bool(crafted) for crafted in tuple(diver.upgrades)[: len(UPGRADES)]]
    shown = [
        Shown(
            f"upgrade-{number}",
            _upgrade_face(view.box, number, is_crafted),
            is_crafted,
            -1,
            _doing(view, CraftUpgrade(number), f"craft {UPGRADES[number]}"),
        )
        for number, is_crafted in enumerate(has)
    ]
    return _cards("upgrades", tuple(shown), grid, width)


@part
def _upgrade_face(box: Box, number: int, is_crafted: bool) -> Face:
    name, cost, use_of = upgrade_name(number), tuple(box.upgrades[number].cost), upgrade_use(box, number)
    state = say("yours") if is_crafted else say("costs {cost}", cost=listed(cost))
    label = say("{name}, {state}: {use}", name=name, state=state, use=use_of)
    return Face(name, f"upgrade-art-{number}", UPGRADE, cost, 0, use_of, label)


def _hand_cards(view: View) -> list[int]:
    """The blueprint cards in the hand of whoever looks, the radio last; of others only the radio is known."""
    diver = view.table.divers[looks(view)]
    cards = (
        [number for number in range(DECK_CARDS) for _ in range(diver.hand[number])] if view.seat >= 0 else []
    )
    return cards if diver.built[Card.RADIO] else [*cards, int(Card.RADIO)]


def _hand(view: View, x: float, y: float, width: float, gap: float, columns: int = 0) -> str:
    """The cards in hand in a row, as wide as there is room; or in rows of so many."""
    cards = _hand_cards(view)
    each = min(290.0, width / max(1, columns or len(cards)))
    drawn, seen = [], set()
    for i, number in enumerate(cards):
        row, column = divmod(i, columns or len(cards))
        face = _blueprint_face(view.box, number, _due(view, view.box.cards[number].cost))
        card = _card(face, each - gap, False)
        if number not in seen:
            card = _choice(
                view, Build(number), card, frame(0, 0, each - gap, CARD_HEIGHT), f"build {CARDS[number]}"
            )
        seen.add(number)
        drawn.append(placed(x + each * column, y + (CARD_HEIGHT + 8) * row, 1, card))
    return group(*drawn, id="hand")


@part
def _blueprint_face(box: Box, number: int, cost: tuple[int, ...]) -> Face:
    name, words, points = card_name(number), card_words(box, number), int(box.cards[number].points)
    told = [
        name,
        say("{n} {n:point|points}", n=points),
        say("costs {cost}", cost=listed(cost) or say("no resources")),
        words,
    ]
    return Face(name, f"card-art-{number}", BLUEPRINT, cost, points, words, ", ".join(told))


# Bag and store


def _trays(view: View, bag: tuple[float, float], store: tuple[float, float]) -> str:
    """Bag and store of whoever looks."""
    diver = view.table.divers[looks(view)]
    return group(
        placed(*bag, 1, _tray(view, diver, is_store=False), id="bag"),
        placed(*store, 1, _tray(view, diver, is_store=True), id="store"),
    )


def _tray(view: View, diver: Diver, is_store: bool) -> str:
    """What lies in the bag or the store, each kind a cell; those that can be moved glow."""
    amounts = diver.storage if is_store else diver.inventory
    full, cells = (diver.stored, diver.shelf) if is_store else (diver.carried, diver.bag)
    label = say(
        "{what}: {list} ({full} of {cells})",
        what=say("Store") if is_store else say("Bag"),
        list=listed(amounts) or say("nothing"),
        full=full,
        cells=cells,
    )
    art = "store-art" if is_store else "upgrade-art-5"
    drawn = [
        _titled(
            label,
            use(art, 26, 34, 0.92),
            write(56, 42, f"{full}/{cells}", 22, PALE, font_weight="bold"),
        )
    ]
    kinds = [kind for kind in range(KINDS) if amounts[kind]]
    for i, kind in enumerate(kinds):
        drawn.append(placed(104 + 68 * i, 0, 1, *_cell(view, kind, int(amounts[kind]), is_store)))
    if not kinds:
        drawn.append(rect(104, 2, 60, 60, "none", rx=10, stroke="#5f7d92", stroke_width=2.4))
    return "".join(drawn)


def _cell(view: View, kind: int, amount: int, is_store: bool) -> list[str]:
    """A kind in the bag or the store, and what can be done with it."""
    drawn, glow = _resource_cell(kind, amount), frame(0, 0, 64, 64, 10)
    swaps = [move for move in view.open_moves if isinstance(move, Swap)]
    if swaps and is_store:
        coming = [
            button(encode(move), view.name(move), glow, pick=("resource", move.resource))
            for move in swaps
            if move.other == kind
        ]
        return [drawn, *coming]
    if any(move.resource == kind for move in swaps):
        return [picking("resource", kind, resource(kind), drawn, glow)]
    verb = "fetch" if is_store else "store"
    moves = (Fetch(kind),) if is_store else (Store(kind), GiveBack(kind))
    move = next((move for move in moves if encode(move) in view.ids), moves[0])
    return [_choice(view, move, drawn, glow, f"{verb} {resource(kind)}")]


@shape
def _resource_cell(kind: int, amount: int) -> str:
    count = write(58, 58, f"×{amount}", 20, "#ffffff", "end", font_weight="bold") if amount > 1 else ""
    return rect(0, 0, 64, 64, "#1d4058", rx=10) + use(f"kind-{kind}", 30, 29, 1.15) + count


@part
def _built(diver: Diver, y: float, left: float, right: float) -> str:
    """The blueprint cards that somebody has built, as small pictures."""
    built = [number for number in range(len(CARDS)) for _ in range(diver.built[number])]
    step = min(58, (right - left) / max(1, len(built)))
    names = ", ".join(card_name(number) for number in built)
    drawn = [use(f"card-art-{number}", left + step * (i + 0.5), y, 0.86) for i, number in enumerate(built)]
    return _titled(say("Built: {list}", list=names or "–"), *drawn, id="built")


# What has no place of its own


def _ribbon_moves(view: View) -> list[Any]:
    """The moves without a place of their own, one for each kind that a winch may pull from several sides."""
    elsewhere = Swim | Explore | Terraform | Scan | Build | CraftUpgrade | BuildRocket | Lay | PutUnder
    elsewhere |= Store | Fetch | Swap | GiveBack
    moves, pulled = [], set()
    for move in view.open_moves:
        if isinstance(move, elsewhere) or lies_on_the_tile(view, move):
            continue
        if isinstance(move, Haul):
            if move.resource in pulled:
                continue
            pulled.add(move.resource)
        moves.append(move)
    return moves[1:] + moves[:1] if moves and isinstance(moves[0], Breathe | Decline) else moves


def _ribbon_rows(view: View, left: float, right: float) -> list[list[tuple[float, float, Any]]]:
    """The buttons in rows: where each begins, how wide it is, and its move."""
    rows: list[list[tuple[float, float, Any]]] = []
    x = right
    for move in _ribbon_moves(view):
        width = _ribbon_width(view, move)
        if x + width > right:
            rows.append([])
            x = left
        rows[-1].append((x, width, move))
        x += width + 8
    return rows


def _ribbon_height(view: View, left: float, right: float) -> float:
    return 72.0 * len(_ribbon_rows(view, left, right))


def _ribbon(view: View, left: float, top: float, right: float, upwards: bool = False) -> str:
    """A row of pictures and words for every move without a place of its own; further rows above or below."""
    drawn = []
    for row, buttons in enumerate(_ribbon_rows(view, left, right)):
        y = top + (-72 if upwards else 72) * row
        for x, width, move in buttons:
            content = _ribbon_button(view, move, width)
            drawn.append(placed(x, y, 1, content))
    return group(*drawn, id="choices")


def _ribbon_button(view: View, move: Any, width: float) -> str:
    grave = bool(view.warning(move))
    plate = rect(0, 0, width, 64, "#fbe3dc" if grave else CARD, rx=12, **EDGE)
    drawn, glow = _ribbon_art(view, move, width), frame(0, 0, width, 64, 12)
    if isinstance(move, Haul) and several_hauls(view, move):
        return picking("resource", move.resource, _ribbon_words(view, move), plate, drawn, glow)
    return button(encode(move), label_of(view, move), plate, drawn, glow)


def _ribbon_words(view: View, move: Any) -> str:
    """The words on a button; none where the pictures say it all."""
    match move:
        case Convert():
            return ""
        case Haul() if not several_hauls(view, move):
            return ""
        case Gather():
            return f"×{min(view.box.catch, _stock_here(view, move.resource))}"
        case GatherOne():
            return say("only 1")
        case Haul(_, kind):
            return resource(kind)
    name = label_of(view, move)
    return name[:1].upper() + name[1:]


def _stock_here(view: View, kind: int) -> int:
    table = view.table
    return int(table.stock[table.sea[table.divers[table.turn].place], kind])


def _ribbon_pictures(view: View, move: Any) -> list[str]:
    """The pictures on a button, before its words."""
    match move:
        case Breathe():
            return ["breath"]
        case Follow():
            return ["upgrade-art-2"]
        case Gather(kind) | GatherOne(kind) | Take(kind) | LeaveOut(kind):
            return [f"kind-{kind}"]
        case Haul(way, kind):
            way_sign = [] if several_hauls(view, move) else [f"way-{way}"]
            return [f"card-art-{Card.WINCH}", *way_sign, f"kind-{kind}"]
        case Convert(number):
            conversion = view.box.conversions[number]
            return [*_repeated(conversion.pay), "arrow", *_repeated(conversion.gain)]
    return []


def _repeated(amounts: Array[int]) -> list[str]:
    return [f"kind-{kind}" for kind, n in enumerate(amounts) for _ in range(n)]


def _ribbon_width(view: View, move: Any) -> float:
    words = _ribbon_words(view, move)
    return max(76.0, 30 + 44 * len(_ribbon_pictures(view, move)) + 12.2 * len(words) + (4 if words else 0))


def _ribbon_art(view: View, move: Any, width: float) -> str:
    pictures, words = _ribbon_pictures(view, move), _ribbon_words(view, move)
    drawn = [use(art, 34 + 44 * i, 32, 0.95) for i, art in enumerate(pictures)]
    if words:
        start = 14 + 44 * len(pictures) + (4 if pictures else 0)
        drawn.append(write((start + width - 14) / 2, 39, words, 21, INKED, "middle", font_weight="bold"))
    return "".join(drawn)


# On a phone


def _narrow_market(view: View, y: float) -> tuple[str, float]:
    """Upright: market and piles; and where that ends."""
    rows = -(-view.table.market_size // 4)
    market = _market(view, Grid(8, y, 4, 136, 100, 56), rows) if rows else ""
    piles = y + (44 + 100 * rows if rows else 0)
    return market + _piles(view, Grid(8, piles, 5, 108.8, 92, 48)), piles + 136


def _narrow_habitat(view: View, y: float) -> tuple[str, float]:
    """Upright: bag, store, hand, upgrades and the rocket; and where that ends."""
    diver = view.table.divers[looks(view)]
    trays = _trays(view, (8, y), (8, y + 70))
    built = y + 146
    hand = built + (64 if any(diver.built) else 0)
    rows = -(-len(_hand_cards(view)) // 2)
    upgrades = hand + 144 * rows + 4
    rocket = upgrades + 144 * 2 + 4
    used = sum(not unused for unused in view.table.unused)
    drawn = [
        trays,
        _built(diver, built + 28, 8, 552),
        _hand(view, 8, hand, 550, 6, columns=2),
        _upgrades(view, Grid(8, upgrades, 4, 137, 144, 0), 132),
        _rockets(view, Grid(8, rocket, 3, 182, 144, 0), 176),
    ]
    return "".join(drawn), rocket + 144 * -(-used // 3) + 4

"""The table of In Too Deep: five companies, their depth cards and shares, and hands kept secret."""

from fathom5.kernel.schema import Record, choice, derived, flag, many, seats, whole

SEATS = 5
COMPANIES = 5
CARDS = 100
SHUFFLES = 6
FOUR = 8
THIRD = SEATS
"""The imaginary third player's row among the portfolios."""

OCEAN, TREASURE, PEARL, COAST, WILDLIFE = range(COMPANIES)
NAMES = ("ocean", "treasure", "pearl", "coast", "wildlife")

SIDES, DEAL, OFFER, DRAFT, PORTFOLIO, BONUS, TURN, ABILITY, PAY = range(9)
HANDS, SEAT_BONUS, DRAW_CARD, DIVIDEND, EMERGENCY = range(5)

UNKNOWN, DECK, DISCARD, FACE_UP, SHARE = range(5)
DEPTH = SHARE + 1
HAND = DEPTH + COMPANIES
"""Where a card is: from DEPTH on with a company, from HAND on in a seat's hand."""

SKIP, DRAW = range(2)
BUY = 2
PAY_WITH = BUY + CARDS
TAKE = PAY_WITH + CARDS
REMOVE = TAKE + CARDS
EXPAND = REMOVE + CARDS
MOVE = EXPAND + CARDS * COMPANIES
TAKE_OVER = MOVE + CARDS * COMPANIES
TURN_UP = TAKE_OVER + (SEATS + 1) * COMPANIES
BONUS_CARD = TURN_UP + CARDS
SIDE = BONUS_CARD + 1
DEAL_UNSEEN = SIDE + 2 * COMPANIES
PAY_UNSEEN = DEAL_UNSEEN + 1
MOVES = PAY_UNSEEN + 1
"""The moves by number. The last two stand for cards that somebody deals or pays out of sight."""


class Box(Record):
    """The components."""

    cards = choice(NAMES, "the company on the share side of each card", CARDS)
    hand = whole(1, 10, "cards dealt to each player")
    hand_for_two = whole(1, 20, "cards dealt to each of two players")
    offered = whole(1, 3, "cards laid face up for each player to start with")
    third = whole(1, 20, "cards of the third portfolio")
    bonus = whole(0, 20, "bonus cards in a game of two")
    drawn_for_third = whole(1, FOUR, "cards drawn for a bonus card")
    emergency = whole(0, 10, "cards for each player in an emergency")
    clean_up = whole(1, 10, "cards that Ocean's ability costs, normal and advanced", 2)
    pearl_more = whole(0, 20, "points more for a Pearl share, normal side")
    pearl_less = whole(0, 20, "points less than the most valuable company, advanced side")
    discount = whole(0, 20, "how much cheaper Coast's ability makes a share")
    takeover = whole(0, 20, "least price of another player's share")
    watching = whole(1, 10, "cards that Wildlife's ability costs")
    recent = whole(1, 20, "how many last depth cards Wildlife's ability reaches")
    ten = derived(whole(0, 10, "the ten that a depth card reaches", CARDS))


class Investor(Record):
    """What everybody may count in one player's hand."""

    cards = whole(0, CARDS, "cards in hand")
    owed = whole(0, CARDS, "cards about to be dealt to it")
    unseen = whole(0, CARDS, "only in a view: cards in hand that the one who looks does not know")
    held = whole(0, CARDS, "only in a view: those cards, by the shuffle they come from", SHUFFLES)


class Column(Record):
    """A company and how deep it has gone."""

    depth = whole(0, CARDS, "how many depth cards it has: its value")
    last = whole(-1, CARDS - 1, "the depth card laid last; -1: none yet")
    cards = whole(0, CARDS - 1, "its depth cards, the oldest first", CARDS)
    issued = whole(0, CARDS, "shares of it before all players")
    advanced = flag("it lies with its advanced side up")
    undecided = flag("its side is still to be drawn")


class Table(Record):
    """Everything on the table and in the hands."""

    actor = whole(-2, SEATS - 1, "who decides: a seat, -1 nature, -2 nobody any more")
    players = whole(2, SEATS, "how many play")
    phase = choice(
        ("sides", "deal", "offer", "draft", "portfolio", "bonus", "turn", "ability", "pay"),
        "what is decided",
    )
    reason = choice(
        ("hands", "seat bonus", "draw", "dividend", "emergency"), "what cards are dealt for at present"
    )
    first = whole(0, SEATS - 1, "who plays first")
    turn = whole(0, SEATS - 1, "whose turn it is")
    receiver = whole(0, SEATS - 1, "who is dealt the next card")
    place = whole(0, HAND + SEATS - 1, "where each card is", CARDS)
    shuffle = whole(0, SHUFFLES - 1, "the shuffle each card was last in", CARDS)
    known_by = whole(0, 2 ** (SEATS + 1) - 1, "who knows a card in a hand of another, one bit a seat", CARDS)
    traced_by = whole(0, 2 ** (SEATS + 1) - 1, "who knows it in one of the hands of a pool, so too", CARDS)
    among = whole(0, SEATS, "only in a view: that pool and 1 for an unknown card; 0: none", CARDS)
    pool = whole(0, SEATS - 1, "the lowest seat with whom a seat has exchanged cards in secret", SEATS)
    shares = whole(0, CARDS, "shares by owner, the third player last, and company", (SEATS + 1, COMPANIES))
    columns = many(Column, COMPANIES, "the companies")
    investors = seats(Investor, SEATS, "the players, by seat")
    deck = whole(0, CARDS, "depth cards in the deck")
    discard = whole(0, CARDS, "depth cards in the discard pile")
    bonus_deck = whole(0, 20, "bonus cards in the deck")
    bonus_discard = whole(0, 20, "bonus cards in the discard pile")
    waiting = whole(0, 20, "bonus cards set aside to be carried out later")
    turned = whole(0, 20, "cards turned up in the offer, for the third player or for a bonus card")
    four = whole(0, CARDS - 1, "those cards, in the order drawn", FOUR)
    shuffles = whole(0, SHUFFLES - 1, "how often the discard pile was shuffled")
    emptied = whole(0, CARDS, "how often the deck ran out")
    draws = whole(0, SEATS, "turns in a row in which a card was drawn")
    emergencies = whole(0, 3, "emergencies in a row; the last turns may bring one after the second")
    ending = flag("the end is triggered")
    last_round = flag("these are the last turns")
    turns_left = whole(0, SEATS, "last turns still to be taken")
    company = whole(0, COMPANIES - 1, "the company expanded last")
    deed = whole(0, MOVES - 1, "the move that is being paid for")
    due = whole(0, CARDS, "cards still to be paid")
    payee = whole(-1, SEATS - 1, "whose hand they go to; -1: the discard pile")
    least = whole(0, CARDS, "the lowest card that may be paid next")
    optional = flag("nothing is paid yet, and the ability may be abandoned")

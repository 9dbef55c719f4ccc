"""Which laws do counts and the check of a hand keep?"""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.cards import COLOURS, IN_BOX, VALUES, CardType, Colour, card_type
from companion.rules.deck import in_play
from companion.rules.scoring import Count, check_count, check_hand

PLAYERS = ("ana", "bea", "carlo", "dan", "emma", "finn")

decks = st.sets(st.sampled_from(COLOURS)).map(lambda colours: tuple({*colours, Colour.RED}))
counts = st.builds(Count, *(st.integers(-3, 60) for _ in CardType))
types = st.sampled_from(CardType)


@st.composite
def real_hands(draw):
    """Split a deck between players and the table, with TWEAK cards that the piles can have won."""
    colours = draw(decks)
    places = (*PLAYERS[: draw(st.integers(2, 6))], "table")
    cards = [card_type(colour, value) for colour in colours for value in VALUES]
    owners = draw(st.lists(st.sampled_from(places), min_size=len(cards), max_size=len(cards)))
    won = {place: Counter() for place in places}
    for card, owner in zip(cards, owners, strict=True):
        won[owner][card] += 1
    left = won.pop("table").total()
    in_deck = IN_BOX[CardType.TWEAK]
    for cards_won in won.values():
        tweaks = draw(st.integers(0, min(in_deck, cards_won.total() // 2)))
        cards_won[CardType.TWEAK] = tweaks
        in_deck -= tweaks
    return colours, {player: Count(**cards_won) for player, cards_won in won.items()}, left


@given(real_hands())
def test_no_real_split_of_a_real_deck_has_a_problem(hand):
    colours, piles, left = hand

    check = check_hand(piles, colours)

    assert check.problems == ()
    assert check.left == left


@given(real_hands(), st.data())
def test_one_card_too_many_is_always_found_with_everybody_who_counted_any(hand, data):
    colours, piles, _ = hand
    extra = data.draw(types)
    liar = data.draw(st.sampled_from(tuple(piles)))
    missing = in_play(colours).of(extra) - sum(pile.of(extra) for pile in piles.values())
    piles[liar] += Count(**{extra: missing + 1})

    problems = check_hand(piles, colours).problems

    found = next(problem for problem in problems if problem.code == "more_than_in_play")
    assert found.params["card_type"] is extra
    assert found.params["surplus"] == 1
    assert found.params["players"] == tuple(player for player in piles if piles[player].of(extra))


@given(real_hands())
def test_every_pile_of_a_real_hand_fits_in_the_box(hand):
    _, piles, _ = hand

    assert [check_count(pile) for pile in piles.values()] == [()] * len(piles)


@given(counts)
def test_a_count_is_possible_exactly_when_each_type_is_in_the_box(count):
    is_possible = all(0 <= count.of(kind) <= IN_BOX[kind] for kind in CardType)

    assert (check_count(count) == ()) is is_possible


@given(counts, counts)
def test_piles_put_together_hold_the_cards_and_points_of_both(one, other):
    both = one + other

    assert both.points == one.points + other.points
    assert both.cards == one.cards + other.cards
    assert all(both.of(kind) == one.of(kind) + other.of(kind) for kind in CardType)


@given(counts)
def test_every_card_is_a_number_card_or_a_tweak_card(count):
    assert count.cards == count.number_cards + count.tweak == sum(count.by_type.values())

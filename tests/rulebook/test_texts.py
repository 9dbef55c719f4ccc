import pytest

from companion.rulebook.texts import (
    Block,
    BlockKind,
    ContentError,
    Drawn,
    Piece,
    read_blocks,
    read_line,
    say_line,
)

SPOKEN = {"say": "{sum} e {card} fa {total}", "say_on": "e {card} fa {total}"}


def test_a_number_of_the_rules_joins_the_words_around_it() -> None:
    assert read_line("worth {points.red} points", SPOKEN) == (Piece("worth 3 points"),)


def test_a_card_is_drawn() -> None:
    assert read_line("a {card 4}", SPOKEN) == (Piece("a "), Piece("4", Drawn.CARD))


def test_a_red_card_is_drawn_red() -> None:
    assert read_line("{card r5}", SPOKEN) == (Piece("5", Drawn.RED_CARD),)


def test_a_back_is_drawn() -> None:
    assert read_line("{black 10}", SPOKEN) == (Piece("10", Drawn.BACK),)


def test_a_sum_is_spoken_in_the_words_of_the_language() -> None:
    assert say_line(read_line("«{say 4+r2+1}»", SPOKEN)) == "«4 e 2 fa 6, e 1 fa 7»"


def test_the_lines_of_a_list_are_one_block() -> None:
    blocks = read_blocks("So:\n- this\n- that\n#. first\n#. then\nEnd.", SPOKEN)

    assert [(block.kind.value, len(block.lines)) for block in blocks] == [
        ("paragraph", 1),
        ("items", 2),
        ("steps", 2),
        ("paragraph", 1),
    ]


def test_a_drawn_sum_has_its_cards_and_its_target() -> None:
    cards, target = read_blocks("{sum 5+r1+2=8}", SPOKEN)[0].lines

    assert [piece.drawn for piece in cards] == [Drawn.CARD, Drawn.RED_CARD, Drawn.CARD]
    assert target == (Piece("8", Drawn.BACK),)


def test_a_table_is_named() -> None:
    assert read_blocks("{table points}", SPOKEN) == (Block(BlockKind.TABLE, table="points"),)


@pytest.mark.parametrize(
    "text",
    [
        "{points.pink}",
        "{}",
        "{card}",
        "{card 7}",
        "{card red}",
        "{black x}",
        "{black}",
        "{say }",
        "{sum 1+2=3} so",
    ],
)
def test_a_placeholder_that_nobody_knows_is_refused(text: str) -> None:
    with pytest.raises(ContentError):
        read_blocks(text, SPOKEN)


@pytest.mark.parametrize("text", ["{table pinks}", "{sum 7+1=8}", "{sum 1+2}"])
def test_a_drawing_that_nobody_can_draw_is_refused(text: str) -> None:
    with pytest.raises(ContentError):
        read_blocks(text, SPOKEN)

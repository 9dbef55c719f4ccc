"""Who sits next to whom, and whose turn is it to deal?

Seats are in clockwise order: each next player sits to the left, the first to the left of the last.
"""


def next_dealer(seats: tuple[str, ...], *, last_seats: tuple[str, ...], last_dealer: str) -> str:
    """Name who deals now, `seats` being today's and `last_seats` those of the hand that `last_dealer` dealt.

    The rules, "Preparing a hand": the right-hand neighbour of the last dealer. When that one has left, the
    nearest on their right who is still here; when nobody is, the first seat. Needs at least one seat.

    >>> next_dealer(("ana", "bea", "carlo"), last_seats=("ana", "bea", "carlo"), last_dealer="ana")
    'carlo'
    """
    if last_dealer in seats:
        return sits_right_of(seats, last_dealer)
    still_here = (player for player in _going_right(last_seats, last_dealer) if player in seats)
    return next(still_here, seats[0])


def sits_right_of(seats: tuple[str, ...], player: str) -> str:
    """Name the right-hand neighbour of a seated player (alone: the player); ValueError for others.

    >>> sits_right_of(("ana", "bea", "carlo"), "carlo")
    'bea'
    """
    return seats[seats.index(player) - 1]


def sits_left_of(seats: tuple[str, ...], player: str) -> str:
    """Name the left-hand neighbour of a seated player (alone: the player); ValueError for others.

    >>> sits_left_of(("ana", "bea", "carlo"), "carlo")
    'ana'
    """
    return seats[(seats.index(player) + 1) % len(seats)]


def mirror(seats: tuple[str, ...], *, keep: str) -> tuple[str, ...]:
    """Seat everybody the other way round, `keep` staying in place; twice is where it began.

    >>> mirror(("ana", "bea", "carlo", "dan"), keep="bea")
    ('carlo', 'bea', 'ana', 'dan')
    """
    kept = seats.index(keep)
    return tuple(seats[(2 * kept - place) % len(seats)] for place in range(len(seats)))


def _going_right(seats: tuple[str, ...], player: str) -> tuple[str, ...]:
    if player not in seats:
        return ()
    place = seats.index(player)
    return tuple(reversed(seats[place + 1 :] + seats[:place]))

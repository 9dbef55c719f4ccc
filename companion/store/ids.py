"""How are ids, tokens and codes made? (All from the system's randomness, none guessable or in sequence.)"""

import hashlib
import secrets

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 12
# No vowels but A, E and U, no look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B): read aloud and typed by hand.
CODE_LETTERS = "ACDEFGHJKMNPQRTUVWXY34679"
CODE_LENGTH = 6


def new_id() -> str:
    """Return 12 letters and digits (59 bits): an id in the database and in addresses."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    """Return 22 characters (128 bits) that nobody can guess: an invitation or a phone's cookie."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """Return the six characters that are typed to get in where scanning does not work."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def hash_token(token: str) -> str:
    """Return what is stored of a phone's token, so that a copy of the database opens no table."""
    return hashlib.sha256(token.encode()).hexdigest()

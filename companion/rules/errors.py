"""How does the game say what is wrong, without a word of any language?"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: a stable code and the parameters of its sentence.

    >>> Problem("below_zero", {"card_type": "plain"}).code
    'below_zero'
    """

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


class RuleError(Exception):
    """Refuse an input that cannot be worked with; the base of all our errors.

    >>> RuleError("name_too_long", most=24).params
    {'most': 24}
    """

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code)
        self.problem = Problem(code, params)

    @property
    def code(self) -> str:
        """Give the stable code."""
        return self.problem.code

    @property
    def params(self) -> Mapping[str, object]:
        """Give the parameters of the sentence."""
        return self.problem.params

"""How are figures taken, and set beside their budgets?"""

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured thing: what, how much (in `unit`), and how much it may be."""

    what: str
    value: float
    budget: float
    unit: str = "ms"

    def __str__(self):
        mark = "ok  " if self.value <= self.budget else "OVER"
        return f"{mark} {self.what:<66} {self.value:>9.1f} {self.unit:<8} budget {self.budget:g}"


def percentile(values, percent):
    """Return the value below which this percentage of the values lies."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]

"""What a run of the companion is told from outside, and where its files lie."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

DEFAULT_HOST = "0.0.0.0"  # noqa: S104  (serving the phones of the local network is the purpose)
DEFAULT_PORT = 8765
MOST_STREAMS = 1000

WILDCARDS = frozenset({"", DEFAULT_HOST, "::"})

_PACKAGE = Path(__file__).resolve().parent
_IN_WHEEL = _PACKAGE / "_assets"


def default_max_streams() -> int:
    """Return how many live streams this system carries well: 200 on Linux, 64 elsewhere."""
    return 200 if sys.platform == "linux" else 64


@dataclass(frozen=True)
class Settings:
    """Everything one run can be told; the command line and the environment fill it.

    `lang` is "" where nobody has said.
    """

    data: Path
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    public_url: str | None = None
    lang: str = ""
    private: bool = False
    open_browser: bool = True
    max_streams: int = field(default_factory=default_max_streams)

    @property
    def host_names(self) -> frozenset[str]:
        """Return the names, lower case, that were given as ours: of the public URL and of the host."""
        public = urlsplit(self.public_url).hostname if self.public_url else None
        return frozenset(name.lower() for name in (public, self.host) if name) - WILDCARDS


def is_checkout() -> bool:
    """Tell whether the package runs from its source folder (also editable) and not from a wheel."""
    return not _IN_WHEEL.is_dir()


def assets_folder() -> Path:
    """Return the folder that holds `templates/` and `static/`."""
    return _PACKAGE.parent if is_checkout() else _IN_WHEEL


def default_data_folder() -> Path:
    """Return where the data lie when nobody says otherwise; the folder need not exist yet."""
    if is_checkout():
        return _PACKAGE.parent / "instance"
    return user_data_path("tweak-companion", appauthor=False)

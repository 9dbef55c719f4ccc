"""What the `companion` command understands, and what it does."""

from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from companion import config, launch
from companion.config import Settings

_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _setting(flag: str, **about: Any) -> _Decorator:
    """Return an option that the environment can set too: `--public-url` is COMPANION_PUBLIC_URL."""
    variable = "COMPANION_" + flag.removeprefix("--").replace("-", "_").upper()
    return click.option(flag, envvar=variable, show_envvar=True, **about)


def _check_url(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """Return the URL without a slash at its end; refuse what no phone could open."""
    if not text:
        return None
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good:
        raise click.BadParameter("give it as http://name:port")
    return text.rstrip("/")


def _print_version(context: click.Context, _option: click.Parameter, is_asked: object) -> None:
    if not is_asked or context.resilient_parsing:
        return
    try:
        version = metadata.version("tweak-companion")
    except metadata.PackageNotFoundError:
        version = "(not installed)"
    click.echo(f"companion {version}")
    context.exit()


_data_setting = _setting(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the database and the secret key.",
)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@_setting(
    "--host",
    default=config.DEFAULT_HOST,
    show_default=True,
    help="Address to listen on; 127.0.0.1 keeps it to this machine.",
)
@_setting(
    "--port",
    type=click.IntRange(0, 65535),
    default=config.DEFAULT_PORT,
    show_default=True,
    help="Port to listen on; when it is taken, the next free one.",
)
@_setting("--public-url", callback=_check_url, help="Address for links and the QR code, not the one found.")
@_data_setting
@_setting(
    "--lang",
    default="",
    help="Language of the first table's television, and for phones whose own is not there.",
)
@_setting("--private", is_flag=True, help="Leave opening tables to the host.")
@_setting(
    "--streams",
    type=click.IntRange(1, config.MOST_STREAMS),
    default=config.default_max_streams,
    show_default="200 on Linux, else 64",
    help="Phones that hear of a change at once; more than these ask every few seconds.",
)
@_setting("--no-open", is_flag=True, help="Do not open the browser.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
@click.pass_context
def main(
    context: click.Context,
    *,
    host: str,
    port: int,
    public_url: str | None,
    data: Path | None,
    lang: str,
    private: bool,
    streams: int,
    no_open: bool,
) -> None:
    """Run the table companion for TWEAK!: one small server for all the phones at the table."""
    context.obj = data
    if context.invoked_subcommand is None:
        settings = Settings(
            data=_folder(data),
            host=host,
            port=port,
            public_url=public_url,
            lang=lang,
            private=private,
            open_browser=not no_open,
            max_streams=streams,
        )
        _speak_of_failure(lambda: launch.run(settings))


@main.command("host-link")
@_data_setting
@click.pass_obj
def host_link(group_data: Path | None, data: Path | None) -> None:
    """Print the host link of the running server."""
    _speak_of_failure(lambda: click.echo(launch.get_host_link(_folder(data or group_data))))


def _folder(data: Path | None) -> Path:
    return (data or config.default_data_folder()).resolve()


def _speak_of_failure(act: Callable[[], None]) -> None:
    """End with one kind sentence on standard error instead of a traceback."""
    try:
        act()
    except launch.LaunchError as error:
        click.echo(str(error), err=True)
        raise SystemExit(1) from None

"""The settings: read once from the environment (`THIRD_CARD_…`), checked, and frozen. Each is named in the README."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from training.rules.errors import Illegal, Refused, ThirdCardError, Unreadable

ROOT: Final = Path(__file__).resolve().parents[2]
PREFIX: Final = "THIRD_CARD_"
SWITCH: Final = {
    "on": True,
    "1": True,
    "true": True,
    "yes": True,
    "off": False,
    "0": False,
    "false": False,
    "no": False,
}

MIN_SECRET_LENGTH: Final = 32
MIN_SECRET_LETTERS: Final = 10
WELL_KNOWN_SECRETS: Final = ("changeme", "secretkey", "default", "example", "yoursecret", "notsecret", "insecure")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an installation can decide. `secret` is not shown when this is printed."""

    instance: Path
    database: Path
    secret: str | None
    secret_file: Path | None
    https: bool
    demo: bool
    proxies: int
    rulesets: Path | None
    timezone: tzinfo

    def __repr__(self) -> str:
        return f"Settings(database={self.database}, https={self.https}, demo={self.demo})"


NAMES: Final = tuple(field.name.upper() for field in fields(Settings))


def read_settings(given: Mapping[str, object] | None = None) -> Settings:
    """Return the settings from the environment, overridden by `given` (the same names without the prefix)."""
    texts = {name.removeprefix(PREFIX): text for name, text in os.environ.items() if name.startswith(PREFIX)}
    texts |= {name: _text(value) for name, value in (given or {}).items() if value is not None}
    unknown = sorted(set(texts) - set(NAMES))
    if unknown:
        raise Illegal(
            f"There is no setting {PREFIX}{unknown[0]}; there are {', '.join(PREFIX + name for name in NAMES)}."
        )
    instance = _path(texts.get("INSTANCE")) or ROOT / "instance"
    return Settings(
        instance=instance,
        database=_path(texts.get("DATABASE")) or instance / "third-card.db",
        secret=texts.get("SECRET"),
        secret_file=_path(texts.get("SECRET_FILE")),
        https=_switch("HTTPS", texts.get("HTTPS", "on")),
        demo=_switch("DEMO", texts.get("DEMO", "off")),
        proxies=_number("PROXIES", texts.get("PROXIES", "0")),
        rulesets=_path(texts.get("RULESETS")),
        timezone=_timezone(texts.get("TIMEZONE", "UTC")),
    )


def as_texts(settings: Settings) -> dict[str, str]:
    """Return settings as they would stand in the environment, without the prefix; `read_settings` reads them back."""
    values = {field.name.upper(): getattr(settings, field.name) for field in fields(Settings)}
    return {name: _text(value) for name, value in values.items() if value is not None}


def real_secret(settings: Settings) -> str:
    """Return the secret that signs cookies; `Refused` when it is missing, short, well known or lies open."""
    secret = settings.secret
    if not secret and settings.secret_file is not None:
        secret = _secret_in(settings.secret_file)
    if not secret:
        raise Refused(
            f"There is no secret: set {PREFIX}SECRET or {PREFIX}SECRET_FILE to {MIN_SECRET_LENGTH} random characters."
        )
    letters = "".join(letter for letter in secret.casefold() if letter.isalnum())
    if len(secret) < MIN_SECRET_LENGTH:
        raise Refused(f"The secret has {len(secret)} characters; it needs at least {MIN_SECRET_LENGTH} random ones.")
    if len(set(secret)) < MIN_SECRET_LETTERS or any(known in letters for known in WELL_KNOWN_SECRETS):
        raise Refused(f"The secret is not a random one: set {PREFIX}SECRET to {MIN_SECRET_LENGTH} random characters.")
    return secret


def _secret_in(path: Path) -> str:
    try:
        if path.stat().st_mode & stat.S_IRWXO:
            raise Refused(f"The secret in {path} can be read by everybody on this machine: chmod 600 it.")
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"The secret in {path} cannot be read: {error}.") from error


def _text(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _path(text: str | None) -> Path | None:
    return Path(text).expanduser().absolute() if text else None


def _switch(name: str, text: str) -> bool:
    try:
        return SWITCH[text.strip().lower()]
    except KeyError:
        raise Unreadable(f"{PREFIX}{name} is {text!r}; it is on or off.") from None


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise Unreadable(f"{PREFIX}{name} is {text!r}; it is a number from 0 to 99.")
    return int(text)


def _timezone(text: str) -> tzinfo:
    if text == "UTC":
        return UTC  # needs no time zone files
    try:
        return ZoneInfo(text)
    except (ValueError, OSError, KeyError) as error:
        raise _unknown_zone(text) from error


def _unknown_zone(text: str) -> ThirdCardError:
    return Unreadable(f"{PREFIX}TIMEZONE is {text!r}; it is a zone such as Europe/Paris or Asia/Macau.")

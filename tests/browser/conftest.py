"""One house and one browser for all tests; each visitor has a browser window of their own."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, TimeoutError, expect

from tests.browser.house import House, open_house
from training.records.people import Person

CHROMIUM = {
    "executable_path": shutil.which("chromium"),
    "args": ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
}

PATIENCE = 20_000
"""Milliseconds: a busy machine is slow, not wrong."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return CHROMIUM


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture
def visit(house: House, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a window, signed in as somebody; at the end no page may have complained of anything."""
    contexts, complaints = [], []

    def listen(page: Page) -> None:
        page.on("console", lambda message: complaints.extend(_complaint(message)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"dialog {dialog.message}"))

    def open_window(person: Person | None = None, width: int = 1280, **options: Any) -> Page:
        options = {"base_url": house.url, "viewport": {"width": width, "height": 800}} | options
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.on("page", listen)
        contexts.append(context)
        if person:
            context.add_cookies([house.cookie(person)])
        return _sturdy(context.new_page())

    yield open_window
    for context in contexts:
        context.close()
    assert complaints == []


def _sturdy(page: Page) -> Page:
    """Ask once more for a page that never came: a busy Chromium now and then does not send a new window's request.

    Seen with four workers on two cores, while the server had nothing to do. A page that hangs by itself hangs twice.
    """
    once = page.goto

    def goto(*words: Any, **options: Any) -> Any:
        try:
            return once(*words, **options)
        except TimeoutError:
            return once(*words, **options)

    page.goto = goto
    return page


def _complaint(message: ConsoleMessage) -> list[str]:
    """What the page says about itself; a page that comes with an error status is no complaint."""
    expected = "the server responded with a status of" in message.text and not message.location["url"].count("/static/")
    return [] if expected or message.type not in ("error", "warning") else [f"{message.type}: {message.text}"]

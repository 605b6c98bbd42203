"""How a test goes from one page to the next: the page that comes is whole before anything reads it or presses a key.

A click alone returns when the next page has begun; what is read at once may then be read of half a page, and a key
may be pressed before the script that listens to keys is there.
"""

from playwright.sync_api import Locator, Page


def click_through(page: Page, place: str | Locator) -> None:
    """Click what leads to another page."""
    with page.expect_navigation():
        (page.locator(place).first if isinstance(place, str) else place).click()


def press_through(page: Page, key: str) -> None:
    """Press a key that leads to another page."""
    with page.expect_navigation():
        page.keyboard.press(key)

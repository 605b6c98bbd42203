"""What is looked at on each page in each state: axe in light and dark, wide and narrow, and no sideways scrolling."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
QUICK = {"resultTypes": ["violations"], "preload": False, "iframes": False}
COLOURS = QUICK | {"runOnly": ["color-contrast"]}
NARROW = QUICK | {"runOnly": ["color-contrast", "target-size", "scrollable-region-focusable"]}
"""What depends on width and colours; all the rest is looked at once, on the wide page."""
WIDE, ZOOMED, PHONE, NARROWEST = 1280, 640, 390, 320
"""1280 at 200 % zoom is 640; 320 is what WCAG 1.4.10 asks for."""


def axe(page: Page, options: dict[str, Any]) -> Iterator[str]:
    """Each violation that axe finds, with the first element it finds it in."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE)  # a script tag would be blocked by our own policy, rightly
    for violation in page.evaluate("options => axe.run(document, options)", options)["violations"]:
        nodes = violation["nodes"]
        yield f"{violation['id']} ({len(nodes)}×): {nodes[0]['html'][:120]}"


def scrolls_sideways(page: Page) -> str | None:
    """What sticks out of the window, if anything makes the page scroll sideways."""
    return page.evaluate(
        """() => {
          const root = document.scrollingElement;
          if (root.scrollWidth <= root.clientWidth) return null;
          const out = [...document.querySelectorAll("main *, header *")].filter(
            (each) => each.getBoundingClientRect().right > root.clientWidth + 1);
          return `${root.scrollWidth} > ${root.clientWidth}: ${out[0]?.outerHTML.slice(0, 120)}`;
        }"""
    )


def look(page: Page) -> list[str]:
    """Everything that is wrong with the page as it is now; the window is left as it was.

    Everything wide and in light; what depends on width or colours narrow and in dark as well.
    """
    found = [f"{WIDE} px, light: {problem}" for problem in axe(page, QUICK)]
    for width in (ZOOMED, NARROWEST, PHONE):
        page.set_viewport_size({"width": width, "height": 800})
        if out := scrolls_sideways(page):
            found.append(f"{width} px: scrolls sideways, {out}")
    page.emulate_media(color_scheme="dark")
    # At the end of the page a button that sticks to the window is in its own place, and half covers nothing.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    found += [f"{PHONE} px, dark: {problem}" for problem in axe(page, NARROW)]
    page.evaluate("scrollTo(0, 0)")
    page.set_viewport_size({"width": WIDE, "height": 800})
    page.emulate_media(color_scheme="light")
    return found


def look_in_the_dark(page: Page) -> list[str]:
    """What is wrong with the colours of the wide page in the dark."""
    page.emulate_media(color_scheme="dark")
    found = [f"{WIDE} px, dark: {problem}" for problem in axe(page, COLOURS)]
    page.emulate_media(color_scheme="light")
    return found

"""`make screenshots`: pictures of every page, wide and narrow, light and dark, and the one that README shows.

They are made of the demo in a folder of its own and lie in `instance/screenshots/`, which git does not keep.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import click
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.browser.house import House, open_house
from tests.browser.moves import click_through
from tests.web.drill_support import bad, good, make, open_question, put_question
from training.quiz.rounds import Exercise
from training.records.people import Person, Role
from training.rules.rulesets import load_rulesets

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "instance" / "screenshots"
README_PICTURE = ROOT / "static" / "img" / "readme.png"
SIZES = {1280: 800, 390: 844}
SCHEMES = ("light", "dark")
QUESTIONS = {
    "natural": ("punto-banco", "punto-banco/natural"),
    "player": ("punto-banco", "punto-banco/player/5"),
    "banker": ("punto-banco", "punto-banco/banker/3/8"),
    "count": ("punto-banco", "punto-banco/count"),
    "call": ("chemin-de-fer", "chemin-de-fer/call/dealer/card"),
    "optional": ("chemin-de-fer", "chemin-de-fer/banker/3/9"),
    "outcome": ("punto-banco", "punto-banco/outcome"),
}
Shot = Callable[[str], None]


def main() -> None:
    """Take all pictures."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(mode=0o700, parents=True)
    README_PICTURE.parent.mkdir(exist_ok=True)
    passes = [(width, scheme) for width in SIZES for scheme in SCHEMES]
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**CHROMIUM)
        with click.progressbar(passes, label="Taking pictures", file=sys.stderr) as shown:
            for width, scheme in shown:
                for name, page in pictures(house, browser, width, scheme):
                    page.screenshot(path=PICTURES / f"{name}-{width}-{scheme}.png", full_page=True)
        take_readme_picture(house, browser)
        browser.close()
    click.echo(f"{len(list(PICTURES.iterdir()))} pictures in {PICTURES.relative_to(ROOT)}", err=True)


def window(house: House, browser: Browser, person: Person | None, width: int, scheme: str) -> Page:
    """A browser window, signed in as somebody."""
    context = browser.new_context(
        base_url=house.url,
        viewport={"width": width, "height": SIZES[width]},
        color_scheme=scheme,
        reduced_motion="reduce",
        has_touch=width < 600,
        is_mobile=width < 600,
    )
    if person:
        context.add_cookies([house.cookie(person)])
    return context.new_page()


def pictures(house: House, browser: Browser, width: int, scheme: str) -> Iterator[tuple[str, Page]]:
    """Every page by name, when it is ready to be taken."""
    page = window(house, browser, None, width, scheme)
    page.goto("/sign-in")
    yield "sign-in", page
    click_through(page, "button[type=submit]")
    yield "sign-in-error", page
    page.context.close()
    yield from trainee_pictures(house, browser, width, scheme)
    yield from drill_pictures(house, browser, width, scheme)
    page = window(house, browser, house.person("sofia"), width, scheme)
    for name, path in {"home-supervisor": "/", "team": "/team"}.items():
        page.goto(path)
        yield name, page
    click_through(page, "text=Ben Okafor")
    yield "trainee", page
    page.context.close()
    page = window(house, browser, house.person("morgan"), width, scheme)
    page.goto("/team")
    yield "teams", page
    page.context.close()


def trainee_pictures(house: House, browser: Browser, width: int, scheme: str) -> Iterator[tuple[str, Page]]:
    page = window(house, browser, house.person("amelie"), width, scheme)
    paths = {
        "home": "/",
        "progress": "/progress",
        "choose": "/practice",
        "account": "/account",
        "reference": "/reference",
    }
    paths |= {f"choose-{exercise}": f"/practice?exercise={exercise}" for exercise in ("coups", "pairs", "faults")}
    paths |= {f"reference-{ruleset}": f"/reference/{ruleset}" for ruleset in load_rulesets()}
    paths |= {"error-404": "/nowhere", "error-403": "/team"}
    for name, path in paths.items():
        page.goto(path)
        yield name, page
    page.goto("/practice")
    page.evaluate("document.querySelectorAll('[name=focus]').forEach((one) => (one.checked = false))")
    click_through(page, "button:has-text('Deal')")
    yield "choose-error", page
    page.emulate_media(media="print")
    page.goto("/reference/punto-banco")
    yield "reference-print", page
    page.context.close()
    page = window(house, browser, house.newcomer(), width, scheme)
    for name, path in {"home-new": "/", "progress-empty": "/progress"}.items():
        page.goto(path)
        yield name, page
    page.context.close()


def drill_pictures(house: House, browser: Browser, width: int, scheme: str) -> Iterator[tuple[str, Page]]:
    nadia = house.newcomer(Role.TRAINEE)
    page = window(house, browser, nadia, width, scheme)
    for name, (ruleset, skill) in QUESTIONS.items():
        drill = house.start(nadia, ruleset=ruleset, limit=20)
        put_question(house.app, drill, make(ruleset, skill))
        page.goto(f"/practice/{drill}")
        yield f"question-{name}", page
        question = open_question(house.app, drill)
        wrong = name in ("player", "banker", "call")
        click_through(page, f".answer[value='{(bad if wrong else good)(question)}']")
        yield f"verdict-{name}", page
    for exercise in (Exercise.COUPS, Exercise.PAIRS, Exercise.FAULTS):
        page.goto(f"/practice/{house.start(nadia, ruleset='chemin-de-fer', exercise=exercise, length=5)}")
        yield f"question-{exercise}", page
        click_through(page, ".answer >> nth=0")
        yield f"verdict-{exercise}", page
    drill = house.start(nadia, "hard-cells")
    page.goto(f"/practice/{drill}")
    for number in range(1, 11):
        question = open_question(house.app, drill)
        click_through(page, f".answer[value='{(bad if number % 3 == 0 else good)(question)}']")
        click_through(page, ".answer-next")
    yield "summary", page
    page.context.close()


def take_readme_picture(house: House, browser: Browser) -> None:
    """A wrong answer with its verdict, rule and lit cell: what the program is for, in one picture."""
    amelie = house.person("amelie")
    page = window(house, browser, amelie, 1280, "light")
    page.set_viewport_size({"width": 1280, "height": 944})
    drill = house.start(amelie, "banker/3", show_counts=False)
    put_question(house.app, drill, make("punto-banco", "punto-banco/banker/3/8"))
    page.goto(f"/practice/{drill}")
    click_through(page, ".answer[value=draw]")
    page.screenshot(path=README_PICTURE)
    page.context.close()


if __name__ == "__main__":
    main()

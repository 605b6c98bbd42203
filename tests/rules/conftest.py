"""What the tests of the ground floor share: the loaded rulesets, and a folder for a house's own files."""

from collections.abc import Callable

import pytest

from training.rules.rulesets import BrokenRulesets, Rulesets, load_rulesets

HOUSE = """
id = "house"
extends = "{base}"
title = "House rules"
version = "1"
"""


@pytest.fixture(scope="session")
def rulesets() -> Rulesets:
    return load_rulesets()


@pytest.fixture
def load(tmp_path) -> Callable[..., Rulesets]:
    """Load the product's rulesets with a house's own: `load(house="id = …")` writes house.toml."""

    def load_files(**files: str) -> Rulesets:
        for name, text in files.items():
            (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        return load_rulesets(tmp_path)

    return load_files


@pytest.fixture
def house(load) -> Callable[..., object]:
    """A house ruleset made of another one and some lines of TOML."""

    def make(lines: str = "", base: str = "punto-banco"):
        return load(house=HOUSE.format(base=base) + lines)["house"]

    return make


@pytest.fixture
def problems(load, tmp_path) -> Callable[..., list[str]]:
    """What loading says about broken files, a line a problem, each beginning with the name of its file."""

    def tell(**files: str) -> list[str]:
        with pytest.raises(BrokenRulesets) as caught:
            load(**files)
        return [line.removeprefix(f"{tmp_path}/") for line in str(caught.value).splitlines()]

    return tell


@pytest.fixture
def house_problems(problems) -> Callable[..., list[str]]:
    """The same for a house ruleset that extends another one."""

    def tell(lines: str, base: str = "punto-banco") -> list[str]:
        return problems(house=HOUSE.format(base=base) + lines)

    return tell

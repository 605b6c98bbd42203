"""What the tests of the second floor share: the loaded rulesets, and houses that change some of them."""

from collections.abc import Callable

import pytest

from training.rules.ruleset import Ruleset
from training.rules.rulesets import Rulesets, load_rulesets


@pytest.fixture(scope="session")
def rulesets() -> Rulesets:
    return load_rulesets()


@pytest.fixture
def house(tmp_path) -> Callable[..., Ruleset]:
    """A house ruleset made of another one and some lines of TOML."""

    def make(lines: str = "", base: str = "punto-banco") -> Ruleset:
        head = f'id = "house"\nextends = "{base}"\ntitle = "House rules"\nversion = "1"\n'
        (tmp_path / "house.toml").write_text(head + lines, encoding="utf-8")
        return load_rulesets(tmp_path)["house"]

    return make

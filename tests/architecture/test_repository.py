"""The shape of the repository: what may lie where, and what no file may say."""

import ast
import fnmatch
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP_LEVEL = {
    *("app.py", "training", "templates", "static", "question_bank", "tests", "README.md"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "pyproject.toml"),
    *("requirements.txt", "requirements-test.txt", ".ci", ".gitignore"),
}
IGNORED = [".git", *(line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split())]
# Brackets keep the patterns from finding themselves.
MACHINES = {
    "a package registry": r"pypi[.]org|pythonhosted[.]|npmjs[.]|jsdelivr[.]|--(?:extra-)?index-[u]rl|--find-[l]inks",
    "a path of one machine": r"(?<![\w.])/(?:[w]ork|[r]oot|[h]ome|[U]sers)/\w|[C]:\\\\",
}
INLINE = {
    "a script without src": r"<script(?![^>]*\ssrc=)",
    "a style element": r"<style\b",
    "a style attribute": r"[\s\"'(,]style\s*=",
    "an event attribute": r"[\s\"'(,]on[a-z]+\s*=\s*[\"'{]",
    "a javascript address": r"javascript:",
}
PICTURES = {".png", ".ico", ".jpg", ".webp"}


def ours(folder: Path) -> Iterator[Path]:
    """Every file below `folder` that .gitignore does not name."""
    for path in sorted(folder.iterdir()):
        if any(fnmatch.fnmatch(path.name, pattern) for pattern in IGNORED):
            continue
        if path.is_dir():
            yield from ours(path)
        else:
            yield path


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


TEXTS = [path for path in ours(ROOT) if path.suffix not in PICTURES]
TEMPLATES = list(ours(ROOT / "templates"))
MODULES = [path for path in ours(ROOT / "training") if path.suffix == ".py"]
GROUND_FLOOR = [path for path in ours(ROOT / "training" / "rules") if path.suffix == ".py"]


def imports(tree: ast.AST) -> set[str]:
    """The full names of all modules that `tree` imports; a relative import begins with a dot."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def test_the_top_level_holds_only_the_house_and_its_tools():
    """Does a stranger find nothing at the top but the floors and the tool files?"""
    assert {path.relative_to(ROOT).parts[0] for path in ours(ROOT)} - TOP_LEVEL == set()


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_no_file_depends_on_one_machine(path):
    """Would each file read the same on any other machine?"""
    text = path.read_text(encoding="utf-8")
    assert {what: found for what, pattern in MACHINES.items() if (found := re.findall(pattern, text))} == {}


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-test.txt"])
def test_every_locked_package_has_a_version_and_a_hash(lock):
    """Can pip install exactly these files and no others?"""
    entries = re.findall(r"^\S.*?(?=^\S|\Z)", (ROOT / lock).read_text(), re.MULTILINE | re.DOTALL)
    packages = [entry for entry in entries if not entry.startswith("#")]
    assert len(packages) > 5
    assert [entry for entry in packages if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_templates_are_html_files():
    """Is every template one that Flask escapes?"""
    assert [name(path) for path in TEMPLATES if path.suffix != ".html"] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_no_template_has_inline_script_or_style(path):
    """Can every page keep the strict content security policy?"""
    text = re.sub(r"{#.*?#}|{%.*?%}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [what for what, pattern in INLINE.items() if re.search(pattern, text)] == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('<script type="module">go()</script>', "a script without src"),
        ("<style>p {}</style>", "a style element"),
        ('<p class="a" style="color: red">', "a style attribute"),
        ('{{ field(style="x") }}', "a style attribute"),
        ('<a onclick="go()">', "an event attribute"),
        ('<a href="javascript:go()">', "a javascript address"),
    ],
)
def test_inline_code_would_be_found(text, what):
    """Does the check above see each kind of inline code?"""
    assert [kind for kind, pattern in INLINE.items() if re.search(pattern, text)] == [what]


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_is_at_most_300_lines_long(path):
    """Can each module be read in one sitting?"""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


@pytest.mark.parametrize("path", GROUND_FLOOR, ids=name)
def test_the_ground_floor_knows_the_standard_library_only(path):
    """Could `training.rules` be lifted out and used anywhere?"""
    names = {
        module for module in imports(ast.parse(path.read_text())) if not module.startswith(("training.rules", "."))
    }
    assert {module for module in names if module.split(".")[0] not in sys.stdlib_module_names} == set()


@pytest.mark.parametrize("path", GROUND_FLOOR, ids=name)
def test_the_ground_floor_reads_no_clock_no_chance_and_no_machine(path):
    """Does the same call always give the same result?"""
    tree = ast.parse(path.read_text())
    assert imports(tree) & {"time", "datetime", "secrets", "uuid", "os", "sqlite3", "socket", "subprocess"} == set()
    shared = {
        f"random.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    } | {
        f"random.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "random"
        for alias in node.names
    }
    assert shared <= {"random.Random"}


@pytest.mark.parametrize("path", GROUND_FLOOR, ids=name)
def test_every_module_of_the_ground_floor_says_what_it_is_for(path):
    """Does the first line of each module help a stranger to open the right one?"""
    assert ast.get_docstring(ast.parse(path.read_text()))

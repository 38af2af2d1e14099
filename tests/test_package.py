"""What is installed is what is in the repository, and has its data with it."""

import importlib.util
import re
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from importlib import metadata

import pytest
from own_process import ROOT

import picrosser
from man_page import man_page

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_version_is_the_projects():
    try:
        installed = metadata.version("picrosser")
    except metadata.PackageNotFoundError:
        installed = "0+unknown"  # run from a checkout that is not installed
    else:
        assert installed == PROJECT["version"], "install the checkout again"
    assert picrosser.__version__ == installed


def test_what_is_published_names_this_version_and_links_to_nothing_in_the_checkout():
    cited = (ROOT / ".github" / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in cited
    described = (ROOT / PROJECT["readme"]).read_text("utf-8")
    assert re.findall(r"\]\((?!https://)", described) == []
    assert man_page().count(".SH PICROSSER ") == 12


def test_the_changelog_begins_with_this_version():
    versions = re.findall(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert versions[0] in (PROJECT["version"], "Unreleased")
    assert PROJECT["version"] in versions


@pytest.mark.skipif(not importlib.util.find_spec("hatchling"), reason="hatchling is not installed")
def test_the_wheel_holds_the_package_and_its_data(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        about = Parser().parsestr(archive.read(next(n for n in names if n.endswith("/METADATA"))).decode())
        scripts = archive.read(next(n for n in names if n.endswith("/entry_points.txt"))).decode()
    files = (path for path in (ROOT / "picrosser").rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert {"picrosser/py.typed", *(path.relative_to(ROOT).as_posix() for path in files)} <= set(names)
    about_it = f"picrosser-{PROJECT['version']}.dist-info"
    assert {name.split("/")[0] for name in names} == {"picrosser", about_it}
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert (about["Version"], about["Requires-Python"]) == (PROJECT["version"], PROJECT["requires-python"])
    assert "picrosser = picrosser.__main__:run" in scripts


def test_the_lock_is_of_these_dependencies():
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    (own,) = [package for package in lock["package"] if package["name"] == "picrosser"]
    assert (own["version"], lock["requires-python"]) == (PROJECT["version"], PROJECT["requires-python"])
    locked = {(d["name"], d.get("specifier", ""), "marker" in d) for d in own["metadata"]["requires-dist"]}
    asked = [(text, False) for text in PROJECT["dependencies"]]
    asked += [(text, True) for texts in PROJECT["optional-dependencies"].values() for text in texts]
    wanted = set()
    for text, extra in asked:
        name = re.match(r"[\w-]+", text)
        assert name, text
        wanted.add((name[0], text[name.end() :], extra))
    assert locked == wanted, "run uv lock"


def test_the_lock_names_public_sources_only():
    text = (ROOT / "uv.lock").read_text(encoding="utf-8")
    sources = re.findall(r'(?:registry|url|path|directory|git) = "([^"]+)"', text)
    hosts = {re.sub(r"^(https://[^/]+/).*", r"\1", source) for source in sources}
    assert hosts == {"https://pypi.org/", "https://files.pythonhosted.org/"}

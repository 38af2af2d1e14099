from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec

import pytest

from picrosser.errors import InputUnreadableError, MissingPartError, OutputRefusedError
from picrosser.storage.stores import exists_at, fetch, is_address, is_stored_folder, pictures_at, store

fsspec = pytest.importorskip("fsspec", reason="picrosser[dask] is not installed")


@pytest.fixture(params=["memory", "file"])
def root(request, tmp_path):
    """The address of an empty folder: of a store that puts files whole, and of one that renames them."""
    if request.param == "file":
        yield tmp_path.as_uri()
        return
    address = f"memory://{tmp_path.name}"
    yield address
    with suppress(FileNotFoundError):
        fsspec.filesystem("memory").rm(f"/{tmp_path.name}", recursive=True)


def test_addresses_are_told_from_paths():
    assert all(map(is_address, ("s3://b/x.png", "file:///x.png", "memory://x")))
    others = ("x.png", "/a/b.png", "C://x.png", "a:/x.png", "-", "https://b/x.png")
    assert not any(map(is_address, others))


def test_a_file_is_stored_whole_and_fetched(root, tmp_path):
    address = f"{root}/out/a/x.png"
    assert not exists_at(address)
    store(b"one", address, root=f"{root}/out/", force=False)
    assert exists_at(address)
    with pytest.raises(FileExistsError):
        store(b"two", address, root=f"{root}/out/", force=False)
    fetch(address, tmp_path / "copy", at_most=2)
    assert (tmp_path / "copy").read_bytes() == b"one"  # one byte more than asked for
    store(b"three", address, root=f"{root}/out/", force=True)
    fetch(address, tmp_path / "new", at_most=100)
    assert (tmp_path / "new").read_bytes() == b"three"
    left = fsspec.open_files(f"{root}/out/**")
    assert [file.path for file in left] == [file.path for file in fsspec.open_files(address)]


def test_the_pictures_of_a_folder(root):
    for place in ("x.PNG", "x.txt", "a/y.jpg", ".hidden/z.png", "a/.z.png"):
        store(b".", f"{root}/shots/{place}", root=f"{root}/shots", force=False)
    shots = f"{root}/shots"
    assert is_stored_folder(shots)
    assert not is_stored_folder(f"{shots}/x.PNG")
    for folder in (shots, f"{shots}/"):
        assert pictures_at(folder, (".png", ".jpg"), recursive=False) == [f"{shots}/x.PNG"]
        assert pictures_at(folder, (".png", ".jpg"), recursive=True) == [f"{shots}/a/y.jpg", f"{shots}/x.PNG"]
    assert pictures_at(f"{shots}/x.PNG", (".png",), recursive=False) == [f"{shots}/x.PNG"]
    names = [place.rpartition("/")[2] for place in pictures_at(f"{shots}/a/*", (), recursive=False)]
    assert names == [".z.png", "y.jpg"]


def test_what_is_not_there_is_told(root, tmp_path):
    with pytest.raises(InputUnreadableError, match="the input does not exist"):
        fetch(f"{root}/none.png", tmp_path / "copy", at_most=1)
    with pytest.raises(InputUnreadableError, match="Protocol not known"):
        pictures_at("nowhere://x/", (), recursive=False)


def test_the_folder_above_the_outputs_is_not_made(tmp_path):
    address = (tmp_path / "nowhere" / "out" / "x.png").as_uri()
    with pytest.raises(OutputRefusedError, match="nowhere does not exist"):
        store(b".", address, root=address.removesuffix("x.png"), force=False)
    assert not list(tmp_path.iterdir())


def test_missing_libraries_are_named(monkeypatch, tmp_path):
    about = {"class": "no_such_module.Store", "err": "Install nosuch to reach it"}
    monkeypatch.setitem(import_module("fsspec.registry").known_implementations, "nosuch", about)
    with pytest.raises(MissingPartError, match="not installed; Install nosuch"):
        fetch("nosuch://bucket/x.png", tmp_path / "x", at_most=1)
    there = find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "fsspec" else there(name))
    with pytest.raises(MissingPartError, match="pip install fsspec"):
        fetch("s3://bucket/x.png", tmp_path / "x", at_most=1)

"""Folders in which others could plant code are not used."""

import os
import stat
import tempfile
from pathlib import Path

import pytest

from multiplane.native.privacy import exposure, make_private

STRANGER = 12345
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def place():
    """A folder that others can get into, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        above = Path(folder).resolve().parents
        if not all(stat.S_IMODE(one.stat().st_mode) & 0o011 for one in above):
            pytest.skip("temporary files are where nobody else gets")
        Path(folder).chmod(0o755)
        yield Path(folder).resolve()


def made(folder, mode=0o755, owner=-1):
    folder.mkdir()
    folder.chmod(mode)
    os.chown(folder, owner, -1)
    return folder


def mode_of(folder):
    return stat.S_IMODE(folder.stat().st_mode)


def test_what_is_made_is_for_this_user_alone(place):
    before = os.umask(0)
    try:
        assert make_private(place / "a" / "b" / "c") == ""
    finally:
        os.umask(before)
    for folder in ("a", "a/b", "a/b/c"):
        assert mode_of(place / folder) == 0o700


def test_what_others_could_only_read_is_shut(place):
    old = made(place / "old")
    assert make_private(old) == ""
    assert mode_of(old) == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757, 0o722, 0o1777, 0o1770])
def test_a_folder_that_others_may_write_to_is_not_used(place, mode):
    """Something may have been planted there already, so it does not help to shut it now."""
    folder = made(place / "open", mode)
    assert make_private(folder) == f"others may write to {folder}"
    assert mode_of(folder) == mode


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757])
@pytest.mark.parametrize("there", [True, False])
def test_nor_one_below_such_a_folder(place, mode, there):
    folder = made(place / "open", mode)
    if there:
        made(folder / "mine", 0o700)
    assert make_private(folder / "mine") == f"others may write to {folder}"
    assert (folder / "mine").exists() == there  # nothing was made


def test_the_sticky_bit_protects_what_is_ours(place):
    folder = made(place / "tmp", 0o1777)
    assert make_private(folder / "mine") == ""


@root_only
@pytest.mark.parametrize("mode", [0o700, 0o755])
def test_a_folder_of_somebody_else_is_not_used(place, mode):
    folder = made(made(place / "tmp", 0o1777) / "planted", mode, STRANGER)
    assert make_private(folder) == f"{folder} belongs to another user"
    assert make_private(folder / "below") == f"{folder} belongs to another user"
    assert not (folder / "below").exists()
    assert mode_of(folder) == mode


@root_only
def test_links_of_somebody_else_are_not_followed(place):
    folder = made(place / "tmp", 0o1777)
    mine = made(place / "mine", 0o700)
    link = folder / "link"
    link.symlink_to(mine)
    assert make_private(link) == ""
    os.lchown(link, STRANGER, -1)
    assert make_private(link) == f"{link} belongs to another user"
    assert make_private(link / "below") == f"{link} belongs to another user"
    assert not (mine / "below").exists()


def test_links_are_checked_where_they_stand_and_where_they_lead(place):
    safe, loose = made(place / "safe"), made(place / "loose", 0o777)
    target = made(safe / "target")
    (safe / "good").symlink_to(target)
    (safe / "relative").symlink_to("../safe/good")
    (loose / "middle").symlink_to(target)
    (safe / "by-way-of").symlink_to(loose / "middle")
    (safe / "into").symlink_to(loose)
    assert make_private(safe / "good") == ""
    assert make_private(safe / "relative") == ""
    assert make_private(loose / "middle") == f"others may write to {loose}"
    assert make_private(safe / "by-way-of") == f"others may write to {loose}"
    assert make_private(safe / "into" / "below") == f"others may write to {loose}"
    assert not (loose / "below").exists()


def test_links_to_nowhere_or_in_a_circle_are_problems(place):
    (place / "gone").symlink_to(place / "nothing")
    (place / "round").symlink_to(place / "round")
    assert "nothing: No such file" in make_private(place / "gone")
    assert "too many links" in make_private(place / "round")
    assert not (place / "nothing").exists()


def test_a_file_is_not_a_folder(place):
    (place / "file").touch()
    assert make_private(place / "file") == f"{place / 'file'} is not a folder"
    assert make_private(place / "file" / "below") == f"{place / 'file'} is not a folder"


def test_below_a_folder_that_nobody_else_gets_into_modes_do_not_matter(place):
    """Where new files are open to the user's group, as on some systems, homes are shut."""
    home = made(place / "home", 0o700)
    folder = made(made(home / "cache", 0o775) / "multiplane", 0o775)
    assert make_private(folder) == ""
    assert mode_of(folder) == 0o700
    made(place / "open", 0o777)
    assert "others may write" in exposure(home / ".." / "open")


def test_the_root_of_all_files_is_a_folder_like_others():
    assert exposure(Path("/")) == ""

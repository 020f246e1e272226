"""Folders that nobody else can change: compiled code in them is run as it is."""

import os
import stat
from pathlib import Path

LINKS = 40  # that are followed, as many as Linux does
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OTHERS_PASS = stat.S_IXGRP | stat.S_IXOTH
ROOT = 0  # the user, who can change everything anyway


def make_private(folder: Path) -> str:
    """Make a folder that only this user can change; return why that cannot be, or "".

    Elsewhere than on Unix, what belongs to a user is private by the place where it is.
    """
    folder = folder.absolute()
    missing = [place for place in (folder, *folder.parents) if not os.path.lexists(place)]
    if hasattr(os, "geteuid") and missing and (problem := exposure(missing[-1].parent)):
        return problem
    try:
        for place in reversed(missing):
            place.mkdir(0o700, exist_ok=True)
        if hasattr(os, "geteuid"):
            return exposure(folder) or _shut(folder)
    except OSError as error:
        return f"{error.filename}: {error.strerror}"
    return ""


def exposure(folder: Path) -> str:
    """Say how others could exchange a folder: by themselves, or one above it.

    Follows links one by one, since each stands in a folder that others may be able to change.
    """
    me = os.geteuid()
    rest = [*reversed(folder.absolute().parts)]
    here, links = Path(rest.pop()), 0
    sheltered = False  # below a folder that nobody else gets into
    while rest:
        name = rest.pop()
        if name == os.pardir:
            here, sheltered = here.parent, False
            continue
        there = here / name
        try:
            status = there.lstat()
        except OSError as error:
            return f"{there}: {error.strerror}"
        if status.st_uid not in (ROOT, me):
            return f"{there} belongs to another user"
        if stat.S_ISLNK(status.st_mode):
            target, links = there.readlink(), links + 1
            if links > LINKS:
                return f"{there} is one of too many links"
            rest += reversed(target.parts)
            if target.is_absolute():
                here, sheltered = Path(rest.pop()), False
            continue
        if not stat.S_ISDIR(status.st_mode):
            return f"{there} is not a folder"
        # In a folder with the sticky bit, others can add things, but not exchange ours.
        closed = not status.st_mode & OTHERS_WRITE or status.st_mode & stat.S_ISVTX
        if not closed and not sheltered:
            return f"others may write to {there}"
        sheltered |= status.st_uid == me and not status.st_mode & OTHERS_PASS
        here = there
    return ""


def _shut(folder: Path) -> str:
    """Let nobody else into a folder of this user."""
    status = folder.stat()
    if status.st_uid != os.geteuid():
        return f"{folder} belongs to another user"
    if status.st_mode & stat.S_ISVTX and status.st_mode & OTHERS_WRITE:
        return f"others may write to {folder}"
    if stat.S_IMODE(status.st_mode) != 0o700:
        folder.chmod(0o700)
    return ""

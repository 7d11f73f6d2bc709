"""Temporary folders for players' own files: one of the process, one of the server."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

# seconds of a day; days after which an unread variant file is deleted
DAY, UNREAD_DAYS = 86_400, 30
# the prefix of process folders, followed by the process id
OWN_FOLDER = "spellfront-own-"


def sweep(folder: Path) -> None:
    """Delete files of players' own variants unread for 30 days.

    Files that a table still needs are written again on use.
    """
    with suppress(FileNotFoundError), os.scandir(folder) as found:
        for each in found:
            if each.is_dir(follow_symlinks=False) and all(
                time.time() - file.stat(follow_symlinks=False).st_mtime > UNREAD_DAYS * DAY
                for file in os.scandir(each)
            ):
                shutil.rmtree(each)


@cache
def own_folder() -> Path:
    """Return this process's folder for players' files, deleted at exit.

    Also deletes folders of killed processes.
    """
    here = Path(tempfile.gettempdir())
    for each in here.glob(f"{OWN_FOLDER}*"):
        owner = each.name.removeprefix(OWN_FOLDER).partition("-")[0]
        if (
            owner.isdecimal()
            and each.stat(follow_symlinks=False).st_uid == os.getuid()
            and not _is_running(int(owner))
        ):
            shutil.rmtree(each, ignore_errors=True)
    made = Path(tempfile.mkdtemp(prefix=f"{OWN_FOLDER}{os.getpid()}-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True

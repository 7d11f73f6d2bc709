"""Folders of what players have brought, for as long as somebody reads it: of this process, and
of the server.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

# seconds; days after which the file of a variant that nobody reads is deleted
DAY, UNREAD_DAYS = 86_400, 30
# what folders of processes are called, with the number of the process
OWN_FOLDER = "spellfront-own-"


def sweep(folder: Path) -> None:
    """Delete files of players' own variants that nobody has read for 30 days: those that a table
    needs are written again.
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
    """The folder of this process for what players have brought, deleted at its end; a later
    process deletes those of killed ones.
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

#!/usr/bin/env python3
"""Set up Spellfront in a virtual environment of its own, then play or test it.

    python3 run.py                    play: opens the launch screen
    python3 run.py sim --games 2 ...  run any other command of spellfront
    python3 run.py serve              run a server that players connect to with ssh
    python3 run.py tests              run the tests; further words go to pytest
    python3 run.py tests --quick      run the tests without the slow ones
    python3 run.py compile            compile the engine (three times as fast; needs a C compiler)

Needs Python 3.11 to 3.13 and nothing else; the first run downloads the libraries that
pyproject.toml names. The environment is in .venv next to this file, or in the folder that the
variable SPELLFRONT_VENV names.
"""

import os
import sys

if not getattr(sys.flags, "safe_path", False):
    del sys.path[0]  # this file's folder, or the caller's, in which a json.py may lie
sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != os.getcwd()]
if kept := [
    entry
    for entry in os.environ.pop("PYTHONPATH", "").split(os.pathsep)
    if entry and os.path.abspath(entry) != os.getcwd()
]:
    os.environ["PYTHONPATH"] = os.pathsep.join(kept)

import errno  # noqa: E402
import hashlib  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
from pathlib import Path  # noqa: E402

HERE = Path(__file__).resolve().parent
VENV = Path(os.environ.get("SPELLFRONT_VENV") or HERE / ".venv").expanduser().resolve()
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
UNFINISHED = VENV / "spellfront-unfinished"  # lies in the environment while it is being set up
MINORS = (13, 12, 11)  # of Python 3, the best first
SAFE = "-P"  # keeps the caller's folder off Python's path


def main(arguments):
    """Install what is missing, then run what was asked for."""
    if sys.version_info[:2] not in [(3, minor) for minor in MINORS]:
        return start_again(arguments)
    word = arguments[0] if arguments else ""
    try:
        set_up({"tests": "dev", "serve": "server", "compile": "compile"}.get(word, ""))
    except KeyboardInterrupt:
        print(
            "\nrun.py: interrupted; the next start sets everything up from the beginning",
            file=sys.stderr,
        )
        return 130
    make_cards()
    if word == "tests":
        os.chdir(HERE)
        return run([str(python()), SAFE, "-m", "pytest", *for_pytest(arguments[1:])])
    if word == "compile":
        os.chdir(HERE)
        return run([str(python()), SAFE, "-m", "building.compiling"])
    return run([str(python()), SAFE, "-m", "tui.cli", *arguments])


def for_pytest(words):
    """Return pytest's arguments; `--quick` leaves out tests with the marker `slow`."""
    chosen = [word for word in words if word != "--quick"]
    return chosen if chosen == words else ["-m", "not slow", *chosen]


def start_again(arguments):
    """Hand over to a suitable version of Python, if there is one."""
    paths = [path for path in (shutil.which(f"python3.{minor}") for minor in MINORS) if path]
    # a shim may stand for nothing
    found = next((path for path in paths if succeeds([path, SAFE, "-c", ""])), None)
    if found is None:
        have = ".".join(map(str, sys.version_info[:2]))
        return fail(
            f"Spellfront needs Python 3.11, 3.12 or 3.13. This is Python {have}, and there is no "
            "other on the PATH."
        )
    return run([found, SAFE, __file__, *arguments])


def set_up(extra):
    """Make the virtual environment and install into it, unless that has been done for this
    pyproject.toml.
    """
    wanted = hashlib.sha256((HERE / "pyproject.toml").read_bytes()).hexdigest() + " " + str(HERE)
    stamp = VENV / f"spellfront-{extra or 'play'}"
    if (
        not UNFINISHED.exists()
        and python().exists()
        and any(holds(each, wanted) for each in (stamp, VENV / "spellfront-dev"))
    ):
        return
    print(
        f"Setting up Spellfront in {VENV}. The first time takes about a minute.",
        file=sys.stderr,
        flush=True,
    )
    # the first start was interrupted, or its Python is gone
    if is_ours() and (UNFINISHED.exists() or not stamps() or not works()):
        shutil.rmtree(VENV, ignore_errors=True)
    prepare()
    if not works():
        make_environment()
    target = f"{HERE}[{extra}]" if extra else str(HERE)
    install(["install", "--quiet", "--editable", target])
    stamp.write_text(wanted)
    UNFINISHED.unlink(missing_ok=True)


def make_cards():
    """Make the store of cards that were read, if its lines are newer.

    Where that fails, the engine makes it in its cache folder.
    """
    store = HERE / "engine" / "cards" / "data" / "read_cards.sqlite"
    lines = [store.with_name(f"{each}_cards.jsonl") for each in ("read", "refused")]
    if not all(path.exists() for path in lines) or not os.access(store.parent, os.W_OK):
        return
    newest = max(path.stat().st_mtime for path in lines)
    if not store.exists() or store.stat().st_mtime < newest:
        subprocess.run(
            [str(python()), SAFE, "-m", "building.card_store"], cwd=HERE, capture_output=True
        )


def prepare():
    """Make the folder of the environment.

    One that is Spellfront's own is marked until it is complete, so that it can be made again.
    """
    try:
        found = list(VENV.iterdir()) if VENV.exists() else []
        if found and not is_ours() and not (VENV / "pyvenv.cfg").exists():
            sys.exit(
                fail(
                    f"{VENV} is not empty and not a virtual environment. Set SPELLFRONT_VENV to "
                    "a new folder."
                )
            )
        VENV.mkdir(parents=True, exist_ok=True)
        if not found or is_ours():
            UNFINISHED.touch()
        elif not os.access(VENV, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        advice = "Set the variable SPELLFRONT_VENV to a folder that can, such as:"
        again = f"SPELLFRONT_VENV=~/spellfront-venv python3 {Path(sys.argv[0])}"
        sys.exit(fail(f"{VENV} can't be written ({error.strerror}). {advice}\n  {again}"))


def make_environment():
    """Make a virtual environment: with pip, or without it where Python lacks its own pip but the
    system has one.
    """
    made = subprocess.run(
        [sys.executable, SAFE, "-m", "venv", str(VENV)], capture_output=True, text=True
    )
    if made.returncode == 0:
        return
    made_bare = succeeds(
        [sys.executable, SAFE, "-m", "venv", "--clear", "--without-pip", str(VENV)]
    )
    if not (made_bare and succeeds([sys.executable, SAFE, "-m", "pip", "--version"])):
        print(made.stdout + made.stderr, file=sys.stderr)
        sys.exit(
            fail(
                "Python can't make a virtual environment. On Debian and Ubuntu, install the "
                "package python3-venv."
            )
        )
    UNFINISHED.touch()  # `--clear` has removed it


def install(arguments):
    """Run pip for the environment: its own, else the system's."""
    own = succeeds([str(python()), SAFE, "-m", "pip", "--version"])
    pip = (
        [str(python()), SAFE, "-m", "pip"]
        if own
        else [sys.executable, SAFE, "-m", "pip", "--python", str(python())]
    )
    if subprocess.call([*pip, *arguments]):
        sys.exit(
            fail(
                "The libraries can't be installed; pip says why above. Fix that, then run this "
                "command again."
            )
        )


def is_ours():
    """Return whether the environment was made by this file, which may then remove it."""
    return VENV == HERE / ".venv" or UNFINISHED.exists() or bool(stamps())


def stamps():
    """Return the files that say what has been installed."""
    return [path for path in VENV.glob("spellfront-*") if path != UNFINISHED]


def holds(path, text):
    """Return whether a file is there and holds this text."""
    return path.exists() and path.read_text() == text


def works():
    """Return whether the environment's Python runs."""
    return python().exists() and succeeds([str(python()), SAFE, "-c", ""])


def python():
    """Return the path of the environment's Python."""
    return SCRIPTS / ("python.exe" if os.name == "nt" else "python")


def succeeds(command):
    """Run a program without showing its output; return whether it succeeds."""
    return subprocess.run(command, capture_output=True).returncode == 0


def run(command):
    """Become another program; where a process can't, wait for it."""
    if os.name != "nt":
        os.execv(command[0], command)
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 130


def fail(message):
    """Print what went wrong; return the exit status."""
    print("run.py: " + message, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

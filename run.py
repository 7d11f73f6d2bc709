#!/usr/bin/env python3
"""Sets Spellfront up in a virtual environment of its own, then plays it or tests it.

    python3 run.py                    play: opens the launch screen
    python3 run.py sim --games 2 ...  any other command of spellfront
    python3 run.py serve              open a game house that players enter with ssh
    python3 run.py tests              run the tests; what follows goes to pytest
    python3 run.py compile            compile the engine, which plays three times as fast then; needs a C compiler

Needs Python 3.11 to 3.13 and nothing else; the first run downloads the libraries that pyproject.toml names.
The environment lies in .venv beside this file, or where the variable SPELLFRONT_VENV says.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = Path(os.environ.get("SPELLFRONT_VENV") or HERE / ".venv").resolve()
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
MINORS = (13, 12, 11)  # of Python 3, the best first


def main(arguments):
    """Install what is missing and become the program asked for."""
    if sys.version_info[:2] not in [(3, minor) for minor in MINORS]:
        return start_again(arguments)
    word = arguments[0] if arguments else ""
    set_up({"tests": "dev", "serve": "server", "compile": "compile"}.get(word, ""))
    if word == "tests":
        os.chdir(HERE)
        return run([str(python()), "-m", "pytest", *arguments[1:]])
    if word == "compile":
        os.chdir(HERE)
        return run([str(python()), "-m", "building.compiling"])
    return run([str(python()), "-m", "tui.cli", *arguments])


def start_again(arguments):
    """Hand over to a Python of a version that serves, if there is one."""
    paths = [path for path in (shutil.which(f"python3.{minor}") for minor in MINORS) if path]
    found = next((path for path in paths if succeeds([path, "-c", ""])), None)  # a shim may stand for nothing
    if found is None:
        have = ".".join(map(str, sys.version_info[:2]))
        return fail(f"Spellfront needs Python 3.11, 3.12 or 3.13, but this is Python {have} and no other is on the path.")
    return run([found, __file__, *arguments])


def set_up(extra):
    """Make the virtual environment and install into it, unless that has been done for this pyproject.toml."""
    wanted = hashlib.sha256((HERE / "pyproject.toml").read_bytes()).hexdigest() + " " + str(HERE)
    stamp = VENV / f"spellfront-{extra or 'play'}"
    if python().exists() and any(s.exists() and s.read_text() == wanted for s in (stamp, VENV / "spellfront-dev")):
        return
    print(f"Setting Spellfront up in {VENV}. The first time takes about a minute.", file=sys.stderr, flush=True)
    if not python().exists():
        make_environment()
    target = f"{HERE}[{extra}]" if extra else str(HERE)
    install(["install", "--quiet", "--editable", target])
    stamp.write_text(wanted)


def make_environment():
    """A virtual environment with pip in it, or without where Python came without its own pip but the system has one."""
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if made.returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    made_bare = succeeds([sys.executable, "-m", "venv", "--without-pip", str(VENV)])
    if not (made_bare and succeeds([sys.executable, "-m", "pip", "--version"])):
        shutil.rmtree(VENV, ignore_errors=True)
        print(made.stdout + made.stderr, file=sys.stderr)
        sys.exit(fail("Python could not make a virtual environment. On Debian and Ubuntu, install the package python3-venv."))


def install(arguments):
    """Run pip for the environment: its own, else the system's."""
    own = succeeds([str(python()), "-m", "pip", "--version"])
    pip = [str(python()), "-m", "pip"] if own else [sys.executable, "-m", "pip", "--python", str(python())]
    if subprocess.call([*pip, *arguments]):
        sys.exit(fail("The libraries could not be installed: see what pip says above. Then run this again."))


def python():
    """The environment's Python."""
    return SCRIPTS / ("python.exe" if os.name == "nt" else "python")


def succeeds(command):
    """Whether a program ends well; what it prints is not shown."""
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
    """Say what went wrong."""
    print("run.py: " + message, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

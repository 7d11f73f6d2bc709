"""`run.py`: which Python it starts, from which folder, and what it says where it can't set
Spellfront up.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
RUN = ROOT / "run.py"
HIJACKED = "raise SystemExit('hijacked')\n"


def start(
    folder: Path, venv: Path, *words: str, python_path: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `run.py` from a folder, with its environment in another."""
    environment = {**os.environ, "SPELLFRONT_VENV": str(venv)}
    environment.pop("PYTHONPATH", None)
    if python_path:
        environment["PYTHONPATH"] = python_path
    return subprocess.run(
        [sys.executable, str(RUN), *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """An environment that is complete: its Python is the one that runs the tests."""
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    python = venv / "bin" / "python"
    python.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}${{PYTHONPATH:+:$PYTHONPATH}}" exec "{sys.executable}" '
        '"$@"\n'
    )
    python.chmod(0o755)
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest() + " " + str(ROOT)
    (venv / "spellfront-play").write_text(wanted)
    return venv


@pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
@pytest.mark.parametrize("python_path", ["", ".", os.pathsep])
def test_the_callers_folder_is_never_imported_from(
    tmp_path: Path, venv: Path, python_path: str
) -> None:
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in ("json.py", "hashlib.py", "errno.py", "subprocess.py", "pathlib.py", "argparse.py"):
        (folder / name).write_text(HIJACKED)
    for name in ("engine", "tui", "textual"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(HIJACKED)
    done = start(folder, venv, "--version", python_path=python_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("spellfront ")


def test_a_folder_that_cannot_be_written_names_the_variable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = start(tmp_path, tmp_path / "file" / "venv")
    assert done.returncode == 2
    assert "can't be written" in done.stderr
    assert "Set the variable SPELLFRONT_VENV" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_of_somebody_elses_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    done = start(tmp_path, tmp_path)
    assert done.returncode == 2
    assert "Set SPELLFRONT_VENV to a new folder" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The file as a module, for a checkout of its own, in which making an environment and
    installing take no time.
    """
    path, environment = [*sys.path], {**os.environ}
    spec = spec_from_file_location("run_under_test", RUN)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = path
        os.environ.update(environment)
    venv = tmp_path / "checkout" / ".venv"
    venv.parent.mkdir()
    (venv.parent / "pyproject.toml").write_text("[project]\n")
    for name, value in {
        "HERE": venv.parent,
        "VENV": venv,
        "SCRIPTS": venv / "bin",
        "UNFINISHED": venv / "spellfront-unfinished",
    }.items():
        monkeypatch.setattr(module, name, value)

    def make() -> None:
        (venv / "bin").mkdir(parents=True)
        (venv / "bin" / "python").write_text("new")

    monkeypatch.setattr(module, "make_environment", make)
    monkeypatch.setattr(module, "install", lambda arguments: None)
    monkeypatch.setattr(module, "works", lambda: (venv / "bin" / "python").exists())
    return module


@pytest.mark.parametrize("marked", [True, False])
def test_an_environment_whose_setup_was_interrupted_is_made_again(
    run: ModuleType, marked: bool
) -> None:
    """Also one that a version without the mark left behind: it has a Python, and nothing that
    says that it is complete.
    """
    (run.VENV / "bin").mkdir(parents=True)
    (run.VENV / "bin" / "python").write_text("half")
    if marked:
        run.UNFINISHED.touch()
        (run.VENV / "spellfront-play").write_text("an earlier installation")
    run.set_up("")
    assert (run.VENV / "bin" / "python").read_text() == "new"
    assert sorted(path.name for path in run.VENV.iterdir()) == ["bin", "spellfront-play"]


def test_a_complete_environment_is_kept_when_more_is_installed(run: ModuleType) -> None:
    run.set_up("")
    (run.VENV / "bin" / "python").write_text("kept")
    run.set_up("server")
    run.set_up("")
    assert (run.VENV / "bin" / "python").read_text() == "kept"
    assert not run.UNFINISHED.exists()


def test_an_interruption_leaves_the_mark(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "install", interrupt)
    monkeypatch.setattr(run, "MINORS", (sys.version_info[1],))
    assert run.main([]) == 130
    assert run.UNFINISHED.exists()
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "passed"),
    [
        ([], []),
        (["-k", "conquer"], ["-k", "conquer"]),
        (["--quick"], ["-m", "not slow"]),
        (["-q", "--quick", "tests/ai"], ["-m", "not slow", "-q", "tests/ai"]),
    ],
)
def test_quick_leaves_out_the_slow_tests(
    run: ModuleType, words: list[str], passed: list[str]
) -> None:
    assert run.for_pytest(words) == passed

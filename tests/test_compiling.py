"""What is compiled is the engine as it is written, and only that: how its source is made ready,
and when it is used.
"""

from __future__ import annotations

import ast
import os
import sys
from fnmatch import fnmatch
from pathlib import Path
from random import Random

import pytest

from building.compiling import LEFT, ROOT, missing
from building.making import HOT, TROUBLE, can_learn, reading, trouble
from building.playing import play
from building.source import IMPORTED, Sources
from engine import FORM
from engine.cards.decks.find import find_deck, legal_decks
from engine.cards.decks.lists import cards_of
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tui import compiled_engine

MODULES = {
    "engine/plain.py": '''
"""Records of the engine's own."""
from __future__ import annotations

from msgspec import Struct, field


class Task(Struct, frozen=True):
    """A task."""

    seat: int
    left = True


class Move(Task, frozen=True, order=True):
    """A move."""

    where: str = "here"  # a place
    seen: dict[str, int] = field(default_factory=dict[str, int])
''',
    "engine/data.py": '''
"""Records of files."""
from __future__ import annotations

from msgspec import Struct


class Rule(Struct, frozen=True, kw_only=True):
    """A rule."""

    pairs: tuple[
        tuple[str, int], ...
    ] = ()
    many: int | str | None = None


class Several(tuple[int, ...]):
    """Several."""


T = TypeVar("T")
MOST = 3
NAMES: tuple[str, ...] = ("a",)
''',
    "engine/kept.py": '''
"""What is kept."""
from __future__ import annotations

from msgspec import Struct


class Piece(Struct, frozen=True, gc=False):
    """A piece."""

    space: int


@derived("space", standing)
def places(game: Game) -> dict[int, int]:
    """Where everybody is."""
    return {}


@derived_for("space")
def near(game: Game, seat: int, far: int = 1) -> int:
    """How many are near."""
    return seat


@of_each
def is_plain(card: object) -> bool:
    """Whether it is plain."""
    return True


def moved(piece: Piece, **fields: int) -> Piece:
    """It elsewhere."""
    return replace(piece, **fields)


@lru_cache(40)
def far(space: int, to: int) -> int:
    """How far it is."""
    return to - space


@cache
def found(space: int) -> int | None:
    """What may be nothing is left to Python."""
    return None


class Board:
    """A board."""

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """Its ways."""
        return tuple(map(far, zip([1], [2], strict=True)))


def plain(have: list[int], need: list[int]) -> bool:
    """Loops."""
    return any(map(bool, have)) and all(one > other for one, other in zip(have, need, strict=True))


def words(thing: object, have: int, taken: int) -> int:
    """What C has words for."""
    found, none = list[int](), frozenset[str]()
    if isinstance(thing, int | str | Piece):
        found += [have & ~(taken | 1) | 4, have & taken & ~taken]
    return sum([each + 1 for each in found]) + len(none)
''',
}


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    for path, text in MODULES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text.lstrip(), encoding="utf-8")
    return Sources(tmp_path)


def test_a_record_is_written_out_as_a_plain_class(sources: Sources) -> None:
    text = sources.written("engine/plain.py")
    assert "class Task(_Native):" in text
    assert "@_final\n@_mypyc_attr(free_list_len=1, acyclic=False)\nclass Move(Task):" in text
    assert "left: _ClassVar = True" in text
    assert "    where: str  # a place" in text
    assert (
        "def __init__(self, seat: int, where: str = 'here', seen: dict[str, int] | None = None) "
        "-> None:"
    ) in text
    assert "self.seen = {} if seen is None else seen" in text
    assert "new = Move(self.seat, self.where, self.seen)" in text
    assert "if self.seat != other.seat: return self.seat < other.seat" in text


def test_a_record_of_a_file_keeps_its_types_as_text_and_every_line_its_number(
    sources: Sources,
) -> None:
    text, written = MODULES["engine/data.py"].lstrip(), sources.written("engine/data.py")
    assert "class Rule(Struct, metaclass=_Meta, frozen=True, kw_only=True):" in written
    assert "pairs: 'tuple[tuple[str, int], ...]' = ()" in written
    assert "; _options = _cast_('_Any', {'frozen': True, 'kw_only': True})" in written
    assert "many: '_Union[int, str, None]' = None" in written
    assert "@(lambda kind: kind)\nclass Several(tuple[int, ...]):" in written
    lines = [
        [node.lineno for node in ast.parse(each).body if isinstance(node, ast.ClassDef)]
        for each in (text, written)
    ]
    assert lines[0] == lines[1]


def test_what_a_function_keeps_is_asked_for_where_it_stands(sources: Sources) -> None:
    text = sources.written("engine/kept.py")
    tree = ast.parse(text)
    asked = {
        node.name: ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef)
    }
    assert "def _anew_places(game: Game) -> dict[int, int]:" in text
    assert "_declared('places', ('space', standing, ))" in text
    assert "return state.kept[_number_of_places]" in asked["places"]
    assert "_anew_near(game, seat, far)" in asked["near"]
    assert "asked: _Any = (seat, far)" in asked["near"]
    assert "_found_by_is_plain.get(id(card))" in asked["is_plain"]
    assert "@" not in text.split("class Piece")[1].split("@cache")[0]


def test_what_is_kept_in_a_cache_or_by_each_object_is_written_out_as_well(sources: Sources) -> None:
    text = sources.written("engine/kept.py")
    assert "found: _Any = _found_by_far.get(asked)" in text
    assert "if len(_found_by_far) >= 40:" in text
    assert "if len(_found_by_is_plain) >= _MOST_RECORDS:" in text
    assert "_anew_far(space, to)" in text
    assert "@cache\ndef found(" in text
    board = next(
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef) and node.name == "Board"
    )
    assert [
        ast.unparse(node).splitlines()[:2]
        for node in board.body
        if isinstance(node, ast.FunctionDef)
    ] == [
        ["def _anew_ways(self) -> tuple[int, ...]:", '    """Its ways."""'],
        ["@property", "def ways(self) -> tuple[int, ...]:"],
    ]
    assert "self._kept_ways = self._anew_ways()" in text


def test_what_records_of_msgspec_keep_is_left_to_python() -> None:
    sources = Sources(ROOT)
    assert sources.is_left("engine.fronts.map_rules.MapRules")
    assert not sources.is_left("engine.board.Board")


def test_loops_are_loops_of_c(sources: Sources) -> None:
    text = sources.written("engine/kept.py")
    assert "any(bool(_each_) for _each_ in have)" in text
    assert "for one, other in zip(have, need))" in text
    assert "tuple(far(_each_) for _each_ in zip([1], [2], strict=True))" in text


def test_what_c_has_words_for_is_put_in_them(sources: Sources) -> None:
    text = sources.written("engine/kept.py")
    assert "found, none = _cast_('list[int]', []), _cast_('frozenset[str]', frozenset())" in text
    assert "isinstance(thing, (int, str, Piece))" in text
    assert "[(have ^ (have & (taken | 1))) | 4, have & taken & ~taken]" in text
    assert "sum(each + 1 for each in found)" in text


@pytest.mark.parametrize("have", [0, 5, 1 << 90, -3])
@pytest.mark.parametrize("taken", [0, 4, 7 << 88, -6])
def test_bits_that_another_number_has_not_are_the_same_in_both_words(have: int, taken: int) -> None:
    assert have ^ (have & taken) == have & ~taken


def test_what_is_no_work_for_the_collector_is_none_in_c(sources: Sources) -> None:
    assert "@_mypyc_attr(free_list_len=1, acyclic=True)\nclass Piece(_Native):" in sources.written(
        "engine/kept.py"
    )
    assert "acyclic=True" not in sources.written("engine/plain.py")


def test_fields_in_a_dictionary_are_handed_on_as_they_are(sources: Sources) -> None:
    assert "return _replaced(piece, fields)" in sources.written("engine/kept.py")


def test_the_c_compiler_takes_more_trouble_over_what_a_game_spends_its_time_in() -> None:
    assert (
        trouble("c/__native_engine___magic___turn___priority.c")
        == trouble("c/dict_ops.c")
        == TROUBLE
    )
    assert trouble("c/__native_engine___ai___easy.c") == ()
    names = [path.relative_to(ROOT).as_posix() for path in (ROOT / "engine").rglob("*.py")]
    assert [
        pattern for pattern in (*HOT, *LEFT) if not any(fnmatch(name, pattern) for name in names)
    ] == []


def test_modules_of_the_engine_alone_read_as_is_written_for_them() -> None:
    assert reading("c/__native_engine___game.c") == (
        () if os.name == "nt" else ("-include", "reading.h")
    )
    assert reading("c/dict_ops.c") == reading("c/reading.c") == ()


def test_what_a_class_says_is_looked_up_again_when_it_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deck = cards_of(find_deck("white-knights"))
    game = Game.start(
        load("conquering"),
        [Seat(name, deck) for name in ("Edna", "Dale")],
    )
    game.state.set(agenda=())
    step = next(number for number, each in enumerate(game.rules.turn) if each.is_main)
    game.state.change_turn(step=step, active=0)
    for main in (True, False, True):
        monkeypatch.setattr(type(game.rules.turn[step]), "is_main", main)
        assert game.sorcery_time(0) is main


@pytest.mark.slow
def test_games_are_played_to_learn_from() -> None:
    rules = load("tactical")
    play(rules, 25, Random(1))
    assert all(len(deck) >= rules.deck.size for deck in legal_decks(rules.deck, "tactical"))


def test_nothing_is_learned_where_the_c_compiler_is_another_or_is_to_hurry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SPELLFRONT_OPT", raising=False)
    monkeypatch.setenv("CC", "echo clang")
    assert not can_learn()
    monkeypatch.setenv("CC", "echo Free Software Foundation")
    assert can_learn() is (os.name != "nt")
    monkeypatch.setenv("SPELLFRONT_OPT", "0")
    assert not can_learn()


@pytest.mark.slow
def test_every_module_of_the_engine_can_be_written_so() -> None:
    sources = Sources(ROOT)
    for path in sources.texts:
        ast.parse(sources.written(path), filename=path)


@pytest.mark.slow
def test_no_module_of_the_engine_has_a_name_that_the_written_classes_need() -> None:
    added = ast.walk(ast.parse(IMPORTED.removeprefix("; ")))
    taken = {
        alias.asname for each in added if isinstance(each, ast.ImportFrom) for alias in each.names
    }
    for path, text in Sources(ROOT).texts.items():
        made = {
            each.name
            for each in ast.parse(text).body
            if isinstance(each, ast.FunctionDef | ast.ClassDef)
        }
        assert not made & taken, path


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A source, and the folder of what was compiled from it."""
    monkeypatch.delenv("SPELLFRONT_PURE", raising=False)
    monkeypatch.setattr("sys.path", [])
    package, folder = tmp_path / "engine", tmp_path / "compiled"
    package.mkdir()
    folder.mkdir()
    (package / "game.py").write_text("rules = 1\n")
    (folder / compiled_engine.STAMP).write_text(compiled_engine.stamp(package))
    return package, folder


def test_what_was_compiled_from_this_source_is_used(
    compiled: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    package, folder = compiled
    assert compiled_engine.form_of(package, folder) == compiled_engine.COMPILED
    monkeypatch.delitem(sys.modules, "engine")
    assert compiled_engine.use(package, folder) == compiled_engine.COMPILED
    assert sys.path == [str(folder)]


@pytest.mark.parametrize("name", ["game.py", "another.py"])
def test_what_was_compiled_from_another_source_is_not_used_and_that_is_said(
    compiled: tuple[Path, Path], name: str
) -> None:
    package, folder = compiled
    (package / name).write_text("rules = 2\n")
    assert (
        compiled_engine.form_of(package, folder)
        == compiled_engine.use(package, folder)
        == compiled_engine.CHANGED
    )
    assert sys.path == []


def test_nothing_compiled_is_used_where_that_is_asked_for_or_nothing_is_there(
    compiled: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    package, folder = compiled
    assert compiled_engine.form_of(package, folder / "nowhere") == compiled_engine.PURE
    monkeypatch.setenv("SPELLFRONT_PURE", "1")
    assert (
        compiled_engine.form_of(package, folder)
        == compiled_engine.use(package, folder)
        == compiled_engine.PURE
    )
    assert sys.path == []


def test_an_engine_that_is_imported_already_keeps_running(compiled: tuple[Path, Path]) -> None:
    assert compiled_engine.use(*compiled) == FORM
    assert sys.path == []


def test_what_compiling_lacks_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert missing() == "There is no C compiler 'no-such-compiler'."
    monkeypatch.setattr("building.compiling.sysconfig.get_path", lambda _: "/nowhere")
    assert missing().startswith("There are no header files of Python")


def test_constants_are_final(sources: Sources) -> None:
    text = sources.written("engine/data.py")
    assert "MOST: _Final = 3" in text
    assert "NAMES: _Final[tuple[str, ...]] = ('a',)" in text.replace('"', "'")
    assert "T = TypeVar" in text


def test_records_are_copied_in_a_way_that_serves_both_forms() -> None:
    files = [
        path for folder in ("engine", "tui", "tests") for path in (ROOT / folder).rglob("*.py")
    ]
    ours = (ROOT / "engine" / "base" / "records.py", Path(__file__))
    found = [
        path.name
        for path in files
        if path not in ours and "from msgspec.structs import" in path.read_text(encoding="utf-8")
    ]
    assert found == [], "import replace from engine.base.records"

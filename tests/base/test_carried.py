"""What a record carries: the game is played again without the files of somebody's own that it
was played with.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.json import encode

from engine.base.files import parse_json
from engine.base.records import replace
from engine.base.schema import Problem, read
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.cards.library import Library, shipped_files
from engine.cards.model import Card
from engine.history.carried import own_things, rules_of, rules_to_carry
from engine.history.record import Record, RecordError, SeatEntry, load, parse
from engine.history.recording import Recorder
from engine.history.replay import check
from engine.magic.turn.setup import Seat
from engine.variant import loading
from engine.variant.inheritance import shipped
from engine.variant.loading import load as load_rules
from tests.history.test_record import RULES, decks, play, start

OWN_CARD = """\
[[card]]
name = "Pebble Golem"
types = ["Artifact", "Creature"]
subtypes = ["Golem"]
cost = "{2}"
power = 2
toughness = 2
"""


def own_library(monkeypatch: pytest.MonkeyPatch, own: Path, text: str = OWN_CARD) -> Library:
    """The cards that ship, with one of somebody's own."""
    own.write_text(text, encoding="utf-8")
    library = Library(shipped_files())
    assert library.include(own) == []
    monkeypatch.setattr("engine.history.carried.library", lambda: library)
    return library


def of_golems(library: Library, path: Path | None = None) -> Recorder:
    """A game with a card of somebody's own."""
    seats = [Seat("Edna", (library.card("Pebble Golem"),) * 60), Seat("Dale", decks()[0])]
    return Recorder.start(RULES, seats, ["human", "human"], 7, path)


YARD = ("........", "1......2", "........", "...#....", "........")


@pytest.mark.parametrize("name", ["my yard.txt", "ruins"])
def test_a_map_of_ones_own_is_told_by_its_name_alone(tmp_path: Path, name: str) -> None:
    """Where it lies tells who plays; and it is never taken for one that comes with the game."""
    (tmp_path / name).write_text("\n".join(YARD), encoding="utf-8")
    rules = load_rules("tactical", {"table": str(tmp_path / name)})
    seats = [Seat(who, deck) for who, deck in zip(("Edna", "Dale"), decks(), strict=False)]
    recorder = Recorder.start(rules, seats, ["human", "human"], 7, path := tmp_path / "a.game")
    recorder.close()
    (tmp_path / name).unlink()
    assert str(tmp_path) not in path.read_text(encoding="utf-8")
    record = load(path)
    assert record.options["table"] == ("./ruins" if name == "ruins" else name)
    assert check(record).rules.board.layouts["2"].drawing == YARD


def test_a_game_with_a_card_of_ones_own_is_played_again_where_nobody_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    with monkeypatch.context() as there:
        play(of_golems(own_library(there, tmp_path / "own.toml"), path), 40)
    assert len(load(path).printed) == 1
    check(load(path))
    own_library(monkeypatch, tmp_path / "own.toml", OWN_CARD.replace("power = 2", "power = 3"))
    golems = [
        obj
        for obj in check(load(path)).state.objects.values()
        if obj.printed.name == "Pebble Golem"
    ]
    assert {golem.printed.base.power for golem in golems} == {2}
    assert own_things(load(path)) == ["the card Pebble Golem"]


def test_what_comes_with_the_game_is_not_carried() -> None:
    record = start().record
    assert not record.ruleset
    assert not record.printed
    assert own_things(record) == []


def test_a_map_of_ones_own_is_carried_with_the_rules(tmp_path: Path) -> None:
    yard = tmp_path / "yard.txt"
    yard.write_text("\n".join(YARD), encoding="utf-8")
    rules = load_rules("tactical", {"table": str(yard)})
    cards = [
        cards_of(load_deck(shipped_decks()[name]))
        for name in ("tactical-banners", "tactical-embers")
    ]
    recorder = Recorder.start(
        rules, [Seat("Edna", cards[0]), Seat("Dale", cards[1])], ["human", "human"], 7
    )
    play(recorder, 20)
    yard.unlink()
    again = check(parse(str(recorder.record)))
    assert again.rules.board_for(2).spaces == rules.board_for(2).spaces
    assert again.rules.fingerprint() == recorder.game.rules.fingerprint()


@pytest.mark.parametrize("variant", shipped())
def test_rules_of_every_kind_can_be_carried(variant: str) -> None:
    rules = load_rules(variant)
    carried = rules_to_carry(replace(rules, file="/home/edna/mine.toml"))
    again = rules_of(Record(ruleset=carried, seats=[SeatEntry("Edna", "human")] * rules.players[0]))
    assert again.fingerprint() == rules.fingerprint()
    assert again.file == "mine.toml"


@pytest.mark.slow
def test_every_card_can_be_carried() -> None:
    library = Library(shipped_files())
    for card in map(library.card, library.names()):
        assert read(Card, parse_json(encode(card).decode())) == (card, [])


def golem(**values: object) -> str:
    """The card as a record carries it, with something else in it."""
    card = {
        "name": "Pebble Golem",
        "types": ["Artifact", "Creature"],
        "subtypes": ["Golem"],
        "cost": "{2}",
        "power": 2,
        "toughness": 2,
    }
    return json.dumps(card | values)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["printed: nonsense"], "a card in the record can't be read: found .*; allowed: JSON"),
        (["printed: [1, 2]"], "allowed: JSON"),
        (["printed: " + "[" * 100_000], "allowed: JSON|nested without end"),
        (['printed: {"name": ' + "[" * 400 + "]" * 400 + "}"], "at most 32 levels"),
        (['printed: {"power": 1' + "0" * 5_000 + "}"], "allowed: JSON|whole numbers"),
        ([f"printed: {golem(power='huge')}"], "Pebble Golem.power: found 'huge'; allowed: "),
        ([f"printed: {golem(evil=1)}"], "Pebble Golem.evil: found an unknown key; allowed: "),
        (
            [f"printed: {golem(name='Two  spaces')}"],
            "allowed: words on one line separated by single spaces",
        ),
        (
            [f"printed: {golem(name='Grizzly Bears', power=20)}"],
            "the name of a card that comes with Spellfront",
        ),
        (
            [f"printed: {golem(text='x' * 1_100_000)}"],
            "found 1,100,[0-9]{3} characters; allowed: at most 1,048,576",
        ),
        ([f"printed: {golem()}"] * 2, "found the card Pebble Golem twice; allowed: each once"),
        (["ruleset: nonsense"], "the variant conquering can't be played: found .*; allowed: JSON"),
        (
            ['ruleset: {"schema": 1}'],
            r"found nothing; allowed: .*this key is required\) \(and \d+ more problems",
        ),
    ],
)
def test_what_a_record_carries_is_looked_at_like_a_file_of_ones_own(
    lines: list[str], problem: str
) -> None:
    text = str(start().record)
    bad = text.replace("seed: ", "\n".join([*lines, "seed: "]), 1)
    with pytest.raises(RecordError, match=f"a.game: .*{problem}"):
        check(parse(bad, "a.game"), "a.game")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            {"board": {"layouts": {"2": {"kind": "squares", "drawing": ["." * 101] * 3}}}},
            "board.layouts.2.map: found 101x3 squares",
        ),
        (
            {"chosen": {}},
            "chosen: found nothing; allowed: an answer to 'distance' \\(and 2 more problems\\)",
        ),
        (
            {"chosen": {"distance": "king", "size": "16x10", "table": "bare", "strange": "x"}},
            "found house rule 'strange'",
        ),
        ({"players": [2, 9]}, "players.2: found 9"),
        ({"id": "../../etc"}, "id: found '../../etc'"),
    ],
)
def test_rules_that_a_record_carries_fit_together(
    change: dict[str, object], problem: str, tmp_path: Path
) -> None:
    yard = tmp_path / "yard.txt"
    yard.write_text("........\n........\n1......2\n........\n........\n", encoding="utf-8")
    rules = json.loads(rules_to_carry(load_rules("tactical", {"table": str(yard)}))) | change
    record = Record(
        variant="tactical", ruleset=json.dumps(rules), seats=[SeatEntry("E", "human")] * 2
    )
    with pytest.raises(RecordError, match=problem):
        rules_of(record)


def test_an_older_record_tells_that_a_card_of_ones_own_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.toml"
    library = own_library(monkeypatch, own)
    record = of_golems(library).record
    older = parse(
        str(of_older_times(record, cards={"Pebble Golem": library.own_mark("Pebble Golem")}))
    )
    check(older)
    own_library(monkeypatch, own, OWN_CARD.replace("power = 2", "power = 3"))
    with pytest.raises(RecordError, match="the card Pebble Golem has changed since"):
        check(replace(older, entries=[replace(older.entries[0], mark="00000000")]))


def of_older_times(record: Record, **values: object) -> Record:
    """A record as it was written before records carried what doesn't come with the game."""
    return replace(record, ruleset="", printed=[], **values)


def test_an_older_record_names_the_file_of_its_variant(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "conquering"\nid = "mine"\nname = "Mine"\nsummary = "My own."\n')
    seats = [Seat(name, deck) for name, deck in zip(("Edna", "Dale"), decks(), strict=False)]
    recorder = Recorder.start(load_rules(str(mine)), seats, ["human", "human"], 7)
    play(recorder, 20)
    older = parse(str(of_older_times(recorder.record, variant_file=str(mine))))
    assert check(older).rules.name == "Mine"
    mine.write_text(mine.read_text() + "[setup]\nhand = 3\n")
    with pytest.raises(RecordError, match="the rules of Mine have changed since"):
        check(older)
    mine.unlink()
    with pytest.raises(
        RecordError,
        match=r"a\.game: the variant mine can't be played: found no variant '.*mine\.toml'",
    ):
        check(older, "a.game")


def test_one_more_problem_is_told_in_the_singular(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise loading.RulesetError(
            [Problem(where=each, found="nothing", allowed="a number") for each in "ab"]
        )

    monkeypatch.setattr(loading, "load", refuse)
    with pytest.raises(RecordError, match=r"\(and 1 more problem\)"):
        rules_of(start().record)

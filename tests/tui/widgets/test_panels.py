"""What the panels say, line by line."""

from __future__ import annotations

import re

import pytest
from rich.text import Text

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import Change, Modify, Static
from engine.cards.terms import Filter
from engine.magic.core.agenda import DecisionView
from engine.view import ObjectView, piece_words
from tests.magic.mana_sources import HEAL, LOTUS
from tests.magic.positions import ANNA, BEN, Position, instant
from tests.magic.positions import creature as creature_card
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR, Table
from tests.tui.fake import STEPS, battle, creature, grid, player, view
from tests.tui.games import LAST_BLOW, PIECES, session, session_of
from tui.table import available_mana
from tui.table.action_builder import Spot
from tui.table.board.drawing import LIFE, SpaceLook, fitting_stats
from tui.table.board.widget import BoardWidget, Highlights
from tui.table.selection import Selection
from tui.table.widgets.inspector import describe, fitting, object_lines, space_lines
from tui.table.widgets.lists import rows, title
from tui.table.widgets.log import counted, log_lines
from tui.table.widgets.phase_bar import turn_line
from tui.table.widgets.player_strip import player_lines, player_words
from tui.table.widgets.prompt import choice_line, question_line
from tui.terminal.symbols import seat_letters, stats
from tui.widgets.lines import justified, wrapped


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def test_players_have_different_letters() -> None:
    assert seat_letters(["Edna", "Dale", "Ed", "E"]) == ("E", "D", "3", "4")
    assert seat_letters(["Æsir", "Ann", "Anna"]) == ("S", "A", "N")


def test_the_phase_bar_marks_the_step_and_the_stops() -> None:
    text, places = turn_line(battle(), {4, 6}, 140)
    assert text.plain.strip().startswith("E  Edna  round 2")
    assert "[Main]" in text.plain
    assert "•Attack/Conquer" in text.plain
    start, end = places[2]
    assert text.plain[start:end].strip() == "Upkeep"
    assert len(places) == len(STEPS)


def test_the_phase_bar_fits_eighty_columns() -> None:
    longest = replace(
        battle(),
        turn=replace(
            battle().turn,
            steps=(
                "Untap",
                "Mana Production",
                "Upkeep",
                "Draw",
                "First Main",
                "Movement",
                "Attack/Conquer",
                "Second Main",
                "End",
            ),
        ),
    )
    text, _ = turn_line(longest, set(range(9)), 80)
    assert text.cell_len <= 80
    assert "Main 2" in text.plain


def test_the_phase_bar_shortens_main_phases_before_it_cuts_words() -> None:
    steps = (
        "Untap",
        "Mana Production",
        "Upkeep",
        "Draw",
        "First Main",
        "Movement",
        "Attack/Conquer",
        "Second Main",
        "End",
    )
    seen = replace(battle(), turn=replace(battle().turn, steps=steps))
    guest = replace(seen.players[seen.turn.active], name="Guest 0bbf")
    players = tuple(guest if each.seat == guest.seat else each for each in seen.players)
    text, _ = turn_line(replace(seen, players=players), set(range(9)), 80)
    assert text.cell_len <= 80
    assert re.findall(r"\w+", text.plain)[-8:] == [
        "Mana",
        "Upkeep",
        "Draw",
        "M1",
        "Movement",
        "Attack",
        "M2",
        "End",
    ]


def test_what_wins_is_told_in_the_width_of_a_side_panel() -> None:
    selection = Selection(session().view())
    selection.pane_to("zones")
    lines = plain(describe(selection, 32)[1])
    assert "0 of 5 areas needed to win" in lines
    assert all(len(line) <= 32 for line in lines)


def test_the_players_strip_tells_counts_and_mana() -> None:
    edna, dale = plain(player_lines(battle(), 80))
    assert edna == " E ▸Edna  areas 1/5  hand 3  library 53  grave 0  {G}{G}{G}"
    assert dale == " D  Dale  areas 1/5  hand 5  library 53  grave 1"


def test_mana_that_could_be_made_and_lands_stand_in_the_players_strip() -> None:
    table = Position(variant="tactical")
    for name in ("Forest", "Forest", "Taiga", "Swamp"):
        table.put(name)
    table.put("Plains", BEN)
    view = table.game.view_for(ANNA)
    first, second = plain(player_lines(view, 80))
    assert first.endswith("lands 4/4: {B} {G}{G} {R/G}")
    assert second.endswith("lands 1/1: {W}")
    four = plain([player_words(view, view.players[0], "A", short=True)])
    assert four[0].endswith("+{B}+{G}{G}+{R/G}")


@pytest.mark.rule("F-19")
def test_lands_that_only_one_creature_can_tap_make_one_mana() -> None:
    trek = Trek()
    trek.lands("Forest", "c2", "d3")
    trek.lands("Plains", "b3")
    trek.put(BEAR, ANNA, at="c3")
    trek.land("c3", "Forest")
    trek.main()
    view = trek.game.view_for(ANNA)
    assert available_mana.could_make(view, view.players[ANNA]) == {"G": 1, "WG": 1}
    assert available_mana.words(view, view.players[ANNA]) == "can produce {G} {W/G}"
    growth = trek.give(instant(*HEAL, cost="{1}{G}{G}"))
    assert not trek.may("cast", growth)


def test_mana_that_no_list_can_say_is_counted() -> None:
    table = Position(variant="tactical")
    table.put(LOTUS)
    table.put("Forest")
    view = table.game.view_for(ANNA)
    assert available_mana.words(view, view.players[ANNA]) == "lands 1/1: 4 mana"
    assert available_mana.words(view, view.players[ANNA], short=True) == "+4"


def test_snow_mana_is_marked_in_the_pool() -> None:
    edna = player(0, "Edna", pool=(0, 0, 0, 1, 2, 0), snow=(0, 0, 0, 0, 1, 0))
    first, _ = plain(player_lines(view(players=(edna, player(1, "Dale"))), 80))
    assert first.endswith("{R}{G}{GS}")


def test_a_lost_stronghold_and_a_lost_game_are_told() -> None:
    players = (player(0, "Edna", stronghold_holder=1, turns_left=1), player(1, "Dale", out=True))
    edna, dale = plain(player_lines(view(players=players), 80))
    assert edna.endswith("♜ lost, 1 turn left")
    assert dale == " D  Dale  out of the game"


def test_four_players_share_two_lines() -> None:
    players = tuple(
        player(seat, name, pool=(1, 0, 0, 0, 1, 0))
        for seat, name in enumerate(("Edna", "Dale", "Theresa", "Abe"))
    )
    lines = plain(player_lines(view(players=players), 80))
    assert len(lines) == 2
    assert all(len(line) <= 80 for line in lines)
    assert "Theresa" in lines[1]
    assert "{W}{G}" in lines[1]
    assert "hand " in lines[0], "with so much room counts have their words"
    assert "hand " not in "".join(plain(player_lines(view(players=players), 60)))


def test_the_hand_numbers_what_can_be_cast() -> None:
    selection = Selection(battle())
    assert title(selection, "hand") == "Hand 3"
    assert plain([row.text for row in rows(selection, "hand", 33)]) == [
        " 1 Elvish Archers         1G  2/1",
        " 2 Giant Growth            G",
        "   Craw Wurm             4GG  6/4",
    ]


def test_a_space_lists_creatures_with_what_is_on_them() -> None:
    bears = creature(11, "Grizzly Bears", 3, 3, 0, "b3", damage=1)
    aura = ObjectView(
        33,
        "Unholy Strength",
        "battlefield",
        0,
        0,
        ("Enchantment",),
        ("Aura",),
        ("black",),
        "{B}",
        (),
        attached_to=11,
    )
    selection = Selection(view(grid(3, 3), (bears, aura)))
    selection.go_to(Spot("object", 11))
    assert plain([row.text for row in rows(selection, "here", 30)]) == [
        ">  E Grizzly Bears      3/3-1",
        "   E   ↳ Unholy Strength",
    ]


def test_the_players_list_names_zones_and_cards() -> None:
    lines = plain([row.text for row in rows(Selection(battle()), "zones", 30)])
    assert "    E  Edna         1/5 areas" in lines
    assert "   {G}{G}{G}" in lines
    assert "   D Glorious Anthem" in lines
    assert lines[lines.index("   graveyard 1") + 1].startswith("   D Benalish Hero")


def test_a_long_exile_does_not_hide_the_next_player() -> None:
    cards = tuple(creature(100 + n, f"Bear {n}", 2, 2, zone="exile") for n in range(30))
    selection = Selection(
        view(grid(3, 3), players=(player(0, "Edna", exile=cards), player(1, "Dale")))
    )
    lines = plain([row.text for row in rows(selection, "zones", 30)])
    assert "    and 20 more" in lines
    assert len(lines) < 20
    selection.pane_to("zones")
    assert len(rows(selection, "zones", 30)) > 30


def test_the_stack_tells_targets() -> None:
    spell = ObjectView(
        61, "Terror", "stack", 1, 1, ("Instant",), (), ("black",), "{1}{B}", (), targets=(11, -1)
    )
    bears = creature(11, "Grizzly Bears", 2, 2, 0, "b3")
    (row,) = rows(Selection(view(grid(3, 3), (bears,), stack=(spell,))), "stack", 50)
    assert row.text.plain.strip() == "D Terror → Grizzly Bears, Edna"


def test_the_inspector_describes_a_creature() -> None:
    selection = Selection(battle())
    selection.go_to(Spot("object", 21))
    name, lines = describe(selection, 34)
    assert name == "White Knight"
    assert plain(lines) == [
        "Creature: Bear              {1}{G}",
        "2/2",
        "First strike, protection from",
        "  black",
        "Controlled by Dale, at b2",
        "↷ tapped",
    ]


def test_where_the_type_leaves_no_room_the_cost_stands_beside_the_size() -> None:
    selection = Selection(battle())
    selection.go_to(Spot("object", 21))
    item = selection.find(selection.spot)
    assert isinstance(item, ObjectView)
    shaman = replace(item, types=("Creature",), subtypes=("Vampire", "Shaman"), cost="{1}{B}{B}")
    aura = replace(
        item,
        types=("Enchantment",),
        subtypes=("Aura", "Curse"),
        cost="{1}{B}{B}",
        power=None,
        toughness=None,
    )

    assert (
        plain(object_lines(selection.view, shaman, 40))[0]
        == "Creature: Vampire Shaman       {1}{B}{B}"
    )
    narrow = plain(object_lines(selection.view, shaman, 30))
    assert narrow[0] == "Creature: Vampire Shaman"
    assert narrow[1].split() == [
        *plain(object_lines(selection.view, shaman, 40))[1].split(),
        "{1}{B}{B}",
    ]
    assert plain(object_lines(selection.view, aura, 20))[:3] == [
        "Enchantment: Aura",
        "  Curse",
        "           {1}{B}{B}",
    ]


def test_the_inspector_tells_what_effects_have_made_of_a_permanent() -> None:
    position = Position(plain=True)
    bears = position.put("Grizzly Bears")
    position.follow(
        Modify(what="target", change=Change(keywords=("flying",), restrict=("cant-block",))),
        on=bears,
    )
    selection = Selection(position.game.view_for(0))
    selection.go_to(Spot("object", bears))
    assert "This creature has flying and can't block." in plain(describe(selection, 60)[1])
    position.put("Serra Angel")
    assert [
        item.changes for item in position.game.view_for(0).permanents if item.name == "Serra Angel"
    ] == [()]


@pytest.mark.cr("122.1f")
def test_poison_counters_are_told_wherever_a_player_is() -> None:
    poisoned = player(1, "Dale", poison=3)
    here = view(grid(3, 3), players=(player(0, "Edna"), poisoned))
    assert "poison 3" in plain(player_lines(here, 80))[1]
    selection = Selection(here)
    assert any("poison 3" in row.text.plain for row in rows(selection, "zones", 33))
    selection.go_to(Spot("player", 1))
    assert "3 poison counters; a player with 10 loses the game" in plain(describe(selection, 34)[1])


def test_what_a_piece_carries_lies_beside_it() -> None:
    giant, club = (
        creature(11, "Hill Giant", 3, 3, 0, "b3"),
        ObjectView(31, "Bonesplitter", "battlefield", 0, 0, ("Artifact",), (), (), "{1}", ()),
    )
    selection = Selection(view(grid(3, 3), (giant, replace(club, carried_by=11))))
    selection.go_to(Spot("object", 31))
    assert (selection.pane, selection.space) == ("here", "b3")
    assert [row.text.plain.split() for row in rows(selection, "here", 33)] == [
        ["E", "Hill", "Giant", "3/3"],
        [">", "E", "↳", "Bonesplitter"],
    ]
    assert "Carried by Hill Giant" in plain(describe(selection, 34)[1])
    selection.go_to(Spot("object", 11))
    assert "Carries Bonesplitter" in plain(describe(selection, 34)[1])
    assert [item.name for item in selection.off_map(0)] == ["Bonesplitter"], (
        "and among its player's things"
    )


def test_what_has_phased_out_and_counters_are_listed() -> None:
    tower = ObjectView(
        31,
        "Tower",
        "battlefield",
        0,
        0,
        ("Artifact",),
        (),
        (),
        "{1}",
        (),
        counters=(("charge", 2),),
    )
    out = creature(12, "Breezekeeper", 4, 4, zone="phased")
    selection = Selection(
        view(grid(3, 3), (tower,), players=(player(0, "Edna", phased=(out,)), player(1, "Dale")))
    )
    lines = [row.text.plain for row in rows(selection, "zones", 33)]
    assert any("Tower" in line and "(2)" in line for line in lines)
    assert any("phased out 1" in line for line in lines)
    selection.go_to(Spot("object", 12))
    assert selection.pane == "zones"


def test_the_inspector_describes_a_space_and_its_armies() -> None:
    selection = Selection(battle())
    selection.go_to(Spot("space", name="b2"))
    name, lines = describe(selection, 40)
    assert name == "b2: Swamp"
    assert plain(lines)[0] == "Held by no one. Conquer Value 3."
    assert "E can attack with power 6" in plain(lines)
    assert "D can attack with power 2" in plain(lines)


def test_every_square_has_a_line_for_each_player_in_the_same_place() -> None:
    selection, told = (
        Selection(Position(variant="battle_field").game.view_for(0)),
        list[list[str]](),
    )
    for space in [space.name for space in selection.view.spaces if not space.obstacle][:2]:
        selection.go_to(Spot("space", name=space))
        told.append(plain(describe(selection, 30)[1]))
    assert [line[0] for line in told[0][:2]] == [line[0] for line in told[1][:2]]
    lines = [line for lines in told for line in lines[:4] if not line.startswith(" ")]
    assert all(
        re.search(
            r"could attack here, power \d+|can't attack this far|has no attackers ready", line
        )
        for line in lines
    ), lines
    assert re.search(r"token \d+ squares? away|token here", " ".join(" ".join(told[0]).split()))


def test_a_players_token_tells_its_life_what_it_deals_and_how_far_it_moves() -> None:
    selection = Selection(session_of(LAST_BLOW).view())
    token = next(
        item for item in selection.view.permanents if item.player_token and item.controller == 1
    )
    selection.go_to(Spot("object", token.id))
    lines = plain(describe(selection, 26)[1])
    assert lines[:2] == ["Life 1", "Deals 1 damage to an attacker"]
    assert any(line.startswith("Moves 1") for line in lines), lines
    fighting = replace(token, power=1, toughness=20, damage=3)
    selection = Selection(replace(selection.view, permanents=(fighting,)))
    selection.go_to(Spot("object", token.id))
    assert "1/17: life 17" in plain(describe(selection, 26)[1])


def test_what_can_be_chosen_is_cut_before_how_many_there_are() -> None:
    selection = Selection(battle())
    selection.pane_to("hand")
    assert choice_line(selection, 24).plain == " ▸ Cast Elvish …  1 of 2"
    assert choice_line(selection).plain == " ▸ Cast Elvish Archers {1}{G}  1 of 2"


def test_what_has_been_picked_is_told_while_the_rest_is_still_to_be() -> None:
    moves = tuple(Action("move", 11, origin="b3", space=space) for space in ("a3", "b2"))
    selection = Selection(replace(battle(), actions=(Action("pass"), *moves)))
    selection.go_to(Spot("object", 11))
    selection.take()
    selection.go_to(Spot("space", name="c1"))
    assert choice_line(selection).plain == " Move Grizzly Bears… 2 choices: Tab goes through them"


def test_the_prompt_says_who_is_asked_and_how_many_choices_there_are() -> None:
    selection = Selection(battle())
    assert question_line(selection).plain == "  E  Edna: Cast spells, activate abilities, or pass"
    assert choice_line(selection).plain == " 2 choices: Tab goes through them"
    selection.cycle(1)
    assert choice_line(selection).plain == " ▸ Cast Elvish Archers {1}{G}  1 of 2"
    assert question_line(selection, "Dale is choosing…").plain == " Dale is choosing…"


def test_yes_and_no_are_said_in_words() -> None:
    selection = Selection(
        view(
            grid(3, 3),
            (),
            (Action("keep"), Action("mulligan")),
            DecisionView(0, "mulligan", "Keep?"),
        )
    )
    assert choice_line(selection).plain == " Keep this hand — or — Mulligan"


def test_what_happens_several_times_in_a_row_is_told_once() -> None:
    sentences = [
        "Abe draws a card",
        "Dale draws a card",
        "Dale draws a card",
        "Dale draws a card",
        "Abe draws a card",
    ]

    assert list(counted(sentences)) == [
        "Abe draws a card",
        "Dale draws 3 cards",
        "Abe draws a card",
    ]
    assert [line.strip() for line in plain(log_lines(sentences, 40, 2))] == [
        "Dale draws 3 cards",
        "Abe draws a card",
    ]


def test_the_log_ends_with_the_newest() -> None:
    sentences = [f"Sentence number {n} is a little long" for n in range(9)]
    lines = plain(log_lines(sentences, 24, 5))
    assert lines == [
        "   little long",
        " Sentence number 7 is a",
        "   little long",
        " Sentence number 8 is a",
        "   little long",
    ]
    assert log_lines(sentences, 24, 0) == []


def test_lines_are_broken_and_justified() -> None:
    assert plain(wrapped(Text("one two three"), 8, "  ")) == ["one two", "  three"]
    assert justified(Text("a long name"), Text("2/2"), 10).plain == "a lon… 2/2"


def test_lands_that_have_left_the_map_are_listed_after_the_players() -> None:
    lost = creature(77, "Forest", 0, 0, seat=-1, types=("Land",))
    selection = Selection(replace(battle(), land_graveyard=(lost,)))
    listed = [row.text.plain.rstrip() for row in rows(selection, "zones", 40)]
    assert [line.split("  ")[0] for line in (row.strip() for row in listed[-2:])] == [
        "land graveyard 1",
        "Forest",
    ]
    assert selection.find(selection.items("zones")[-1]) == lost, "and the cursor can rest on them"


# --- what effects have made of a card ---


@pytest.mark.parametrize(
    ("name", "said"),
    [("Juggernaut", "attacks each combat if able"), ("Invisible Stalker", "can't be blocked")],
)
def test_what_a_card_says_of_itself_is_not_said_again_as_an_effect_on_it(
    name: str, said: str
) -> None:
    table = Position()
    ident = table.put(name)
    seen = next(item for item in table.game.view_for(0).permanents if item.id == ident)
    assert (
        " ".join(line.plain for line in object_lines(table.game.view_for(0), seen, 200)).count(said)
        == 1
    )


def test_whose_name_needs_the_room_is_told_by_name_rather_than_by_being_off_the_map() -> None:
    waiting = creature(61, "Dauthi Marauder", 3, 1, 0, "", zone="battlefield")
    other = creature(62, "Dauthi Horror", 2, 1, 0, "", zone="battlefield")
    moves = tuple(Action("move", ident, space=name) for ident in (61, 62) for name in ("a1", "b1"))
    selection = Selection(
        view(
            grid(3, 3),
            (waiting, other),
            (*moves, Action("done")),
            DecisionView(0, "move", "Move a creature, or be done"),
        )
    )
    lines = [row.text.plain for row in rows(selection, "choices", 34)]
    assert any("Move Dauthi Marauder… " in line for line in lines)
    assert any("Move Dauthi Horror… " in line for line in lines)


def test_whose_deeds_are_too_many_words_is_told_by_name_and_place() -> None:
    there = creature(61, "Dauthi Marauder", 3, 1, 0, "a1")
    deeds = (
        Action("move", 61, space="b1"),
        Action("scout", 61, space="b1"),
        Action("attacker", 61, target=62),
    )
    selection = Selection(
        view(
            grid(3, 3),
            (there,),
            (*deeds, Action("done")),
            DecisionView(0, "move", "Move a creature, or be done"),
        )
    )
    assert any(
        "Dauthi Marauder… " in line and line.endswith("a1 3/1 ")
        for line in (row.text.plain for row in rows(selection, "choices", 34))
    )


def test_life_gained_beyond_toughness_is_a_plus() -> None:
    grown, hurt = (
        creature(1, "Bear", 1, 1, 0, "b2", damage=-1),
        creature(2, "Bear", 2, 2, 0, "b2", damage=1),
    )
    assert (stats(grown), stats(hurt)) == ("1/1+1", "2/2-1")
    assert fitting_stats(stats(grown), "", 2) == f"{LIFE}2"
    assert any(
        "1 life gained" in line
        for line in plain(object_lines(view(permanents=(grown,)), grown, 40))
    )
    assert piece_words(grown) == "Bear 1/1, 1 life gained"


# --- land that something has changed ---

CLAIMED = """
title = "Claimed"
variant = "conquering"
step = "First Main"
script = ""
player = [{ name = "Edna", color = "red" }, { name = "Dale", color = "white" }]
spaces.b2 = { land = "Mountain", conquer_value = 2 }
permanent = [
    { card = "Hill Giant", controller = "Edna", space = "b2" },
    { card = "Sea's Claim", controller = "Dale", attached_to = "b2" },
]
"""


def test_land_is_called_by_what_it_is_now_and_an_aura_on_it_is_no_creatures() -> None:
    shown = session_of(CLAIMED).game.view_for(0)
    board = BoardWidget()
    board.show(shown, Highlights())
    look = board._looks["b2"]
    assert isinstance(look, SpaceLook)
    assert look.land_name == "Island"
    selection = Selection(shown)
    selection.go_to(Spot("space", name="b2"))
    assert describe(selection, 40)[0] == "b2: Island"
    assert "Mountain, now an Island" in plain(describe(selection, 40)[1])
    giant, claim = plain([row.text for row in rows(selection, "here", 40)])
    assert "E Hill Giant" in giant
    assert "↳" not in claim
    assert claim.endswith("on the land")


# --- signs ---


def test_signs_are_explained_where_they_stand() -> None:
    bears = creature(11, "Grizzly Bears", 2, 2, 0, "b2", tapped=True)
    elves = creature(12, "Llanowar Elves", 1, 1, 0, "b2", sick=True)
    selection = Selection(
        view(
            grid(3, 3),
            (bears, elves),
            (Action("move", 12, space="b1"), Action("done")),
            DecisionView(0, "move", "Move a creature"),
        )
    )
    selection.go_to(Spot("object", 11))
    assert "↷ tapped" in plain(describe(selection, 40)[1])[-1]
    selection.go_to(Spot("object", 12))
    assert [line for line in plain(describe(selection, 40)[1]) if line[0] in "°•"] == [
        "° summoning sick",
        "• a legal choice",
    ]
    selection.go_to(Spot("space", name="b2"))
    assert "↷ tapped, ° summoning sick" in plain(describe(selection, 40)[1])


@pytest.mark.rule("T-12")
@pytest.mark.parametrize(("position", "attacks"), [(PIECES, True), (LAST_BLOW, False)])
def test_a_sick_creature_says_that_it_can_attack_movers_where_the_rules_let_it(
    position: str, *, attacks: bool
) -> None:
    seen = session_of(position).view()
    wurm = next(item for item in seen.permanents if item.name == "Craw Wurm")
    sick = replace(wurm, sick=True)
    lines = " ".join(plain(object_lines(seen, sick, 100)))
    assert ("° summoning sick, but can attack an enemy that moves into range" in lines) is attacks
    assert "summoning sick" in lines
    tapped = " ".join(plain(object_lines(seen, replace(sick, tapped=True), 100)))
    assert "moves into range" not in tapped


def test_a_stronghold_says_its_conquer_value_before_its_land_is_chosen() -> None:
    seen = session().view()
    assert all(not space.conquer_value for space in seen.spaces)
    found = " ".join(plain(describe(Selection(seen), 40)[1]))
    assert "Held by no one. Conquer Value 7." in found


def test_subtypes_stand_as_they_are_printed() -> None:
    table = Position(variant="tactical")
    shaman = replace(BEAR, name="Blood Shaman", subtypes=("Vampire", "Shaman"))
    ident = table.put(shaman)
    seen = table.game.view_for(ANNA)
    assert next(item.subtypes for item in seen.permanents if item.id == ident) == (
        "Vampire",
        "Shaman",
    )


def test_what_is_hidden_is_counted_beside_the_key_that_shows_it() -> None:
    lines = [Text(str(number)) for number in range(6)]
    assert plain(fitting(lines, 4, "i")) == ["0", "1", "2", "… 3 more lines: i"]
    assert plain(fitting(lines, 6, "i")) == plain(lines)


@pytest.mark.rule("C-33")
def test_a_creature_says_that_its_abilities_reach_only_its_own_area() -> None:
    lord = creature_card(
        "Lord", 2, 2, abilities=(Static(what=Filter(types=("Creature",)), change=Change(power=1)),)
    )
    table = Table()
    mine, plain_one = table.put(lord, ANNA, at="b2"), table.put(BEAR, ANNA, at="b2")
    view = table.game.view_for(ANNA)
    found = {
        item.id: "\n".join(line.plain for line in object_lines(view, item, 80))
        for item in view.permanents
    }
    assert "only creatures in its own area" in found[mine].replace("\n  ", " ")
    assert "C-33" in found[mine]
    assert "C-33" not in found[plain_one]


def test_an_army_that_the_map_counts_is_spelled_out_beside_it() -> None:
    table = Table()
    for _ in range(3):
        table.put(BEAR, ANNA, at="b2")
    table.put(BEAR, BEN, at="b2")
    seen = table.game.view_for(ANNA)
    lines = plain(space_lines(seen, next(space for space in seen.spaces if space.name == "b2"), 60))
    assert "A×3:6  3 creatures, total power 6" in lines
    assert not any(line.startswith("B×1") for line in lines)

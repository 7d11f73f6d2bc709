"""What `engine.cards.checks.whole_card` finds wrong with cards whose fields are each of the
right kind.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.keywords import keyword_problem
from engine.cards.library import Library, check

KEYWORD = '[[card.abilities]]\nability = "keyword"\nword = '
SPELL = '[[card.halves.abilities]]\nability = "spell"\neffects = [{ do = "draw" }]\n'
HALVES = f'[[card.halves]]\nname = "Half"\ntypes = ["Instant"]\ncost = "{{1}}"\n{SPELL}' * 2
CREATURE = 'types = ["Creature"]\npower = 1\ntoughness = 1\n'


def problems_of(tmp_path: Path, rest: str) -> dict[str, str]:
    """The problems of a card, by place."""
    file = tmp_path / "mine.toml"
    file.write_text(f'[[card]]\nname = "Mine"\n{rest}', encoding="utf-8")
    return {problem.where.removeprefix("Mine."): str(problem) for problem in check(file)}


@pytest.mark.parametrize(
    ("rest", "place", "words"),
    [
        ('types = ["Creature"]\npower = 1\n', "toughness",
        "found nothing; allowed: 'toughness' only on creatures"),
        ('types = ["Artifact"]\npower = 1\n', "power",
        "found a value; allowed: 'power' only on creatures"),
        ('types = ["Planeswalker"]\n', "loyalty", "found nothing"),
        ('types = ["Enchantment"]\nsubtypes = ["Aura"]\n', "enchant",
        "found nothing; allowed: 'enchant' only on Auras"),
        ('types = ["Artifact"]\nsubtypes = ["Equipment"]\n', "keywords",
        "an Equipment without 'equip'"),
        ('types = ["Artifact"]\nkeywords = ["equip {1}"]\n', "keywords",
        "'equip' on a card that isn't Equipment"),
        ('types = ["Instant"]\n', "abilities", "found 0 'spell' abilities"),
        (CREATURE + '[[card.abilities]]\nability = "spell"\neffects = [{ do = "draw" }]\n',
        "abilities", "found 1 'spell' ability"),
        (CREATURE + 'cost = "{1}{Q}"\n', "cost", "'{Q}' is not a mana symbol"),
        (CREATURE + 'kicker = { mana = "2" }\n', "kicker.mana", "write each symbol in braces"),
        (CREATURE + 'keywords = ["flying", "Trample"]\n', "keywords.2", "did you mean 'trample'?"),
        (CREATURE + 'keywords = ["rampage"]\n', "keywords.1",
        "'rampage' and a number, as in 'rampage 2'"),
        (CREATURE + 'keywords = ["islandcycling {Q}"]\n', "keywords.1",
        "'{Q}' is not a mana symbol"),
        (CREATURE + f'{KEYWORD}"flashbak"\ncost = {{ life = 1 }}\n', "abilities.1.word",
        "did you mean 'flashback'?"),
        (CREATURE + f'{KEYWORD}"multikicker"\ncost = {{ life = 1 }}\n', "abilities.1.word",
        "whose cost may be more than mana"),
        (CREATURE + f'{KEYWORD}"cumulative upkeep"\ncost = {{ exile_other = {{}} }}\n',
        "abilities.1.cost", "paid only once"),
        (CREATURE + f'{KEYWORD}"evoke"\ncost = {{ sacrifice = "self" }}\n',
        "abilities.1.cost.sacrifice", "concern the spell itself"),
        (CREATURE + 'additional = { life = 1 }\nkicker = { life = 1 }\n', "kicker",
        "found more than mana"),
        (
            CREATURE + 'additional = { tap_other = {} }\n'
            '[[card.abilities]]\nability = "keyword"\nword = "evoke"\ncost = { tap_other = {} }\n',
            "additional", "two costs that both have 'tap_other'",
        ),
        (
            'types = ["Sorcery"]\n'
            '[[card.abilities]]\nability = "spell"\neffects = [{ do = "ante" }]\n',
            "abilities.1.effects.1.do", "'ante'",
        ),
        (f'types = ["Instant"]\nkeywords = ["cycling {{2}}"]\n{HALVES}', "keywords",
        "'keywords' in the halves of a split card"),
    ],
)  # fmt: skip
def test_facts_that_do_not_go_together(tmp_path: Path, rest: str, place: str, words: str) -> None:
    found = problems_of(tmp_path, rest)
    assert list(found) == [place]
    assert words in found[place]


ENCHANTMENT = 'types = ["Enchantment"]\n[[card.abilities]]\nability = "replace"\nevent = '


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ('"dies"\nredirect = "self"', "only 'redirect' with the event 'damage'"),
        ('"damage"\nredirect = "self"\ndouble = true', "only 'redirect' with the event 'damage'"),
        ('"damage"\nredirect = "self"\nprevent = 1', "only 'redirect' with the event 'damage'"),
        (
            '"damage"\nredirect = "self"\nthen = [{ do = "draw" }]',
            "only 'redirect' with the event 'damage'",
        ),
        ('"damage"\nredirect = "opponents"', "one object or player, and no target"),
        ('"damage"\nredirect = "target"', "one object or player, and no target"),
    ],
)
def test_a_permanent_can_only_redirect_damage_to_one_object_or_player(
    tmp_path: Path, rest: str, words: str
) -> None:
    found = problems_of(tmp_path, f"{ENCHANTMENT}{rest}\n")
    assert list(found) == ["abilities.1.redirect"]
    assert words in found["abilities.1.redirect"]


@pytest.mark.parametrize(
    ("rest", "place", "words"),
    [
        ('"counters"', "event", "'counters' with 'double'"),
        (
            '"counters"\ndouble = true\nthen = [{ do = "draw" }]',
            "event",
            "'counters' with 'double'",
        ),
        ('"draw"\ncounters = "+1/+1"', "counters", "'counters' with the event 'counters'"),
        (
            '"gain-life"\ndouble = true\nthen = [{ do = "draw" }]',
            "event",
            "'gain-life' with 'double' or 'then'",
        ),
        ('"gain-life"\nprevent = "all"', "event", "'gain-life' with 'double' or 'then'"),
        ('"gain-life"\nwhat = { types = ["Creature"] }', "event", "players as 'what'"),
    ],
)
def test_counters_and_life_are_doubled_and_little_else_is_done_with_them(
    tmp_path: Path, rest: str, place: str, words: str
) -> None:
    found = problems_of(tmp_path, f"{ENCHANTMENT}{rest}\n")
    assert list(found) == [f"abilities.1.{place}"]
    assert words in found[f"abilities.1.{place}"]


@pytest.mark.parametrize(
    ("ability", "place", "words"),
    [
        (
            'cost = { tap = true }\neffects = [{ do = "destroy", what = "target" }]',
            "effects.1.what",
            "because the ability has none",
        ),
        (
            (
                'cost = {}\ntargets = [{ player = "any" }]\neffects = [{ do = "draw", who = '
                '"target2" }]'
            ),
            "effects.1.who",
            "its one target",
        ),
        (
            'cost = {}\neffects = [{ do = "redirect", what = "you", to = "players" }]',
            "effects.1.to",
            "one object or player",
        ),
        (
            'cost = { mana = "{1}" }\neffects = [{ do = "draw", count = "X" }]',
            "effects.1.count",
            "X only if a cost has {X}",
        ),
        (
            'cost = {}\neffects = [{ do = "add-mana", add = "{Z}" }]',
            "effects.1.add",
            "the symbols {W}, {U}",
        ),
        (
            'cost = {}\neffects = [{ do = "add-mana", add = "G" }]',
            "effects.1.add",
            "mana symbols in braces",
        ),
        (
            'cost = {}\neffects = [{ do = "add-mana", add = "{G}{G}G" }]',
            "effects.1.add",
            "mana symbols in braces",
        ),
        ('cost = { mana = "G" }\neffects = [{ do = "draw" }]', "cost.mana", "a mana cost"),
        (
            (
                'cost = {}\neffects = [{ do = "if", condition = { if = "kicked" }, then = [{ do = '
                '"draw" }] }]'
            ),
            "effects.1.condition.if",
            "a kicker",
        ),
        (
            (
                'cost = {}\neffects = [{ do = "delayed", when = { event = "step" }, then = [{ do = '
                '"draw" }] }]'
            ),
            "effects.1.when.step",
            "the name of a step",
        ),
        (
            (
                'cost = {}\neffects = [{ do = "make-token", token = { name = "Elf", types = '
                '["Creature"], power = 1 } }]'
            ),
            "effects.1.token.toughness",
            "found nothing",
        ),
        (
            'cost = {}\neffects = [{ do = "tap", what = { not_keywords = ["fliyng"] } }]',
            "effects.1.what.not_keywords.1",
            "did you mean 'flying'",
        ),
    ],
)
def test_abilities_that_mean_nothing(tmp_path: Path, ability: str, place: str, words: str) -> None:
    found = problems_of(
        tmp_path, f'{CREATURE}[[card.abilities]]\nability = "activated"\n{ability}\n'
    )
    assert list(found) == [f"abilities.1.{place}"]
    assert words in found[f"abilities.1.{place}"]


ENTERS = 'ability = "triggered"\nwhen = { event = "enters" }\n'
DRAW = 'effects = [{ do = "draw" }]'
SPELL = 'ability = "spell"\n'
ONE = '{ of = { types = ["Creature"] } }'


@pytest.mark.parametrize(
    ("kind", "ability", "place", "words"),
    [
        (
            "Creature",
            f'ability = "activated"\ncost = {{ sacrifice = {{ zone = "hand" }} }}\n{DRAW}',
            "cost.sacrifice",
            "a filter for permanents",
        ),
        (
            "Creature",
            f'ability = "activated"\ncost = {{ life = -1 }}\n{DRAW}',
            "cost.life",
            "a number, 0 or greater",
        ),
        (
            "Creature",
            f'ability = "activated"\ncost = {{ tap = true }}\nzone = "hand"\n{DRAW}',
            "cost.tap",
            "in the zone 'hand'",
        ),
        (
            "Creature",
            f'ability = "activated"\ncost = {{ sacrifice = "self", exile_self = true }}\n{DRAW}',
            "cost",
            "one way",
        ),
        (
            "Creature",
            f'ability = "activated"\ncost = {{ loyalty = 1 }}\n{DRAW}',
            "cost.loyalty",
            "loyalty on planeswalkers",
        ),
        (
            "Creature",
            f'ability = "activated"\ncost = {{ exile_other = {{ zone = "library" }} }}\n{DRAW}',
            "cost.exile_other",
            "cards in a public zone or your hand",
        ),
        (
            "Creature",
            f'ability = "activated"\ncost = {{ discard_random = true }}\n{DRAW}',
            "cost.discard_random",
            "a number of cards",
        ),
        (
            "Creature",
            f'ability = "activated"\ncost = {{}}\nchoose = 2\n{DRAW}',
            "choose",
            "at most the number of modes",
        ),
        (
            "Creature",
            f'ability = "triggered"\nwhen = {{ event = "attacks", to = "player" }}\n{DRAW}',
            "when.to",
            "the event 'deals-damage'",
        ),
        (
            "Creature",
            f'ability = "triggered"\nwhen = {{ event = "attacks", step = "end" }}\n{DRAW}',
            "when.step",
            "the event 'step'",
        ),
        (
            "Creature",
            f'ability = "triggered"\nwhen = {{ event = "state" }}\n{DRAW}',
            "condition",
            "a condition, with the event 'state'",
        ),
        ("Creature", f"{ENTERS}effects = []", "effects", "effects or modes"),
        (
            "Creature",
            f"{ENTERS}targets = [{{}}]\n{DRAW}",
            "targets.1.of",
            "'of', 'player' or 'ability'",
        ),
        (
            "Creature",
            (
                f"{ENTERS}targets = [{{ player = 'any', ability_of = {{ types = ['Land'] }} "
                f"}}]\n{DRAW}"
            ),
            "targets.1.ability_of",
            "together with 'ability'",
        ),
        (
            "Creature",
            f'{ENTERS}targets = [{{ ability = "any", ability_of = {{}} }}]\n{DRAW}',
            "targets.1.ability_of",
            "any source",
        ),
        (
            "Creature",
            f'{ENTERS}targets = [{{ of = {{ zone = "hand" }} }}]\n{DRAW}',
            "targets.1.of",
            "a filter for permanents, spells",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "destroy", what = "attached" }}]',
            "effects.1.what",
            "on Auras and Equipment",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "destroy", what = "chosen" }}]',
            "effects.1.what",
            "after the effect 'choose'",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "destroy", what = "you" }}]',
            "effects.1.what",
            "objects, not players",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "destroy", what = {{ supertypes = ["Legend"] }} }}]',
            "effects.1.what.supertypes.1",
            "'Legendary'",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "destroy", what = {{ subtypes = ["elf"] }} }}]',
            "effects.1.what.subtypes.1",
            "capital",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "put-counters", on = "self", kind = "+1/+" }}]',
            "effects.1.kind",
            "a kind of counter",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "choose", of = {{ zone = "hand" }} }}]',
            "effects.1.of",
            "the chooser can see",
        ),
        (
            "Creature",
            (
                f'{ENTERS}effects = [{{ do = "gain-life", amount = {{ count = "stat", what = '
                f'"devotion", kind = "purple" }} }}]'
            ),
            "effects.1.amount.kind",
            "one of 'white'",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "add-mana", choice = ["green", "green"] }}]',
            "effects.1.choice.2",
            "each word once",
        ),
        (
            "Creature",
            f"{ENTERS}targets = [{{ of = {{}} }}]\n"
            'effects = [{ do = "delayed", when = { event = "step", step = "end" }, then = [{ do '
            '= "destroy", what = "target" }] }]',
            "effects.1.then.1.what",
            "a delayed trigger remembers one object",
        ),
        (
            "Creature",
            (
                f'{ENTERS}targets = [{{ of = {{}} }}]\neffects = [{{ do = "when-done", then = '
                f"[{{ do "
                f'= "destroy", what = "target" }}] }}]'
            ),
            "effects.1.then.1.what",
            "no target",
        ),
        (
            "Creature",
            'ability = "static"\nwhat = { shares = "chosen-color" }\nchange = { power = 1 }',
            "what.shares",
            "chooses as it enters",
        ),
        (
            "Creature",
            'ability = "static"\nwhat = { zone = "hand" }\nchange = { power = 1 }',
            "what",
            "a filter for permanents",
        ),
        (
            "Creature",
            'ability = "static"\nwhat = "pair"\nchange = { power = 1 }',
            "what",
            "soulbond",
        ),
        ("Creature", 'ability = "static"\nchange = {}', "change", "at least one change"),
        (
            "Creature",
            'ability = "static"\nchange = { abilities = [{ ability = "enters", tapped = true }] }',
            "change.abilities.1.ability",
            "given",
        ),
        (
            "Creature",
            'ability = "enters"\ncount = 2',
            "count",
            "together with counters of some kind",
        ),
        (
            "Creature",
            'ability = "replace"\nevent = "draw"\nprevent = 1',
            "prevent",
            "with the event 'damage'",
        ),
        (
            "Creature",
            'ability = "keyword"\nword = "flashbackk"\ncost = { life = 1 }',
            "word",
            "'flashback'",
        ),
        (
            "Creature",
            'ability = "enters"\ntapped = true\nunlike = { add_types = ["Artifact"] }',
            "unlike",
            "together with 'copy_of'",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "become-copy", of = "self" }}]',
            "effects.1.of",
            "an object other than",
        ),
        (
            "Creature",
            f'{ENTERS}effects = [{{ do = "copy-token", of = "it", unlike = {{}} }}]',
            "effects.1.unlike.name",
            "at least one difference",
        ),
        (
            "Creature",
            (
                f'{ENTERS}effects = [{{ do = "copy-token", of = "it", unlike = {{ abilities = [{{ '
                f'ability = "spell", {DRAW} }}] }} }}]'
            ),
            "effects.1.unlike.abilities.1.ability",
            "given",
        ),
        (
            "Instant",
            (
                f'{SPELL}targets = [{ONE}, {ONE}]\neffects = [{{ do = "become-copy", what = '
                f'"target", of = "target2", keeps = true }}]'
            ),
            "effects.1.keeps",
            "abilities of permanents",
        ),
        (
            "Instant",
            f'{SPELL}effects = [{{ do = "regenerate" }}]',
            "effects.1.what",
            "the spell itself isn't one",
        ),
        (
            "Instant",
            f'{SPELL}effects = [{{ do = "destroy", what = "it" }}]',
            "effects.1.what",
            "after an effect",
        ),
        (
            "Instant",
            f'{SPELL}effects = [{{ do = "prevent", next_time = true, source = {{}} }}]',
            "effects.1.source",
            "any source can then be chosen",
        ),
        (
            "Instant",
            f'{SPELL}effects = [{{ do = "draw", who = "that-player" }}]',
            "effects.1.who",
            "an ability that triggers",
        ),
        (
            "Instant",
            f'{SPELL}effects = [{{ do = "draw", count = -1 }}]',
            "effects.1.count",
            "a number, 0 or greater",
        ),
        (
            "Instant",
            (
                f'{SPELL}targets = [{{ of = {{}}, count = 0 }}]\neffects = [{{ do = "tap", what = '
                f'"target" }}]'
            ),
            "targets.1.count",
            "a number, 1 or greater",
        ),
        (
            "Instant",
            f'{SPELL}{DRAW}\n[[card.abilities]]\nability = "static"\nchange = {{ power = 1 }}',
            "ability",
            "on an instant or sorcery",
        ),
    ],
)
def test_what_would_do_nothing_or_fail_in_a_game(
    tmp_path: Path, kind: str, ability: str, place: str, words: str
) -> None:
    facts = CREATURE if kind == "Creature" else f'types = ["{kind}"]\n'
    found = problems_of(tmp_path, f"{facts}[[card.abilities]]\n{ability}\n")
    number = 2 if "[[card" in ability else 1
    assert list(found) == [f"abilities.{number}.{place}"]
    assert words in found[f"abilities.{number}.{place}"]


@pytest.mark.parametrize(
    ("rest", "place", "words"),
    [
        ('types = []\n', "types", "a playable card type"),
        (
            'types = ["Instant", "Creature"]\npower = 1\ntoughness = 1\n'
            '[[card.abilities]]\nability = "spell"\n' + DRAW,
            "types", "without",
        ),
        ('types = ["Land"]\ncost = "{1}"\n', "cost", "lands, which aren't cast"),
        ('types = ["Artifact"]\nsubtypes = ["Aura"]\nenchant = { of = {} }\n', "subtypes",
        "'Aura' on cards of the type 'Enchantment'"),
        (
            'types = ["Enchantment"]\nsubtypes = ["Aura"]\n'
            'enchant = { of = { zone = "graveyard" } }\n',
            "enchant.of.zone", "'battlefield'",
        ),
        ('types = ["Enchantment"]\nsubtypes = ["Aura"]\nenchant = { of = {}, count = 2 }\n',
        "enchant", "one object or player"),
        (CREATURE + 'additional = { sacrifice = "self" }\n', "additional.sacrifice",
        "don't concern the spell itself"),
        (CREATURE + 'kicker = { tap = true }\n', "kicker.tap", "don't concern the spell itself"),
        (CREATURE + 'additional = {}\n', "additional", "a cost"),
        (CREATURE + 'subtypes = ["Elf", "Elf"]\n', "subtypes.2", "each word once"),
    ],
)  # fmt: skip
def test_cards_that_cannot_be(tmp_path: Path, rest: str, place: str, words: str) -> None:
    found = problems_of(tmp_path, rest)
    assert list(found) == [place]
    assert words in found[place]


def test_what_has_been_spoken_of_may_be_spoken_of_again(tmp_path: Path) -> None:
    token = '{ name = "Elf", types = ["Creature"], power = 1, toughness = 1 }'
    then = (
        '{ do = "delayed", when = { event = "step", step = "end" }, then = [{ do = '
        '"sacrifice", of = "it" }] }'
    )
    spell = (
        f'types = ["Instant"]\n[[card.abilities]]\nability = "spell"\neffects = [{{ do = '
        f'"make-token", token = {token} }}, {then}]\n'
    )
    assert problems_of(tmp_path, spell) == {}
    may = '{ do = "may", who = "opponents", then = [{ do = "draw", who = "that-player" }] }'
    assert problems_of(tmp_path, f"{CREATURE}[[card.abilities]]\n{ENTERS}effects = [{may}]\n") == {}
    choose = '{ do = "may", then = [{ do = "choose", of = {} }] }, { do = "tap", what = "chosen" }'
    assert (
        problems_of(tmp_path, f"{CREATURE}[[card.abilities]]\n{ENTERS}effects = [{choose}]\n") == {}
    )


def test_what_an_ability_or_a_mode_brings_along_is_its_own(tmp_path: Path) -> None:
    draw = '{ do = "draw", who = "target", count = "X" }'
    granted = (
        f'{{ ability = "activated", cost = {{ mana = "{{X}}" }}, targets = [{{ player = '
        f'"any" }}], effects = [{draw}] }}'
    )
    modes = (
        '[{ targets = [{ of = {} }], effects = [{ do = "tap", what = "target" }] }, { '
        'effects = [{ do = "draw" }] }]'
    )
    spell = (
        f'{CREATURE}[[card.abilities]]\nability = "static"\nchange = {{ abilities = '
        f"[{granted}] }}\n"
    )
    assert problems_of(tmp_path, spell) == {}
    assert (
        problems_of(
            tmp_path,
            f'types = ["Instant"]\n[[card.abilities]]\nability = "spell"\nmodes = {modes}\n',
        )
        == {}
    )


@pytest.mark.parametrize(
    "word",
    ["flying", "islandwalk", "nonbasic landwalk", "islandhome", "rampage 2", "equip {2}",
    "cycling {1}{G}", "plainscycling {2}",
     "protection from black", "cumulative upkeep {1}", "basic landcycling {1}", "suspend 4—{U}",
     "suspend 4 {U}", "reinforce X {X}{G}",
     "reinforce 2 {2}{W}", "affinity for artifacts", "champion an Elf", "vanishing 3", "vanishing",
     "bloodthirst X"],
)  # fmt: skip
def test_keywords_that_are_known(word: str) -> None:
    assert keyword_problem(word) is None


@pytest.mark.parametrize(
    "word",
    ["Flying", "flying 2", "rampage two", "equip", "equip 2", "protection", "walk", "",
    "echo—Pay 2 life", "echo —discard a card",
     "suspend {U}", "suspend X {X}", "reinforce {G}", "reinforce X {G}", "cycling two {2}",
     "replicate {0}", "protection black",
     "affinity artifacts"],
)  # fmt: skip
def test_words_that_are_no_keywords(word: str) -> None:
    assert keyword_problem(word) is not None


def test_what_pays_for_a_keyword_may_be_more_than_mana(tmp_path: Path) -> None:
    equipment = (
        f'types = ["Artifact"]\nsubtypes = ["Equipment"]\n{KEYWORD}"equip"\ncost = {{ life = 1 }}\n'
    )
    assert problems_of(tmp_path, equipment) == {}
    assert (
        problems_of(tmp_path, CREATURE + f'{KEYWORD}"forestcycling"\ncost = {{ life = 2 }}\n') == {}
    )


def test_a_keyword_may_be_had_more_than_once(tmp_path: Path) -> None:
    assert problems_of(tmp_path, f'{CREATURE}keywords = ["exalted", "exalted"]\n') == {}
    assert list(problems_of(tmp_path, f'{CREATURE}colors = ["red", "red"]\n')) == ["colors.2"]


def test_what_is_paid_for_a_permanent_may_be_the_permanent(tmp_path: Path) -> None:
    assert (
        problems_of(tmp_path, f'{CREATURE}{KEYWORD}"echo"\ncost = {{ sacrifice = "self" }}\n') == {}
    )


def test_multikicker_is_a_kicker(tmp_path: Path) -> None:
    kicked = (
        '[[card.abilities]]\nability = "enters"\ntapped = true\ncondition = { if = "kicked" }\n'
    )
    assert problems_of(tmp_path, f'{CREATURE}keywords = ["multikicker {{1}}"]\n{kicked}') == {}
    assert list(problems_of(tmp_path, f"{CREATURE}{kicked}")) == ["abilities.1.condition.if"]


def test_the_cost_of_a_keyword_is_mana_that_there_is(tmp_path: Path) -> None:
    assert list(problems_of(tmp_path, f'{CREATURE}keywords = ["flying", "cycling {{Q}}"]\n')) == [
        "keywords.2"
    ]


def test_a_keyword_with_another_cost_is_one_that_may_have_it(tmp_path: Path) -> None:
    price = '[[card.abilities]]\nability = "keyword"\nword = "{}"\ncost = {{ life = 2 }}\n'
    assert problems_of(tmp_path, CREATURE + price.format("echo")) == {}
    assert list(problems_of(tmp_path, CREATURE + price.format("suspend"))) == ["abilities.1.word"]
    assert list(problems_of(tmp_path, CREATURE + price.format("ecko"))) == ["abilities.1.word"]


def test_a_filter_may_name_a_keyword_alone() -> None:
    assert keyword_problem("cycling", bare=True) is None
    assert keyword_problem("cyclin", bare=True) is not None


# --- a player's own files ---


def test_a_file_is_taken_in_whole_or_not_at_all(tmp_path: Path) -> None:
    shipped, mine = tmp_path / "shipped.toml", tmp_path / "mine.toml"
    shipped.write_text(f'[[card]]\nname = "Known"\n{CREATURE}', encoding="utf-8")
    cards = Library([shipped])

    mine.write_text(
        f'[[card]]\nname = "Good"\n{CREATURE}[[card]]\nname = "Bad"\ntypes = ["Creature"]\n',
        encoding="utf-8",
    )
    assert {problem.where for problem in cards.include(mine)} == {"Bad.power", "Bad.toughness"}
    assert cards.names() == ("Known",)

    mine.write_text(
        f'[[card]]\nname = "Good"\n{CREATURE}[[card]]\nname = "known"\n{CREATURE}', encoding="utf-8"
    )
    (problem,) = cards.include(mine)
    assert str(problem) == (
        "mine.toml: known: found the name of a card in shipped.toml; allowed: a name no other "
        "card has"
    )
    assert cards.names() == ("Known",)

    mine.write_text(f'[[card]]\nname = "Good"\n{CREATURE}', encoding="utf-8")
    assert cards.include(mine) == []
    assert cards.names() == ("Good", "Known")
    assert cards.card("good").power == 1
    assert cards.clashes(mine) == []


SPELL = 'types = ["Instant"]\n[[card.abilities]]\nability = "spell"\n'


@pytest.mark.cr("112.4", "400.7a")
@pytest.mark.parametrize(
    ("zone", "change", "words"),
    [
        ("stack", 'colors = ["white"]', ""),
        ("battlefield", 'controller = "you"', ""),
        (
            "stack",
            'controller = "you"',
            "found 'controller' of a spell; allowed: 'controller' of permanents",
        ),
        (
            "graveyard",
            "power = 1",
            (
                "found 'modify' of a card in the zone 'graveyard'; allowed: 'modify' of permanents "
                "and spells"
            ),
        ),
    ],
)
def test_spells_and_permanents_alone_are_changed(
    tmp_path: Path, zone: str, change: str, words: str
) -> None:
    effect = f'{{ do = "modify", what = "target", change = {{ {change} }} }}'
    rest = f'{SPELL}targets = [{{ of = {{ zone = "{zone}" }} }}]\neffects = [{effect}]\n'
    found = problems_of(tmp_path, rest)
    assert [words in text for text in found.values()] == [True] * bool(words)

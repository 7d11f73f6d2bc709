"""Play a game between two computer players, print it, draw it, and replay its record.

    python3 examples/play_and_draw.py [FOLDER]

Run it as a script, or cell by cell in an editor or notebook that knows "# %%": there, a game, a
View or a decision at the end of a cell shows itself. The picture goes to FOLDER/game.html.
"""

import sys
from pathlib import Path

import engine as sf

# %% Set up a game: a variant, two decks, a seed
rules = sf.load_variant("conquering")
seats = [
    sf.Seat("Edna", sf.deck("white-knights", rules)),
    sf.Seat("Dale", sf.deck("red-raiders", rules)),
]
game = sf.Game.start(rules, seats, seed=7)
print(game)

# %% Each player's legal actions have a text form, in which they can be played
for action in game.legal_actions():
    print(game.text_of(action))
game.push_text("choose =Forest")

# %% An illegal action is refused with a reason, and the game stays as it was
try:
    game.push_text("cast lightning-bolt#999")
except sf.IllegalAction as illegal:
    print("refused:", illegal)

# %% A recorded game between two computer players, which see no more than their own View
recorder = sf.Recorder.start(rules, seats, ["ai:easy", "ai:easy"], seed=7)
game = recorder.game
players = [sf.player("easy", seed) for seed in (1, 2)]
for _ in range(400):
    decision = game.decision
    if decision is None:
        break
    view = game.view_for(decision.seat)
    recorder.apply(players[decision.seat].choose(view))
print(game)

# %% A picture of the map
folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
(folder / "game.html").write_text(game.as_html(), encoding="utf-8")

# %% The record is text, and replays to the same position
record = sf.load_record(str(recorder.record))
*_, last = sf.replay(record)
print("The same after a replay:", str(last.game) == str(game))

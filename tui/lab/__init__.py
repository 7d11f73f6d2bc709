"""The lab: experiments with computer players, for `spellfront lab`, which alone imports it.

`tasks.py` describes games to play, and `playing.py` plays them, in the processes of `processes.py`.
`results.py` keeps the outcomes in a file. `pairs.py`, `sprt.py` and `times.py` are the arithmetic;
`tables.py` prints. `deck_scores.py` and `deck_tables.py` do both for decks that play each other.
`positions.py` keeps positions with outcomes, `fitting.py` fits chances of winning to them, and
`chances.py` has the commands for both.
"""

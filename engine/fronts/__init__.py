"""The rules that a map adds to Magic.

`common` holds rules for all kinds of maps; `areas`, `squares` and `continent` those for one kind.
"""

"""How the engine is compiled.

`compiling` builds it, `source` makes ready what is compiled, `making` has C and libraries made of
that, `playing` the games from which the C compiler learns; `native_records.py`, `data_records.py`,
`reading.h` and `reading.c` are put into it.
"""

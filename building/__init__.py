"""The build of the compiled engine.

`compiling` runs the build, `source` rewrites the modules that are compiled, `making` turns them
into C and libraries, `playing` plays the games from which the C compiler learns.
`native_records.py`, `data_records.py`, `reading.h` and `reading.c` become parts of the build.
"""

"""How the engine is compiled: `compiling` builds it, `source` makes ready what is compiled, `native_records.py` is put into it."""

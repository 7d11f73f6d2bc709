"""How a database of an earlier version becomes one of this: Alembic's migrations, the latest
being what `schema.py` says.
"""

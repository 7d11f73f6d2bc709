"""Alembic runs this: in the connection that `store.Store` has opened, never with a configuration
file of its own.
"""

from alembic import context

from tui.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()

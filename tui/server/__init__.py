"""The server that players enter with `ssh`: many players at many tables.

Packages, from the network inward:

    ssh/         connections: keys and guests, terminals, commands of `ssh host WORDS`, files by
                 SFTP; json_view.py: tables and games as JSON; lines.py: play line by line
    screens/     the server's own screens: lobby, new table, waiting room, account, chat; table.py:
                 the usual table with clocks and proposals
    lobby/       tables that are created, joined and started, and chat
    match/       matches: match.py leads one here, follower.py follows one that another node leads;
                 connections, seats, agreements, reviews, and the pool of computer players
    workers/     processes that host matches and check players' files, and the limits of each step
    storage/     the database: schema, accounts, tables, decks, clocks, messages, nodes, backups,
                 metrics
    migrations/  the steps from each older schema to the present one

Besides these, game_server.py creates, opens and closes all parts, app.py is the Textual app of one
terminal, quotas.py and token_buckets.py limit what one player or address may use, and journal.py
writes the log.

Only this package needs the libraries of the extra `server`. Only `spellfront serve`, `admin`,
`server` and `bench server` import it.
"""

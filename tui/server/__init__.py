"""The house: many players at many tables, each of whom comes in with `ssh`.

Rooms, from the door inwards (each asks only those below it):

    ssh.py          who comes in: keys, channels, what is never allowed; driver.py: Textual on an SSH channel
    limits.py       how much there is of everything for those who come; game_limits.py: how much a game may take
    shares.py       how much of everything one player or one address may have; buckets.py: rates
    words.py        the words behind the house's name: hall_words.py, game_words.py; errands.py: who gives them, and how they are answered
    told.py         tables and games as JSON; lines.py: playing line by line
    folder.py       an account's own files by SFTP
    app.py          one terminal's app, with screens/: the hall, a table being made, a name for an account
    house.py        everything together: it opens, and ends with every game kept
    hall.py         tables that are made, joined and started; table_setup.py: what is chosen before that; talk.py: what people say
    leading.py      this server among the others of its house, and the news of the hall
    workers.py      the processes that host matches: started, watched, replaced; link.py: how they are asked and answered
    worker.py       such a process; budget.py: what a step may take in it; chores.py: rules work that belongs to no match
    hosting.py      the matches of one process: which are led there, which are followed, and how that changes
    seat.py         a session of the table screen that sees messages only; seen_tape.py: a game that is reviewed, part by part
    match.py        a match that is led here: it carries out what seats say, keeps it, and has it told
    accord.py       what all at a match must agree to; clocks.py: the time that players have
    following.py    a match that another server of the house leads, from the rows that it keeps
    chairs.py       everybody at a match in this process, and what each is told: what is for their eyes
    messages.py     what goes between seats and matches; wishes.py: a player's stops, as they go there
    thinkers.py     computer players in processes of their own, with a queue that is fair to accounts
    decks.py        the decks that are offered, and what accounts have brought of their own; own_folders.py: where that is read
    accounts.py, tables.py   what is kept of players and tables
    nodes.py        the servers of one house: who is there, who leads what, what is said across; wire.py: PostgreSQL's notifications
    copying.py      backups, and moving to another database; metrics.py: numbers for Prometheus; journal.py: the log
    saving.py       what stands in the way of saving, in words; data_folder.py: what is wrong with a server's folder
    store.py        the database, off the loop; schema.py: its tables; migrations/: how older ones become these

Only this package needs what the extra `server` brings. Nothing outside it asks for it but
`spellfront serve` and `spellfront admin`.
"""

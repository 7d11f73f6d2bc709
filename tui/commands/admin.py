"""`spellfront admin`: manage the accounts of a server, even while the server runs."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.log import many
from tui.commands.common import CommandError, make_parser
from tui.commands.serve import add_server_data, asked_database, file_of, server_data_of

if TYPE_CHECKING:
    from tui.server.storage.accounts import Accounts

WORDS = {"list": (0, 0), "rename": (2, 2), "ban": (1, 50), "unban": (1, 1), "hand": (2, 50)}
"""The actions, each with the least and the most words that follow."""
# the reason for a ban if none is given
USUAL = "the host of this server decided to ban you"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "admin",
        "list: the accounts of a server. rename NAME NEW: rename a player. ban NAME [WHY]: ban a "
        "player, who is disconnected within\n"
        "a second. unban NAME: lift the ban. hand NAME KEY: give an account a new public key "
        "(KEY can also be a file that contains one),\n"
        "replacing all its old keys, for a player who has lost theirs. All of this works while "
        "the server is running.",
        """
spellfront admin list
spellfront admin rename Edna "Edna of the Hill"
spellfront admin ban Dale be kind to the others
spellfront admin unban Dale
spellfront admin hand Edna new-key.pub
spellfront admin list --database postgresql://spellfront@db/spellfront
""",
    )
    made.add_argument("action", choices=list(WORDS))
    made.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="the name of an account, and any other arguments that the action takes",
    )
    add_server_data(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Run the requested action."""
    least, most = WORDS[arguments.action]
    if not least <= len(arguments.words) <= most:
        exactly = str(least) if most else "none"
        allowed = exactly if least == most else f"at least {least}"
        raise CommandError(
            f"{arguments.action}: found {many(len(arguments.words), 'argument')}; allowed: "
            f"{allowed}"
        )
    data, database = server_data_of(arguments)
    file_of(data, database)
    with asked_database():
        asyncio.run(
            _with_accounts(
                data,
                database,
                lambda accounts: ACTIONS[arguments.action](accounts, arguments.words),
            )
        )
    return 0


async def _with_accounts(
    data: Path, database: str, do: Callable[[Accounts], Awaitable[None]]
) -> None:
    from tui.server.storage.accounts import AccountError, Accounts
    from tui.server.storage.database import Store, url_of

    store = Store(url_of(database, data), "admin")
    await store.open()
    try:
        await do(Accounts(store))
    except AccountError as error:
        raise CommandError(str(error)) from None
    finally:
        await store.close()


async def _list(accounts: Accounts, _: list[str]) -> None:
    found = await accounts.all()
    width = max((len(each.name) for each in found), default=0)
    for each in found:
        used = (
            datetime.fromtimestamp(each.used / 1000).strftime("%Y-%m-%d %H:%M")
            if each.used
            else "never"
        )
        keys = many(each.keys, "key")
        print(
            f"{each.name:{width}}  {keys:8}  last seen: {used}"
            + (f"  banned: {each.banned}" if each.banned else "")
        )
    print(many(len(found), "account"))


async def _rename(accounts: Accounts, words: list[str]) -> None:
    player = await accounts.called(words[0])
    print(f"{player.name} is now called {await accounts.give_name(player.account or 0, words[1])}")


async def _ban(accounts: Accounts, words: list[str]) -> None:
    player = await accounts.called(words[0])
    why = " ".join(words[1:]) or USUAL
    await accounts.ban(player.account or 0, why)
    print(f"{player.name} is banned: {why}")


async def _unban(accounts: Accounts, words: list[str]) -> None:
    player = await accounts.called(words[0])
    await accounts.ban(player.account or 0, "")
    print(f"{player.name} is no longer banned")


async def _hand(accounts: Accounts, words: list[str]) -> None:
    from engine.base.files import UnreadableFileError, is_file, read_text
    from tui.server.storage.accounts import read_key

    player, text = await accounts.called(words[0]), " ".join(words[1:])
    if is_file(Path(text)):
        try:
            text = read_text(Path(text))
        except UnreadableFileError as error:
            raise CommandError(f"{words[1]}: {error}") from None
    fingerprint, public = read_key(text)
    await accounts.hand(player.account or 0, fingerprint, public)
    print(f"{player.name} can now log in only with the key {fingerprint}")


ACTIONS: dict[str, Callable[[Accounts, list[str]], Awaitable[None]]] = {
    "list": _list,
    "rename": _rename,
    "ban": _ban,
    "unban": _unban,
    "hand": _hand,
}

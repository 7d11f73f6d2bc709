"""Two hundred tables of others are newer than a player's own, so that a list of the newest tables
leaves the player's out.

python -m tests.hostile.own_games_first --server /path/to/checkout
"""

from __future__ import annotations

from tests.hostile.attacking import Server, UntriedError, run

OTHERS, EACH = 200, 5  # tables of others, and how many of them each guest makes


async def attack(server: Server) -> str:
    """Edna plays Dale; guests make tables; Edna looks for her game."""
    async with server.account("Edna") as edna, server.account("Dale") as dale:
        mine = (await edna.says("make conquering human"))["table"]["table"]
        await dale.says(f"join {mine}")
        await edna.says(f"start {mine}")
        made = sum([await flood(server) for _ in range(OTHERS // EACH)])
        if made < OTHERS:
            raise UntriedError(f"only {made} tables could be made")
        listed = [table["table"] for table in (await edna.says("games"))["tables"]]
        if mine not in listed:
            return f"a player's own game isn't listed beside {made} tables of others"
        return (
            ""
            if listed[0] == mine
            else f"a player's own game is listed after {listed.index(mine)} tables of others"
        )


async def flood(server: Server) -> int:
    """Make as many tables as one guest may; how many."""
    async with server.visitor() as guest:
        return sum([(await guest.tries("make conquering human"))[0] == 0 for _ in range(EACH)])


if __name__ == "__main__":
    run(attack, __doc__, "--per-address", "2000")  # so that one address can do what many would

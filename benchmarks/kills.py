"""A crawl that is killed with -9 at random moments and resumed: the same table, nothing fetched twice but in flight.

    python benchmarks/kills.py [--quick] [--kills N] [--seed N]

A generated shop (the one of the tests) is served on loopback. Each round begins a crawl in a process of its own, kills
it after a random number of requests and a random few milliseconds more, and resumes it; in a third of the rounds the
resumed crawl is killed, too. Counted are the rounds whose table is not equal to the database, and the pages that were
fetched more often than kills can explain. Both must be 0. ``--quick``: five rounds.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from sites.server import Server, serving, site_of
from sites.shop import Shop
from sites.test_crawl import CRAWL, learned, table, values
from unweave import dump_site


def killed(arguments: list[str], server: Server, after: int, pause: float) -> bool:
    """Run a crawl and kill it after so many requests and seconds; whether it was still running."""
    goal = len(server.requests) + after
    process = subprocess.Popen(arguments)
    while len(server.requests) < goal and process.poll() is None:
        time.sleep(0.0005)
    time.sleep(pause)
    running = process.poll() is None
    process.kill()  # SIGKILL; nothing happens if it has ended
    process.wait()
    return running


def crawl_round(chance: random.Random, folder: Path) -> tuple[int, bool, int]:
    """One round: how often it was killed, whether the table is right, and how many fetches kills do not explain."""
    with serving() as server:
        shop = Shop(host=server.host)
        server.site = site_of(shop.paths)
        out = folder / "rows.jsonl"
        arguments = [sys.executable, "-c", CRAWL, str(folder / "site.json"), f"{server.host}/", str(out)]
        kills = 0
        for _ in range(1 + (chance.random() < 1 / 3)):
            kills += killed(arguments, server, chance.randrange(1, 16), chance.random() / 50)
        if not out.exists():
            subprocess.run(arguments, check=True)
        again = len(server.requests) - len(set(server.requests))
        return kills, values(table(out), shop) == shop.database, max(0, again - kills)


def main() -> None:
    """Print the table and the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, kills, rounds, wrong, twice = random.Random(options.seed), 0, 0, 0, 0
    while kills < (5 if options.quick else options.kills):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            dump_site(learned(), folder / "site.json")
            killed_so_far, is_right, unexplained = crawl_round(chance, folder)
        kills, rounds = kills + killed_so_far, rounds + 1
        wrong, twice = wrong + (not is_right), twice + unexplained
        print(f"{kills} kills, {wrong} wrong tables, {twice} unexplained fetches", flush=True)
    print(
        f"{kills} kills in {rounds} crawls: {wrong} wrong tables, {twice} pages fetched twice that were not in flight"
    )
    print(json.dumps({"kills": kills, "kills_wrong_tables": wrong, "kills_fetched_twice": twice}))


if __name__ == "__main__":
    main()
